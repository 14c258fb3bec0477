import * as z from 'zod/mini'
import { isoDay } from '../../chile/dates.ts'
import { idField, textField, timeCursorField } from '../../input/fields.ts'
import { cleanLine, cleanText } from '../../input/text.ts'
import { MESSAGES as CASE_MESSAGES, ENTRY_KINDS } from '../cases/schema.ts'

/** SEG-09. */
export const STAGES = [
  'Revisión de antecedentes',
  'Preparando la presentación',
  'Presentada',
  'En tribunal o ante la autoridad',
  'Esperando respuesta',
  'Negociando',
  'Cumplimiento',
  'Otra',
] as const
export type Stage = (typeof STAGES)[number]

export const PROMISE_STATUSES = ['abierta', 'atrasada', 'cumplida', 'sin_efecto'] as const
export type PromiseStatus = (typeof PROMISE_STATUSES)[number]

/** In graphemes, as in chat/schema.ts. */
export const MAX_TEXT_LENGTH = 2_000
export const MAX_NEXT_STEP_LENGTH = 200
/** A promised day is from tomorrow to this many days on. */
export const MAX_PROMISE_DAYS = 90
export const RECENT_ENTRIES = 3
export const HISTORY_PAGE_SIZE = 30

export const MESSAGES = {
  /** SEG-07. */
  failed: 'No se pudo cargar el seguimiento.',
  historyFailed: 'No se pudo cargar el historial.',
  /** SEG-08. */
  lawyerOnly: 'Solo el abogado de la causa puede publicar novedades.',
  finished: 'La causa está finalizada.',
  waiting: 'La causa aún no tiene abogado.',
  /** SEG-10. */
  tooMany: 'Espera un momento antes de publicar otra novedad.',
  idTaken: 'Ya existe otra novedad con este identificador.',
  idInvalid: 'El identificador no es válido.',
  stageMissing: 'Elige la etapa de la causa.',
  textMissing: 'Escribe qué pasó.',
  textTooLong: 'La novedad puede tener hasta 2.000 caracteres.',
  nextStepTooLong: 'El próximo paso puede tener hasta 200 caracteres.',
  dayInvalid: 'Elige un día o marca «No tengo una fecha todavía».',
  dayOutside: 'Elige un día entre mañana y 90 días más.',
  /** The same for updates of other cases and unknown ones. */
  updateGone: 'Esta novedad ya no existe.',
  notOwn: 'Solo quien publicó la novedad puede corregirla.',
  alreadyCorrected: 'Esta novedad ya fue corregida. Vuelve a cargarla.',
  /** SEG-14. */
  clientOnly: 'Solo el cliente de la causa puede pedir una novedad.',
  pageInvalid: 'Esta página del historial no existe.',
  /** SEG-06. */
  noNextStep: 'Tu abogado aún no ha escrito el próximo paso.',
  /** SEG-12. */
  noPromise: 'Tu abogado aún no indicó cuándo habrá novedades.',
} as const

const caseId = idField(CASE_MESSAGES.notFound)
const updateId = idField(MESSAGES.updateGone)

export const caseIdInput = z.strictObject({ caseId })

const isDay = (text: string) => {
  try {
    return isoDay(text) === text
  } catch {
    return false
  }
}

/** SEG-08: what a lawyer writes in an update. */
const updateTexts = {
  stage: z.enum(STAGES, MESSAGES.stageMissing),
  text: textField(MAX_TEXT_LENGTH, MESSAGES.textMissing, MESSAGES.textTooLong, cleanText),
  /** Null: not written. */
  nextStep: z.nullable(
    textField(MAX_NEXT_STEP_LENGTH, MESSAGES.nextStepTooLong, MESSAGES.nextStepTooLong, cleanLine),
  ),
}

export const publishInput = z.strictObject({
  caseId,
  /** Made by the browser, so that a retry publishes no second update. */
  id: idField(MESSAGES.idInvalid),
  ...updateTexts,
  /** A day in Chile; null: «No tengo una fecha todavía». */
  promisedOn: z.nullable(z.string(MESSAGES.dayInvalid).check(z.refine(isDay, MESSAGES.dayInvalid))),
})
export type PublishInput = z.infer<typeof publishInput>

/** SEG-11: `n` is the version that is corrected. */
export const correctInput = z.strictObject({
  caseId,
  updateId,
  n: z.int(MESSAGES.alreadyCorrected).check(z.positive(MESSAGES.alreadyCorrected)),
  ...updateTexts,
})
export type CorrectInput = z.infer<typeof correctInput>

export const versionsInput = z.strictObject({ caseId, updateId })

const version = {
  stage: z.enum(STAGES),
  text: z.string(),
  next_step: z.nullable(z.string()),
}

/** A published update in its newest version. */
const update = z.object({
  id: z.uuid(),
  n: z.int(),
  ...version,
  /** Of the newest version; null if there is only one. ISO 8601, UTC. */
  corrected_at: z.nullable(z.string()),
})
export type Update = z.infer<typeof update>

/** SEG-11: the earlier versions of an update, newest first. */
export const versionsOutput = z.object({
  versions: z.array(z.object({ n: z.int(), ...version, created_at: z.string() })),
})

/** SEG-03: an entry of a case's history. */
const entry = z.object({
  id: z.uuid(),
  kind: z.enum(ENTRY_KINDS),
  /** ISO 8601, UTC; null: not known. */
  at: z.nullable(z.string()),
  is_mine: z.boolean(),
  /** Name; null: the system, or a deleted account. */
  actor: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  /** Of an entry about an update. */
  update: z.nullable(update),
})
export type Entry = z.infer<typeof entry>

/** SEG-01: the answers of the panel; what the reader has to do comes from other slices. */
export const progressOutput = z.object({
  entries: z.array(entry),
  last_update: z.nullable(update),
  /** The day until which the next update is promised. */
  promised_on: z.nullable(z.string()),
  /** SEG-14: from which day the client may ask for an update; null while the case is not running. */
  request_from: z.nullable(z.string()),
})
export type Progress = z.infer<typeof progressOutput>

export const historyInput = z.strictObject({
  caseId,
  after: timeCursorField('.', MESSAGES.pageInvalid),
})
export type HistoryInput = z.infer<typeof historyInput>
export const historyOutput = z.object({ entries: z.array(entry), next: z.nullable(z.string()) })
export type HistoryPage = z.infer<typeof historyOutput>
