import { useQuery } from '@tanstack/react-query'
import { BriefcaseBusiness, FileText, ListChecks, MessagesSquare } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import type { CasesContract } from '../capabilities/cases/contract.ts'
import { casesQueries } from '../capabilities/cases/queries.ts'
import { type CaseView, caseNumber, MESSAGES } from '../capabilities/cases/schema.ts'
import { CaseDescription } from '../capabilities/cases/ui/case-description.tsx'
import { CaseHeader } from '../capabilities/cases/ui/case-header.tsx'
import { useCase } from '../capabilities/cases/ui/use-case.ts'
import type { ChatContract } from '../capabilities/chat/contract.ts'
import { chatQueries } from '../capabilities/chat/queries.ts'
import type { ClosingsContract } from '../capabilities/closings/contract.ts'
import { closingsQueries } from '../capabilities/closings/queries.ts'
import { CloseCase } from '../capabilities/closings/ui/close-case.tsx'
import { ClosingCard } from '../capabilities/closings/ui/closing-card.tsx'
import type { DocumentsContract } from '../capabilities/documents/contract.ts'
import { documentsQueries } from '../capabilities/documents/queries.ts'
import { isOpen } from '../capabilities/documents/rules.ts'
import { CaseDocuments } from '../capabilities/documents/ui/case-documents.tsx'
import { useCaseUploads } from '../capabilities/documents/ui/use-case-uploads.ts'
import { useDocuments } from '../capabilities/documents/ui/use-documents.ts'
import { MarketChoice } from '../capabilities/open-cases/ui/market-choice.tsx'
import { OpenCaseButtons } from '../capabilities/open-cases/ui/open-case-buttons.tsx'
import { RenameButton } from '../capabilities/open-cases/ui/rename-button.tsx'
import type { ProgressContract } from '../capabilities/progress/contract.ts'
import { progressQueries } from '../capabilities/progress/queries.ts'
import { CaseProgress } from '../capabilities/progress/ui/case-progress.tsx'
import type { Need } from '../capabilities/progress/ui/needs.tsx'
import type { ProposalsContract } from '../capabilities/proposals/contract.ts'
import { proposalsQueries, receivedProposalsOptions } from '../capabilities/proposals/queries.ts'
import type { ReceivedPage } from '../capabilities/proposals/schema.ts'
import { AcceptedProposal } from '../capabilities/proposals/ui/accepted-proposal.tsx'
import {
  ReceivedProposalsOfCase,
  useReceivedProposals,
} from '../capabilities/proposals/ui/received-proposals-panel.tsx'
import { useReviewButton } from '../capabilities/reviews/ui/use-review-slot.tsx'
import type { WorkspaceContract } from '../capabilities/workspace/contract.ts'
import { workspaceQueries } from '../capabilities/workspace/queries.ts'
import { CaseBoard } from '../capabilities/workspace/ui/case-board.tsx'
import { DeleteCaseButton } from '../capabilities/workspace/ui/delete-case-button.tsx'
import { flashCookie } from '../platform/flash/flash.ts'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { failureOf } from '../platform/rpc/client.ts'
import { Loaded } from '../site/loaded.tsx'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { ButtonLink } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { Tabs } from '../ui/layout/tabs.tsx'
import type { Route } from './+types/case'

export const meta: Route.MetaFunction = ({ params }) => privateMeta(`Caso #${caseNumber(params.id)}`)

const DOCUMENTS_TAB = 'documentos'

/** In lower case, as in events and API responses. */
const caseIdOf = ({ id }: { id: string }) => id.toLowerCase()

