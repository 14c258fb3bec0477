import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { importWithRetry } from '../../../ui/boot/import-with-retry.ts'
import type { UnreadCountProps } from './unread-count.tsx'

/**
 * The badge of «Chat» in the navigation bar, and the component that updates it, which can be rendered
 * anywhere. Its code is loaded after mount, and never for visitors.
 */
export function useChatBadge(canHaveChats: boolean): { badge: ReactNode; watcher: ReactNode } {
  const [Part, setPart] = useState<ComponentType<UnreadCountProps>>()
  const [badge, setBadge] = useState<ReactNode>(null)
  useEffect(() => {
    // If loading fails there is no badge; the chat page shows the same counts.
    if (canHaveChats)
      importWithRetry(() => import('./unread-count.tsx')).then(
        (module) => setPart(() => module.UnreadCount),
        () => {},
      )
  }, [canHaveChats])
  return { badge, watcher: canHaveChats && Part ? <Part onChange={setBadge} /> : null }
}
