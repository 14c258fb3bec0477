import { type ComponentType, useEffect, useState } from 'react'
import { fetched } from './fetched.ts'
import { onToastWaiting, takeWaiting } from './toast.ts'
import type { ToastInput } from './toast-store.ts'

/** Once it has come: an error page makes the frame anew, and what is being said goes on. */
let known: ComponentType | undefined
let underWay: Promise<unknown> | undefined

/** One at a time: a second try is another module to the browser, with toasts of its own. */
const load = () => {
  underWay ??= fetched(() => import('./toast-region.tsx'))
    .then((module) => {
      known = module.ToastRegion
    })
    .finally(() => {
      underWay = undefined
    })
  return underWay
}

/**
 * The place of the toasts, once in the root, after the page. What keeps and draws them is fetched with the first
 * press or key, or with the first toast: so it is there when the connection is what fails.
 */
export function ToastHost() {
  const [Region, setRegion] = useState(() => known)
  const [plain, setPlain] = useState<ToastInput>()

  useEffect(() => {
    if (Region) return
    // When it does not come, the last toast is said plainly; the next toast, press or key tries again.
    const fetchRegion = () =>
      void load().then(
        () => setRegion(() => known),
        () => {
          const last = takeWaiting().at(-1)
          if (last) setPlain(last)
        },
      )
    if (onToastWaiting(fetchRegion)) fetchRegion()
    addEventListener('pointerdown', fetchRegion, { passive: true })
    addEventListener('keydown', fetchRegion, { passive: true })
    return () => {
      onToastWaiting(undefined)
      removeEventListener('pointerdown', fetchRegion)
      removeEventListener('keydown', fetchRegion)
    }
  }, [Region])

  // The live region stands in the page from the start: screen readers say what is added to it later.
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