/** ROU-34, ROU-35: everyone else gets a notice on their panel, whether the case exists or not. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url)
  const input = { caseId: caseIdOf(params) }
  const cases = sliceClient<CasesContract>(context, 'cases')
  const workspace = workspaceQueries(sliceClient<WorkspaceContract>(context, 'workspace'))
  let noAccess = false
  const calls = sliceClient<ProposalsContract>(context, 'proposals')
  const state = await prefetch(
    ...(user.role === 'client' ? [receivedProposalsOptions(calls)] : []),
    {
      queryKey: casesQueries(cases).caseById.queryKey({ input }),
      queryFn: () =>
        cases.caseById(input).catch((error: unknown) => {
          noAccess = [404, 422].includes(failureOf(error).status)
          throw error
        }),
    },
    progressQueries(sliceClient<ProgressContract>(context, 'progress')).ofCase.queryOptions({ input }),
    closingsQueries(sliceClient<ClosingsContract>(context, 'closings')).ofCase.queryOptions({ input }),
    workspace.tasks.queryOptions({ input }),
    documentsQueries(sliceClient<DocumentsContract>(context, 'workspace')).documents.queryOptions({ input }),
    proposalsQueries(calls).acceptedOfCase.queryOptions({ input }),
    chatQueries(sliceClient<ChatContract>(context, 'chat')).ofCase.queryOptions({ input }),
  )
  if (noAccess) throw redirect('/dashboard', { headers: { 'set-cookie': flashCookie('caso-sin-acceso') } })
  return { state }
}

/** Another tab of the same case needs no other data. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search) &&
  defaultShouldRevalidate

export default function CasePage({ loaderData, params }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData.state}>
      <PageContainer className="pb-18 md:pb-24">
        <Workspace key={caseIdOf(params)} caseId={caseIdOf(params)} />
      </PageContainer>
    </QueryProvider>
  )
}

function Workspace({ caseId }: { caseId: string }) {
  return (
    <Loaded query={useCase(caseId)} failed={MESSAGES.notFound} level="h1" className="pt-8">
      {(view) =>
        view.side === 'client' ? <ClientWorkspace view={view} /> : <CaseSections view={view} proposals={[]} />
      }
    </Loaded>
  )
}

function ClientWorkspace({ view }: { view: CaseView }) {
  const { data } = useReceivedProposals()
  const proposals = data?.items.filter(({ case_id }) => case_id === view.id) ?? []
  return <CaseSections view={view} proposals={proposals} />
}

type Received = ReceivedPage['proposals'][number]

function CaseSections({ view, proposals }: { view: CaseView; proposals: readonly Received[] }) {
  const [search] = useSearchParams()
  const needs = useNeeds(view, proposals)
  return (
    <>
      <CaseHeader
        view={view}
        proposed={view.status === 'ingresado' && proposals.length > 0}
        titleAction={<RenameButton view={view} />}
        action={<CloseCase view={view} />}
      />
      <ClosingCard view={view} review={view.side === 'client' && <ReviewOfCase view={view} />} />
      {view.status === 'ingresado' && <ReceivedProposalsOfCase proposals={proposals} />}
      {/* On phones the documents would begin two screens further down. */}
      {search.get('tab') !== DOCUMENTS_TAB && <CaseDescription text={view.description} />}
      <div className="flex flex-wrap items-center gap-2.5 pb-6 empty:hidden">
        <OpenCaseButtons view={view} proposals={proposals.length} />
        <DeleteCaseButton view={view} />
        {view.visibility && <MarketChoice item={view} className="basis-full" />}
      </div>
      {search.get('tab') !== DOCUMENTS_TAB && (
        <div className="pb-6">
          <CaseProgress view={view} needs={needs} />
        </div>
      )}
      <CaseTabs view={view} />
    </>
  )
}

/** SEG-41: the review that the end of a case offers. */
function ReviewOfCase({ view }: { view: CaseView }) {
  const { slot, dialog } = useReviewButton([{ id: view.id, other: view.lawyer }])
  return (
    <>
      {slot({ id: view.id, other: view.lawyer })}
      {dialog}
    </>
  )
}

/** What the lawyer answers with a button of this page. */
const toAnswer = ({ id }: CaseView, text: string): Need => ({
  key: text,
  icon: MessagesSquare,
  text,
  dueOn: null,
  path: `/case/${id}`,
})

