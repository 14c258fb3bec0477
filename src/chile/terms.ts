import { dayNumber, isoDayOf, weekdayOf } from './dates.ts'
import { type Holidays, UnknownHolidays } from './holidays.ts'

/**
 * How a term is counted (PLZ-03): calendar days; court days, Monday to Saturday without holidays; office days, Monday to
 * Friday without holidays; months and years, to the same number of day.
 */
export const TERM_UNITS = ['calendar_days', 'court_days', 'office_days', 'months', 'years'] as const
export type TermUnit = (typeof TERM_UNITS)[number]

export interface TermLength {
  amount: number
  unit: TermUnit
}

/** Whose term it is (PLZ-08): the person's own, the other side's, or a wait after which a right begins. */
export const TERM_KINDS = ['own', 'other', 'wait'] as const
export type TermKind = (typeof TERM_KINDS)[number]

export interface TermRule extends TermLength {
  kind: TermKind
  /** Counted from the start; no suspension moves the last day behind it (PLZ-07). */
  ceiling: TermLength | null
}

/** PLZ-06. Both days count, those between them do not. Without a last day nothing is subtracted. */
export interface Suspension {
  /** YYYY-MM-DD */
  from: string
  to: string | null
}

export interface TermFacts {
  /** The day of the event, YYYY-MM-DD. It never counts (PLZ-02). */
  start: string
  suspensions?: readonly Suspension[]
  /** Commune of the case, whose own holidays bring the day to act forward (PLZ-16). */
  commune?: string | null
}

/** A counted term. All days are YYYY-MM-DD. */
export interface Term {
  lastDay: string
  /** Of an own term: the last day on or before `lastDay` on which offices are open (PLZ-05); else null. */
  actBy: string | null
  /** Of the other side's term and of a wait: the day after `lastDay`, on which one's right begins (PLZ-08); else null. */
  startsOn: string | null
  /** How it was counted (PLZ-39). */
  steps: {
    /** Holidays that were not counted. */
    skipped: { day: string; name: string }[]
    /** Days that were not counted because of suspensions, and would have been. */
    suspendedDays: number
    /** The last day by the ceiling, and whether it won. */
    ceiling: { day: string; applied: boolean } | null
    /** Months and years: the last month has no such day, so that its last one is taken. */
    isMonthEnd: boolean
    /** Holidays after `actBy` until `lastDay`: national ones by name, others by the place that alone has them. */
    closed: { day: string; name: string | null; place: string | null }[]
  }
}

/**
 * Counts a term (PLZ-01): the same input gives the same answer for ever.
 * @returns null where the count leaves the years whose holidays are known (PLZ-10)
 */
export function countTerm(rule: TermRule, facts: TermFacts, holidays: Holidays): Term | null {
  try {
    return knownTerm(rule, facts, holidays)
  } catch (error) {
    if (error instanceof UnknownHolidays) return null
    throw error
  }
}

function knownTerm(rule: TermRule, facts: TermFacts, holidays: Holidays): Term {
  const start = dayNumber(facts.start)
  const counted = count(start, rule, holidays, suspendedBy(facts.suspensions ?? []))
  const ceiling = rule.ceiling && count(start, rule.ceiling, holidays, () => false).last
  const last = Math.min(counted.last, ceiling ?? counted.last)
  const { actBy, closed } = lastOpenDay(last, facts.commune ?? null, holidays)
  const isOwn = rule.kind === 'own'
  return {
    lastDay: isoDayOf(last),
    actBy: isOwn ? isoDayOf(actBy) : null,
    startsOn: isOwn ? null : isoDayOf(last + 1),
    steps: {
      skipped: counted.skipped
        .filter(({ day }) => day <= last)
        .map(({ day, name }) => ({ day: isoDayOf(day), name })),
      suspendedDays: counted.suspendedDays,
      ceiling: ceiling === null ? null : { day: isoDayOf(ceiling), applied: ceiling < counted.last },
      isMonthEnd: counted.isMonthEnd,
      closed: isOwn ? closed : [],
    },
  }
}

/** Whether a day lies strictly between the two days of a suspension. */
function suspendedBy(suspensions: readonly Suspension[]): (day: number) => boolean {
  const ended = suspensions.flatMap(({ from, to }) =>
    to === null ? [] : [{ from: dayNumber(from), to: dayNumber(to) }],
  )
  return (day) => ended.some(({ from, to }) => from < day && day < to)
}

interface Count {
  last: number
  skipped: { day: number; name: string }[]
  suspendedDays: number
  isMonthEnd: boolean
}

function count(
  start: number,
  { amount, unit }: TermLength,
  holidays: Holidays,
  isSuspended: (day: number) => boolean,
): Count {
  const isByMonth = unit === 'months' || unit === 'years'
  const { day: sameDay, isMonthEnd } = addMonths(start, isByMonth ? (unit === 'years' ? 12 : 1) * amount : 0)
  const skipped: Count['skipped'] = []
  let suspendedDays = 0
  let day = start
  // A suspension prolongs a term of months by its days, so that it is counted in days, too.
  for (let left = isByMonth ? sameDay - start : amount; left > 0; ) {
    day += 1
    if (unit === 'court_days' || unit === 'office_days') {
      const weekday = weekdayOf(day)
      if (weekday === SUNDAY || (unit === 'office_days' && weekday === SATURDAY)) continue
      const name = holidays.national(day)
      if (name !== null) {
        skipped.push({ day, name })
        continue
      }
    }
    if (isSuspended(day)) suspendedDays += 1
    else left -= 1
  }
  return { last: day, skipped, suspendedDays, isMonthEnd: isByMonth && isMonthEnd }
}

const SUNDAY = 0
const SATURDAY = 6

/** The same day so many months later, or the last day of that month (Código Civil, art. 48). */
function addMonths(day: number, months: number): { day: number; isMonthEnd: boolean } {
  const [year = 0, month = 0, date = 0] = isoDayOf(day).split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const time = Date.UTC(year, month - 1 + months, Math.min(date, lastDate))
  return { day: time / 86_400_000, isMonthEnd: date > lastDate }
}

/** The last day on or before another on which offices are open, and the holidays between (PLZ-05). */
function lastOpenDay(last: number, commune: string | null, holidays: Holidays) {
  const closed: Term['steps']['closed'] = []
  for (let day = last; ; day -= 1) {
    const weekday = weekdayOf(day)
    const name = holidays.national(day)
    const place = name === null && commune !== null ? holidays.regional(day, commune) : null
    if (name !== null || place !== null) closed.unshift({ day: isoDayOf(day), name, place })
    else if (weekday !== SUNDAY && weekday !== SATURDAY) return { actBy: day, closed }
  }
}
