import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatDate } from '../../../chile/dates.ts'
import { formatMoney } from '../../../chile/money.ts'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { PanelCount, PanelList } from '../../../site/panels/panel-list.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { useHydrated } from '../../../ui/boot/use-hydrated.ts'
import { StatLink } from '../../../ui/display/stat-links.tsx'
import { MESSAGES as PLAN_MESSAGES } from '../../plans/schema.ts'
import { MESSAGES, type PendingPage } from '../schema.ts'
import { ProposalStatusBadge } from './proposal-status-badge.tsx'
import { useLivePendingProposals, usePendingProposals } from './use-pending-proposals.ts'

type Pending = PendingPage['proposals'][number]

/** Id of the card, the target of the link in PendingProposalsFigure. */
const CARD_ID = 'propuestas'
const loadDialog = () => import('./delete-dialog.tsx')

/**
 * DAL-05 to DAL-07: the card «Propuestas por Revisar», with a delete button in each row.
 * @param now decides what «hoy» is
 */
export function PendingProposalsPanel({ now }: { now: Date }) {
  const query = usePendingProposals()
  const { removeFromCache } = useLivePendingProposals()
  const card = useRef<HTMLElement>(null)
  const [toDelete, setToDelete] = useState<Pending | null>(null)
  const dialog = useLazyDialog(loadDialog, (module) => module.DeleteDialog)
  const confirmDelete = (proposal: Pending) => {
    setToDelete(proposal)
    dialog.show()
  }
  return (
    <>
      <PanelList
        target={{ id: CARD_ID, ref: card }}
        title="Propuestas por Revisar"
        query={query}
        failed={PLAN_MESSAGES.panelFailed}
        end={({ total }) =>
          total > 0 && <PanelCount>{`${total} ${total === 1 ? 'pendiente' : 'pendientes'}`}</PanelCount>
        }
        empty="No tienes propuestas pendientes."
      >
        {(proposal) => (
          <Row key={proposal.id} proposal={proposal} now={now} onDelete={() => confirmDelete(proposal)} />
        )}
      </PanelList>
      {toDelete &&
        dialog.render(
          { proposal: toDelete, onDeleted: () => removeFromCache(toDelete.id), finalFocus: card },
          toDelete.id,
        )}
    </>
  )
}

/** «hoy, 10:42» for today, the date before. */
const sentAtText = (time: string, now: Date) => {
  const day = formatDate(new Date(time))
  return day === formatDate(now) ? `hoy, ${formatClockTime(time)}` : day
}

interface RowProps {
  proposal: Pending
  now: Date
  onDelete(): void
}

function Row({ proposal, now, onDelete }: RowProps) {
  const { case_title, client, content, chat_id, created_at, status } = proposal
  const title = case_title ?? MESSAGES.withoutCase
  const hydrated = useHydrated()
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1.5 py-4 pr-3 pl-5 md:grid-cols-[minmax(0,1fr)_auto_auto] md:pr-4 md:pl-6">
      <div className="min-w-0">
        <p className="text-ui font-semibold wrap-anywhere">
          <Link to="/chat" state={{ chatId: chat_id }} className="text-ink no-underline hover:underline">
            {title}
          </Link>
        </p>
        <p className="text-small wrap-anywhere text-muted">{`${client.name} · ${sentAtText(created_at, now)}`}</p>
      </div>
      <p className="flex items-center gap-3.5 max-md:col-start-1 max-md:row-start-2">
        <b className="text-body font-semibold tabular-nums">{formatMoney(content.fee)}</b>
        <ProposalStatusBadge status={status} />
      </p>
      <IconButton
        label={`Eliminar la propuesta de ${title} para ${client.name}`}
        icon={<Trash2 aria-hidden="true" className="size-5" />}
        disabled={!hydrated}
        data-settling={hydrated ? undefined : ''}
        className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1"
        onClick={onDelete}
      />
    </li>
  )
}

/** Number of pending proposals, linked to their card. */
export function PendingProposalsFigure() {
  const { data } = usePendingProposals()
  return (
    <StatLink
      to={`#${CARD_ID}`}
      onClick={() => document.getElementById(CARD_ID)?.focus()}
      value={data?.total}
      text={data?.total === 1 ? 'propuesta pendiente' : 'propuestas pendientes'}
    />
  )
}
