import { type NoticeKind, noticeSource, quoteTitle } from '../../platform/notices/notice-kinds.ts'
import { type CaseFacts, readCaseFacts } from '../cases/notices.server.ts'
import { type ChatFacts, readChatFacts } from '../chat/notices.server.ts'
import { MESSAGES } from './schema.ts'

const kinds: Record<string, NoticeKind<CaseFacts>> = {
  'still-searching': {
    category: 'updates',
    subject: MESSAGES.question,
    sentence: () => '¿Sigues buscando abogado? Puedes dejar tu causa publicada o retirarla.',
    mailSentence: ({ title }) =>
      `tu causa ${quoteTitle(title)} sigue publicada; puedes dejarla así o retirarla`,
    isStillDue: ({ status, isInMarket }) => status === 'ingresado' && isInMarket,
    target: () => ({ path: '/dashboard' }),
  },
}

export const openCaseNotices = noticeSource(kinds, readCaseFacts)

const editKinds: Record<string, NoticeKind<ChatFacts>> = {
  /** For a lawyer in a chat about the case, whose proposal cannot be accepted before they read it. */
  'case-edited': {
    category: 'proposals',
    subject: 'Actualizaron una causa de tus conversaciones',
    sentence: ({ partner }) => `${partner} actualizó la causa por la que conversan.`,
    target: ({ chatId }) => ({ path: '/chat', chatId }),
    isStillDue: ({ hasNews }) => hasNews,
  },
}

export const editNotices = noticeSource(editKinds, readChatFacts)
