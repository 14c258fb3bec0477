import * as z from 'zod/mini'
import { idField, textField } from '../../input/fields.ts'
import { cleanLine, graphemeCount } from '../../input/text.ts'
import {
  MESSAGES as CASE_MESSAGES,
  MAX_TITLE_LENGTH,
  MIN_TITLE_LENGTH,
  publishInput,
} from '../cases/schema.ts'

/** SEG-33: why a client withdraws a case. */
export const WITHDRAWAL_REASONS = [
  'Ya lo resolví',
  'Encontré abogado en otra parte',
  'Ya no quiero seguir',
  'Otro',
] as const

export const MESSAGES = {
  tooMany: 'Estás haciendo muchos cambios. Espera un momento e inténtalo de nuevo.',
  /** SEG-32. */
  edited: 'Tu causa fue actualizada.',
  hasLawyer: 'Tu causa ya tiene abogado: los cambios se conversan con él.',
  notOpen: 'Tu causa está retirada. Vuelve a publicarla para editarla.',
  answersFailed: 'No se pudieron cargar tus respuestas.',
  /** SEG-31. */
  renamed: 'El nombre de tu causa cambió.',
  titleTooShort: `Escribe un nombre de al menos ${MIN_TITLE_LENGTH} caracteres.`,
  titleTooLong: `El nombre puede tener hasta ${MAX_TITLE_LENGTH} caracteres.`,
  /** SEG-33. */
  withdrawn: 'Tu causa fue retirada.',
  republished: 'Tu causa está publicada de nuevo.',
  reasonUnknown: 'Elige por qué retiras la causa.',
  tooLateToRepublish: 'Ya pasaron 180 días y esta causa no se puede volver a publicar.',
  tooManyOpen:
    'Ya tienes el máximo de causas en espera de abogado. Retira o elimina una que ya no necesites.',
  /** SEG-34. */
  question: '¿Sigues buscando abogado?',
  kept: 'Tu causa sigue publicada.',
} as const

const caseId = idField(CASE_MESSAGES.notFound)
export const caseInput = z.strictObject({ caseId })

/** SEG-32: other answers for an open case, by the rules of a new one. */
export const editInput = z.strictObject({ caseId, ...z.omit(publishInput, { id: true }).shape })
export type EditInput = z.infer<typeof editInput>
export const editOutput = z.object({ changed: z.boolean() })

/** SEG-32: what the wizard asked for a case and was answered, as it is shown. */
export const answersOutput = z.object({
  specialty: z.nullable(z.string()),
  commune: z.nullable(z.string()),
  details: z.array(z.object({ question: z.string(), answer: z.string() })),
})
export type CaseAnswers = z.infer<typeof answersOutput>

/** SEG-31: a title that its client writes. */
const caseTitleField = textField(
  MAX_TITLE_LENGTH,
  MESSAGES.titleTooShort,
  MESSAGES.titleTooLong,
  cleanLine,
).check(z.refine((title) => graphemeCount(title) >= MIN_TITLE_LENGTH, MESSAGES.titleTooShort))
export const renameInput = z.strictObject({ caseId, title: caseTitleField })
export type RenameInput = z.infer<typeof renameInput>
export const renameOutput = z.object({ title: z.string() })

export const withdrawInput = z.strictObject({
  caseId,
  reason: z.enum(WITHDRAWAL_REASONS, MESSAGES.reasonUnknown),
})
export type WithdrawInput = z.infer<typeof withdrawInput>
export const statusOutput = z.object({ status: z.string() })

export const keptOutput = z.object({ kept: z.literal(true) })
/** SEG-34: the open cases with an unanswered question. */
export const questionsOutput = z.object({ case_ids: z.array(z.uuid()) })
