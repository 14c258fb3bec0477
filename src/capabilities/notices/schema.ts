import * as z from 'zod/mini'
import { idField, timeCursorField } from '../../input/fields.ts'

export const MESSAGES = {
  /** SEG-56. */
  failed: 'No se pudieron cargar los avisos.',
  none: 'No tienes avisos.',
  /** SEG-58: what the reader may not see, or what no longer exists. */
  unavailable: 'Este aviso ya no está disponible.',
  partiesOnly: 'Solo los clientes y los abogados tienen avisos.',
  pageInvalid: 'Esta página de la lista no existe.',
} as const

export const PAGE_SIZE = 30
/** Unseen notices are counted up to this number, which means at least so many (SEG-55: «9+»). */
export const MAX_UNSEEN = 10

export const NOTICE_CATEGORIES = [
  'messages',
  'updates',
  'documents',
  'tasks',
  'proposals',
  'ending',
  'reviews',
] as const

/** SEG-56: newest first; `after` is the `next` of the previous page. With `caseId`, only of that case. */
export const noticesInput = z._default(
  z.strictObject({
    after: timeCursorField('.', MESSAGES.pageInvalid),
    caseId: z.optional(idField(MESSAGES.pageInvalid)),
  }),
  {},
)
export type NoticesInput = z.infer<typeof noticesInput>

export const notice = z.object({
  id: z.uuid(),
  /** Null: no longer available. */
  category: z.nullable(z.enum(NOTICE_CATEGORIES)),
  sentence: z.string(),
  /** Title of the case. */
  about: z.nullable(z.string()),
  case_id: z.nullable(z.uuid()),
  /** The page that it leads to, and the conversation to open there; null when no longer available. */
  path: z.nullable(z.string()),
  chat_id: z.nullable(z.uuid()),
  is_seen: z.boolean(),
  is_read: z.boolean(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
})
export type Notice = z.infer<typeof notice>

export const noticesOutput = z.object({ notices: z.array(notice), next: z.nullable(z.string()) })
export type NoticesPage = z.infer<typeof noticesOutput>

/** At most MAX_UNSEEN. */
export const unseenOutput = z.object({ unseen: z.int() })

export const readInput = z.strictObject({ noticeId: idField(MESSAGES.unavailable) })
export type ReadInput = z.infer<typeof readInput>
