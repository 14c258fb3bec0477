/** idle: no image; loading: on its way, or the page is not alive yet; then loaded or error. */
export type ImageState = 'idle' | 'loading' | 'loaded' | 'error'

/** What an image that may have finished before React was there has come to. */
export function imageStateOf(image: Pick<HTMLImageElement, 'complete' | 'naturalWidth'> | null): ImageState {
  if (!image) return 'idle'
  if (!image.complete) return 'loading'
  return image.naturalWidth > 0 ? 'loaded' : 'error'
}
