import { useInfiniteQuery } from '@tanstack/react-query'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { useToday } from '../../../site/use-today.ts'
import { TextLink } from '../../../ui/actions/text-link.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { chatListOptions } from '../queries.ts'
import { listedChats } from './list/chat-list-data.ts'
import { ChatRow } from './list/chat-row.tsx'

const MAX_CHATS = 3

/** The client's newest chats, for the dashboard. Renders nothing without chats or without data. */
export function PanelChats() {
  const options = chatListOptions()
  useRefetchOn(['message', 'chat'], options.queryKey, { delay: LIST_DELAY })
  const { data } = useInfiniteQuery(options)
  const today = useToday()
  const chats = listedChats(data).slice(0, MAX_CHATS)
  if (chats.length === 0) return null
  return (
    <Card flush role="region" aria-label="Tus conversaciones">
      <CardHead title="Tus conversaciones" end={<TextLink to="/chat">Ver todas</TextLink>} />
      <ul className="[&>li:last-child>a]:border-b-0">
        {chats.map((chat) => (
          <ChatRow key={chat.id} chat={chat} today={today} />
        ))}
      </ul>
    </Card>
  )
}
