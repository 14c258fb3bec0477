import * as z from 'zod/mini'
import { idField, textField } from '../../input/fields.ts'
import { cleanLine, cleanText } from '../../input/text.ts'

/** SEG-74: lengths in grapheme clusters. */
export const MAX_TITLE_LENGTH = 60
export const MAX_TEXT_LENGTH = 2_000

export const MESSAGES = {
  lawyersOnly: 'Solo los abogados tienen respuestas rápidas.',
  notFound: 'Esta respuesta no existe.',
  idInvalid: 'El identificador de la respuesta no es válido.',
  titleMissing: 'Escribe un título.',
  titleTooLong: `El título puede tener hasta ${MAX_TITLE_LENGTH} caracteres.`,
  textMissing: 'Escribe la respuesta.',
  textTooLong: 'La respuesta puede tener hasta 2.000 caracteres.',
  full: 'Ya tienes 30 respuestas rápidas. Elimina una que ya no uses para crear otra.',
  tooMany: 'Estás haciendo muchos cambios. Espera un momento e inténtalo de nuevo.',
  failed: 'No se pudieron cargar tus respuestas rápidas.',
  none: 'No tienes respuestas rápidas.',
  saved: 'Respuesta guardada.',
  deleted: 'Respuesta eliminada.',
} as const

const id = idField(MESSAGES.idInvalid)

/** SEG-74: a reply that its lawyer writes. The browser makes the id. */
export const replyInput = z.strictObject({
  id,
  title: textField(MAX_TITLE_LENGTH, MESSAGES.titleMissing, MESSAGES.titleTooLong, cleanLine),
  text: textField(MAX_TEXT_LENGTH, MESSAGES.textMissing, MESSAGES.textTooLong, cleanText),
})
export type ReplyInput = z.infer<typeof replyInput>

export const removeInput = z.strictObject({ id })
export const removedOutput = z.object({ removed: z.literal(true) })

export const quickReply = z.object({ id: z.uuid(), title: z.string(), text: z.string() })
export type QuickReply = z.infer<typeof quickReply>
/** By title. */
export const repliesOutput = z.object({ replies: z.array(quickReply) })
