import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../chile/dates.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { MESSAGES, type OwnCase, STATUS_WORDS } from '../schema.ts'
import { CaseBadge } from './case-badge.tsx'
import { CaseLink } from './case-link.tsx'
import { statusWords } from './status-words.ts'
import { useOwnCases } from './use-own-cases.ts'

/** Renders content of a later slice for a case with a lawyer: «Dejar Reseña» (DAC-06). */
export type CaseSlot = (item: OwnCase) => ReactNode

/** DAC-04 to DAC-07: the client's running cases, with their lawyers. */
export const ActiveCasesPanel = ({ slot }: { slot: CaseSlot }) => (
  <PanelList
    title="Mis Causas Activas"
    query={useOwnCases('running')}
    failed={MESSAGES.ownCasesFailed}
    empty={
      <EmptyState
        icon={<FolderOpen />}
        title="No tienes causas activas"
        text="Encuentra un abogado verificado y conversa con él en privado. Al aceptar su propuesta, tu causa aparece aquí."
        action={
          <ButtonLink to="/buscar-ia" variant="tonal">
            Buscar Abogados
          </ButtonLink>
        }
      />
    }
  >
    {(item) => <ClientCase key={item.id} item={item} slot={slot} />}
  </PanelList>
)

/** The client's finished cases, for access to documents and review. Without any, there is no card. */
export const FinishedCasesPanel = ({ slot }: { slot: CaseSlot }) => (
  <PanelList title="Causas Completadas" query={useOwnCases('finished')} failed={MESSAGES.ownCasesFailed}>
    {(item) => <ClientCase key={item.id} item={item} slot={slot} />}
  </PanelList>
)

function ClientCase({ item, slot }: { item: OwnCase; slot: CaseSlot }) {
  const { id, title, status, since, other, chat_id } = item
  const running = status !== 'finalizado'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5 md:px-6">
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-h4 wrap-anywhere">
          <CaseLink id={id} title={title} />
        </h3>
        {/* A live region: the status changes when the lawyer advances the case. */}
        <span role="status" className="shrink-0">
          <CaseBadge status={status} />
        </span>
      </div>
      <p className="-mt-1.5 text-small font-medium">{STATUS_WORDS[status]}</p>
      <p className="flex items-center gap-2.5 text-ui">
        <Avatar size={32} name={other?.name} src={other?.avatar_url} />
        <span className="min-w-0 wrap-anywhere">
          {other?.id ? (
            <Link to={`/lawyer/${other.id}`} className="text-ink no-underline hover:underline">
              {other.name}
            </Link>
          ) : (
            other?.name
          )}{' '}
          <span className="text-muted">{`· desde el ${formatDate(since)}`}</span>
        </span>
      </p>
      <div className="mt-1 grid grid-cols-2 gap-2 md:flex md:flex-wrap">
        <ButtonLink
          to="/chat"
          state={chat_id ? { chatId: chat_id } : null}
          size="sm"
          variant={running ? 'tonal' : 'secondary'}
        >
          {running ? 'Continuar Chat' : 'Ver Chat'}
        </ButtonLink>
        <ButtonLink to={`/case/${id}`} size="sm">
          Ver Causa
        </ButtonLink>
        {slot(item)}
      </div>
    </li>
  )
}

interface WaitingCasesProps {
  /** Ids of the cases with a pending proposal. */
  proposed: ReadonlySet<string>
  slot: CaseSlot
}

/** OPEN-43: cases without a lawyer, if any. */
export const WaitingCasesPanel = ({ proposed, slot }: WaitingCasesProps) => (
  <PanelList
    title="Causas en espera de abogado"
    query={useOwnCases('waiting')}
    failed={MESSAGES.ownCasesFailed}
  >
    {(item) => (
      <li key={item.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 px-5 py-4 md:px-6">
        <div className="min-w-0">
          <p className="text-ui font-semibold wrap-anywhere">
            <CaseLink id={item.id} title={item.title} />
          </p>
          <p className="text-small font-medium">{statusWords(item)}</p>
          <p className="text-small text-muted">{`Ingresada el ${formatDate(item.since)}`}</p>
        </div>
        <CaseBadge status={item.status} proposed={proposed.has(item.id)} />
        <div className="col-span-2 empty:hidden">{slot(item)}</div>
      </li>
    )}
  </PanelList>
)
