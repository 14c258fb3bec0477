import { formatLongDate } from '../../chile/dates.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { type NoticeFacts, type NoticeKind, noticeSource } from '../../platform/notices/notice-kinds.ts'
import { type CaseFacts, readCaseFacts } from '../cases/notices.server.ts'
import { DELETED_USER_NAME } from '../cases/schema.ts'
import { areRequestsFrozen, isOpen } from './rules.ts'
import { listNoticeFacts } from './store.server.ts'

const target = ({ caseId }: { caseId: string }) => ({ path: `/case/${caseId}?tab=documentos` })
const common = { category: 'documents', target } as const

/** `ref` is the id of the case. */
const kinds: Record<string, NoticeKind<CaseFacts>> = {
  /** One for the files that were chosen at once. */
  'documents-added': {
    ...common,
    subject: 'Llegaron documentos a tu causa',
    sentence: ({ other }) => `${other} subió documentos.`,
  },
}

export const documentNotices = noticeSource(kinds, readCaseFacts)

/** The facts of notices about a requested document; `ref` is its id. */
interface RequestFacts extends NoticeFacts {
  caseId: string
  client: string
  lawyer: string
  /** What is requested; not for e-mails. */
  name: string
  /** How many documents were requested at once. */
  asked: number
  dueOn: string
  /** Whether the client can still deliver it. */
  isOpen: boolean
  /** Whether the client can still deliver any document of the case with the same due day. */
  isAnyMissing: boolean
}

const asked = ({ lawyer, asked, dueOn }: RequestFacts) =>
  asked === 1
    ? `${lawyer} te pidió 1 documento; vence el ${formatLongDate(dueOn)}`
    : `${lawyer} te pidió ${asked} documentos; vencen el ${formatLongDate(dueOn)}`

const requestKinds: Record<string, NoticeKind<RequestFacts>> = {
  'documents-requested': {
    ...common,
    subject: 'Tu abogado te pidió documentos',
    sentence: (facts) => `${asked(facts)}.`,
    mailSentence: asked,
    isStillDue: ({ isAnyMissing }) => isAnyMissing,
  },
  'documents-delivered': {
    ...common,
    subject: 'Llegaron documentos a tu causa',
    sentence: ({ client, name }) => `${client} entregó «${name}».`,
    mailSentence: ({ client, about }) => `${client} entregó documentos en “${about}”`,
  },
  'document-missing': {
    ...common,
    subject: 'Tu cliente no tiene un documento',
    sentence: ({ client, name }) => `${client} no tiene «${name}».`,
    mailSentence: ({ client, about }) => `${client} no tiene un documento que pediste en “${about}”`,
  },
  'document-returned': {
    ...common,
    subject: 'Tu abogado revisó un documento',
    sentence: ({ lawyer, name }) => `${lawyer} te pidió corregir «${name}».`,
    mailSentence: ({ lawyer, about }) => `${lawyer} te pidió corregir un documento en “${about}”`,
    isStillDue: ({ isOpen }) => isOpen,
  },
  'document-accepted': {
    ...common,
    subject: 'Tu abogado revisó un documento',
    sentence: ({ lawyer, name }) => `${lawyer} aceptó «${name}».`,
    mailSentence: ({ lawyer, about }) => `${lawyer} aceptó un documento en “${about}”`,
  },
  'document-asked-again': {
    ...common,
    subject: 'Tu abogado te pidió documentos',
    sentence: ({ lawyer, name }) => `${lawyer} volvió a pedirte «${name}».`,
    mailSentence: ({ lawyer, about }) => `${lawyer} volvió a pedirte un documento en “${about}”`,
    isStillDue: ({ isOpen }) => isOpen,
  },
  /** SEG-25: a reminder of all documents of the case that are due on one day. */
  'documents-due': {
    ...common,
    subject: 'Tienes documentos por entregar',
    isStillDue: ({ isAnyMissing }) => isAnyMissing,
    sentence: ({ dueOn }) => `Tienes documentos por entregar con fecha ${formatLongDate(dueOn)}.`,
    mailSentence: ({ dueOn, about }) =>
      `tienes documentos por entregar en “${about}” con fecha ${formatLongDate(dueOn)}`,
  },
}

async function readRequestFacts(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, RequestFacts>> {
  const rows = await listNoticeFacts(db, userId, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        caseId: row.case_id,
        about: row.title,
        client: row.client_name ?? DELETED_USER_NAME,
        lawyer: row.lawyer_name ?? DELETED_USER_NAME,
        name: row.name,
        asked: row.asked ?? 1,
        dueOn: row.due_on,
        isOpen: isOpen(row) && !areRequestsFrozen(row.case_status),
        isAnyMissing: Boolean(row.is_any_missing) && !areRequestsFrozen(row.case_status),
      },
    ]),
  )
}

export const documentRequestNotices = noticeSource(requestKinds, readRequestFacts)
