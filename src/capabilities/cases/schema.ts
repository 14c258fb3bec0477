import * as z from 'zod/mini'
import { idField, timeCursorField } from '../../input/fields.ts'

/** OPEN-42, TRAP-11: «en progreso» with a space. SEG-33: withdrawn by its client before it had a lawyer. */
export const CASE_STATUSES = ['ingresado', 'activo', 'en progreso', 'finalizado', 'retirado'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** SEG-04: what a status means to the parties, beside its badge. */
export const STATUS_WORDS: Record<CaseStatus, string> = {
  ingresado: 'Publicada: esperando abogado',
  activo: 'Aceptada: tu abogado está comenzando',
  'en progreso': 'En curso',
  finalizado: 'Terminada',
  retirado: 'Retirada',
}

/** OPEN-49. */
export const URGENCIES = ['alta', 'media', 'baja'] as const

/** OPEN-58: the name shown for deleted users, everywhere. */
export const DELETED_USER_NAME = 'Usuario eliminado'

export const MESSAGES = {
  /** ROU-35: the same for an unknown case and for a case of other people. */
  notFound: 'No se pudo cargar el caso o no tienes acceso.',
  clientsOnly: 'Solo los clientes pueden ingresar una causa.',
  lawyerOnly: 'Solo el abogado de la causa puede cambiar su estado.',
  clientOnly: 'Solo quien ingresó la causa puede hacerlo.',
  statusChanged: 'El estado de la causa ya cambió. Actualiza la página.',
  idTaken: 'Ya existe otra causa con este identificador.',
  idInvalid: 'El identificador de la causa no es válido.',
  answersInvalid: 'Revisa tus respuestas antes de enviar tu causa.',
  tooManyCases: 'Ingresaste muchas causas en poco tiempo. Espera un rato antes de ingresar otra.',
  /** B3. The numbers are MAX_OPEN_CASES and MAX_UNCONFIRMED_OPEN_CASES in rules.ts. */
  tooManyOpen:
    'Ya tienes 5 causas en espera de abogado. Elimina una que ya no necesites antes de ingresar otra. Tus respuestas quedan guardadas en esta pestaña.',
  tooManyOpenUnconfirmed:
    'Ya tienes 3 causas en espera de abogado. Confirma tu correo para tener hasta 5, o elimina una que ya no necesites. Tus respuestas quedan guardadas en esta pestaña.',
  statusUnknown: 'Elige el nuevo estado de la causa.',
  pageInvalid: 'Esta página de la lista no existe.',
  partiesOnly: 'Solo los clientes y los abogados tienen causas.',
  listUnknown: 'Elige una lista de causas.',
  /** Refusals when deleting a case. */
  onlyClientDeletes: 'Solo quien ingresó la causa puede eliminarla.',
  alreadyHasLawyer: 'Esta causa ya tiene abogado y no se puede eliminar.',
  /** DAC-08. */
  ownCasesFailed: 'No se pudo cargar la información de tus causas.',
} as const

/** OPEN-35: title of a case created by accepting a proposal, without a published case of the client. */
export const generatedTitle = (lawyer: string) => `Consulta con ${lawyer}`

/** SEG-31: length of a title, in grapheme clusters. */
export const MIN_TITLE_LENGTH = 3
export const MAX_TITLE_LENGTH = 120

/** CAS-02: the displayed case number: the first characters of the id. */
export const caseNumber = (id: string) => id.slice(0, 8)

/** Client or lawyer of a case. After their account was deleted: id null and the name «Usuario eliminado». */
export const party = z.object({
  id: z.nullable(z.uuid()),
  name: z.string(),
  avatar_url: z.nullable(z.string()),
})
export type Party = z.infer<typeof party>

export const SIDES = ['client', 'lawyer'] as const
export type Side = (typeof SIDES)[number]

export const caseIdInput = z.strictObject({ caseId: idField(MESSAGES.notFound) })

/** CAL-08. */
export const lawyerStatsInput = z.strictObject({ lawyerId: idField('Abogado no encontrado.') })
/** OPEN-55: finished cases, and distinct clients of cases with an accepted proposal. */
export const lawyerStatsOutput = z.object({ total_cases: z.int(), total_clients: z.int() })
export type LawyerStats = z.infer<typeof lawyerStatsOutput>

/**
 * PLZ-66, PLZ-67: who sees an open case: `market` lawyers with a plan; `hidden` nobody; `taken_off` nobody, since Amparo took
 * it out. Null where there is nothing to choose: another status, or in the market with a specialty without danger.
 */
const visibility = z.nullable(z.enum(['market', 'hidden', 'taken_off']))
export type Visibility = z.infer<typeof visibility>

/** ENT-11: a case as its parties see it. */
export const caseOutput = z.object({
  id: z.uuid(),
  number: z.string(),
  /** SEG-31: with the number where the caller has two cases of one title. */
  title: z.string(),
  /** What the client may change. */
  plain_title: z.string(),
  description: z.string(),
  status: z.enum(CASE_STATUSES),
  specialty: z.nullable(z.string()),
  commune: z.nullable(z.string()),
  urgency: z.nullable(z.enum(URGENCIES)),
  /** ISO 8601, UTC. */
  proposal_accepted_at: z.nullable(z.string()),
  created_at: z.string(),
  /** Side of the caller. */
  side: z.enum(SIDES),
  client: party,
  /** Null while there is no lawyer: «No asignado» (CAS-03). */
  lawyer: z.nullable(party),
  /** SEG-33: until when a withdrawn case may be published again; null for others. ISO 8601, UTC. */
  republish_until: z.nullable(z.string()),
  visibility,
})
export type CaseView = z.infer<typeof caseOutput>

/** OPEN-42: one step forward. The last step is the closing, with its outcome (SEG-36). */
export const advanceInput = z.strictObject({
  caseId: idField(MESSAGES.notFound),
  to: z.enum(['en progreso'], MESSAGES.statusUnknown),
})
export type AdvanceInput = z.infer<typeof advanceInput>
/** Button label of the lawyer's next step (OPEN-42). */
export const ADVANCE_LABEL = 'Pasar a «en progreso»'

/**
 * The lists of own cases on the dashboard (CAS-30): running, waiting for a lawyer (OPEN-43), finished, withdrawn
 * (SEG-33).
 */
export const OWN_CASE_LISTS = {
  running: ['activo', 'en progreso'],
  waiting: ['ingresado'],
  finished: ['finalizado'],
  withdrawn: ['retirado'],
} as const satisfies Record<string, readonly CaseStatus[]>
export type OwnCaseList = keyof typeof OWN_CASE_LISTS

/** Own cases per page. The first page of finished cases is shorter. */
export const OWN_CASES_PAGE_SIZE = 20
export const FINISHED_FIRST_PAGE_SIZE = 5

/** Maximum length of raw input in characters, above any limit of an answer. */
const RAW_MAX = 20_000
const rawText = z.string(MESSAGES.answersInvalid).check(z.maxLength(RAW_MAX, MESSAGES.answersInvalid))

/** WIZ-25: a new case as the browser sends it; `intake/answers.ts` validates and composes it. */
export const publishInput = z.strictObject({
  /** Created by the browser, so that a retry creates no second case. Starts with the case number (CAS-02). */
  id: z.uuidv4(MESSAGES.idInvalid),
  specialty: rawText,
  commune: rawText,
  answers: z.strictObject(
    { q1: z.optional(rawText), q2: z.optional(rawText), q3: z.optional(rawText) },
    MESSAGES.answersInvalid,
  ),
  /** Only for «Otro» (OPEN-47). */
  otherText: z.optional(rawText),
  /** PLZ-66: only for the specialties of danger; without it their case is hidden. All others are in the market. */
  in_market: z.optional(z.boolean(MESSAGES.answersInvalid)),
})
export type PublishInput = z.infer<typeof publishInput>

export const publishOutput = z.object({ id: z.uuid() })

/** A page of a list: `next` is the cursor of the following page, null on the last one. */
export const pageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()), total: z.int() })

