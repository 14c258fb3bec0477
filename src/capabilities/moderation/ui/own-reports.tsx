import { useInfiniteQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { Link } from 'react-router'
import { formatDate } from '../../../chile/dates.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { LoadMore } from '../../../ui/lists/load-more.tsx'
import { ownReportsOptions } from '../queries.ts'
import { type ListedReport, REPORT_REASONS } from '../schema.ts'
import { aboutText, StateBadge } from './own-report-state.tsx'

/** DAT-65, DAT-69: /reportes, what one reported and what became of it. */
export function OwnReports() {
  const options = ownReportsOptions()
  const query = useInfiniteQuery(options)
  useRefetchOn(['report'], options.queryKey)
  return (
    <Loaded query={query} failed="No pudimos cargar tus reportes." level="h2" label="Cargando tus reportes…">
      {({ items }) => (
        <Card flush className="max-w-170">
          {items.length === 0 ? (
            <EmptyState
              level="h2"
              icon={<Flag />}
              title="No has enviado reportes."
              text="Con «Reportar» nos avisas de una conversación, un mensaje, un perfil o una reseña."
            />
          ) : (
            <ul className="divide-y divide-line">
              {items.map((report) => (
                <ReportRow key={report.id} report={report} />
              ))}
            </ul>
          )}
          <LoadMore query={query} failed="No se pudieron cargar más." className="px-5 md:px-6" />
        </Card>
      )}
    </Loaded>
  )
}

function ReportRow({ report }: { report: ListedReport }) {
  const { id, reason, state, created_at, excerpt } = report
  return (
    <li className="grid gap-x-4 gap-y-2 px-5 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start md:px-6">
      <div className="min-w-0">
        <p className="text-ui wrap-anywhere">
          <Link to={`/reporte/${id}`} className="font-semibold">
            {REPORT_REASONS[reason]}
          </Link>
          {` · ${aboutText(report)}`}
        </p>
        {excerpt && <p className="mt-0.5 line-clamp-2 text-small wrap-anywhere">{excerpt}</p>}
        <p className="mt-0.5 text-small text-muted">{`Enviado el ${formatDate(created_at)}`}</p>
      </div>
      <div>
        <StateBadge state={state} />
      </div>
    </li>
  )
}
