/** Controls that lead to another page or step. Others (removing chips one by one) may be pressed again. */
const NAVIGATING = 'a, [type=submit], [data-leads-on]'
/** Longest time between the taps of a double tap. For a mouse the browser counts the clicks. */
const DOUBLE_TAP_MS = 500

/** Whether the press took effect: the control is hidden (list of chats), or gone with its page or step. */
const hasLedOn = (control: Element | null) =>
  control !== null &&
  (control.isConnected ? control.checkVisibility?.() === false : control.matches(NAVIGATING))

let guarded = false

/**
 * Ignores the second press of a double press when the first one has already led to another page or step: the
 * user did not mean what is under the pointer now. It may publish a case or send a draft, and even a press on
 * the page itself would take the focus from the new heading. Installed once per document.
 */
export function guardDoublePress(): void {
  if (guarded) return
  guarded = true
  let pressed: Element | null = null
  /** Event time of the last tap. */
  let lastTapAt = -DOUBLE_TAP_MS
  let isSecond = false
  let isTouch = false
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const listen = <K extends keyof DocumentEventMap>(
    name: K,
    listener: (event: DocumentEventMap[K]) => void,
  ) => document.addEventListener(name, listener, true)
  listen('pointerdown', (event) => {
    isTouch = event.pointerType === 'touch'
  })
  listen('mousedown', (event) => {
    isSecond =
      (event.detail > 1 || (isTouch && event.timeStamp - lastTapAt < DOUBLE_TAP_MS)) && hasLedOn(pressed)
    if (isSecond) return stop(event)
    pressed = (event.target as Element).closest('a, button')
    lastTapAt = isTouch ? event.timeStamp : -DOUBLE_TAP_MS
  })
  listen('click', (event) => {
    // A click by keyboard has the detail 0.
    if (isSecond && event.detail > 0) stop(event)
    isSecond = false
  })
}
