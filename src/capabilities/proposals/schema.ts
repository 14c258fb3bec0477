import * as z from 'zod/mini'
import { dayOf } from '../../chile/dates.ts'
import { idField } from '../accounts/schema.ts'
import { MESSAGES as CASE_MESSAGES, dailyOutput, party } from '../cases/schema.ts'
import { MESSAGES as CHAT_MESSAGES, textField } from '../chat/schema.ts'

/** OPEN-37: nobody reaches «edited»; it is a known value all the same. */
export const PROPOSAL_STATUSES = ['pending', 'edited', 'accepted', 'rejected'] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** PRP-15. */
export const STATUS_LABELS: Record<ProposalStatus, string> = {
  pending: 'Pendiente',
  edited: 'Editada',
  accepted: 'Aceptada',
  rejected: 'Rechazada',
}

/** Seen characters (chat/schema.ts). */
export const SUMMARY_MAX = 2_000
export const CONDITION_MAX = 300
export const CONDITIONS_MAX = 20
/** Whole Chilean pesos (OPEN-36). */
export const FEE_MIN = 1
export const FEE_MAX = 999_999_999
/** Own proposals on one page. */
export const PAGE = 50

export const MESSAGES = {
  /** H-04. */
  suspendedClient: 'Esta persona no puede recibir propuestas por ahora.',
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
  /** OPEN-38: of one that goes while it is asked about. */
  gone: 'La propuesta fue retirada.',
  /** Of a proposal that is sent again after it was withdrawn. */
  withdrawn: 'Esta propuesta se envió y fue retirada. Puedes enviarla como una nueva.',
  /** B6. */
  waitForAnswer: 'Espera la respuesta antes de enviar otra propuesta.',
  tooMany: 'Has enviado muchas propuestas. Espera un momento e inténtalo de nuevo.',
  /** PRP-05; the same whether the proposal is somebody else's, withdrawn or nobody's. */
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
  /** DAL-05: of a proposal that was made without a case. */
  withoutCase: 'Sin causa asociada',
  /** PRP-06. */
  waiting: 'Esperando respuesta de la otra parte.',
  byCreatorOnly: 'Solo quien la envió puede hacerlo.',
  alreadyAccepted: 'Ya fue aceptada.',
  alreadyRejected: 'Ya fue rechazada.',
  notPending: 'Ya no está pendiente.',
  /** OPEN-39: the chat's last message. */
  sent: 'Propuesta enviada',
  /** PRP-10. */
  accepted: 'La propuesta ha sido aceptada. El caso ha sido iniciado.',
  /** PRP-12. */
  rejected: 'La propuesta ha sido rechazada.',
  pageInvalid: CHAT_MESSAGES.pageInvalid,
} as const

/** OPEN-39. */
export const SENT_BY = ' ha enviado una propuesta.'

const proposalId = idField(MESSAGES.notFound)

const isDay = (text: string) => {
  try {
    return /^[12]\d{3}-\d{2}-\d{2}$/.test(text) && dayOf(text).year > 0
  } catch {
    return false
  }
}

/** PRP-01, PRP-02, OPEN-36: what the form carries beside the chat. That the deadline is not past, the server says. */
const content = {
  summary: textField(SUMMARY_MAX, MESSAGES.summaryMissing, MESSAGES.summaryTooLong),
  fee: z
    .int({ error: ({ input }) => (Number.isFinite(input) ? MESSAGES.feeDecimals : MESSAGES.fee) })
    .check(z.minimum(FEE_MIN, MESSAGES.fee), z.maximum(FEE_MAX, MESSAGES.fee)),
  /** YYYY-MM-DD. */
  deadline: z.optional(z.nullable(z.string(MESSAGES.deadline).check(z.refine(isDay, MESSAGES.deadline)))),
  conditions: z._default(
    z
      .array(textField(CONDITION_MAX, MESSAGES.conditionEmpty, MESSAGES.conditionTooLong))
      .check(z.maxLength(CONDITIONS_MAX, MESSAGES.tooManyConditions)),
    [],
  ),
}

/** What the form checks. */
export const proposalForm = z.strictObject(content)

export const createInput = z.strictObject({
  id: idField(MESSAGES.idInvalid),
  chatId: idField(CHAT_MESSAGES.notFound),
  ...content,
})
export type CreateInput = z.infer<typeof createInput>

export const proposalIdInput = z.strictObject({ proposalId })
/** A page of cards. */
export const proposalIdsInput = z.strictObject({
  ids: z
    .array(proposalId)
    .check(z.minLength(1, MESSAGES.notFound), z.maxLength(100, 'Pide hasta 100 propuestas a la vez.')),
})
export const ofChatInput = z.strictObject({ chatId: idField(CHAT_MESSAGES.notFound) })
export const ofCaseInput = z.strictObject({ caseId: idField(CASE_MESSAGES.notFound) })
export const pendingInput = z._default(
  z.strictObject({
    cursor: z.optional(
      z
        .string(MESSAGES.pageInvalid)
        .check(
          z.regex(/^\d{1,16}_[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/, MESSAGES.pageInvalid),
        ),
    ),
  }),
  {},
)

export type PendingInput = z.infer<typeof pendingInput>

/** ENT-10 as the parties of its chat see it. */
export const proposalOutput = z.object({
  id: z.uuid(),
  chat_id: z.uuid(),
  case_id: z.nullable(z.uuid()),
  /** Of that case; to a lawyer who is not in it as the market shows it (OPEN-50). */
  case_title: z.nullable(z.string()),
  creator_id: z.nullable(z.uuid()),
  /** Whether the asker made it: which buttons there are (PRP-06, PRP-07). */
  mine: z.boolean(),
  content: z.object({
    summary: z.string(),
    /** Whole Chilean pesos. */
    fee: z.int(),
    /** A day of the calendar, YYYY-MM-DD. */
    deadline: z.nullable(z.string()),
    conditions: z.array(z.string()),
  }),
  status: z.enum(PROPOSAL_STATUSES),
  version: z.int(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  decided_at: z.nullable(z.string()),
})
export type Proposal = z.infer<typeof proposalOutput>

/** Of the case that a proposal would be for now, as the market shows it; null: of none. */
export const soughtOutput = z.object({ case_title: z.nullable(z.string()) })
export const proposalsOutput = z.object({ proposals: z.array(proposalOutput) })
export const acceptedOutput = z.object({ proposal: z.nullable(proposalOutput) })
/** PRP-11: where acceptance leads. */
export const acceptOutput = z.object({ caseId: z.uuid(), proposal: proposalOutput })
export const withdrawOutput = z.object({ withdrawn: z.literal(true) })

/** DAL-05: own pending ones, newest first. */
export const pendingOutput = z.object({
  proposals: z.array(z.object({ ...proposalOutput.shape, client: party })),
  next: z.nullable(z.string()),
  /** How many wait in all. */
  total: z.int(),
})
export type PendingPage = z.infer<typeof pendingOutput>

/** Proposals to a client that wait for an answer, newest first. */
export const receivedOutput = z.object({
  ...pendingOutput.shape,
  proposals: z.array(z.object({ ...proposalOutput.shape, lawyer: party })),
})
export type ReceivedPage = z.infer<typeof receivedOutput>

export const noInput = z.optional(z.strictObject({}))

/** Proposals a day, for administrators (OPEN-03). */
export const countsOutput = dailyOutput
