import {
  CalendarDays,
  CalendarPlus,
  ChevronDown,
  ChevronUp,
  Clock,
  Download,
  History,
  Hourglass,
  Info,
  UserRound,
} from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { formatLongDate } from '../../../chile/dates.ts'
import { useRootData } from '../../../site/use-root-data.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import type { CalculateInput, Deadline } from '../schema.ts'
import { CalendarButton, LINK_BUTTON } from './calendar-button.tsx'
import {
  type BadgeIcon,
  badgeOf,
  CLOSED_NOW_TEXT,
  CLOSED_TEXT,
  fullDay,
  isOver,
  mistakeLink,
  noDateText,
  OVER_TEXT,
  sortKey,
  stepsOf,
} from './deadline-texts.ts'
import { certaintyText, sourceText, unbroken } from './rule-texts.ts'

/** Rows before «Ver {n} más» (PLZ-36). */
const FIRST_ROWS = 3

export interface DeadlineCardProps {
  title: string
  deadlines: readonly Deadline[]
  /** The day in Chile, YYYY-MM-DD. */
  today: string
  /** What each row was calculated with, for a calendar. */
  inputOf(deadline: Deadline): CalculateInput
  /** Under a row: what the person may answer about it. */
  below?(deadline: Deadline): ReactNode
}

/** PLZ-36 to PLZ-40: deadlines, the one to act on first at the top. */
export function DeadlineCard({ title, deadlines, today, inputOf, below }: DeadlineCardProps) {
  const [showsAll, setShowsAll] = useState(false)
  const sorted = deadlines.toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)))
  const shown = showsAll ? sorted : sorted.slice(0, FIRST_ROWS)
  const hidden = sorted.length - shown.length
  const toCome = sorted.filter(({ date }) => date?.actBy != null && date.actBy >= today)
  return (
    <Card flush>
      <CardHead
        title={title}
        end={
          toCome.length > 1 && (
            <CalendarButton
              items={toCome.map(inputOf)}
              icon={<Download aria-hidden="true" className="size-4.5" />}
            >
              Descargar todos
            </CalendarButton>
          )
        }
      />
      <ol className="divide-y divide-line">
        {shown.map((deadline) => (
          <li key={deadline.rule.id}>
            <DeadlineRow
              deadline={deadline}
              today={today}
              below={below?.(deadline)}
              {...(toCome.includes(deadline) && { calendarInput: inputOf(deadline) })}
            />
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <div className="border-t border-line px-5 py-2 md:px-6">
          <button type="button" onClick={() => setShowsAll(true)} className={LINK_BUTTON}>
            {`Ver ${hidden} más`}
            <ChevronDown aria-hidden="true" className="size-4" />
          </button>
        </div>
      )}
      <p className="border-t border-line px-5 py-3.5 text-small text-muted md:px-6">
        Esto orienta y no reemplaza a un abogado. Si hay duda, mostramos la fecha más temprana.
      </p>
    </Card>
  )
}

const ICONS: Readonly<Record<BadgeIcon, typeof Info>> = {
  alarm: Clock,
  calendar: CalendarDays,
  past: History,
  wait: Hourglass,
  other: UserRound,
  info: Info,
}

interface DeadlineRowProps {
  deadline: Deadline
  today: string
  below: ReactNode
  /** Of a row with a day to come. */
  calendarInput?: CalculateInput
}

