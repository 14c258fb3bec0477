// npm run directory:age: the rules of deadlines and the entries of the directory of free help, the oldest check first (PLZ-78).
import {
  byAge,
  isOverdue,
  type KeptEntry,
  keptEntries,
  tableAges,
} from '../src/capabilities/console/rules.ts'
import { DEADLINE_RULES } from '../src/capabilities/deadlines/catalogue.server.ts'
import { DIRECTORY_VERSION, HELP_ENTRIES } from '../src/capabilities/guidance/catalogue.server.ts'
import { isoDay } from '../src/chile/dates.ts'

const NAMES = { rules: 'regla', directory: 'directorio' } as const

const stateOf = (entry: KeptEntry, today: string) =>
  [!entry.isConfirmed && 'por confirmar', isOverdue(entry, today) && 'VENCIDA'].filter(Boolean).join(', ')

/** One line for each entry, then one for each table. */
export const ageLines = (entries: readonly KeptEntry[], today: string): string[] => [
  ...byAge(entries).map((entry) =>
    [entry.checkedOn, entry.checkBefore, NAMES[entry.table].padEnd(10), entry.id, stateOf(entry, today)]
      .join('  ')
      .trimEnd(),
  ),
  ...tableAges(entries, today).map(
    ({ table, version, total, oldest, overdue, unconfirmed }) =>
      `${NAMES[table]}: ${total}, versión ${version}, revisión más antigua ${oldest}, ${overdue} vencidas, ${unconfirmed} por confirmar`,
  ),
]

if (import.meta.main) {
  console.log('revisada    revisar antes de  tabla       id')
  const entries = keptEntries(DEADLINE_RULES, HELP_ENTRIES, DIRECTORY_VERSION)
  for (const line of ageLines(entries, isoDay(new Date()))) console.log(line)
}
