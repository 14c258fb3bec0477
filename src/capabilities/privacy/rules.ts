import {
  DATA_GROUPS,
  type DataGroup,
  type DataInventory,
  isPersonal,
  type PersonalTable,
  treatmentOf,
} from '../../platform/personal-data/inventory.ts'
import { browserStores } from '../../platform/personal-data/stores.ts'
import type { Role } from '../../platform/session/session.ts'
import type { HeldGroup, HeldItem } from './schema.ts'

/** DAT-33: how long after its date a changed version is announced. Notices that were read are kept longer. */
export const ANNOUNCEMENT_DAYS = 90
/** DAT-33: kind and key of the notice of a version. */
export const versionNoticeKind = (id: string) => `legal-version:${id}`

/** `*`: rows of the table; a column: rows in which it has a value. */
export type TableCounts = Readonly<Record<string, number>>

/** The values that are shown masked. */
export interface MaskedValues {
  rut: string | null
  date: string | null
}

/** DAT-36. */
export const LOOKS_PAGE_SIZE = 20

/** DAT-05, DAT-08. */
export const COPIES_PER_DAY = 3
export const COPY_DAYS = 7
/** DAT-07: after so many failures a copy has failed. */
export const COPY_ATTEMPTS = 3

const ONLY_AFTER_DELETION = 'Solo si eliminas tu cuenta'

/** The tables of the inventory with rows of people of this role, by name. */
export const personalTables = (
  inventory: DataInventory,
  role: Role,
): [name: string, table: PersonalTable][] =>
  Object.entries(inventory).flatMap(([name, table]): [string, PersonalTable][] =>
    isPersonal(table) && (table.roles === undefined || table.roles.includes(role)) ? [[name, table]] : [],
  )

const counted = (count: number, [one, many]: readonly [string, string]) =>
  `${new Intl.NumberFormat('es-CL').format(count)} ${count === 1 ? one : many}`

/** «••.•••.•78-5» */
export const maskedRut = (rut: string): string => `••.•••.•${rut.slice(-4)}`

export const MASKED_DATE = '••-••-••••'

const maskedText = (kind: 'rut' | 'date', values: MaskedValues) => {
  const value = values[kind]
  return value === null ? null : { kind, text: kind === 'rut' ? maskedRut(value) : MASKED_DATE }
}

/** Items of a table: one for its rows, and one for each column that has a value and a purpose of its own. */
function itemsOf(table: PersonalTable, counts: TableCounts | undefined, values: MaskedValues) {
  const { title, purpose, basis, period, recipients, origin, change } = table
  const isCounted = !('digest' in table.rows)
  const rows: HeldItem = {
    title,
    count: isCounted ? counted(counts?.['*'] ?? 0, table.unit) : ONLY_AFTER_DELETION,
    masked: null,
    purpose,
    basis,
    period,
    recipients,
    origin,
    change: change ?? null,
  }
  const columns = Object.entries(table.columns).flatMap(([column, entry]): [DataGroup, HeldItem][] => {
    if (typeof entry === 'string' || entry.purpose === undefined) return []
    const treatment = treatmentOf(table, column)
    const count = counts?.[column] ?? 0
    if (isCounted && count === 0) return []
    const masked = treatment.masked && maskedText(treatment.masked, values)
    const item: HeldItem = {
      title: treatment.label,
      count: isCounted
        ? counted(count, treatment.masked ? ['dato', 'datos'] : (entry.unit ?? table.unit))
        : ONLY_AFTER_DELETION,
      masked,
      purpose: treatment.purpose,
      basis: treatment.basis,
      period: treatment.period,
      recipients: treatment.recipients,
      origin: treatment.origin,
      // The line of the table has the link already, unless this one is in another group.
      change: treatment.masked ? treatment.change : (entry.change ?? null),
    }
    return [[treatment.masked ? 'rut' : table.group, item]]
  })
  return [[table.group, rows] as const, ...columns]
}

const NOTHING = /^0 /

/** Items of which there is something come first; the rest is behind «Ver todo» (DAT-03). */
export const isEmptyItem = ({ count, masked }: HeldItem): boolean =>
  masked === null && (count === ONLY_AFTER_DELETION || NOTHING.test(count ?? ''))

const browserGroup = (): HeldGroup => ({
  id: 'browser',
  title: 'En tu navegador',
  summary: counted(browserStores.length, ['cookie o borrador', 'cookies y borradores']),
  items: browserStores.map(({ title, purpose, basis, period, recipients, origin }) => ({
    title,
    count: null,
    masked: null,
    purpose,
    basis,
    period,
    recipients,
    origin,
    change: null,
  })),
})

/** How many tables the line of a closed group names. */
const SUMMARY_TABLES = 2

/** DAT-03: the parts of «Qué guardamos» for a role, drawn from the inventory. */
export function heldGroups(
  inventory: DataInventory,
  role: Role,
  counts: Readonly<Record<string, TableCounts>>,
  values: MaskedValues,
): HeldGroup[] {
  const tables = personalTables(inventory, role)
  const items = tables.flatMap(([name, table]) => itemsOf(table, counts[name], values))
  const groups = (Object.keys(DATA_GROUPS) as DataGroup[]).flatMap((id): HeldGroup[] => {
    const own = items.flatMap(([group, item]) => (group === id ? [item] : []))
    if (own.length === 0) return []
    const ofTables = tables.flatMap(([name, table]) => {
      const count = counts[name]?.['*'] ?? 0
      return table.group === id && count > 0 ? [counted(count, table.unit)] : []
    })
    const summary = ofTables.slice(0, SUMMARY_TABLES).join(', ') || (own.every(isEmptyItem) ? 'Nada' : '')
    return [{ id, title: DATA_GROUPS[id], summary, items: own }]
  })
  return [...groups, browserGroup()]
}
