import * as z from 'zod/mini'
import { idField, timeCursorField } from '../../input/fields.ts'

export const MESSAGES = {
  /** SEG-56. */
  failed: 'No se pudieron cargar los avisos.',
  none: 'No tienes avisos.',
  /** SEG-58: what the reader may not see, or what no longer exists. */
  unavailable: 'Este aviso ya no está disponible.',
  unsubscribeInvalid: 'Este enlace ya no sirve. Cambia tus avisos en tu cuenta.',
  settingsFailed: 'No se pudieron cargar tus preferencias.',
  settingsNotSaved: 'No se pudo guardar. Inténtalo de nuevo.',
  timeInvalid: 'Escribe una hora entre 00:00 y 23:59.',
  quietEmpty: 'El inicio y el fin no pueden ser la misma hora.',
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
  'account',
] as const
export type NoticeCategory = (typeof NOTICE_CATEGORIES)[number]

/** SEG-59. */
export const CATEGORY_NAMES: Readonly<Record<NoticeCategory, string>> = {
  messages: 'Mensajes',
  updates: 'Novedades',
  documents: 'Documentos',
  tasks: 'Tareas y plazos',
  proposals: 'Propuestas',
  ending: 'Término de la causa',
  reviews: 'Reseñas',
  account: 'Tu cuenta y tus datos',
}

/** SEG-59: always told by e-mail: the end of a case, since the time to object is running, and one's account and data. */
export const ALWAYS_MAILED: readonly NoticeCategory[] = ['ending', 'account']
/** Messages are shown in the chat, never in the list of notices (NAV-10). */
export const NEVER_LISTED: readonly NoticeCategory[] = ['messages']

/** SEG-60: each e-mail at once, or a digest at 08:30. */
export const FREQUENCIES = ['now', 'daily', 'weekly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

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
  /** Whether it has «Leer» and «Entendido» (DAT-33). */
  is_acknowledged: z.boolean(),
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

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, MESSAGES.timeInvalid))
const categories = z.array(z.enum(NOTICE_CATEGORIES)).check(z.maxLength(NOTICE_CATEGORIES.length))

/** SEG-59 to SEG-61. */
export const settings = z.strictObject({
  hidden_categories: categories,
  unmailed_categories: categories,
  frequency: z.enum(FREQUENCIES),
  /** Hours of the day in Chile, such as «22:00»; null: e-mails never wait. */
  quiet: z.nullable(
    z
      .strictObject({ from: time, until: time })
      .check(z.refine(({ from, until }) => from !== until, { error: MESSAGES.quietEmpty, path: ['until'] })),
  ),
  is_discreet: z.boolean(),
  is_silent: z.boolean(),
})
export type NoticeSettings = z.infer<typeof settings>

export const settingsOutput = z.object({
  ...settings.shape,
  /** SEG-65: the address, partly hidden, when its mail server refused e-mails; null otherwise. */
  refused_email: z.nullable(z.string()),
  /** The address, partly hidden, while it is not confirmed: e-mails wait for that; null otherwise. */
  unconfirmed_email: z.nullable(z.string()),
  /** PLZ-72: no e-mails are sent, because the person wants none. */
  is_unmailed: z.boolean(),
})
export type SettingsView = z.infer<typeof settingsOutput>

/** What an unsubscribe link ends: one category, or all e-mails about cases. */
export type MailScope = NoticeCategory | 'all'
