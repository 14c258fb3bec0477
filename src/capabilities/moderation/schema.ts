import * as z from 'zod/mini'
import { idField, textField, timeCursorField } from '../../input/fields.ts'

/** DAT-65: why somebody reports, in the order of the rules of /normas; «Otro» is the last. */
export const REPORT_REASONS = {
  suplantacion: 'Suplantación de identidad',
  amenazas: 'Amenazas o acoso',
  engano: 'Engaño o cobro indebido',
  datos: 'Datos personales de otra persona',
  discriminacion: 'Discriminación u odio',
  sexual: 'Contenido sexual no pedido',
  publicidad: 'Publicidad no pedida',
  otro: 'Otro',
} as const
export type ReportReason = keyof typeof REPORT_REASONS
const REASONS = Object.keys(REPORT_REASONS) as ReportReason[]

/** DAT-65: what can be reported. */
export const REPORT_OBJECTS = {
  message: 'Mensaje',
  conversation: 'Conversación',
  profile: 'Perfil',
  review: 'Reseña',
} as const
export type ReportObject = keyof typeof REPORT_OBJECTS

export const REPORT_STATES = ['abierto', 'en_revision', 'esperando', 'cerrado'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** DAT-69. */
export const DECISIONS = {
  sin_infraccion: 'Sin infracción',
  advertencia: 'Advertencia',
  ocultar: 'Ocultar contenido',
  suspender: 'Suspender',
} as const
export type Decision = keyof typeof DECISIONS
/** How a report ended: by a decision, or because the reported person deleted the account (DAT-67). */
export const OUTCOMES = [...(Object.keys(DECISIONS) as Decision[]), 'cuenta_eliminada'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const MAX_MESSAGES = 20
export const MAX_DETAIL = 1_000

export const MESSAGES = {
  reasonMissing: 'Elige qué pasó.',
  detailTooLong: 'El detalle puede tener hasta 1.000 caracteres.',
  chooseMessages: 'Elige al menos un mensaje.',
  tooManyMessages: 'Puedes elegir hasta 20 mensajes.',
  thanks: 'Gracias. Una persona de nuestro equipo lo revisará. No le diremos quién reportó.',
  professionalSecret: 'No incluyas lo protegido por el secreto profesional.',
  /** The same for what a person may not see and for what does not exist. */
  notFound: 'No encontramos lo que quieres reportar.',
  own: 'No puedes reportar algo tuyo.',
  twice: 'Ya reportaste esto. Una persona de nuestro equipo lo revisa.',
  idTaken: 'Ya existe otro reporte con este identificador.',
  tooMany: 'Hoy enviaste muchos reportes. Podrás enviar más mañana.',
  partiesOnly: 'Esto es solo para clientes y abogados.',
  reportNotFound: 'No encontramos este reporte.',
  pageUnknown: 'No encontramos esa página de la lista.',
  takeFirst: 'Empieza a revisar el reporte antes de leerlo.',
  readFirst: 'Lee todo lo reportado antes de decidir.',
  answered: 'Otra persona ya respondió.',
  notWaiting: 'Este reporte ya no espera más mensajes.',
  aboutYourself: 'No puedes decidir sobre tu propia cuenta.',
  decisionMissing: 'Elige la decisión.',
  ruleMissing: 'Elige la regla.',
  daysUnknown: 'Una suspensión dura 7, 30 o 90 días, o hasta que se levante.',
  reasonTooShort: 'El motivo debe tener al menos 20 caracteres.',
  reasonTooLong: 'El motivo puede tener hasta 1.000 caracteres.',
  urgentMissing: 'Explica el riesgo grave, con al menos 20 caracteres.',
  notHideable: 'Solo se puede ocultar una reseña o la descripción de un perfil. Un mensaje nunca se oculta.',
  notSuspendable: 'Solo se suspenden cuentas de clientes y abogados.',
  suspendedAlready: 'Esta persona ya tiene una suspensión abierta.',
  personGone: 'Esta persona eliminó su cuenta.',
  cannotAsk: 'Solo se pueden pedir más mensajes de una conversación, a quien la reportó.',
  sanctionNotFound: 'No encontramos esta medida.',
  textMissing: 'Escribe tu respuesta.',
  textTooLong: 'El texto puede tener hasta 2.000 caracteres.',
  answeredBefore: 'Ya respondiste a este anuncio.',
  appealedBefore: 'Ya apelaste esta medida.',
  notAppealable: 'Esta medida ya no se puede apelar.',
  notAnswerable: 'Este anuncio ya no espera una respuesta.',
  otherAdmin: 'Esta apelación la responde otra persona del equipo.',
} as const

const id = idField(MESSAGES.reportNotFound)
const seqs = z
  .array(z.int(MESSAGES.chooseMessages).check(z.minimum(1), z.maximum(999_999_999)), MESSAGES.chooseMessages)
  .check(z.maxLength(MAX_MESSAGES, MESSAGES.tooManyMessages))

const detailField = textField(MAX_DETAIL, MESSAGES.detailTooLong, MESSAGES.detailTooLong)

/** DAT-65, DAT-66. `seqs`: the chosen messages of a conversation, or more ones around a message. */
export const reportInput = z
  .strictObject({
    id,
    object: z.enum(Object.keys(REPORT_OBJECTS) as ReportObject[], MESSAGES.notFound),
    objectId: idField(MESSAGES.notFound),
    reason: z.enum(REASONS, MESSAGES.reasonMissing),
    detail: z.optional(detailField),
    seqs: z._default(seqs, []),
  })
  .check(
    z.refine(({ object, seqs: chosen }) => object !== 'conversation' || chosen.length > 0, {
      path: ['seqs'],
      error: MESSAGES.chooseMessages,
    }),
    z.refine(
      ({ object, seqs: chosen }) => object === 'conversation' || object === 'message' || chosen.length === 0,
      { path: ['seqs'], error: MESSAGES.notFound },
    ),
  )
export type ReportInput = z.infer<typeof reportInput>
export const reportedOutput = z.object({ id: z.uuid() })

export const reportIdInput = z.strictObject({ id })
export type ReportIdInput = z.infer<typeof reportIdInput>

/** «Pedir más mensajes»: none is a refusal. */
export const moreMessagesInput = z.strictObject({ id, seqs })
export type MoreMessagesInput = z.infer<typeof moreMessagesInput>

const ownReport = {
  id: z.uuid(),
  object: z.enum(Object.keys(REPORT_OBJECTS) as ReportObject[]),
  reason: z.enum(REASONS),
  state: z.enum(REPORT_STATES),
  /** Name of the reported person; null once that account is deleted. */
  about: z.nullable(z.string()),
  created_at: z.string(),
}

/** The caller's reports, newest first, each with the beginning of what the team can read. */
export const ownReportsInput = z.optional(
  z.strictObject({ after: timeCursorField('.', MESSAGES.pageUnknown) }),
)
export type OwnReportsInput = z.infer<typeof ownReportsInput>
const listedReport = z.object({ ...ownReport, excerpt: z.nullable(z.string()) })
export type ListedReport = z.infer<typeof listedReport>
export const ownReportsOutput = z.object({ reports: z.array(listedReport), next: z.nullable(z.string()) })
export type OwnReportsPage = z.infer<typeof ownReportsOutput>

/** A report as its reporter sees it. */
export const ownReportOutput = z.object({
  ...ownReport,
  detail: z.nullable(z.string()),
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** Of a message or conversation that is still there. */
  chat_id: z.nullable(z.uuid()),
  /** What the team can read; of a message its number. */
  evidence: z.array(
    z.object({
      id: z.int(),
      seq: z.nullable(z.int()),
      is_reported: z.boolean(),
      text: z.string(),
      written_at: z.string(),
    }),
  ),
  asked_at: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
})
export type OwnReport = z.infer<typeof ownReportOutput>

/** DAT-73: the rules of /normas; a rule is its number. */
export const RULES = Object.keys(REPORT_REASONS) as ReportReason[]

export const SANCTION_KINDS = ['advertencia', 'ocultar', 'suspender'] as const
export type SanctionKind = (typeof SANCTION_KINDS)[number]
export const SANCTION_STATES = ['anunciada', 'vigente', 'retirada', 'terminada'] as const
export type SanctionState = (typeof SANCTION_STATES)[number]
/** «confirmada»: the decision is confirmed, so the appeal is rejected; «revocada»: the appeal is accepted. */
export const APPEAL_STATES = ['apelada', 'confirmada', 'revocada'] as const
export type AppealState = (typeof APPEAL_STATES)[number]

const MIN_REASON = 20
export const MAX_REASON = 1_000
export const MAX_TEXT = 2_000
/** How long a suspension lasts, days; null: until it is lifted. */
export const SUSPENSION_DAYS = [7, 30, 90] as const
/** DAT-70: a suspension without end is reviewed so often, days. */
export const SUSPENSION_REVIEW_DAYS = 90
/** DAT-72: how long the team has to answer an appeal, days. */
export const APPEAL_ANSWER_DAYS = 10

const reasonField = (missing: string) =>
  z.pipe(
    textField(MAX_REASON, missing, MESSAGES.reasonTooLong),
    z.string().check(z.refine((text) => [...text].length >= MIN_REASON, missing)),
  )
const reason = reasonField(MESSAGES.reasonTooShort)
const personText = textField(MAX_TEXT, MESSAGES.textMissing, MESSAGES.textTooLong)

/** DAT-69, DAT-70. `urgentReason`: suspend at once. `days`: null until it is lifted. */
export const decideInput = z
  .strictObject({
    id,
    decision: z.enum(Object.keys(DECISIONS) as Decision[], MESSAGES.decisionMissing),
    rule: z.optional(
      z
        .int(MESSAGES.ruleMissing)
        .check(z.minimum(1, MESSAGES.ruleMissing), z.maximum(RULES.length, MESSAGES.ruleMissing)),
    ),
    reason,
    urgentReason: z.optional(reasonField(MESSAGES.urgentMissing)),
    days: z.optional(
      z.nullable(
        z.union(
          SUSPENSION_DAYS.map((days) => z.literal(days)),
          MESSAGES.daysUnknown,
        ),
      ),
    ),
  })
  .check(
    z.refine(({ decision, rule }) => decision === 'sin_infraccion' || rule !== undefined, {
      path: ['rule'],
      error: MESSAGES.ruleMissing,
    }),
  )
export type DecideInput = z.infer<typeof decideInput>

const state = z.enum(REPORT_STATES)
export const queuedReport = z.object({
  id: z.uuid(),
  object: z.enum(Object.keys(REPORT_OBJECTS) as ReportObject[]),
  reason: z.enum(REASONS),
  state,
  created_at: z.string(),
})
export type QueuedReport = z.infer<typeof queuedReport>
const queuedSanction = z.object({
  id: z.uuid(),
  kind: z.enum(SANCTION_KINDS),
  state: z.enum(SANCTION_STATES),
  /** Of an open appeal. */
  appealed_at: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  /** Whether nobody has looked at a suspension without end for SUSPENSION_REVIEW_DAYS. */
  review_due: z.boolean(),
  starts_at: z.string(),
})
export type QueuedSanction = z.infer<typeof queuedSanction>

/** What waits for the team, threats and then the oldest first, and suspensions in force; of each kind at most QUEUE_SIZE. */
export const queueOutput = z.object({
  reports: z.array(queuedReport),
  sanctions: z.array(queuedSanction),
  /** How many of them somebody must decide, also those that are not listed. */
  waiting: z.int(),
})
export type Queue = z.infer<typeof queueOutput>

/** A report as an administrator reads it, each time recorded. */
export const openedReport = z.object({
  ...queuedReport.shape,
  detail: z.nullable(z.string()),
  /** Masked name and role; null once the account is deleted. */
  about: z.nullable(z.object({ name: z.string(), role: z.string(), earlier: z.int() })),
  can_ask: z.boolean(),
  evidence: z.array(
    z.object({ id: z.int(), is_reported: z.boolean(), text: z.string(), written_at: z.string() }),
  ),
})
export type OpenedReport = z.infer<typeof openedReport>
export const stateOutput = z.object({ state })

/** A sanction as its person sees it, and with `about` as an administrator does. */
export const sanctionOutput = z.object({
  id: z.uuid(),
  kind: z.enum(SANCTION_KINDS),
  state: z.enum(SANCTION_STATES),
  rule: z.int(),
  reason: z.string(),
  urgent_reason: z.nullable(z.string()),
  created_at: z.string(),
  starts_at: z.string(),
  ends_at: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  closing_reason: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  appeal: z.nullable(
    z.object({
      text: z.string(),
      state: z.enum(APPEAL_STATES),
      created_at: z.string(),
      decision: z.nullable(z.string()),
      decided_at: z.nullable(z.string()),
    }),
  ),
})
export type Sanction = z.infer<typeof sanctionOutput>
export const ownSanctionsOutput = z.object({ sanctions: z.array(sanctionOutput) })
export const openedSanction = z.object({
  ...sanctionOutput.shape,
  about: z.object({ name: z.string(), role: z.string(), earlier: z.int() }),
  /** Whether another administrator must answer the appeal (DAT-72). */
  needs_other: z.boolean(),
})
export type OpenedSanction = z.infer<typeof openedSanction>

const sanctionId = idField(MESSAGES.sanctionNotFound)
export const sanctionIdInput = z.strictObject({ id: sanctionId })
export type SanctionIdInput = z.infer<typeof sanctionIdInput>
export const sanctionTextInput = z.strictObject({ id: sanctionId, text: personText })
export type SanctionTextInput = z.infer<typeof sanctionTextInput>
/** An administrator ends a sanction, or accepts the answer to an announcement. */
export const liftInput = z.strictObject({ id: sanctionId, reason })
export type LiftInput = z.infer<typeof liftInput>
export const decideAppealInput = z.strictObject({ id: sanctionId, revokes: z.boolean(), reason })
export type DecideAppealInput = z.infer<typeof decideAppealInput>
export const sanctionStateOutput = z.object({ state: z.enum(SANCTION_STATES) })
