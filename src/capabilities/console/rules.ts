import { dayNumber, isoDayOf } from '../../chile/dates.ts'
import type { DeadlineRule } from '../deadlines/catalogue.server.ts'
import type { HelpEntry } from '../guidance/catalogue.server.ts'

export const LOG_PAGE_SIZE = 50

/** The tables that people keep by hand, and that travel with a release (PLZ-78). */
export type KeptTable = 'rules' | 'directory'

/** What the age of an entry of such a table depends on. */
export interface KeptEntry {
  table: KeptTable
  id: string
  version: number
  isConfirmed: boolean
  /** YYYY-MM-DD */
  checkedOn: string
  /** The last day on which the check still counts. */
  checkBefore: string
}

/** How old one table is on a day. */
export interface TableAge {
  table: KeptTable
  /** The highest of an entry. */
  version: number
  total: number
  /** The day of the oldest check. */
  oldest: string
  oldestDays: number
  overdue: number
  unconfirmed: number
}

/** A rule is read again after half a year, like an entry of the directory. */
const RULE_REVIEW_DAYS = 181

/** Rules of deadlines and entries of the directory, as what they have in common. */
export const keptEntries = (
  rules: readonly Pick<DeadlineRule, 'id' | 'version' | 'certainty' | 'checkedOn'>[],
  directory: readonly Pick<HelpEntry, 'id' | 'isConfirmed' | 'checkedOn' | 'checkBefore'>[],
  directoryVersion: number,
): KeptEntry[] => [
  ...rules.map(
    ({ id, version, certainty, checkedOn }): KeptEntry => ({
      table: 'rules',
      id,
      version,
      isConfirmed: certainty !== 'unconfirmed',
      checkedOn,
      checkBefore: isoDayOf(dayNumber(checkedOn) + RULE_REVIEW_DAYS),
    }),
  ),
  ...directory.map(
    ({ id, isConfirmed, checkedOn, checkBefore }): KeptEntry => ({
      table: 'directory',
      id,
      version: directoryVersion,
      isConfirmed,
      checkedOn,
      checkBefore,
    }),
  ),
]

/** The entries by age, the oldest check first. */
export const byAge = (entries: readonly KeptEntry[]): KeptEntry[] =>
  entries.toSorted(
    (a, b) =>
      a.checkedOn.localeCompare(b.checkedOn) ||
      a.checkBefore.localeCompare(b.checkBefore) ||
      a.id.localeCompare(b.id),
  )

export const isOverdue = ({ checkBefore }: KeptEntry, today: string): boolean => checkBefore < today

/** @param today YYYY-MM-DD in Chile. Only the caller has a clock, so that no test fails because time passed. */
export function tableAges(entries: readonly KeptEntry[], today: string): TableAge[] {
  return (['rules', 'directory'] as const).flatMap((table) => {
    const own = byAge(entries.filter((one) => one.table === table))
    const [first] = own
    if (!first) return []
    return [
      {
        table,
        version: Math.max(...own.map(({ version }) => version)),
        total: own.length,
        oldest: first.checkedOn,
        oldestDays: dayNumber(today) - dayNumber(first.checkedOn),
        overdue: own.filter((one) => isOverdue(one, today)).length,
        unconfirmed: own.filter(({ isConfirmed }) => !isConfirmed).length,
      },
    ]
  })
}
