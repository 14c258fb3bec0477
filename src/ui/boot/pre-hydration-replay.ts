declare global {
  interface Window {
    /** The button pressed last before hydration. */
    pressed?: HTMLButtonElement | null
  }
  interface Element {
    /** The text typed into a field before hydration. */
    early?: string
  }
}

/**
 * Script of the document that records presses and typed text before hydration, which on a slow connection
 * comes a second or more after the first paint. Links work without it. A form's button is disabled until
 * then: it gets a pointerup but no click, and Enter in a field does not submit, so both are recorded. A press
 * elsewhere cancels the recorded one. src/ui/boot/text-before-hydration.ts reads the typed text.
 */
export const RECORD_INPUT_SCRIPT = `onclick = onpointerup = ({ button: other, target, type }) => {
  const button = target.closest('button')
  if (!other && (type == 'click') ^ button?.disabled) pressed = button
}
onkeydown = ({ key, target }) => {
  if (key == 'Enter' && target.matches('input:not([role])')) pressed = target.form?.querySelector('[type=submit]')
}
oninput = ({ target }) => target.early = target.value`

/** Stops recording: React now receives each press. A new press cancels the recorded one. */
export function stopRecordingInput(): void {
  window.onclick = null
  window.onkeydown = null
  window.onpointerup = () => {
    window.pressed = null
  }
}

/**
 * Replays the recorded press after hydration. A button in a part that hydrates later is still disabled and
 * marked `data-settling`: poll it every 50 ms until it is enabled.
 */
export function replayPress(): void {
  const timer = setInterval(() => {
    if (window.pressed?.matches('[data-settling]:disabled')) return
    clearInterval(timer)
    window.pressed?.click()
  }, 50)
}
