declare global {
  interface Window {
    /** The button that was pressed last while the page was drawn and not alive. */
    pressed?: HTMLButtonElement | null
  }
  interface Element {
    /** What was typed into a field before React met it. */
    early?: string
  }
}

/**
 * A script of the document, for the time before the program is there: on a slow line a page is drawn a second or more before
 * it is alive, and who presses meanwhile must not press in vain. Links work by themselves. A form's button is off until
 * then: of a disabled one no click is told, but that the pointer left it, and none of the key that sends a form from one of
 * its fields. Pressing elsewhere takes the press back. What is typed meanwhile is kept (typed-early.ts).
 */
export const KEEP_PRESS = `onclick = onpointerup = ({ button: other, target, type }) => {
  const button = target.closest('button')
  if (!other && (type == 'click') ^ button?.disabled) pressed = button
}
onkeydown = ({ key, target }) => {
  if (key == 'Enter' && target.matches('input:not([role])')) pressed = target.form?.querySelector('[type=submit]')
}
oninput = ({ target }) => target.early = target.value`

/** From here on React hears each press by itself, also while it still takes over the page; and takes an early one back. */
export function endEarlyPresses(): void {
  window.onclick = null
  window.onkeydown = null
  window.onpointerup = () => {
    window.pressed = null
  }
}

/**
 * Presses what was pressed early, once the page is alive. A button of a part that comes later is off until then and says so
 * (`data-settling`): it is waited for, looked at every 50 ms.
 */
export function pressAgain(): void {
  const again = setInterval(() => {
    if (window.pressed?.matches('[data-settling]:disabled')) return
    clearInterval(again)
    window.pressed?.click()
  }, 50)
}
