import { type ComponentType, useContext, useEffect, useState } from 'react'
import { PagePosition } from '../platform/realtime/use-events.ts'
import { importWithRetry } from '../ui/boot/import-with-retry.ts'
import type { LiveConnectionProps } from './live-connection.tsx'
import { useRootData } from './use-root-data.ts'

/** Delay before the import of the live module is tried again. */
const RETRY_DELAY_MS = 5_000

/**
 * The live stream of the signed-in user; part of `QueryProvider`. Its code is imported after the page has
 * rendered, and never for visitors.
 */
export function LiveConnectionLoader() {
  const root = useRootData()
  const userId = root?.user?.id
  // A page without its own data still shows the session, which has a position too. Without one the stream
  // would start with a reset, and such pages would fetch everything twice.
  const position = useContext(PagePosition) ?? root?.position ?? null
  const [Part, setPart] = useState<ComponentType<LiveConnectionProps>>()
  const shouldLoad = userId !== undefined && Part === undefined
  useEffect(() => {
    if (!shouldLoad) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let unmounted = false
    const load = () =>
      void importWithRetry(() => import('./live-connection.tsx')).then(
        (module) => {
          if (!unmounted) setPart(() => module.LiveConnection)
        },
        () => {
          if (!unmounted) timer = setTimeout(load, RETRY_DELAY_MS)
        },
      )
    load()
    return () => {
      unmounted = true
      clearTimeout(timer)
    }
  }, [shouldLoad])
  return Part && userId ? <Part key={userId} userId={userId} position={position} /> : null
}
