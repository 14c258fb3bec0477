import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { CountBadge } from '../../../ui/display/badge.tsx'
import { Key } from '../../../ui/display/key.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { classNames } from '../../../ui/theme/class-names.ts'
import { useKeyboardShortcuts } from '../../verification/ui/use-keyboard-shortcuts.ts'
import { waitingDays, waitingText } from '../../verification/ui/waiting.ts'
import { moderationQueries } from '../queries.ts'
import { SANCTION_NAMES } from '../rules.ts'
import {
  type Queue,
  type QueuedReport,
  type QueuedSanction,
  REPORT_OBJECTS,
  REPORT_REASONS,
} from '../schema.ts'
import { ReportDetail } from './report-detail.tsx'
import { SanctionDetail } from './sanction-detail.tsx'

/** `waits`: somebody must decide. */
type Entry = { id: string; title: string; text: string; since: string; waits: boolean } & (
  | { kind: 'report'; report: QueuedReport }
  | { kind: 'sanction'; sanction: QueuedSanction }
)

function sanctionEntry(sanction: QueuedSanction): Entry {
  const { id, kind, state, appealed_at, answered_at, review_due, starts_at } = sanction
  const title = appealed_at
    ? 'Apelación'
    : answered_at && state === 'anunciada'
      ? 'Respuesta a un anuncio'
      : SANCTION_NAMES[kind]
  const text = appealed_at
    ? SANCTION_NAMES[kind]
    : state === 'anunciada'
      ? 'Anunciada'
      : review_due
        ? 'Por revisar'
        : 'Vigente'
  const waits = appealed_at !== null || (answered_at !== null && state === 'anunciada') || review_due
  return {
    kind: 'sanction',
    id,
    title,
    text,
    since: appealed_at ?? answered_at ?? starts_at,
    waits,
    sanction,
  }
}

const entriesOf = ({ reports, sanctions }: Queue): Entry[] => [
  ...reports.map((report): Entry => {
    const { id, reason, object, created_at } = report
    return {
      kind: 'report',
      id,
      title: REPORT_REASONS[reason],
      text: REPORT_OBJECTS[object],
      since: created_at,
      waits: true,
      report,
    }
  }),
  // What waits before what is in force.
  ...sanctions.map(sanctionEntry).sort((a, b) => Number(b.waits) - Number(a.waits)),
]

/** DAT-66, DAT-69, DAT-72: /admin/reportes. @param now of the server's rendering */
export function ReportQueuePage({ now }: { now: Date }) {
  const client = useQueryClient()
  const options = moderationQueries().queue.queryOptions()
  const query = useQuery(options)
  useRefetchOn(['report', 'sanction'], options.queryKey)
  const refresh = () => client.invalidateQueries({ queryKey: options.queryKey })
  const waiting = query.data?.waiting
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p role="status" className="-mt-2 text-ui text-muted empty:hidden">
        {waiting !== undefined && waiting > 0 && `${waiting} por decidir`}
      </p>
      <Loaded
        query={query}
        failed="No pudimos cargar los reportes."
        level="h2"
        label="Cargando los reportes…"
      >
        {(queue) => (
          <Entries entries={entriesOf(queue)} waiting={queue.waiting} now={now} refresh={refresh} />
        )}
      </Loaded>
    </div>
  )
}

interface EntriesProps {
  entries: Entry[]
  waiting: number
  now: Date
  refresh(): Promise<void>
}

function Entries({ entries, waiting, now, refresh }: EntriesProps) {
  const [selected, setSelected] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const found = entries.findIndex(({ id }) => id === selected)
  const index = found === -1 ? 0 : found
  const current = entries[index]
  const select = (id: string | undefined) => id && setSelected(id)
  const move = (step: number) => select(entries[index + step]?.id)
  useKeyboardShortcuts({ j: () => move(1), k: () => move(-1) })
  const shown = useRef(current?.id)
  // After a decision the next entry is shown, and its heading has the focus.
  useEffect(() => {
    if (shown.current !== current?.id && document.activeElement === document.body) heading.current?.focus()
    shown.current = current?.id
  }, [current?.id])
  if (!current)
    return (
      <Card>
        <EmptyState
          level="h2"
          icon={<Inbox />}
          title="No hay reportes pendientes."
          text="Aparecerán aquí cuando alguien reporte algo o apele una decisión."
        />
      </Card>
    )
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-3 lg:hidden">
        <Button size="sm" disabled={index === 0} onClick={() => move(-1)}>
          Anterior
        </Button>
        <span className="text-small text-muted tabular-nums" aria-live="polite">
          {index + 1} de {entries.length}
        </span>
        <Button size="sm" disabled={index >= entries.length - 1} onClick={() => move(1)}>
          Siguiente
        </Button>
      </div>
      <Card
        flush
        className="grid overflow-clip lg:grid-cols-[17rem_minmax(0,1fr)] lg:divide-x lg:divide-line"
      >
        <nav aria-label="Reportes" className="flex min-h-120 flex-col bg-paper max-lg:hidden">
          <div className="flex min-h-14 items-center justify-between gap-2 border-b border-line px-4.5">
            <h2 className="text-[1.0625rem]/6">Por decidir</h2>
            <CountBadge calm value={waiting} label="por decidir" />
          </div>
          <ul className="divide-y divide-line border-b border-line">
            {entries.map((entry, at) => (
              <li key={entry.id}>
                {!entry.waits && (at === 0 || entries[at - 1]?.waits) && (
                  <h2 className="border-b border-line px-4.5 py-3 text-[1.0625rem]/6">Suspensiones</h2>
                )}
                <button
                  type="button"
                  aria-current={entry.id === current.id}
                  onClick={() => select(entry.id)}
                  className={classNames(
                    'relative block w-full px-4.5 py-3 text-left focus-visible:-outline-offset-2',
                    entry.id === current.id
                      ? 'bg-primary-soft before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-primary'
                      : 'hover:bg-sunken',
                  )}
                >
                  <b className="block text-ui/5">{entry.title}</b>
                  <span className="mt-0.5 flex justify-between gap-2 text-micro text-muted">
                    <span>{entry.text}</span>
                    <span>{waitingText(waitingDays(new Date(entry.since), now))}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <p className="flex items-center gap-1.5 px-4.5 py-3 text-micro text-muted">
            <Key>J</Key> siguiente <Key>K</Key> anterior
          </p>
        </nav>
        {current.kind === 'report' ? (
          <ReportDetail key={current.id} report={current.report} heading={heading} refresh={refresh} />
        ) : (
          <SanctionDetail
            key={current.id}
            title={current.title}
            id={current.id}
            heading={heading}
            refresh={refresh}
          />
        )}
      </Card>
    </div>
  )
}
