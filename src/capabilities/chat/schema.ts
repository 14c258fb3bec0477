import * as z from 'zod/mini'
import { idField, textField, timeCursorField } from '../../input/fields.ts'
import { cleanText } from '../../input/text.ts'
import { dailyOutput, party, SIDES } from '../cases/schema.ts'

export const MESSAGE_TYPES = ['text', 'system', 'proposal', 'file'] as const

/** SEG-71: the content of a message of type file. Its name is not in it: the file can be deleted. */
export const FILE_SENT = 'Archivo enviado'

/** Maximum length of a message in grapheme clusters (Unicode UAX #29). */
export const MAX_MESSAGE_LENGTH = 5_000
/** Maximum length of the preview in the chat list, code points. */
export const MAX_PREVIEW_LENGTH = 200
/** Default page size of chats and messages. */
export const PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 100
/** Maximum bytes of text on a page of messages, unless a single one is larger: it can take 80 kB. */
export const MAX_PAGE_BYTES = 256 * 1024

export const MESSAGES = {
  /** CHA-11. */
  empty: 'Escribe un mensaje.',
  tooLong: 'El mensaje puede tener hasta 5.000 caracteres.',
  idInvalid: 'El identificador del mensaje no es válido.',
  idTaken: 'Ya existe otro mensaje con este identificador.',
  tooMany: 'Estás enviando muchos mensajes. Espera un momento e inténtalo de nuevo.',
  /** B6. */
  tooManyChats: 'Hoy abriste muchas conversaciones. Podrás abrir más mañana.',
  confirmForMore: 'Hoy abriste varias conversaciones. Confirma tu correo para abrir más, o vuelve mañana.',
  waitForAnswer: 'Espera la respuesta antes de seguir escribiendo.',
  /** The same for another person's chat and for an unknown one. */
  notFound: 'No encontramos esta conversación.',
  gone: 'Esta persona eliminó su cuenta y ya no puede leer tus mensajes.',
  /** DAT-68: the same for both parties. */
  blocked: 'No puedes escribir en esta conversación.',
  partiesOnly: 'Solo los clientes y los abogados tienen conversaciones.',
  /** PUB-14. */
  clientsOnly: 'Solo los clientes pueden contactar abogados.',
  /** OPEN-54. */
  lawyerNotFound: 'Abogado no encontrado.',
  /** OPEN-58. */
  lawyerLeft: 'El abogado eliminó su cuenta. El caso se cerró.',
  /** SEG-73. */
  searchLength: 'Escribe entre 2 y 100 caracteres.',
  noneFound: 'Sin resultados.',
  pageInvalid: 'Esta página de la lista no existe.',
  /** OPEN-32; the same for a case that was assigned, was deleted or never existed. */
  caseGone: 'Este caso ya no está disponible.',
  notUndone: 'Ya no se puede deshacer este chat.',
  ownCase: 'No puedes iniciar un chat por tu propio caso.',
} as const

const chatId = idField(MESSAGES.notFound)

/** Accepts a number, or its digits as text: query parameters are strings. */
const integerField = (max: number, min = 0) =>
  z.union(
    [
      z.int().check(z.minimum(min), z.maximum(max)),
      z.pipe(
        z.string().check(z.regex(/^\d{1,9}$/)),
        z.pipe(z.transform(Number), z.int().check(z.minimum(min), z.maximum(max))),
      ),
    ],
    MESSAGES.pageInvalid,
  )
const SEQ_MAX = 999_999_999

/** CHA-11, ENT-09: a message of type text by the caller. The server sets type, sender and time. */
export const sendInput = z.strictObject({
  id: idField(MESSAGES.idInvalid),
  chatId,
  content: textField(MAX_MESSAGE_LENGTH, MESSAGES.empty, MESSAGES.tooLong),
})
export type SendInput = z.infer<typeof sendInput>

export const chatIdInput = z.strictObject({ chatId })

/** A page of messages before or after a `seq` (exclusive); the newest page when neither is given. */
export const messagesInput = z
  .strictObject({
    chatId,
    before: z.optional(integerField(SEQ_MAX)),
    after: z.optional(integerField(SEQ_MAX)),
    limit: z._default(integerField(MAX_PAGE_SIZE, 1), PAGE_SIZE),
  })
  .check(
    z.refine(({ before, after }) => before === undefined || after === undefined, {
      path: ['after'],
      error: MESSAGES.pageInvalid,
    }),
  )
export type MessagesInput = z.infer<typeof messagesInput>

export const readInput = z.strictObject({ chatId, upTo: integerField(SEQ_MAX) })
export type ReadInput = z.infer<typeof readInput>

