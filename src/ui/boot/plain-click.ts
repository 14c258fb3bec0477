import type { MouseEvent } from 'react'

/** Whether a click on a link follows it here: not with another button, and not in a new tab or window. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
