import type { Ref } from 'react'

/** Sets a ref object or calls a ref callback; returns the callback's clean-up function, if any. */
export function setRef<Element>(ref: Ref<Element> | undefined, element: Element | null) {
  if (typeof ref === 'function') return ref(element)
  if (ref) ref.current = element
}
