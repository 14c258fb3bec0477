import { type NoticeKind, noticeSource, quoteTitle } from '../../platform/notices/notice-kinds.ts'
import { type CaseFacts, readCaseFacts } from '../cases/notices.server.ts'

const target = ({ caseId }: CaseFacts) => ({ path: `/case/${caseId}` })
// SEG-65: undone meanwhile, it has no e-mail.
const whileFinished = { target, isStillDue: ({ status }: CaseFacts) => status === 'finalizado' }
const whileRunning = { target, isStillDue: ({ status }: CaseFacts) => status === 'en progreso' }

const kinds: Record<string, NoticeKind<CaseFacts>> = {
  'case-finished': {
    category: 'ending',
    subject: 'Tu abogado cerró la causa',
    sentence: ({ other }) => `${other} cerró la causa.`,
    mailSentence: ({ other, title }) => `${other} cerró la causa ${quoteTitle(title)}`,
    ...whileFinished,
  },
  'closing-objected': {
    category: 'ending',
    subject: 'Tu cliente no está de acuerdo con el cierre',
    sentence: ({ other }) => `${other} no está de acuerdo con el cierre. La causa está en curso de nuevo.`,
    mailSentence: ({ other, title }) =>
      `${other} no está de acuerdo con el cierre de ${quoteTitle(title)}, que está en curso de nuevo`,
    ...whileRunning,
  },
  'reopening-requested': {
    category: 'ending',
    subject: 'Tu cliente pidió reabrir la causa',
    sentence: ({ other }) => `${other} pidió reabrir la causa.`,
    mailSentence: ({ other, title }) => `${other} pidió reabrir la causa ${quoteTitle(title)}`,
    ...whileFinished,
  },
  'reopening-declined': {
    category: 'ending',
    subject: 'Tu abogado respondió sobre la reapertura',
    sentence: ({ other }) => `${other} respondió que no reabrirá la causa.`,
    mailSentence: ({ other, title }) => `${other} respondió que no reabrirá la causa ${quoteTitle(title)}`,
    ...whileFinished,
  },
  'case-reopened': {
    category: 'ending',
    subject: 'Tu abogado reabrió la causa',
    sentence: ({ other }) => `${other} reabrió la causa.`,
    mailSentence: ({ other, title }) => `${other} reabrió la causa ${quoteTitle(title)}`,
    ...whileRunning,
  },
}

export const closingNotices = noticeSource(kinds, readCaseFacts)
