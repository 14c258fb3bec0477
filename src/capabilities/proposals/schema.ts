import * as z from 'zod/mini'
import { dayInChile } from '../../chile/dates.ts'
import { idField, textField, timeCursorField } from '../../input/fields.ts'
import { MESSAGES as CASE_MESSAGES, dailyOutput, party } from '../cases/schema.ts'
import { MESSAGES as CHAT_MESSAGES } from '../chat/schema.ts'

/** OPEN-37: «edited» is a valid value, but no event leads to it. */
export const PROPOSAL_STATUSES = ['pending', 'edited', 'accepted', 'rejected'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** PRP-15. */
export const STATUS_LABELS: Record<ProposalStatus, string> = {
  pending: 'Pendiente',
  edited: 'Editada',
  accepted: 'Aceptada',
  rejected: 'Rechazada',
}

/** Lengths are in graphemes, as in chat/schema.ts. */
export const MAX_SUMMARY_LENGTH = 2_000
export const MAX_CONDITION_LENGTH = 300
export const MAX_CONDITIONS = 20
/** Whole Chilean pesos (OPEN-36). */
export const MIN_FEE_CLP = 1
export const MAX_FEE_CLP = 999_999_999
/** Pending proposals per page. */
export const PAGE_SIZE = 50

export const MESSAGES = {
  /** H-04. */
  suspendedClient: 'Esta persona no puede recibir propuestas por ahora.',
  /** SEG-32. */
  editNotSeen: 'Actualizaste tu causa y el abogado todavía no lo ha visto.',
  suspendedLawyer: 'No puedes aceptar propuestas de este abogado por ahora.',
  summaryMissing: 'Escribe un resumen de tu propuesta.',
  summaryTooLong: 'El resumen puede tener hasta 2.000 caracteres.',
  fee: 'Ingresa los honorarios en pesos chilenos, sin decimales: entre $1 y $999.999.999.',
  /** H-11. */
  feeDecimals: 'Escribe el monto en pesos, sin decimales.',
  deadline: 'Elige una fecha válida.',
  deadlinePast: 'El plazo no puede ser una fecha pasada.',
  conditionEmpty: 'Cada condición debe tener texto.',
  conditionTooLong: 'Cada condición puede tener hasta 300 caracteres.',
  tooManyConditions: 'Puedes agregar hasta 20 condiciones.',
  idInvalid: 'El identificador de la propuesta no es válido.',
  idTaken: 'Ya existe otra propuesta con este identificador.',
  /** OPEN-38: the proposal was withdrawn while its confirmation dialog was open. */
  gone: 'La propuesta fue retirada.',
  /** The lawyer resends a withdrawn proposal under the same id. */
  withdrawn: 'Esta propuesta se envió y fue retirada. Puedes enviarla como una nueva.',
  /** B6. */
  waitForAnswer: 'Espera la respuesta antes de enviar otra propuesta.',
  tooMany: 'Has enviado muchas propuestas. Espera un momento e inténtalo de nuevo.',
  /** PRP-05. The same for foreign, withdrawn and unknown proposals, so that it does not reveal which. */
  notFound: 'No se pudo cargar la propuesta.',
  /** PRP-13, OPEN-25. */
  notAccepted: 'No se pudo aceptar la propuesta.',
  notRejected: 'No se pudo rechazar la propuesta.',
  /** DAL-07. */
  notWithdrawn: 'No se pudo eliminar la propuesta.',
  clientsOnly: 'Solo los clientes reciben propuestas.',
  receivedFailed: 'No se pudieron cargar las propuestas que recibiste.',
  /** DAL-06. */
  deleted: 'Propuesta eliminada.',
  /** DAL-05: the proposal has no case. */
  withoutCase: 'Sin causa asociada',
  /** PRP-06. */
  waiting: 'Esperando respuesta de la otra parte.',
  byCreatorOnly: 'Solo quien la envió puede hacerlo.',
  alreadyAccepted: 'Ya fue aceptada.',
  alreadyRejected: 'Ya fue rechazada.',
  notPending: 'Ya no está pendiente.',
  /** OPEN-39: preview in the list of chats. */
  sent: 'Propuesta enviada',
  /** PRP-10. */
  accepted: 'La propuesta ha sido aceptada. El caso ha sido iniciado.',
  /** PRP-12. */
  rejected: 'La propuesta ha sido rechazada.',
  pageInvalid: CHAT_MESSAGES.pageInvalid,
} as const

/** SEG-32: the message of an edited case; it begins with a space, before the client's name. */
export const CASE_EDITED_TEXT = ' actualizó su causa.'

/** OPEN-39: system message. Readers see the current name of the sender before it. */
export const PROPOSAL_SENT_TEXT = ' ha enviado una propuesta.'

const proposalId = idField(MESSAGES.notFound)

const isDay = (text: string) => {
  try {
    return /^[12]\d{3}-\d{2}-\d{2}$/.test(text) && dayInChile(text).year > 0
  } catch {
    return false
  }
}

/** What a lawyer writes, as it is stored and shown. */
const proposalContent = z.object({
  summary: z.string(),
  /** CLP. */
  fee: z.int(),
  /** YYYY-MM-DD. */
  deadline: z.nullable(z.string()),
  conditions: z.array(z.string()),
})
export type ProposalContent = z.infer<typeof proposalContent>
type ContentField = keyof ProposalContent

/** PRP-01, PRP-02, OPEN-36: the form fields. Only the server checks that the deadline is not past. */
const formFields = {
  summary: textField(MAX_SUMMARY_LENGTH, MESSAGES.summaryMissing, MESSAGES.summaryTooLong),
  fee: z
    .int({ error: ({ input }) => (Number.isFinite(input) ? MESSAGES.feeDecimals : MESSAGES.fee) })
    .check(z.minimum(MIN_FEE_CLP, MESSAGES.fee), z.maximum(MAX_FEE_CLP, MESSAGES.fee)),
  /** YYYY-MM-DD. */
  deadline: z.optional(z.nullable(z.string(MESSAGES.deadline).check(z.refine(isDay, MESSAGES.deadline)))),
  conditions: z._default(
    z
      .array(textField(MAX_CONDITION_LENGTH, MESSAGES.conditionEmpty, MESSAGES.conditionTooLong))
      .check(z.maxLength(MAX_CONDITIONS, MESSAGES.tooManyConditions)),
    [],
  ),
} satisfies Record<ContentField, z.ZodMiniType>

/** Schema of the form. */
export const proposalFormSchema = z.strictObject(formFields)

export const createInput = z.strictObject({
  id: idField(MESSAGES.idInvalid),
  chatId: idField(CHAT_MESSAGES.notFound),
  ...formFields,
})
export type CreateInput = z.infer<typeof createInput>

/** The content of a row or a request; what a request omits is null. */
export const toContent = (from: Record<ContentField, unknown> | CreateInput): ProposalContent => {
  const fields = Object.keys(proposalContent.shape) as ContentField[]
  return Object.fromEntries(fields.map((field) => [field, from[field] ?? null])) as ProposalContent
}

export const proposalIdInput = z.strictObject({ proposalId })
/** The proposals of one page of messages. */
export const proposalIdsInput = z.strictObject({
  ids: z
    .array(proposalId)
    .check(z.minLength(1, MESSAGES.notFound), z.maxLength(100, 'Pide hasta 100 propuestas a la vez.')),
})
export const chatIdInput = z.strictObject({ chatId: idField(CHAT_MESSAGES.notFound) })
export const caseIdInput = z.strictObject({ caseId: idField(CASE_MESSAGES.notFound) })
export const pendingInput = z._default(
  z.strictObject({
    cursor: timeCursorField('_', MESSAGES.pageInvalid),
  }),
  {},
)

export type PendingInput = z.infer<typeof pendingInput>

/** ENT-10: a proposal as the parties of its chat see it. */
export const proposalOutput = z.object({
  id: z.uuid(),
  chat_id: z.uuid(),
  case_id: z.nullable(z.uuid()),
  /** A lawyer outside the case gets the title as the market shows it (OPEN-50). */
  case_title: z.nullable(z.string()),
  creator_id: z.nullable(z.uuid()),
  /** Whether the reader created it; decides which buttons the card has (PRP-06, PRP-07). */
  mine: z.boolean(),
  content: proposalContent,
  status: z.enum(PROPOSAL_STATUSES),
  version: z.int(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  decided_at: z.nullable(z.string()),
})
export type Proposal = z.infer<typeof proposalOutput>

/** The case that a new proposal would be for, with its title as the market shows it; null for no case. */
export const targetCaseOutput = z.object({ case_title: z.nullable(z.string()) })
export const proposalsOutput = z.object({ proposals: z.array(proposalOutput) })
export const acceptedOfCaseOutput = z.object({ proposal: z.nullable(proposalOutput) })
/** PRP-11: the accepted proposal and the case it started. */
export const acceptOutput = z.object({ caseId: z.uuid(), proposal: proposalOutput })
export const withdrawOutput = z.object({ withdrawn: z.literal(true) })

/** DAL-05: the pending proposals of a lawyer, newest first. */
export const pendingOutput = z.object({
  proposals: z.array(z.object({ ...proposalOutput.shape, client: party })),
  next: z.nullable(z.string()),
  /** Number of pending proposals on all pages. */
  total: z.int(),
})
export type PendingPage = z.infer<typeof pendingOutput>

/** Pending proposals to a client, newest first. */
export const receivedOutput = z.object({
  ...pendingOutput.shape,
  proposals: z.array(z.object({ ...proposalOutput.shape, lawyer: party })),
})
export type ReceivedPage = z.infer<typeof receivedOutput>

/** Proposals per day, for administrators (OPEN-03). */
export const countsOutput = dailyOutput
