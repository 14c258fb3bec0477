import { type ComponentType, useEffect, useState } from 'react'
import { onToastWaiting } from './toast.ts'

const load = () => import('./toast-region.tsx').then((module) => module.ToastRegion)

/**
 * The place of the toasts, once in the root, after the page. What keeps and draws them is fetched with the first
 * press or key, or with the first toast: so it is there when the connection is what fails.
 */
export function ToastHost() {
  const [Region, setRegion] = useState<ComponentType>()

  useEffect(() => {
    if (Region) return
    // A failed load is tried again with the next toast, press or key.
    const fetchRegion = () =>
      void load().then(
        (loaded) => setRegion(() => loaded),
        () => {},
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
    <div aria-live="polite" aria-relevant="additions" data-toasts="">
      {Region && <Region />}
    </div>
  )
}
