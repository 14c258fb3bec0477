/** idle: no image; loading: until the image or hydration is complete; then loaded or error. */
export type ImageState = 'idle' | 'loading' | 'loaded' | 'error'

/** The state of an image that may have loaded or failed before hydration. */
export function imageStateOf(image: Pick<HTMLImageElement, 'complete' | 'naturalWidth'> | null): ImageState {
  if (!image) return 'idle'
  if (!image.complete) return 'loading'
  return image.naturalWidth > 0 ? 'loaded' : 'error'
}
