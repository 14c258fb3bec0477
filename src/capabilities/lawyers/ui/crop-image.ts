/** Crop square in the bounding box of the rotated picture, in pixels of the picture. */
export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

/** Side of the uploaded photo in pixels (OPEN-60). */
export const PHOTO_SIDE_PX = 512
const JPEG_QUALITY = 0.92

/**
 * Rotates and crops a picture to a 512×512 jpeg (ONP-20). The browser applies the EXIF orientation when
 * decoding; the result carries no metadata (OPEN-60).
 * @param source object URL of the picture
 * @param area crop square, in the bounding box of the rotated picture
 * @param rotation degrees, clockwise
 * @throws if the browser cannot decode or encode the picture
 */
export async function cropImage(source: string, area: CropArea, rotation: number): Promise<Blob> {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = PHOTO_SIDE_PX
  canvas.height = PHOTO_SIDE_PX
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas')
  // A jpeg has no transparency: paint transparent areas and the corners of a rotated picture white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, PHOTO_SIDE_PX, PHOTO_SIDE_PX)
  context.imageSmoothingQuality = 'high'
  const { naturalWidth: width, naturalHeight: height } = image
  const box = rotatedBounds(width, height, rotation)
  const scale = PHOTO_SIDE_PX / area.width
  context.scale(scale, scale)
  context.translate(box.width / 2 - area.x, box.height / 2 - area.y)
  context.rotate((rotation * Math.PI) / 180)
  context.drawImage(image, -width / 2, -height / 2)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob?.type === 'image/jpeg' ? resolve(blob) : reject(new Error('no jpeg'))),
      'image/jpeg',
      JPEG_QUALITY,
    )
  })
}

/** Size of the axis-aligned bounding box of a rotated picture. @param rotation degrees */
export function rotatedBounds(width: number, height: number, rotation: number) {
  const radians = (rotation * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))]
  return { width: width * cos + height * sin, height: width * sin + height * cos }
}
