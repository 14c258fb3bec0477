import * as z from 'zod/mini'
import { idField, withoutTowers } from '../accounts/schema.ts'
import { dailyOutput, party, SIDES } from '../cases/schema.ts'

export const MESSAGE_TYPES = ['text', 'system', 'proposal'] as const

/**
 * Longest message, in characters as a person counts them: a letter with its accent, an emoji of several parts and a
 * flag are one each (Unicode grapheme clusters).
 */
export const MESSAGE_MAX = 5_000
/** Characters of a message that the list of chats shows. */
export const PREVIEW_MAX = 200
/** Chats and messages on one page. */
export const PAGE = 50
export const PAGE_MAX = 100
/** Bytes of text on one page of messages, or one message: letters of many signs make 5,000 characters 80 kB. */
export const PAGE_BYTES = 256 * 1024

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
  /** The same whether the chat is somebody else's or nobody's. */
  notFound: 'No encontramos esta conversación.',
  gone: 'Esta persona eliminó su cuenta y ya no puede leer tus mensajes.',
  partiesOnly: 'Solo los clientes y los abogados tienen conversaciones.',
  /** PUB-14. */
  clientsOnly: 'Solo los clientes pueden contactar abogados.',
  /** OPEN-54. */
  lawyerNotFound: 'Abogado no encontrado.',
  /** OPEN-58. */
  lawyerLeft: 'El abogado eliminó su cuenta. El caso se cerró.',
  pageInvalid: 'Esta página de la lista no existe.',
  /** OPEN-32; the same whether the case has a lawyer by now, went or never was. */
  caseGone: 'Este caso ya no está disponible.',
  notUndone: 'Ya no se puede deshacer este chat.',
  ownCase: 'No puedes iniciar un chat por tu propio caso.',
} as const

const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** How many characters a person sees in a text. */
export function seenLength(text: string): number {
  let seen = 0
  for (const _ of segmenter.segment(text)) seen++
  return seen
}

/**
 * Whether a text is no longer than so many seen characters, and not more than four times as many code points, which is
 * what the database takes. Only long ones are taken apart: that costs milliseconds.
 */
export const fits = (text: string, max: number): boolean =>
  text.length <= max || ([...text].length <= max * 4 && seenLength(text) <= max)

/** Signs that turn the direction of what is beside them: a sum could be read otherwise than it is stored. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * One spelling of a text of several lines: no control characters or turned directions, no halves of a character or towers
 * of marks, no outer space.
 */
export const cleanText = (text: string): string =>
  withoutTowers(
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\p{Cs}/gu, '\uFFFD')
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .replace(TURNS, '')
      .normalize('NFC'),
  ).trim()

/** Whether there is anything to see in a text. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(text)

/** A text of several lines: cleaned, not empty and at most `max` seen characters. */
export const textField = (max: number, empty: string, tooLong: string) =>
  z.pipe(
    z.pipe(z.string(empty).check(z.maxLength(max * 10, tooLong)), z.transform(cleanText)),
    z.string().check(
      z.refine((text) => isVisible(text), { error: empty, abort: true }),
      z.refine((text) => fits(text, max), tooLong),
    ),
  )

const chatId = idField(MESSAGES.notFound)

/** Numbers of a query in an address come as text. */
const wholeNumber = (most: number, least = 0) =>
  z.union(
    [
      z.int().check(z.minimum(least), z.maximum(most)),
      z.pipe(
        z.string().check(z.regex(/^\d{1,9}$/)),
        z.pipe(z.transform(Number), z.int().check(z.minimum(least), z.maximum(most))),
      ),
    ],
    MESSAGES.pageInvalid,
  )
const SEQ_MAX = 999_999_999

/** CHA-11, ENT-09: a message of type text by whoever asks. Type, sender and time are not the browser's to say. */
export const sendInput = z.strictObject({
  id: idField(MESSAGES.idInvalid),
  chatId,
  content: textField(MESSAGE_MAX, MESSAGES.empty, MESSAGES.tooLong),
})
export type SendInput = z.infer<typeof sendInput>

