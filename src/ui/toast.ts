import { createToastStore, type ToastInput } from './toast-store.ts'

/** The page's toasts. One for the browser; on the server it stays empty. */
export const toasts = createToastStore()

/** Tells the user what happened; never the only record of it. For effects and handlers: on the server it does nothing. */
export function toast(input: ToastInput): void {
  if (typeof document !== 'undefined') toasts.add(input)
}
