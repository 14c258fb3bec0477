import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { importWithRetry } from '../ui/boot/import-with-retry.ts'

export interface BadgeWatcherProps {
  /** Receives the badge, or null when there is nothing to count. A stable function. */
  onChange(badge: ReactNode): void
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
  const [Watcher, setWatcher] = useState<ComponentType<BadgeWatcherProps>>()
  const [badge, setBadge] = useState<ReactNode>(null)
  useEffect(() => {
    // If loading fails there is no badge; the page that it leads to shows the same.
    if (isNeeded)
      importWithRetry(load).then(
        (Loaded) => setWatcher(() => Loaded),
        () => {},
      )
  }, [isNeeded, load])
  return { badge, watcher: isNeeded && Watcher ? <Watcher onChange={setBadge} /> : null }
}
