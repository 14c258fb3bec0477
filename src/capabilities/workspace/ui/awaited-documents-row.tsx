import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { dayNumber, formatDayAndMonth } from '../../../chile/dates.ts'
import { useToday } from '../../../site/use-today.ts'
import type { AwaitedDocuments } from '../schema.ts'

/** SEG-05: the documents of a case that its lawyer waits for, as a link to where they are delivered. */
export function AwaitedDocumentsRow({ case_id, case_title, count, due_on }: AwaitedDocuments) {
  const today = useToday()
  const day = dayNumber(due_on) === today ? 'hoy' : `el ${formatDayAndMonth(due_on)}`
  return (
    <li>
      <Link
        to={`/case/${case_id}?tab=documentos`}
        className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-1.5 px-5 py-3 text-ink no-underline hover:bg-sunken md:px-6"
      >
        <FileText aria-hidden="true" className="mt-0.5 size-4.5 text-muted" />
        <span className="grid gap-1 wrap-anywhere">
          <b className="text-ui font-semibold">
            {count === 1 ? 'Entregar 1 documento' : `Entregar ${count} documentos`}
          </b>
          <span className="text-small text-muted">
            {`${dayNumber(due_on) < today ? 'Vencía' : count === 1 ? 'Vence' : 'El primero vence'} ${day}`}
          </span>
          <span className="text-small text-muted">{case_title}</span>
        </span>
      </Link>
    </li>
  )
}
