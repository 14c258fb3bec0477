import { useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rpc } from '../../../platform/rpc/client.ts'
import type { Role } from '../../../platform/session/session.ts'
import { useLocationState } from '../../../ui/boot/use-location-state.ts'
import { classNames } from '../../../ui/theme/class-names.ts'
import type { ChatContract } from '../contract.ts'
import { chatCache } from './chat-cache.ts'
import { loadWaitingMessages } from './composer/chat-drafts.ts'
import { useSendWaiting } from './composer/send-waiting.ts'
import { discardStored, isSending, stopChatRetries } from './composer/use-outbox.ts'
import { Conversation, type ConversationSlots } from './conversation/conversation.tsx'
import { useTabVisible } from './conversation/use-read-marker.ts'
import { ChatList } from './list/chat-list.tsx'
import type { ChatNavState } from './list/chat-row.tsx'
import { TEXTS } from './texts.ts'
import { useChatEvents } from './use-chat-events.ts'

export interface ChatPageProps extends ConversationSlots {
  userId: string
  role: Role
  unverified: boolean
}

/** ROU-07, CHA-01: the chat list next to the open conversation; on phones two pages, with browser back. */
export function ChatPage({ userId, role, unverified, ...slots }: ChatPageProps) {
  const queries = useQueryClient()
  const client = rpc<ChatContract>('chat')
  const cache = useMemo(() => chatCache(queries, client), [queries, client])
  const navigate = useNavigate()
  const state = useLocationState<ChatNavState>()
  const openId = typeof state?.chatId === 'string' ? state.chatId : null
  useChatInLink()
  const isSeen = useTabVisible() && openId !== null
  useChatEvents(cache, openId)
  // The open conversation sends its own messages.
  useSendWaiting(client, {
    waiting: () =>
      loadWaitingMessages(userId).filter(({ chatId }) => chatId !== openId && !isSending(queries, chatId)),
    stored(message) {
      cache.addMessage(message)
      discardStored(queries, { chatId: message.chat_id, userId }, message.id)
    },
    refused: ({ chatId }) => stopChatRetries(queries, { chatId, userId }),
  })
  const back = () => {
    if (state?.fromList) void navigate(-1)
    else void navigate('/chat', { replace: true, defaultShouldRevalidate: false })
  }
  return (
    <div
      // On phones an open conversation leaves no room for the navigation bar (navigation-bar.tsx).
      data-covers-bar={openId === null ? undefined : ''}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] bg-surface md:h-[calc(100dvh-4.25rem-1px-var(--account-banner,0px))] md:grid-cols-[minmax(15rem,21.5rem)_minmax(0,1fr)]',
        // Print only the open conversation, in full length.
        openId !== null && 'print:block print:h-auto',
        openId === null
          ? 'h-[calc(100dvh-3.75rem-1px-var(--account-banner,0px))]'
          : 'h-[calc(100dvh-var(--account-banner,0px))]',
      )}
    >
      {/* On a phone the list's own heading is hidden with it. */}
      {openId !== null && <h1 className="sr-only md:hidden">Chat</h1>}
      <section
        aria-label="Chats"
        className={classNames(
          'grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] bg-paper md:grid md:border-r md:border-line',
          openId === null ? 'grid' : 'hidden print:hidden',
        )}
      >
        <ChatList role={role} unverified={unverified} openId={openId} isSeen={isSeen} />
      </section>
      <section
        aria-label="Conversación"
        className={classNames('min-h-0 min-w-0', openId === null && 'hidden md:block')}
      >
        {openId === null ? (
          // Before hydration the navigation state is unknown.
          state !== undefined && (
            <div className="grid h-full place-content-center justify-items-center gap-3 p-8 text-center text-muted">
              <MessagesSquare aria-hidden="true" className="size-9" />
              <p className="text-ui">{TEXTS.choose}</p>
            </div>
          )
        ) : (
          <Conversation {...slots} key={openId} cache={cache} chatId={openId} userId={userId} onBack={back} />
        )}
      </section>
    </div>
  )
}

/** Opens the chat that the link of an e-mail names (SEG-64): in its fragment, which the server never sees. */
function useChatInLink(): void {
  const navigate = useNavigate()
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit of a link
  useEffect(() => {
    const chatId = hash.slice(1)
    if (chatId) void navigate('/chat', { replace: true, state: { chatId }, defaultShouldRevalidate: false })
  }, [key])
}
