import * as z from 'zod/mini'
import { idField, textField } from '../../input/fields.ts'
import { MESSAGES as CASE_MESSAGES } from '../cases/schema.ts'

/** SEG-36: how a case ended. */
export const OUTCOMES = [
  'Acuerdo',
  'Resolución favorable',
  'Resolución desfavorable',
  'Trámite terminado',
  'El cliente desistió',
  'Término de la relación profesional',
  'Otro',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Longest texts, in characters as a person sees them. */
export const MAX_CLOSING_LENGTH = 2_000
export const MAX_REASON_LENGTH = 1_000

export const MESSAGES = {
  tooMany: 'Estás haciendo muchos cambios. Espera un momento e inténtalo de nuevo.',
  /** SEG-36. */
  outcomeMissing: 'Elige el resultado de la causa.',
  textMissing: 'Escribe un texto para tu cliente.',
  textTooLong: 'El texto puede tener hasta 2.000 caracteres.',
  remainingTooLong: 'Lo que queda abierto puede tener hasta 1.000 caracteres.',
  idInvalid: 'El identificador del cierre no es válido.',
  idTaken: 'Ya existe otro cierre con este identificador.',
  closed: 'La causa está finalizada.',
  /** SEG-37. */
  whyMissing: 'Escribe por qué.',
  whyTooLong: 'Puedes escribir hasta 1.000 caracteres.',
  tooLateToObject: 'Ya pasaron los 14 días para decir que no estás de acuerdo.',
  objected: 'La causa está en curso de nuevo.',
  /** SEG-40. */
  tooLateToReopen: 'Esta causa ya no se puede reabrir.',
  lawyerGone: 'El abogado eliminó su cuenta. Publica una nueva causa.',
  clientGone: 'Tu cliente eliminó su cuenta. La causa no se puede reabrir.',
  alreadyRequested: 'Ya pediste la reapertura. Tu abogado te responderá.',
  alreadyDeclined: 'Tu abogado ya respondió que no reabrirá la causa.',
  nothingToDecline: 'Tu cliente no ha pedido la reapertura.',
  reopened: 'La causa está en curso de nuevo.',
  requested: 'Pediste la reapertura.',
  declined: 'Respondiste que no.',
  failed: 'No se pudo cargar el cierre de la causa.',
} as const

const caseId = idField(CASE_MESSAGES.notFound)
export const caseInput = z.strictObject({ caseId })

export const closeInput = z.strictObject({
  caseId,
  /** Created by the browser, so that a retry closes the case once. */
  id: idField(MESSAGES.idInvalid),
  outcome: z.enum(OUTCOMES, MESSAGES.outcomeMissing),
  text: textField(MAX_CLOSING_LENGTH, MESSAGES.textMissing, MESSAGES.textTooLong),
  remaining: z.nullable(textField(MAX_REASON_LENGTH, MESSAGES.remainingTooLong, MESSAGES.remainingTooLong)),
})
export type CloseInput = z.infer<typeof closeInput>

/** A change of a closed case by one of its parties, who says why. */
export const reasonedInput = z.strictObject({
  caseId,
  /** The closing that the person saw. */
  closingId: idField(MESSAGES.idInvalid),
  why: textField(MAX_REASON_LENGTH, MESSAGES.whyMissing, MESSAGES.whyTooLong),
})
export type ReasonedInput = z.infer<typeof reasonedInput>

/** SEG-37, SEG-40: the newest closing of a case, and what its parties may do about it. Times are ISO 8601, UTC. */
export const closing = z.object({
  id: z.uuid(),
  outcome: z.enum(OUTCOMES),
  text: z.string(),
  remaining: z.nullable(z.string()),
  closed_at: z.string(),
  /** Until when the client may object; null when that time has passed. */
  object_until: z.nullable(z.string()),
  /** Until when the lawyer may reopen the case; null when that time has passed. */
  reopen_until: z.nullable(z.string()),
  objection: z.nullable(z.string()),
  /** From when a case that is running again may be closed; null while it is closed. */
  close_from: z.nullable(z.string()),
  /** Whether that time has not come yet. */
  is_close_blocked: z.boolean(),
  /** The client's request to reopen. */
  request: z.nullable(z.string()),
  decline_reason: z.nullable(z.string()),
  reopening_reason: z.nullable(z.string()),
})
export type Closing = z.infer<typeof closing>

export const caseClosingOutput = z.object({ closing: z.nullable(closing) })
export type CaseClosing = z.infer<typeof caseClosingOutput>
