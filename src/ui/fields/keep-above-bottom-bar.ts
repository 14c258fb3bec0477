import type { SyntheticEvent } from 'react'

/** For forms with a bottom bar on phones (`data-bottom-bar`): scroll margin that keeps fields clear of it. */
export const bottomBarScrollClass = 'max-md:[&_:is(input,textarea,button)]:scroll-mb-28'

/**
 * Event handlers for such a form: a focused field, also one that grows while typing, scrolls above the bar
 * (WCAG 2.4.11). Browsers do not scroll when any part of it is already in the viewport. A tapped button is
 * not :focus-visible and stays.
 */
export const keepAboveBottomBar = { onFocus: scrollAboveBar, onInput: scrollAboveBar }

function scrollAboveBar({ target }: SyntheticEvent) {
  if (target instanceof Element && target.matches(':focus-visible') && !target.closest('[data-bottom-bar]'))
    target.scrollIntoView({ block: 'nearest' })
}
