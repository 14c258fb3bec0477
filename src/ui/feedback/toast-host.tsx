import { type ComponentType, useEffect, useState } from 'react'
import { importWithRetry } from '../boot/import-with-retry.ts'
import { onToastQueued, takeQueuedToasts } from './toast.ts'
import type { ToastInput } from './toast-store.ts'

/** The region, once loaded. Module state: an error page remounts the host, and the toasts must stay. */
let loadedRegion: ComponentType | undefined
let pending: Promise<unknown> | undefined

/** One load at a time: a retry has another URL, and would make a second module with its own toasts. */
const load = () => {
  pending ??= importWithRetry(() => import('./toast-region.tsx'))
    .then((module) => {
      loadedRegion = module.ToastRegion
    })
    .finally(() => {
      pending = undefined
    })
  return pending
}

/**
 * Mounts the toast region; once in the root, after the page. The region is fetched with the first press or
 * key, or with the first toast, so that it is already there when the connection fails.
 */
export function ToastHost() {
  const [Region, setRegion] = useState(() => loadedRegion)
  const [plain, setPlain] = useState<ToastInput>()

  useEffect(() => {
    if (Region) return
    // If it cannot be fetched, show the last toast as plain text; the next toast, press or key tries again.
    const fetchRegion = () =>
      void load().then(
        () => setRegion(() => loadedRegion),
        () => {
          const last = takeQueuedToasts().at(-1)
          if (last) setPlain(last)
        },
      )
    if (onToastQueued(fetchRegion)) fetchRegion()
    addEventListener('pointerdown', fetchRegion, { passive: true })
    addEventListener('keydown', fetchRegion, { passive: true })
    return () => {
      onToastQueued(undefined)
      removeEventListener('pointerdown', fetchRegion)
      removeEventListener('keydown', fetchRegion)
    }
  }, [Region])

  // The live region is mounted from the start: screen readers announce only what is added later.
  return (
    <div aria-live="polite" data-toasts="">
      {Region ? (
        <Region />
      ) : (
        plain && (
          <p
            role="alert"
            className="fixed inset-x-3 bottom-3 z-50 rounded-l border bg-surface p-4 text-small"
          >
            <b>{plain.title}</b> {plain.text}
          </p>
        )
      )}
    </div>
  )
}
