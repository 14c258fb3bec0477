import { type NoticeKind, noticeSource, quoteTitle } from '../../platform/notices/notice-kinds.ts'
import { type CaseFacts, readCaseFacts } from '../cases/notices.server.ts'
import { MESSAGES } from './schema.ts'

const kinds: Record<string, NoticeKind<CaseFacts>> = {
  'still-searching': {
    category: 'updates',
    subject: MESSAGES.question,
    sentence: () => '¿Sigues buscando abogado? Puedes dejar tu causa publicada o retirarla.',
    mailSentence: ({ title }) => `tu causa ${quoteTitle(title)} sigue publicada. ¿Sigues buscando abogado?`,
    target: () => ({ path: '/dashboard' }),
  },
}

export const openCaseNotices = noticeSource(kinds, readCaseFacts)
