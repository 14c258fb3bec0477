import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { dayNumber, formatDayAndMonth } from '../../../chile/dates.ts'
import { useToday } from '../../../site/use-today.ts'

/** SEG-05: something that the reader of a case has to do. The route makes the list from several slices. */
export interface Need {
  key: string
  icon: LucideIcon
  text: string
  /** A day in Chile. */
  dueOn: string | null
  /** The place where it is done. */
  path: string
  state?: object | null
}

/** By date; those without a date are last. */
export const byDueDay = (needs: readonly Need[]): Need[] =>
  needs.toSorted((a, b) => (a.dueOn ?? '9999').localeCompare(b.dueOn ?? '9999'))

export function NeedList({ needs }: { needs: readonly Need[] }) {
  const today = useToday()
  return (
    <ul className="-mx-3 grid">
      {needs.map(({ key, icon: Icon, text, dueOn, path, state }) => (
        <li key={key}>
          <Link
            to={path}
            state={state}
            className="grid min-h-13 grid-cols-[1.25rem_minmax(0,1fr)_1rem] items-center gap-x-3 rounded-m px-3 py-2 text-ui text-ink no-underline hover:bg-sunken"
          >
            <Icon aria-hidden="true" className="size-4.5 text-muted" />
            <span className="min-w-0 wrap-anywhere">
              <b className="block font-semibold">{text}</b>
              {dueOn && (
                <span className="block text-small text-muted">
                  {dayNumber(dueOn) === today ? 'Vence hoy' : `Vence el ${formatDayAndMonth(dueOn)}`}
                </span>
              )}
            </span>
            <ChevronRight aria-hidden="true" className="size-4 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