/** SEG-73: at most so many messages are found; the total counts all. */
export const MAX_FOUND = 50
export const searchInput = z.strictObject({
  chatId,
  text: z.pipe(
    z.pipe(
      z.string(MESSAGES.searchLength).check(z.maxLength(1_000, MESSAGES.searchLength)),
      z.transform(cleanText),
    ),
    z
      .string()
      .check(z.refine((text) => [...text].length >= 2 && [...text].length <= 100, MESSAGES.searchLength)),
  ),
})
export type SearchInput = z.infer<typeof searchInput>

/** SEG-72: «Mostrar cuándo leo». */
/** DAT-68. */
export const blockInput = z.strictObject({ chatId, blocks: z.boolean() })
export type BlockInput = z.infer<typeof blockInput>
/** `is_partner_suspended`: of a chat with a case (DAT-71). */
export const blockOutput = z.object({ blocks: z.boolean(), is_partner_suspended: z.boolean() })
export type Block = z.infer<typeof blockOutput>

/** PLZ-73: null: nothing was said, or the caller is the client. */
export const safeContactOutput = z.object({ sentence: z.nullable(z.string()) })

export const showReadingInput = z.strictObject({ shows: z.boolean() })
export type ShowReadingInput = z.infer<typeof showReadingInput>

/** OPEN-41: `search` is part of the other party's name; `cursor` is the `next` of the previous page. */
export const listInput = z._default(
  z.strictObject({
    search: z.optional(z.pipe(z.string().check(z.maxLength(120)), z.transform(cleanText))),
    cursor: timeCursorField('_', MESSAGES.pageInvalid),
  }),
  {},
)
export type ListInput = z.infer<typeof listInput>

/** CAL-09. */
export const openInput = z.strictObject({ lawyerId: idField(MESSAGES.lawyerNotFound) })
/** CAL-10, MKT-10. */
export const startFromCaseInput = z.strictObject({ caseId: idField(MESSAGES.caseGone) })
export const ofCaseInput = z.strictObject({ caseId: idField(MESSAGES.notFound) })
/** ENT-09, with its position in the conversation. */
export const messageOutput = z.object({
  id: z.uuid(),
  chat_id: z.uuid(),
  /** 1, 2, 3, … within its chat, without gaps. */
  seq: z.int(),
  /** Null once the sender has deleted the account; `side` still tells whose message it was. */
  sender_id: z.nullable(z.uuid()),
  side: z.enum(SIDES),
  type: z.enum(MESSAGE_TYPES),
  content: z.string(),
  /** Null in a message of type proposal: the proposal was withdrawn (PRP-05). */
  proposal_id: z.nullable(z.uuid()),
  /** ISO 8601, UTC. */
  created_at: z.string(),
})
export type Message = z.infer<typeof messageOutput>

/** Ordered by `seq`, oldest first; `more`: another page exists in the requested direction. */
export const messagesOutput = z.object({ messages: z.array(messageOutput), more: z.boolean() })
export type MessagesPage = z.infer<typeof messagesOutput>

/** ENT-08 as seen by one of its parties. */
export const chatOutput = z.object({
  id: z.uuid(),
  /** Only for parties of the case: a lawyer who writes about an open market case is not one yet. */
  case_id: z.nullable(z.uuid()),
  /** The caller's side. */
  side: z.enum(SIDES),
  partner: party,
  /** H-05: the partner's full name and photo are hidden until they answer. */
  is_anonymous: z.boolean(),
  last_message: z.nullable(z.string()),
  updated_at: z.string(),
  /** The caller's own unread counter. */
  unread: z.int(),
  /** `seq` of the newest message that the caller has read, and of the newest one. */
  read_seq: z.int(),
  last_seq: z.int(),
})
export type Chat = z.infer<typeof chatOutput>

/** Newest first; `next` is the cursor of the next page, null on the last one. */
export interface ChatsPage {
  chats: Chat[]
  next: string | null
}

export const openOutput = z.object({ chatId: z.uuid() })
/** `spent`: whether it cost a credit; an existing chat is free. */
export const startFromCaseOutput = z.object({ chatId: z.uuid(), spent: z.boolean() })
/** H-05: the chat was deleted and the credit refunded. */
export const undoOutput = z.object({ undone: z.literal(true) })
export const ofCaseOutput = z.object({ chatId: z.nullable(z.uuid()) })
/** CAL-02: the total, or the chat's counter after `read`. */
export const unreadOutput = z.object({ unread: z.int() })

/** SEG-72: the other party has read up to this `seq`; null: hidden. */
export const positionOutput = z.object({ seq: z.nullable(z.int()) })
export const showReadingOutput = z.object({ shows: z.boolean() })

/** SEG-73: newest first. */
export const searchOutput = z.object({
  total: z.int(),
  found: z.array(z.object({ id: z.uuid(), seq: z.int() })),
})
export type SearchResult = z.infer<typeof searchOutput>

/** Messages written by people per day, for administrators (OPEN-03). */
export const countsOutput = dailyOutput
