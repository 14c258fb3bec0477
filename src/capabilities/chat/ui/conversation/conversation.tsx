import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { MessageCircleOff } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { failureOf } from '../../../../platform/rpc/client.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { buttonClass } from '../../../../ui/actions/button-style.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { LoadFailed } from '../../../../ui/feedback/load-failed.tsx'
import { Skeleton, SkeletonGroup } from '../../../../ui/feedback/skeleton.tsx'
import { chatQueries } from '../../queries.ts'
import { type Chat, MESSAGES } from '../../schema.ts'
import type { ChatCache, ChatClient } from '../chat-cache.ts'
import { Composer } from '../composer/composer.tsx'
import { UnsentMessages } from '../composer/unsent-messages.tsx'
import { useOutbox } from '../composer/use-outbox.ts'
import { TEXTS } from '../texts.ts'
import { ConversationHead } from './conversation-head.tsx'
import type { RenderProposal } from './message-row.tsx'
import { MessageTimeline } from './message-timeline.tsx'
import { shownMessages } from './timeline.ts'
import { useReadMarker } from './use-read-marker.ts'
import { useThread } from './use-thread.ts'

/** What a route provides from other slices. */
export interface ConversationSlots {
  /** The user's last search text in this browser; '' if none. */
  searchText: string
  /** Renders a message of type proposal. */
  renderProposal(message: Parameters<RenderProposal>[0], chat: Chat): ReactNode
  /** More buttons for the head: «Enviar Propuesta» (CHA-21). */
  actions(chat: Chat): ReactNode
  /** Line under the partner's name: the case, or else `role`, the partner's role. */
  subject(chat: Chat, role: string): ReactNode
}

export interface ConversationProps extends ConversationSlots {
  client: ChatClient
  cache: ChatCache
  chatId: string
  userId: string
  /** On phones: back to the list. */
  onBack(): void
}

/**
 * One of the user's chats (CHA-06). A stranger's chat looks like an unknown one. The parent passes the chat's
 * id as `key`.
 */
export function Conversation(props: ConversationProps) {
  const { client, cache, chatId, onBack } = props
  const input = { chatId }
  const row = useQuery({
    ...chatQueries(client).byId.queryOptions({ input }),
    initialData: () => cache.getRow(chatId),
    staleTime: 0,
    retry: (failures, error) => failures < 2 && [0, 503].includes(failureOf(error).status),
  })
  if (row.data) return <OpenConversation {...props} chat={row.data} />
  if (row.error && !row.isFetching) {
    const { status } = failureOf(row.error)
    return status === 404 || status === 422 || status === 403 ? (
      <Centered>
        <EmptyState
          level="h2"
          icon={<MessageCircleOff />}
          title={MESSAGES.notFound}
          text="Puede que ya no exista o que no participes en ella."
          action={
            <Link
              to="/chat"
              replace
              defaultShouldRevalidate={false}
              className={buttonClass({ variant: 'primary' })}
            >
              Volver a los chats
            </Link>
          }
        />
      </Centered>
    ) : (
      <MessagesFailed query={row} onBack={onBack} />
    )
  }
  return <ConversationSkeleton />
}

function OpenConversation(props: ConversationProps & { chat: Chat }) {
  const { client, cache, chatId, userId, searchText, chat, renderProposal, actions, subject, onBack } = props
  const { query, older } = useThread(client, chatId)
  const outbox = useOutbox(cache, client, { chatId, userId })
  const { unreadAfter, clearUnread } = useReadMarker(cache, client, chat, query.data)
  const { side, partner } = chat
  const stored = query.data?.messages
  const messages = useMemo(
    () => stored && shownMessages(stored, outbox.outbox, side),
    [stored, outbox.outbox, side],
  )
  // MessageRow is memoized: this callback may change only when the partner does.
  const { id: partnerId, name } = partner
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the partner matters to a proposal card
  const renderRowProposal = useMemo<RenderProposal>(
    () => (message) => renderProposal(message, chat),
    [renderProposal, partnerId, name],
  )
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] print:block print:h-auto">
      <ConversationHead chat={chat} actions={actions(chat)} subject={subject} onBack={onBack} />
      {messages ? (
        <MessageTimeline
          messages={messages}
          side={side}
          partnerName={name}
          invites={side === 'client' && partnerId !== null}
          unreadAfter={unreadAfter}
          older={older}
          renderProposal={renderRowProposal}
        />
      ) : query.error && !query.isFetching ? (
        <MessagesFailed query={query} />
      ) : (
        <ConversationSkeleton />
      )}
      <div className="min-w-0 print:hidden">
        <UnsentMessages outbox={outbox} stored={stored} />
        {partnerId === null ? (
          <p className="border-t border-line px-5 py-4.5 text-center text-ui text-muted">{MESSAGES.gone}</p>
        ) : (
          <Composer
            client={client}
            cache={cache}
            chatId={chatId}
            userId={userId}
            partnerName={name}
            outbox={outbox}
            searchText={side === 'client' && messages?.length === 0 ? searchText : null}
            isStored={(id) => stored?.some((message) => message.id === id) ?? false}
            onSend={clearUnread}
          />
        )}
      </div>
    </div>
  )
}

const Centered = ({ children }: { children: ReactNode }) => (
  <div className="grid h-full place-content-center overflow-y-auto">{children}</div>
)

/** CHA-20: the messages could not be loaded. */
function MessagesFailed({ query, onBack }: { query: UseQueryResult<unknown>; onBack?(): void }) {
  return (
    <Centered>
      <div role="alert">
        <LoadFailed
          level="h2"
          title={TEXTS.messagesFailed}
          text={failureOf(query.error).message}
          primary
          retry={() => void query.refetch()}
          secondaryAction={
            onBack && (
              <Button className="md:hidden" onClick={onBack}>
                Volver a los chats
              </Button>
            )
          }
        />
      </div>
    </Centered>
  )
}

function ConversationSkeleton() {
  return (
    <SkeletonGroup label="Cargando mensajes…" className="grid content-end gap-3 p-4 md:px-7">
      <Skeleton className="h-16 w-3/5" />
      <Skeleton className="ml-auto h-11 w-2/5" />
      <Skeleton className="h-11 w-1/2" />
      <Skeleton className="ml-auto h-16 w-3/5" />
    </SkeletonGroup>
  )
}
