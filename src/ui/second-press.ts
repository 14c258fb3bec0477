/** What leads to another page or step. Whoever takes away chips or messages one after the other means each press. */
const LEADS_ON = 'a, [type=submit]'
/** Milliseconds and CSS pixels: two taps of a finger. The second press of a mouse is counted by the browser. */
const SOON = 500
const NEAR = 24

/**
 * Many people press everything twice. When the first press has led on before the second, whatever stands under the
 * pointer by then was not meant: not the next step's button, which may publish a case, and not the page itself, which
 * would take the focus from the new heading.
 * @returns takes the guard away
 */
export function guardSecondPress(): () => void {
  let pressed: Element | null = null
  let last: MouseEvent | undefined
  let again = false
  let byFinger = false
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const press = (event: MouseEvent) => {
    const { detail, timeStamp, clientX, clientY, target } = event
    again =
      pressed?.isConnected === false &&
      last !== undefined &&
      (detail > 1 ||
        (byFinger &&
          timeStamp - last.timeStamp < SOON &&
          Math.hypot(clientX - last.clientX, clientY - last.clientY) < NEAR))
    if (again) return stop(event)
    pressed = target instanceof Element ? target.closest(LEADS_ON) : null
    last = event
  }
  const point = ({ pointerType }: PointerEvent) => {
    byFinger = pointerType === 'touch'
  }
  /** One by the keyboard has no number. */
  const click = (event: MouseEvent) => {
    if (again && event.detail > 0) stop(event)
  }
  const ended = new AbortController()
  const heard = { capture: true, signal: ended.signal }
  document.addEventListener('pointerdown', point, heard)
  document.addEventListener('mousedown', press, heard)
  document.addEventListener('click', click, heard)
  return () => ended.abort()
}