/** DAL-08, DAC-04: `after` is `next` of the previous page. */
export const ownCasesInput = z.strictObject({
  list: z.enum(Object.keys(OWN_CASE_LISTS) as OwnCaseList[], MESSAGES.listUnknown),
  after: timeCursorField('.', MESSAGES.pageInvalid),
})
export type OwnCasesInput = z.infer<typeof ownCasesInput>

export const ownCase = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(CASE_STATUSES),
  /** Start of the case or, while it waits, its publication. ISO 8601, UTC. */
  since: z.string(),
  /** The other party; null while there is no lawyer. */
  other: z.nullable(party),
  chat_id: z.nullable(z.uuid()),
  /** SEG-33: until when a withdrawn case may be published again; null for others. ISO 8601, UTC. */
  republish_until: z.nullable(z.string()),
  visibility,
})
export type OwnCase = z.infer<typeof ownCase>

/** Newest first. `total` is the length of the whole list. */
export const ownCasesOutput = pageOf(ownCase)
export type OwnCasesPage = z.infer<typeof ownCasesOutput>

/** Current number of cases by status, for administrators (OPEN-03). */
export const countsOutput = z.object({
  ingresado: z.int(),
  activo: z.int(),
  'en progreso': z.int(),
  finalizado: z.int(),
  retirado: z.int(),
})

/** Days covered by the daily counts of the administrator's dashboard, today included (OPEN-03). */
export const DAILY_COUNT_DAYS = 30
/** A count for each of those days in Chile (YYYY-MM-DD), oldest first. */
export const dailyOutput = z.object({ days: z.array(z.object({ day: z.string(), count: z.int() })) })
export type DailyCounts = z.infer<typeof dailyOutput>

/**
 * SEG-03: what a case's history records. Later slices add their kinds, and write them with `recordEntry`.
 */
export const ENTRY_KINDS = [
  'published',
  /** PLZ-66: a new case that is not in the market. */
  'saved',
  /** PLZ-67. Without an actor: Amparo took it out. */
  'put-on-market',
  'taken-off-market',
  'accepted',
  'in-progress',
  'finished',
  'client-left',
  'lawyer-left',
  'task-done',
  'update-published',
  'update-requested',
  /** `detail`: how many. */
  'documents-requested',
  /** `detail` of these: the name of the requested document. */
  'document-delivered',
  'document-accepted',
  'document-returned',
  'document-missing',
  'edited',
  'renamed',
  'withdrawn',
  'republished',
  'objected',
  'reopening-requested',
  'reopening-declined',
  'reopened',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
