import type { ToastInput } from './toast-store.ts'

type Deliver = (input: ToastInput) => void

let deliver: Deliver | undefined
let onQueued: (() => void) | undefined
const waiting: ToastInput[] = []

/** Shows a toast; it must never be the only record of an event. No-op on the server. */
export function toast(input: ToastInput): void {
  if (typeof document === 'undefined') return
  if (deliver) deliver(input)
  else {
    waiting.push(input)
    onQueued?.()
  }
}

/**
 * Called by the mounted toast region, which then receives the queued toasts and all later ones; with
 * undefined when it unmounts.
 */
export function setToastHandler(to: Deliver | undefined): void {
  deliver = to
  if (to) takeQueuedToasts().forEach(to)
}

/** Removes and returns the queued toasts, to show them without the region. */
export const takeQueuedToasts = () => waiting.splice(0)

/** Sets the listener that fetches the region for a queued toast. @returns whether one is queued already */
export function onToastQueued(listener: (() => void) | undefined): boolean {
  onQueued = listener
  return waiting.length > 0
}
