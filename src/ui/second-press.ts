/** What leads to another page or step. Whoever takes away chips or messages one after the other means each press. */
const LEADS_ON = 'a, [type=submit], [data-leads-on]'
/** Milliseconds between two taps of a finger. The second press of a mouse is counted by the browser. */
const SOON = 500

/** Whether it has led on: it went, with its step or page, or with all of a view that is only out of sight (the list of chats). */
const hasLed = (control: Element | null) =>
  control !== null &&
  (control.isConnected ? control.checkVisibility?.() === false : control.matches(LEADS_ON))

let guarded = false

/**
 * Many people press everything twice. When the first press has led on before the second, whatever stands under the
 * pointer by then was not meant: not the next step's button, which may publish a case, not the one that sends a draft, and
 * not the page itself, which would take the focus from the new heading. For as long as the document lives.
 */
export function guardSecondPress(): void {
  if (guarded) return
  guarded = true
  let pressed: Element | null = null
  /** When a finger pressed last. */
  let at = -SOON
  let again = false
  let byFinger = false
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const hear = <K extends keyof DocumentEventMap>(name: K, listener: (event: DocumentEventMap[K]) => void) =>
    document.addEventListener(name, listener, true)
  hear('pointerdown', (event) => {
    byFinger = event.pointerType === 'touch'
  })
  hear('mousedown', (event) => {
    again = (event.detail > 1 || (byFinger && event.timeStamp - at < SOON)) && hasLed(pressed)
    if (again) return stop(event)
    pressed = (event.target as Element).closest('a, button')
    at = byFinger ? event.timeStamp : -SOON
  })
  hear('click', (event) => {
    // One by the keyboard has no number.
    if (again && event.detail > 0) stop(event)
    again = false
  })
}
