import { type NoticeKind, noticeSource } from '../../platform/notices/notice-kinds.ts'
import { type CaseFacts, readCaseFacts } from '../cases/notices.server.ts'

/** `ref` is the id of the case. */
const kinds: Record<string, NoticeKind<CaseFacts>> = {
  /** One a day and party: several documents of a day are one notice. */
  'documents-added': {
    category: 'documents',
    subject: 'Llegaron documentos a tu causa',
    sentence: ({ other }) => `${other} subió documentos.`,
    target: ({ caseId }) => ({ path: `/case/${caseId}?tab=documentos` }),
  },
}

export const documentNotices = noticeSource(kinds, readCaseFacts)
