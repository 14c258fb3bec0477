import { useQuery } from '@tanstack/react-query'
import { MessageCircleOff } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { useRefetchOn } from '../../../../platform/realtime/use-refetch-on.ts'
import { failureOf } from '../../../../platform/rpc/client.ts'
import { Loaded, LoadFailed } from '../../../../site/loaded.tsx'
import { Button } from '../../../../ui/actions/button.tsx'
import { buttonClass } from '../../../../ui/actions/button-style.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../../../ui/feedback/skeleton.tsx'
import { ROLE_NAMES } from '../../../accounts/rules.ts'
import { chatQueries } from '../../queries.ts'
import { type Chat, MESSAGES } from '../../schema.ts'
import type { ChatCache } from '../chat-cache.ts'
import { Composer, type ComposerField } from '../composer/composer.tsx'
import { UnsentMessages } from '../composer/unsent-messages.tsx'
import { useOutbox } from '../composer/use-outbox.ts'
import { TEXTS } from '../texts.ts'
import { ConversationHead } from './conversation-head.tsx'
import type { RenderMessage } from './message-row.tsx'
import { MessageTimeline } from './message-timeline.tsx'
import { SafeContactBand } from './safe-contact-band.tsx'
import { SearchBar } from './search-bar.tsx'
import { shownMessages } from './timeline.ts'
import { UnlessBlocked } from './unless-blocked.tsx'
import { useMessageSearch } from './use-message-search.ts'
import { useReadMarker } from './use-read-marker.ts'
import { useThread } from './use-thread.ts'

/** What a route provides from other slices. */
export interface ConversationSlots {
  /** The user's last search text in this browser; '' if none. */
  searchText: string
  /** A message of type proposal or file. */
  renderCard(message: Parameters<RenderMessage>[0], chat: Chat): ReactNode
  /** Icons for the head, such as «Reportar la conversación» (DAT-65). */
  headIcons(chat: Chat): ReactNode
  /** SEG-75: more buttons for the head, such as «Enviar Propuesta» (CHA-21). */
  conversationActions(chat: Chat): ReactNode
  /** Buttons before the field of a new message. */
  composerActions(chat: Chat, field: ComposerField): ReactNode
  /** Above the field: files that are being sent. */
  sending(chat: Chat): ReactNode
  /** Line under the partner's name: the case, or else `role`, the partner's role. */
  subject(chat: Chat, role: string): ReactNode
}

export interface ConversationProps extends ConversationSlots {
  cache: ChatCache
  chatId: string
  userId: string
  /** On phones: back to the list. */
  onBack(): void
}

/** One of the user's chats (CHA-06), whose id is the `key`. A stranger's chat looks like an unknown one. */
export function Conversation(props: ConversationProps) {
  const { cache, chatId, onBack } = props
  const row = useQuery({
    ...chatQueries(cache.client).byId.queryOptions({ input: { chatId } }),
    initialData: () => cache.getRow(chatId),
    staleTime: 0,
    retry: (failures, error) => failures < 2 && [0, 503].includes(failureOf(error).status),
  })
  if (row.data) return <OpenConversation {...props} chat={row.data} />
  return (
    <div className={BOX}>
      {!row.error ? (
        <SkeletonRows label={LOADING} />
      ) : [403, 404, 422].includes(failureOf(row.error).status) ? (
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
      ) : (
        <LoadFailed
          level="h2"
          title={TEXTS.messagesFailed}
          error={row.error}
          retry={row.refetch}
          action={
            <Button className="md:hidden" onClick={onBack}>
              Volver a los chats
            </Button>
          }
        />
      )}
    </div>
  )
}

/** Around what stands for the messages: not found, loading or failed. */
const BOX = 'grid h-full content-center overflow-y-auto p-4 md:px-7'
const LOADING = 'Cargando mensajes…'

function OpenConversation(props: ConversationProps & { chat: Chat }) {
  const { cache, chatId, userId, searchText, chat, renderCard, conversationActions, subject, onBack } = props
  const { composerActions, sending, headIcons } = props
  const { query, older, loadUntil } = useThread(cache, chatId)
  const search = useMessageSearch(cache.client, chatId)
  const searchButton = useRef<HTMLButtonElement>(null)
  const { data: position } = usePartnerPosition(cache, chatId)
  const outbox = useOutbox(cache, { chatId, userId })
  const { unreadAfter, clearUnread } = useReadMarker(cache, chat, query.data)
  const { side, partner } = chat
  const stored = query.data?.messages
  const messages = useMemo(
    () => stored && shownMessages(stored, outbox.outbox, side),
    [stored, outbox.outbox, side],
  )
  // MessageRow is memoized: this callback may change only when the partner does.
  const { id: partnerId, name } = partner
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the partner matters to a card
  const renderRowCard = useMemo<RenderMessage>(
    () => (message) => renderCard(message, chat),
    [renderCard, partnerId, name],
  )
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] print:block print:h-auto">
      <ConversationHead
        chat={chat}
        headIcons={headIcons(chat)}
        conversationActions={conversationActions(chat)}
        subject={subject(chat, ROLE_NAMES[side === 'client' ? 'lawyer' : 'client'])}
        search={{ button: searchButton, isOpen: search.isOpen, open: search.open }}
        onBack={onBack}
      />
      <div className="print:hidden">
        {side === 'lawyer' && partnerId !== null && <SafeContactBand chatId={chatId} />}
        {search.isOpen && (
          <SearchBar
            search={search}
            onClose={() => {
              search.close()
              searchButton.current?.focus()
            }}
          />
        )}
      </div>
      <Loaded query={query} failed={TEXTS.messagesFailed} label={LOADING} level="h2" className={BOX}>
        {() =>
          messages && (
            <MessageTimeline
              messages={messages}
              side={side}
              partnerName={name}
              invites={side === 'client' && partnerId !== null}
              unreadAfter={unreadAfter}
              seenUpTo={position?.seq ?? null}
              searched={search}
              loadUntil={loadUntil}
              older={older}
              renderCard={renderRowCard}
            />
          )
        }
      </Loaded>
      <div className="min-w-0 print:hidden">
        {sending(chat)}
        <UnsentMessages outbox={outbox} stored={stored} />
        {partnerId === null ? (
          <p className="border-t border-line px-5 py-4.5 text-center text-ui text-muted">{MESSAGES.gone}</p>
        ) : (
          <UnlessBlocked chat={chat}>
            <Composer
              cache={cache}
              chatId={chatId}
              userId={userId}
              partnerName={name}
              outbox={outbox}
              searchText={side === 'client' && messages?.length === 0 ? searchText : null}
              isStored={(id) => stored?.some((message) => message.id === id) ?? false}
              actions={(field) => composerActions(chat, field)}
              onSend={clearUnread}
            />
          </UnlessBlocked>
        )}
      </div>
    </div>
  )
}

/** SEG-72: up to where the partner has read. */
function usePartnerPosition({ client }: ChatCache, chatId: string) {
  const { readPosition } = chatQueries(client)
  useRefetchOn(['read'], readPosition.key())
  return useQuery(readPosition.queryOptions({ input: { chatId } }))
}