export const chatIdInput = z.strictObject({ chatId })

/** A page before or after a message of the conversation; the newest when neither is given. */
export const messagesInput = z
  .strictObject({
    chatId,
    before: z.optional(wholeNumber(SEQ_MAX)),
    after: z.optional(wholeNumber(SEQ_MAX)),
    limit: z._default(wholeNumber(PAGE_MAX, 1), PAGE),
  })
  .check(
    z.refine(({ before, after }) => before === undefined || after === undefined, {
      path: ['after'],
      error: MESSAGES.pageInvalid,
    }),
  )
export type MessagesInput = z.infer<typeof messagesInput>

export const readInput = z.strictObject({ chatId, upTo: wholeNumber(SEQ_MAX) })
export type ReadInput = z.infer<typeof readInput>

/** OPEN-41: `search` is part of the other party's name; `cursor` is the `next` of the page before. */
export const listInput = z._default(
  z.strictObject({
    search: z.optional(z.pipe(z.string().check(z.maxLength(120)), z.transform(cleanText))),
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
export type ListInput = z.infer<typeof listInput>

/** CAL-09. */
export const openInput = z.strictObject({ lawyerId: idField(MESSAGES.lawyerNotFound) })
/** CAL-10, MKT-10. */
export const startFromCaseInput = z.strictObject({ caseId: idField(MESSAGES.caseGone) })
export const ofCaseInput = z.strictObject({ caseId: idField(MESSAGES.notFound) })
export const noInput = z.optional(z.strictObject({}))

/** ENT-09, with its place in the conversation. */
export const messageOutput = z.object({
  id: z.uuid(),
  chat_id: z.uuid(),
  /** 1, 2, 3, … inside its chat. */
  seq: z.int(),
  /** Null once the sender has left; `side` still says whose it was. */
  sender_id: z.nullable(z.uuid()),
  side: z.enum(SIDES),
  type: z.enum(MESSAGE_TYPES),
  content: z.string(),
  /** Null in a message of type proposal: withdrawn (PRP-05). */
  proposal_id: z.nullable(z.uuid()),
  /** ISO 8601, UTC. */
  created_at: z.string(),
})
export type Message = z.infer<typeof messageOutput>

/** By `seq`, oldest first; `more`: there is another page in the direction that was asked for. */
export const messagesOutput = z.object({ messages: z.array(messageOutput), more: z.boolean() })
export type MessagesPage = z.infer<typeof messagesOutput>

/** ENT-08 as one of its parties sees it. */
export const chatOutput = z.object({
  id: z.uuid(),
  /** Only for who is in it: a lawyer who talks about an open case of the market is not. */
  case_id: z.nullable(z.uuid()),
  /** Which of the two the asker is. */
  side: z.enum(SIDES),
  partner: party,
  /** H-05: the partner's full name and photo are hidden until they answer. */
  is_anonymous: z.boolean(),
  last_message: z.nullable(z.string()),
  updated_at: z.string(),
  /** The asker's own counter. */
  unread: z.int(),
  /** Newest message that the asker has seen, and the newest there is. */
  read_seq: z.int(),
  last_seq: z.int(),
})
export type Chat = z.infer<typeof chatOutput>

/** Newest first; `next` is the cursor of the following page. */
export const chatsOutput = z.object({ chats: z.array(chatOutput), next: z.nullable(z.string()) })
export type ChatsPage = z.infer<typeof chatsOutput>

export const openOutput = z.object({ chatId: z.uuid() })
/** `spent`: whether it cost a credit; a chat that was there costs nothing. */
export const startFromCaseOutput = z.object({ chatId: z.uuid(), spent: z.boolean() })
/** H-05: the chat is gone and the credit is back. */
export const undoOutput = z.object({ undone: z.literal(true) })
export const ofCaseOutput = z.object({ chatId: z.nullable(z.uuid()) })
/** CAL-02 and the chat's own counter after reading. */
export const unreadOutput = z.object({ unread: z.int() })

/** Messages of people a day, for administrators (OPEN-03). */
export const countsOutput = dailyOutput
