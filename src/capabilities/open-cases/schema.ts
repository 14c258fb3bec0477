import * as z from 'zod/mini'
import { idField, textField } from '../../input/fields.ts'
import { cleanLine, graphemeCount } from '../../input/text.ts'
import {
  MESSAGES as CASE_MESSAGES,
  CASE_STATUSES,
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
  republishedHidden: 'Tu causa está abierta de nuevo y no está en el mercado.',
  /** PLZ-67. */
  putOnMarket: 'Tu causa está en el mercado.',
  takenOffMarket: 'Tu causa salió del mercado. Tus chats se conservan.',
  marketUnknown: 'Elige si publicas la causa en el mercado o la sacas.',
  reasonUnknown: 'Elige por qué retiras la causa.',
  tooLateToRepublish: 'Ya pasaron 180 días y esta causa no se puede volver a publicar.',
  /** DAT-30. */
  consentWithdrawn: 'Tu causa ya no se muestra a abogados.',
  consentMissing: 'Para volver a publicarla, consiente en que mostremos tu causa.',
  consentNotGiven: 'Esta causa no tiene un consentimiento vigente.',
  consentRunning:
    'Esta causa está en curso. Mientras dure, tratamos sus datos porque son necesarios para la defensa de tu derecho (Ley N° 19.628, artículo 16, letra d). Puedes pedirnos que corrijamos, borremos o bloqueemos un dato.',
  consentEnded:
    'Esta causa terminó. La conserva también tu abogado. Puedes pedirnos que corrijamos, borremos o bloqueemos un dato.',
  /** DAT-29: asked about open cases from before the ledger. */
  consentQuestion: 'Tu causa se publicó antes de este registro. ¿Mantenerla publicada?',
  consentsFailed: 'No se pudieron cargar tus consentimientos.',
  tooManyOpen:
    'Ya tienes el máximo de causas en espera de abogado. Retira o elimina una que ya no necesites.',
  /** SEG-34. */
  question: '¿Sigues buscando abogado?',
  kept: 'Tu causa sigue publicada.',
} as const

const caseId = idField(CASE_MESSAGES.notFound)
export const caseInput = z.strictObject({ caseId })

/** SEG-32: other answers for an open case, by the rules of a new one. */
export const editInput = z.strictObject({
  caseId,
  ...z.omit(publishInput, { id: true, in_market: true }).shape,
})
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

/** DAT-30: `consents` is whether the button was pressed under the sentence of the consent. */
export const republishInput = z.strictObject({ caseId, consents: z.optional(z.boolean()) })
export type RepublishInput = z.infer<typeof republishInput>

/** DAT-29, DAT-30: the consent about one of the caller's cases. */
export const caseConsent = z.object({
  case_id: z.uuid(),
  title: z.string(),
  status: z.enum(CASE_STATUSES),
  in_market: z.boolean(),
  /** null: none was ever recorded. */
  given: z.nullable(z.boolean()),
  /** When it was given or withdrawn. ISO 8601, UTC. */
  at: z.nullable(z.string()),
  has_children: z.boolean(),
})
export type CaseConsent = z.infer<typeof caseConsent>
export const caseConsentsOutput = z.object({ consents: z.array(caseConsent) })
export const consentedOutput = z.object({ given: z.boolean() })

/** PLZ-67. */
export const marketInput = z.strictObject({ caseId, in_market: z.boolean(MESSAGES.marketUnknown) })
export type MarketInput = z.infer<typeof marketInput>
export const inMarketOutput = z.object({ in_market: z.boolean() })

export const withdrawInput = z.strictObject({
  caseId,
  reason: z.enum(WITHDRAWAL_REASONS, MESSAGES.reasonUnknown),
})
export type WithdrawInput = z.infer<typeof withdrawInput>
export const statusOutput = z.object({ status: z.string() })

export const keptOutput = z.object({ kept: z.literal(true) })
/** SEG-34: the open cases with an unanswered question. */
export const questionsOutput = z.object({ case_ids: z.array(z.uuid()) })
