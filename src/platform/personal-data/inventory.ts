/**
 * The types of the inventory of personal data (DAT-02): what each table and column is for, why Amparo may keep it, until
 * when, who receives it, whether a person's copy has it, and what becomes of it when the account is deleted. Every owner
 * of tables writes its entries in `data.ts`; a test compares them with the database.
 */
import type { DB } from '../database/types.ts'
import type { Role } from '../session/session.ts'

/** Parts of «Qué guardamos», in their order on the page. */
export const DATA_GROUPS = {
  account: 'Nombre y correo',
  rut: 'RUT y fecha de nacimiento',
  professional: 'Perfil profesional',
  verification: 'Verificación',
  cases: 'Causas y documentos',
  messages: 'Mensajes',
  proposals: 'Propuestas y acuerdos',
  tasks: 'Tareas y seguimiento',
  reviews: 'Reseñas',
  plan: 'Plan y créditos',
  sessions: 'Sesiones y contraseña',
  notices: 'Avisos y correos que te enviamos',
  moderation: 'Reportes y medidas',
  privacy: 'Tus derechos',
  records: 'Registros de seguridad',
} as const

export type DataGroup = keyof typeof DATA_GROUPS

/** Legal bases, with their article of Ley 19.628 as amended by Ley 21.719; none where its article has no source. */
export const BASES = {
  contract: 'Ejecución de un contrato contigo (art. 13)',
  consent: 'Tu consentimiento (art. 12)',
  sensitiveConsent: 'Tu consentimiento expreso y la defensa de un derecho (art. 16 y 16 bis d)',
  security: 'Nuestro deber de proteger los datos (art. 14 quinquies)',
  rights: 'Nuestro deber de responder tus solicitudes (art. 11)',
  legitimateInterest: 'Interés legítimo',
} as const

/**
 * What becomes of a value when its person deletes the account. `kept`: it stays for the other party, and is deleted when
 * there is none. `anonymised`: the row stays without the person. `digest`: a keyed digest stays in its place.
 */
export type OnDeparture = 'deleted' | 'kept' | 'anonymised' | 'digest'

/** Why a person's copy does not have a value. */
export interface NotExported {
  no: string
}

export interface Treatment {
  /** What exactly it is for. */
  purpose: string
  basis: (typeof BASES)[keyof typeof BASES]
  /** Where it comes from. */
  origin: string
  /** Until when it is kept. */
  period: string
  recipients: string
  /** Whether it can have sensitive data. Default: no. */
  sensitive?: boolean
  /** Whether a person's copy has it. Default: yes. */
  export?: true | NotExported
  onDeparture: OnDeparture
  /** Whether somebody without an account may be found by it. Default: no. */
  lookup?: boolean
}

/** Words by code, for a column with a closed list. */
export type Values = Readonly<Record<string, string>>

/** What a column has of its own. */
interface OwnColumn {
  label: string
  masked?: 'rut' | 'date'
  change?: ChangeLink
  /** What a copy shows instead of the stored codes: a test finds a column with a closed list and a code without words. */
  values?: Values
  /** Where its values are counted in something else than rows of the table. */
  unit?: readonly [one: string, many: string]
}

/** A column: its name for people, or also what differs from the table. */
export type DataColumn = string | (OwnColumn & Partial<Treatment>)

/** Where a person changes it. */
export interface ChangeLink {
  label: string
  to: string
}

/** How the rows of a table belong to a person. */
export type RowsOf =
  /** Columns with the person's id. */
  | { person: readonly string[] }
  /** A column with the person's e-mail address, once confirmed, and one with a time that the account is older than. */
  | { address: string; since: string }
  /** `column` is `key` of a row of `table`, which belongs to the person. */
  | { via: { column: string; table: keyof DB; key: string } }
  /** It is known after deletion only, by a keyed digest. */
  | { digest: string }

export interface PersonalTable<Column extends string = string> extends Treatment {
  /** For people: «Mensajes». */
  title: string
  group: DataGroup
  /** «1 mensaje», «12 mensajes». */
  unit: readonly [one: string, many: string]
  /** Whose rows these are. Default: of every role. */
  roles?: readonly Role[]
  rows: RowsOf
  /** `own`: a copy has the rows as they are. `shown`: as the screens of its slice show them. */
  copiedAs: 'own' | 'shown'
  change?: ChangeLink
  columns: Record<Column, DataColumn>
}

/** A table without personal data. */
export interface TechnicalTable<Column extends string = string> {
  /** Why nothing in it belongs to a person. */
  technical: string
  columns: readonly Column[]
}

type ColumnsOf<Table extends keyof DB> = Extract<keyof DB[Table], string>

/** The entries of one owner of tables: with the generated types, a column too many or too few is a type error. */
export type DataTables = {
  readonly [Table in keyof DB]?: PersonalTable<ColumnsOf<Table>> | TechnicalTable<ColumnsOf<Table>>
}

/** The whole inventory. */
export type DataInventory = Readonly<Record<string, PersonalTable | TechnicalTable>>

export const isPersonal = (table: PersonalTable | TechnicalTable): table is PersonalTable => 'rows' in table

/** @throws when two owners describe the same table */
export function joinTables(
  parts: readonly Readonly<Record<string, PersonalTable | TechnicalTable | undefined>>[],
): DataInventory {
  const joined: Record<string, PersonalTable | TechnicalTable> = {}
  for (const [name, table] of parts.flatMap((part) => Object.entries(part))) {
    if (joined[name]) throw new Error(`Two entries describe the table ${name}.`)
    if (table) joined[name] = table
  }
  return joined
}

/** What applies to a column: its own words, else those of its table. */
export function treatmentOf(
  table: PersonalTable,
  column: string,
): Required<Treatment> & {
  label: string
  masked: 'rut' | 'date' | null
  change: ChangeLink | null
  values: Values | null
} {
  const entry = table.columns[column]
  if (entry === undefined) throw new Error(`The inventory has no column ${column} of ${table.title}.`)
  const own = typeof entry === 'string' ? { label: entry } : entry
  const { purpose, basis, origin, period, recipients, onDeparture, sensitive, change } = table
  return {
    purpose,
    basis,
    origin,
    period,
    recipients,
    onDeparture,
    sensitive: sensitive ?? false,
    export: table.export ?? true,
    lookup: table.lookup ?? false,
    masked: null,
    values: null,
    ...own,
    change: own.change ?? change ?? null,
  }
}

/** A column that only joins rows; a copy names what it joins. */
export const INTERNAL = {
  label: 'Número interno',
  export: { no: 'Solo une registros dentro de Amparo.' },
} as const

/** A column with the other party, whom a copy has by name only. */
export const OTHER_PERSON = {
  label: 'La otra parte',
  export: { no: 'En tu copia la otra parte aparece solo con su nombre.' },
  onDeparture: 'anonymised',
} as const

/** The person's own id where the row stays for somebody else. */
export const OWN_ID = {
  label: 'De quién es',
  export: { no: 'Eres tú; es un número interno.' },
  onDeparture: 'anonymised',
} as const

/** A column that only the program needs to do its work. */
export const BOOKKEEPING = {
  label: 'Control interno',
  export: { no: 'Es un control del programa; no dice nada más de ti.' },
} as const

/** A secret or its hash. */
export const SECRET = {
  label: 'Secreto',
  export: { no: 'Es un secreto: en una copia serviría para entrar a tu cuenta.' },
} as const