/** SEG-05: what the reader has to do in this case. */
function useNeeds(view: CaseView, proposals: readonly Received[]): Need[] {
  const { data } = useQuery(workspaceQueries().tasks.queryOptions({ input: { caseId: view.id } }))
  const { data: documents } = useQuery(
    documentsQueries().documents.queryOptions({ input: { caseId: view.id } }),
  )
  // The client delivers; the lawyer reviews what was delivered.
  const requests = (documents?.requests ?? []).filter((one) =>
    view.side === 'client' ? isOpen(one) : one.state === 'entregado',
  )
  const ownTasks = (data?.tasks ?? []).filter(
    ({ assignee, due_on, done_at }) =>
      done_at === null &&
      // Without an assignee it is the lawyer's, as in «Tus tareas»; those without a day are only on the board.
      (assignee === view.side || (assignee === null && due_on !== null && view.side === 'lawyer')),
  )
  const { data: closed } = useQuery(closingsQueries().ofCase.queryOptions({ input: { caseId: view.id } }))
  const { data: progress } = useQuery(progressQueries().ofCase.queryOptions({ input: { caseId: view.id } }))
  const asksToReopen = closed?.closing?.request && closed.closing.decline_reason === null
  if (view.status === 'finalizado')
    return view.side === 'lawyer' && asksToReopen ? [toAnswer(view, 'Responder si reabres la causa')] : []
  const asked = progress?.entries.find(
    ({ kind }) => kind === 'update-requested' || kind === 'update-published',
  )
  const asksForUpdate = view.side === 'lawyer' && asked?.kind === 'update-requested'
  return [
    ...(asksForUpdate ? [toAnswer(view, 'Publicar la novedad que te pidió')] : []),
    ...proposals.map(
      ({ id, lawyer, chat_id }): Need => ({
        key: id,
        icon: BriefcaseBusiness,
        text: `Responder la propuesta de ${lawyer.name}`,
        dueOn: null,
        path: '/chat',
        state: { chatId: chat_id },
      }),
    ),
    ...requests.map(
      ({ id, name, state, reason, due_on }): Need => ({
        key: id,
        icon: FileText,
        text:
          view.side === 'lawyer'
            ? `Revisar «${name}»`
            : state === 'pendiente'
              ? `Entregar «${name}»`
              : `Corregir «${name}»: ${reason}`,
        dueOn: view.side === 'client' ? due_on : null,
        path: `?tab=${DOCUMENTS_TAB}`,
      }),
    ),
    ...ownTasks.map(
      ({ id, title, due_on }): Need => ({
        key: id,
        icon: ListChecks,
        text: title,
        dueOn: due_on,
        path: '?tab=tablero#secciones',
      }),
    ),
  ]
}

/** CAS-07: the first tab is the default; the URL stores another one. */
function CaseTabs({ view }: { view: CaseView }) {
  const [search, setSearch] = useSearchParams()
  const documents = useDocuments(view.id)
  // Here and not in the tab, so that uploads continue while another tab is shown.
  const uploads = useCaseUploads(view.id)
  const count = documents.data?.documents.length
  const tabs = [
    { value: 'tablero', label: 'Tablero', panel: <CaseBoard view={view} /> },
    {
      value: DOCUMENTS_TAB,
      label: 'Documentos',
      count: count || undefined,
      panel: <CaseDocuments view={view} documents={documents} uploads={uploads} />,
    },
    { value: 'propuesta', label: 'Propuesta', panel: <AcceptedProposal caseId={view.id} /> },
    { value: 'chat', label: 'Chat', panel: <ChatPanel view={view} /> },
  ]
  const value = search.get('tab') ?? ''
  const section = useRef<HTMLDivElement>(null)
  // What stands above the tabs goes with the tab of the documents and comes back with the others.
  const previous = useRef(value)
  useEffect(() => {
    if (previous.current === DOCUMENTS_TAB && value !== DOCUMENTS_TAB) section.current?.scrollIntoView()
    previous.current = value
  }, [value])
  const show = (tab: string) =>
    setSearch({ tab }, { replace: true, preventScrollReset: tab !== DOCUMENTS_TAB })
  return (
    <div id="secciones" ref={section}>
      <Tabs label="Secciones de la causa" tabs={tabs} value={value} onChange={show} />
    </div>
  )
}

/** CAS-29: the link to the case's chat. */
function ChatPanel({ view }: { view: CaseView }) {
  const input = { caseId: view.id }
  const { data } = useQuery(chatQueries().ofCase.queryOptions({ input }))
  const other = view.side === 'client' ? view.lawyer : view.client
  const [title, text] = !other
    ? ['Todavía no hay con quién conversar', 'Cuando un abogado tome tu causa, la conversación se abre aquí.']
    : other.id
      ? [`Conversa con ${other.name}`, 'Los mensajes y las propuestas de esta causa están en tu chat.']
      : ['Esta persona eliminó su cuenta', 'Lo que conversaron sigue en tu chat.']
  return (
    <EmptyState
      level="h2"
      icon={<MessagesSquare />}
      title={title}
      text={text}
      action={
        <ButtonLink to="/chat" state={data?.chatId ? { chatId: data.chatId } : null} variant="primary">
          Ir al chat
        </ButtonLink>
      }
    />
  )
}
