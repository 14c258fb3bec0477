import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { importWithRetry } from '../ui/boot/import-with-retry.ts'

export interface BadgeWatcherProps {
  /** Receives the badge, or null when there is nothing to count. A stable function. */
  onChange(badge: ReactNode): void
}

/**
 * A part of the layout whose code is loaded after mount, when it is needed. If loading fails, the page stays without it.
 * @param load must be a stable function
 */
export function useLazyPart<Props>(
  isNeeded: boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [Part, setPart] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (isNeeded)
      importWithRetry(load).then(
        (Loaded) => setPart(() => Loaded),
        () => {},
      )
  }, [isNeeded, load])
  return isNeeded ? Part : undefined
}

/**
 * A badge of the navigation bar, and the component that keeps it up to date, which can be rendered anywhere. Its
 * code is loaded after mount, and never for visitors.
 * @param load must be a stable function
 */
export function useLazyBadge(
  isNeeded: boolean,
  load: () => Promise<ComponentType<BadgeWatcherProps>>,
): { badge: ReactNode; watcher: ReactNode } {
  const Watcher = useLazyPart(isNeeded, load)
  const [badge, setBadge] = useState<ReactNode>(null)
  return { badge, watcher: Watcher && <Watcher onChange={setBadge} /> }
}
