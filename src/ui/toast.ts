import type { ToastInput } from './toast-store.ts'

type Deliver = (input: ToastInput) => void

let deliver: Deliver | undefined
let wake: (() => void) | undefined
const waiting: ToastInput[] = []

/** Tells the user what happened; never the only record of it. For effects and handlers: on the server it does nothing. */
export function toast(input: ToastInput): void {
  if (typeof document === 'undefined') return
  if (deliver) deliver(input)
  else {
    waiting.push(input)
    wake?.()
  }
}

/**
 * The toasts' own program stands in the page: it takes what waits, and from now on everything. Undefined: it stands there
 * no longer. (That it was fetched is not enough: without its style sheet it is not shown.)
 */
export function deliverToasts(to: Deliver | undefined): void {
  deliver = to
  if (to) takeWaiting().forEach(to)
}

/** What waits, for whoever says it in the program's place. */
export const takeWaiting = () => waiting.splice(0)

/** Who fetches that program when a toast waits for it. @returns whether one already does */
export function onToastWaiting(listener: (() => void) | undefined): boolean {
  wake = listener
  return waiting.length > 0
}
