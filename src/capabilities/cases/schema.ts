import * as z from 'zod/mini'
import { idField } from '../accounts/schema.ts'

/** OPEN-42, TRAP-11: «en progreso» with a space. */
export const CASE_STATUSES = ['ingresado', 'activo', 'en progreso', 'finalizado'] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

/** OPEN-49. */
export const URGENCIES = ['alta', 'media', 'baja'] as const

/** OPEN-58: who left is called so, everywhere. */
export const GONE = 'Usuario eliminado'

export const MESSAGES = {
  /** ROU-35; the same whether the case is somebody else's or nobody's. */
  notFound: 'No se pudo cargar el caso o no tienes acceso.',
  clientsOnly: 'Solo los clientes pueden ingresar una causa.',
  lawyerOnly: 'Solo el abogado de la causa puede cambiar su estado.',
  moved: 'El estado de la causa ya cambió. Actualiza la página.',
  idTaken: 'Ya existe otra causa con este identificador.',
  idInvalid: 'El identificador de la causa no es válido.',
  answersInvalid: 'Revisa tus respuestas antes de enviar tu causa.',
  tooManyCases: 'Ingresaste muchas causas en poco tiempo. Espera un rato antes de ingresar otra.',
  /** B3; the numbers are OPEN_CASES_MAX and UNCONFIRMED_OPEN_CASES_MAX of the rules. */
  tooManyOpen:
    'Ya tienes 5 causas en espera de abogado. Elimina una que ya no necesites antes de ingresar otra. Tus respuestas quedan guardadas en esta pestaña.',
  tooManyOpenUnconfirmed:
    'Ya tienes 3 causas en espera de abogado. Confirma tu correo para tener hasta 5, o elimina una que ya no necesites. Tus respuestas quedan guardadas en esta pestaña.',
  statusUnknown: 'Elige el nuevo estado de la causa.',
  /** MKT-12. */
  marketFailed: 'No se pudieron cargar los casos.',
  specialtyUnknown: 'Elige especialidades de la lista.',
  communeUnknown: 'Elige comunas de la lista.',
  pageInvalid: 'Esta página de la lista no existe.',
  partiesOnly: 'Solo los clientes y los abogados tienen causas.',
  listUnknown: 'Elige una lista de causas.',
  /** DAC-08. */
  /** Of a case that somebody wants to delete. */
  clientDeletes: 'Solo quien ingresó la causa puede eliminarla.',
  notWaiting: 'Esta causa ya tiene abogado y no se puede eliminar.',
  ownFailed: 'No se pudo cargar la información de tus causas.',
} as const

/** OPEN-35: the title of a case that began with a proposal and without the client's own words. */
export const titleWith = (lawyer: string) => `Consulta con ${lawyer}`

/** CAS-02: what a case is called by; the first characters of its id. */
export const caseNumber = (id: string) => id.slice(0, 8)

/** Whoever stands on the other side: nobody's id once they have left, and then called «Usuario eliminado». */
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
/** OPEN-55: finished cases, and different clients of cases that began with an accepted proposal. */
export const lawyerStatsOutput = z.object({ total_cases: z.int(), total_clients: z.int() })
export type LawyerStats = z.infer<typeof lawyerStatsOutput>

/** ENT-11 as its parties see it. */
export const caseOutput = z.object({
  id: z.uuid(),
  number: z.string(),
  title: z.string(),
  description: z.string(),
  status: z.enum(CASE_STATUSES),
  specialty: z.nullable(z.string()),
  commune: z.nullable(z.string()),
  urgency: z.nullable(z.enum(URGENCIES)),
  /** ISO 8601, UTC. */
  proposal_accepted_at: z.nullable(z.string()),
  created_at: z.string(),
  /** Which of the two the asker is. */
  side: z.enum(SIDES),
  client: party,
  /** Null while no lawyer has it: «No asignado» (CAS-03). */
  lawyer: z.nullable(party),
})
export type CaseView = z.infer<typeof caseOutput>

/** OPEN-42: the one step forward. */
export const advanceInput = z.strictObject({
  caseId: idField(MESSAGES.notFound),
  to: z.enum(['en progreso', 'finalizado'], MESSAGES.statusUnknown),
})
export type AdvanceInput = z.infer<typeof advanceInput>

/** A person's own cases as their panel lists them (CAS-30): under way, waiting for a lawyer (OPEN-43), finished. */
export const OWN_LISTS = {
  running: ['activo', 'en progreso'],
  waiting: ['ingresado'],
  finished: ['finalizado'],
} as const satisfies Record<string, readonly CaseStatus[]>
export type OwnList = keyof typeof OWN_LISTS

/** Own cases on one page; of the finished ones a panel begins with few. */
export const OWN_PAGE = 20
export const FINISHED_FIRST = 5

/** More than any answer may hold is refused before it is looked at. */
const RAW_MAX = 20_000
const raw = z.string(MESSAGES.answersInvalid).check(z.maxLength(RAW_MAX, MESSAGES.answersInvalid))

