import type { SyntheticEvent } from 'react'

/** For a form at whose foot a bar stays on phones (mark it `data-bottom-bar`): how far its fields keep from there. */
export const aboveBarClass = 'max-md:[&_:is(input,textarea,button)]:scroll-mb-28'

/**
 * Handlers of such a form: a field that has the focus, and one that grows while it is typed in, stands above the bar
 * (WCAG 2.4.11). Browsers alone leave it where it is when a corner of it is in the window. What is pressed by a finger does
 * not move.
 */
export const aboveBar = { onFocus: intoSight, onInput: intoSight }

function intoSight({ target }: SyntheticEvent) {
  if (target instanceof Element && target.matches(':focus-visible') && !target.closest('[data-bottom-bar]'))
    target.scrollIntoView({ block: 'nearest' })
}
