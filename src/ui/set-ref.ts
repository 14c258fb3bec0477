import type { Ref } from 'react'

/** Gives an element to whatever kind of ref it is; returns its clean-up, if it has one. */
export function setRef<Element>(ref: Ref<Element> | undefined, element: Element | null) {
  if (typeof ref === 'function') return ref(element)
  if (ref) ref.current = element
}
