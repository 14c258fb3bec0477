import * as z from 'zod/mini'
import { idField, textField } from '../../input/fields.ts'

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

/** How a report can be decided. */
export const DECISIONS = {
  sin_infraccion: 'Sin infracción',
  advertencia: 'Advertencia',
  ocultar: 'Ocultar contenido',
  suspender: 'Suspender',
} as const
export type Decision = keyof typeof DECISIONS
/** How a report ended: by a decision, or because the reported person deleted the account (DAT-67). */
export const OUTCOMES = [...(Object.keys(DECISIONS) as Decision[]), 'cuenta_eliminada'] as const

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
  partiesOnly: 'Solo los clientes y los abogados pueden reportar.',
  reportNotFound: 'No encontramos este reporte.',
  answered: 'Otra persona ya respondió.',
  notWaiting: 'Este reporte ya no espera más mensajes.',
  aboutYourself: 'No puedes decidir sobre tu propia cuenta.',
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

/** A report as its reporter sees it. */
export const ownReportOutput = z.object({
  id: z.uuid(),
  object: z.enum(Object.keys(REPORT_OBJECTS) as ReportObject[]),
  reason: z.enum(REASONS),
  detail: z.nullable(z.string()),
  state: z.enum(REPORT_STATES),
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** Of a message or conversation that is still there. */
  chat_id: z.nullable(z.uuid()),
  /** The numbers of the messages that the team can read. */
  seqs: z.array(z.int()),
  created_at: z.string(),
  asked_at: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
})
export type OwnReport = z.infer<typeof ownReportOutput>
