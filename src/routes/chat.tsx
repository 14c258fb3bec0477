import { lazy, Suspense } from 'react'
import type { ChatContract } from '../capabilities/chat/contract.ts'
import { chatListOptions } from '../capabilities/chat/queries.ts'
import { ChatPage, type ChatPageProps } from '../capabilities/chat/ui/chat-page.tsx'
import { AttachButton, SendingArea, useChatUploads } from '../capabilities/documents/ui/chat-uploads.tsx'
import { useChatFileEvents } from '../capabilities/documents/ui/use-chat-files.ts'
import { ReportButton } from '../capabilities/moderation/ui/report-button.tsx'
import { ProposalCard } from '../capabilities/proposals/ui/proposal-card.tsx'
import { SendProposalButton } from '../capabilities/proposals/ui/send-proposal-button.tsx'
import { TargetCaseTitle } from '../capabilities/proposals/ui/target-case-title.tsx'
import { QuickRepliesButton } from '../capabilities/quick-replies/ui/quick-replies-button.tsx'
import { rememberedProblemText } from '../capabilities/search/ui/remembered-problem.ts'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { importWithRetry } from '../ui/boot/import-with-retry.ts'
import type { Route } from './+types/chat'

/** Only conversations with files need it. */
const FileMessage = lazy(() =>
  importWithRetry(() => import('../capabilities/documents/ui/file-message.tsx')).then((module) => ({
    default: module.FileMessage,
  })),
)

export const meta: Route.MetaFunction = () => privateMeta('Chat')

/** ROU-07, ROU-32. Which chat is open is in the location state, which the server never sees. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url)
  const state = await prefetch(chatListOptions('', sliceClient<ChatContract>(context, 'chat')))
  const unverified = user.role === 'lawyer' && user.verification_status !== 'verified'
  return { state, userId: user.id, role: user.role, unverified }
}

export default function Chat({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <Chats key={loaderData.userId} {...loaderData} />
    </QueryProvider>
  )
}

function Chats({ userId, role, unverified }: Omit<Route.ComponentProps['loaderData'], 'state'>) {
  const uploads = useChatUploads()
  useChatFileEvents()
  return (
    <>
      <ChatPage
        userId={userId}
        role={role}
        searchText={rememberedProblemText(userId)}
        unverified={unverified}
        renderCard={renderCard}
        headIcons={renderReportButton}
        conversationActions={renderConversationActions}
        composerActions={({ id, side, partner }, field) => (
          <>
            <AttachButton chatId={id} uploads={uploads} />
            {side === 'lawyer' && <QuickRepliesButton partnerName={partner.name} insert={field.insert} />}
          </>
        )}
        sending={({ id }) => <SendingArea chatId={id} uploads={uploads} />}
        subject={renderSubject}
      />
      {uploads.sending}
    </>
  )
}

const renderCard: ChatPageProps['renderCard'] = (message, { id, side, partner }) =>
  message.type === 'file' ? (
    <Suspense fallback={<div className="h-16" />}>
      <FileMessage chatId={id} id={message.id} isMine={message.side === side} />
    </Suspense>
  ) : (
    <ProposalCard proposalId={message.proposal_id} side={side} partnerName={partner.name} />
  )

/** For a lawyer, the case of the next proposal (MKT-10), until one is accepted. */
const renderSubject: ChatPageProps['subject'] = ({ id, side, case_id }, role) =>
  side === 'lawyer' && case_id === null ? <TargetCaseTitle chatId={id} otherwise={role} /> : role

/** DAT-65. */
const renderReportButton: ChatPageProps['headIcons'] = ({ id, side }) => (
  <ReportButton look="icon" object="conversation" objectId={id} chat={{ id, side }} />
)

/** CHA-21: a lawyer can send a proposal. */
const renderConversationActions: ChatPageProps['conversationActions'] = ({ id, side, partner }) =>
  side === 'lawyer' ? <SendProposalButton chatId={id} partnerName={partner.name} /> : null