/**
 * WIZ-25: what the browser sends of a new case. Title, description and details are the server's to write
 * (`intake/answers.ts`), which also says what is wrong with each answer; an answer that was not given is left out.
 */
export const publishInput = z.strictObject({
  /** The browser's, so that sending it twice is one case. Its first characters are the case's number (CAS-02). */
  id: z.uuidv4(MESSAGES.idInvalid),
  specialty: raw,
  commune: raw,
  answers: z.strictObject(
    { q1: z.optional(raw), q2: z.optional(raw), q3: z.optional(raw) },
    MESSAGES.answersInvalid,
  ),
  /** Of «Otro» alone (OPEN-47). */
  otherText: z.optional(raw),
})
export type PublishInput = z.infer<typeof publishInput>

export const publishOutput = z.object({ id: z.uuid() })

/** Cases on one page of the market. */
export const MARKET_PAGE = 20
/** The market is counted so far, and «Más de 1.000» above (DESIGN §9). */
export const COUNT_MOST = 1_000

/** Names of a list; whether they are of it, the command says: the browser need not carry the list for this. */
const names = (most: number, unknown: string) =>
  z.array(z.string(unknown).check(z.maxLength(80, unknown)), unknown).check(z.maxLength(most, unknown))

/** The last case of the page before: microseconds since 1970 and its id. */
const CURSOR = /^\d{1,16}\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** CAL-21, MKT-03, MKT-04: without a list, or with all of it, nothing is filtered. */
export const marketInput = z.optional(
  z.strictObject({
    specialties: z.optional(names(16, MESSAGES.specialtyUnknown)),
    communes: z.optional(names(346, MESSAGES.communeUnknown)),
    after: z.optional(z.string(MESSAGES.pageInvalid).check(z.regex(CURSOR, MESSAGES.pageInvalid))),
  }),
)
export type MarketInput = z.infer<typeof marketInput>

/**
 * An open case as a lawyer sees it before any chat: an allow-list without the client (OPEN-50, TRAP-35). RUT, telephone,
 * e-mail address and the client's own name are hidden in title and description.
 */
export const marketCase = z.object({
  id: z.uuid(),
  title: z.string(),
  specialty: z.nullable(z.string()),
  commune: z.nullable(z.string()),
  urgency: z.nullable(z.enum(URGENCIES)),
  description: z.string(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  /** The chat that the asker has with this client already: going there costs nothing (OPEN-32). */
  chat_id: z.nullable(z.uuid()),
})
export type MarketCase = z.infer<typeof marketCase>

/** Newest first. `total` counts up to COUNT_MOST; one more stands for any number above. */
export const marketOutput = z.object({
  items: z.array(marketCase),
  next: z.nullable(z.string()),
  total: z.int(),
})
export type MarketPage = z.infer<typeof marketOutput>

/** DAL-08, DAC-04: `after` is the `next` of the page before. */
export const ownInput = z.strictObject({
  list: z.enum(Object.keys(OWN_LISTS) as OwnList[], MESSAGES.listUnknown),
  after: z.optional(z.string(MESSAGES.pageInvalid).check(z.regex(CURSOR, MESSAGES.pageInvalid))),
})
export type OwnInput = z.infer<typeof ownInput>

/** One of my cases in a list. */
export const ownCase = z.object({
  id: z.uuid(),
  title: z.string(),
  status: z.enum(CASE_STATUSES),
  /** When it was started or, while it waits, published. ISO 8601, UTC. */
  since: z.string(),
  /** The other party; null while no lawyer has it. */
  other: z.nullable(party),
  /** The conversation with them, if there is one. */
  chat_id: z.nullable(z.uuid()),
})
export type OwnCase = z.infer<typeof ownCase>

/** Newest first. `total`: how many the whole list has. */
export const ownOutput = z.object({
  items: z.array(ownCase),
  next: z.nullable(z.string()),
  total: z.int(),
})
export type OwnPage = z.infer<typeof ownOutput>

export const noInput = z.optional(z.strictObject({}))

/** Open cases of my specialties since yesterday began in Chile; one above COUNT_MOST stands for any number above. */
export const newsOutput = z.object({ count: z.int() })

/** Open cases of my specialties, and nothing of any of them; one above COUNT_MOST stands for any number above. */
export const openCountOutput = z.object({ count: z.int() })

/** Cases by status now, for administrators (OPEN-03). */
export const countsOutput = z.object({
  ingresado: z.int(),
  activo: z.int(),
  'en progreso': z.int(),
  finalizado: z.int(),
})

/** Days that the figures of the administrator's page go back, today included (OPEN-03). */
export const DAILY_DAYS = 30
/** How many of something on each of those days in Chile (YYYY-MM-DD), oldest first. */
export const dailyOutput = z.object({ days: z.array(z.object({ day: z.string(), count: z.int() })) })
export type Daily = z.infer<typeof dailyOutput>
