import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { fetched } from '../../../ui/fetched.ts'
import type { UnreadCountProps } from './unread-count.tsx'

/**
 * The badge of the bar's «Chat» for whoever has chats. What counts is fetched once the page stands: a visitor never
 * carries it.
 * @param has whether the person who looks can have chats
 * @returns the badge for the bar, and what keeps it right, to be put anywhere in the page
 */
export function useChatBadge(has: boolean): { badge: ReactNode; watcher: ReactNode } {
  const [Part, setPart] = useState<ComponentType<UnreadCountProps>>()
  const [badge, setBadge] = useState<ReactNode>(null)
  useEffect(() => {
    // Where it does not come there is no badge: the chat itself says the same.
    if (has)
      fetched(() => import('./unread-count.tsx')).then(
        (module) => setPart(() => module.UnreadCount),
        () => {},
      )
  }, [has])
  return { badge, watcher: has && Part ? <Part onChange={setBadge} /> : null }
}
