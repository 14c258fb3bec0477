/** A square of a turned picture, in its own pixels. */
export interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

/** Side of the photo that is sent, pixels (OPEN-60). */
export const PHOTO_SIDE = 512
const QUALITY = 0.92

/**
 * What is left of a picture after turning and cropping, as a jpeg of 512×512 (ONP-20). The browser's image stands as
 * its EXIF data says; the canvas gets neither those data nor any other (OPEN-60).
 * @param source address of the picture, of this page's own making
 * @param area the square, measured in the frame around the turned picture
 * @param rotation degrees, clockwise
 * @throws when the browser cannot read or write the picture
 */
export async function cropImage(source: string, area: CropArea, rotation: number): Promise<Blob> {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = PHOTO_SIDE
  canvas.height = PHOTO_SIDE
  const pen = canvas.getContext('2d', { alpha: false })
  if (!pen) throw new Error('no canvas')
  // A jpeg has no holes: what is transparent, and the corners of a turned picture, are white.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, PHOTO_SIDE, PHOTO_SIDE)
  pen.imageSmoothingQuality = 'high'
  const { naturalWidth: width, naturalHeight: height } = image
  const frame = frameOf(width, height, rotation)
  const scale = PHOTO_SIDE / area.width
  pen.scale(scale, scale)
  pen.translate(frame.width / 2 - area.x, frame.height / 2 - area.y)
  pen.rotate((rotation * Math.PI) / 180)
  pen.drawImage(image, -width / 2, -height / 2)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob?.type === 'image/jpeg' ? resolve(blob) : reject(new Error('no jpeg'))),
      'image/jpeg',
      QUALITY,
    )
  })
}

/** The upright frame around a picture that is turned by some degrees. */
export function frameOf(width: number, height: number, rotation: number) {
  const turn = (rotation * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  return { width: width * cos + height * sin, height: width * sin + height * cos }
}
