import { type NoticeKind, noticeSource, quoteTitle } from '../../platform/notices/notice-kinds.ts'
import { type CaseFacts, readCaseFacts } from '../cases/notices.server.ts'

const target = ({ caseId }: CaseFacts) => ({ path: `/case/${caseId}` })

const kinds: Record<string, NoticeKind<CaseFacts>> = {
  'case-finished': {
    category: 'ending',
    subject: 'Tu abogado cerró la causa',
    sentence: ({ other }) => `${other} cerró la causa.`,
    mailSentence: ({ other, title }) => `${other} cerró la causa ${quoteTitle(title)}`,
    target,
  },
  'closing-objected': {
    category: 'updates',
    subject: 'Tu cliente no está de acuerdo con el cierre',
    sentence: ({ other }) => `${other} no está de acuerdo con el cierre. La causa está en curso de nuevo.`,
    mailSentence: ({ other, title }) =>
      `${other} no está de acuerdo con el cierre de ${quoteTitle(title)}, que está en curso de nuevo`,
    target,
  },
  'reopening-requested': {
    category: 'updates',
    subject: 'Tu cliente pidió reabrir la causa',
    sentence: ({ other }) => `${other} pidió reabrir la causa.`,
    mailSentence: ({ other, title }) => `${other} pidió reabrir la causa ${quoteTitle(title)}`,
    target,
  },
  'reopening-declined': {
    category: 'ending',
    subject: 'Tu abogado respondió sobre la reapertura',
    sentence: ({ other }) => `${other} respondió que no reabrirá la causa.`,
    mailSentence: ({ other, title }) => `${other} respondió que no reabrirá la causa ${quoteTitle(title)}`,
    target,
  },
  'case-reopened': {
    category: 'ending',
    subject: 'Tu abogado reabrió la causa',
    sentence: ({ other }) => `${other} reabrió la causa.`,
    mailSentence: ({ other, title }) => `${other} reabrió la causa ${quoteTitle(title)}`,
    target,
  },
}

export const closingNotices = noticeSource(kinds, readCaseFacts)
