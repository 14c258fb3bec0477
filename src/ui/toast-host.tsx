import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { toasts } from './toast.ts'
import type { Toast } from './toast-store.ts'

const none: readonly Toast[] = []
const load = () => import('./toast-region.tsx').then((module) => module.ToastRegion)

/**
 * The place of the toasts, once in the root, after the page. What draws them is fetched with the first press or
 * key, or with the first toast: so it is there when the connection is what fails.
 */
export function ToastHost() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.visible, () => none)
  const [Region, setRegion] = useState<ComponentType<{ shown: readonly Toast[] }>>()

  useEffect(() => {
    if (Region) return
    // A failed load is tried again with the next toast.
    const fetchRegion = () =>
      void load().then(
        (loaded) => setRegion(() => loaded),
        () => {},
      )
    if (shown.length > 0) fetchRegion()
    addEventListener('pointerdown', fetchRegion, { once: true, passive: true })
    addEventListener('keydown', fetchRegion, { once: true, passive: true })
    return () => {
      removeEventListener('pointerdown', fetchRegion)
      removeEventListener('keydown', fetchRegion)
    }
  }, [Region, shown])

  // The live region stands in the page from the start: screen readers say what is added to it later.
  return (
    <div aria-live="polite" aria-relevant="additions" data-toasts="">
      {Region && <Region shown={shown} />}
    </div>
  )
}