function DeadlineRow({ deadline, today, below, calendarInput }: DeadlineRowProps) {
  const { rule, date, noDate } = deadline
  const badge = badgeOf(deadline, today)
  const BadgeSign = ICONS[badge.icon]
  return (
    <div className="grid gap-x-6 gap-y-2 px-5 py-4.5 md:grid-cols-[minmax(0,1fr)_auto] md:px-6 md:py-5">
      <h3 className="font-sans text-body/6 font-semibold tracking-normal">{rule.name}</h3>
      <div>
        <Badge tone={badge.tone} icon={<BadgeSign aria-hidden="true" />}>
          {badge.text}
        </Badge>
      </div>
      <div className="grid max-w-[80ch] gap-1.5 text-ui md:col-span-2">
        {noDate !== null && noDate !== 'start_unknown' && (
          <p className="font-semibold">{noDateText(noDate, rule)}</p>
        )}
        {date && <DeadlineDates deadline={deadline} date={date} today={today} />}
        {date && rule.stops !== '' && (
          <p>
            <b className="font-semibold">Qué lo detiene:</b> {rule.stops}
          </p>
        )}
        <p className="text-small text-muted">
          {sourceText(rule)}
          {rule.certainty !== 'unconfirmed' && ` · ${certaintyText(rule)}`}
        </p>
        {below}
        {date && <Steps deadline={deadline} today={today} calendarInput={calendarInput} />}
      </div>
    </div>
  )
}

function DeadlineDates({
  deadline: { rule },
  date,
  today,
}: {
  deadline: Deadline
  date: NonNullable<Deadline['date']>
  today: string
}) {
  const { lastDay, actBy, startsOn } = date
  if (rule.kind === 'other') return <DateLine label="Debía hacerlo a más tardar el" day={lastDay} />
  if (rule.kind === 'wait') return <DateLine label="Puedes desde el" day={startsOn ?? lastDay} />
  const isPast = isOver(date, today)
  const isEarlier = actBy !== null && actBy !== lastDay && !isPast
  const canAct = isEarlier && actBy >= today
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 py-1">
        <DateEntry label="Último día:" day={lastDay} />
        {canAct && <DateEntry label="Hazlo a más tardar el" day={actBy} />}
      </dl>
      {isPast && <p>{OVER_TEXT}</p>}
      {isEarlier && <p>{canAct ? CLOSED_TEXT : CLOSED_NOW_TEXT}</p>}
    </>
  )
}

const Day = ({ day }: { day: string }) => (
  <time dateTime={day} className="whitespace-nowrap">
    {fullDay(day)}
  </time>
)

const DateLine = ({ label, day }: { label: string; day: string }) => (
  <p className="py-1">
    {label}{' '}
    <b className="font-semibold">
      <Day day={day} />
    </b>
    .
  </p>
)

const DateEntry = ({ label, day }: { label: string; day: string }) => (
  <div>
    <dt className="text-micro text-muted">{label}</dt>
    <dd className="text-body/6 font-semibold tabular-nums">
      <Day day={day} />
    </dd>
  </div>
)

/** PLZ-39: «Cómo lo calculamos». */
function Steps({
  deadline,
  today,
  calendarInput,
}: {
  deadline: Deadline
  today: string
  calendarInput: CalculateInput | undefined
}) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const supportEmail = useRootData()?.settings.supportEmail ?? ''
  const { rule } = deadline
  const Arrow = open ? ChevronUp : ChevronDown
  return (
    <div>
      <div className="flex flex-wrap gap-x-5">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={LINK_BUTTON}
        >
          Cómo lo calculamos
          <Arrow aria-hidden="true" className="size-4" />
        </button>
        {calendarInput && (
          <CalendarButton
            items={[calendarInput]}
            icon={<CalendarPlus aria-hidden="true" className="size-4.5" />}
          >
            Agregar a mi calendario
          </CalendarButton>
        )}
      </div>
      <div id={id} hidden={!open}>
        <dl className="mt-1 divide-y divide-line rounded-m bg-sunken px-4 text-small">
          {stepsOf(deadline, today).map(([name, value]) => (
            <Step key={name} name={name}>
              {value}
            </Step>
          ))}
          <Step name="Regla">
            {`Versión ${rule.version}, revisada el ${unbroken(formatLongDate(rule.checkedOn))}. `}
            <a href={mistakeLink(supportEmail, rule)} className="inline-block py-1">
              Avisar un error en esta regla
            </a>
          </Step>
        </dl>
      </div>
    </div>
  )
}

const Step = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-4 gap-y-0.5 py-2.5 md:grid-cols-[9.5rem_minmax(0,1fr)]">
    <dt className="text-muted">{name}</dt>
    <dd className="max-w-[62ch]">{children}</dd>
  </div>
)
