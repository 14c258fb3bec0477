import type { Db } from '../../platform/database/database.server.ts'
import { type NoticeFacts, type NoticeKind, noticeSource } from '../../platform/notices/notice-kinds.ts'
import { caseTitleFor } from '../cases/rules.ts'
import { DELETED_USER_NAME } from '../cases/schema.ts'
import { shownPartner } from '../chat/rules.ts'
import { listNoticeFacts } from './store.server.ts'

/** The facts of notices about a proposal; `ref` is its id. */
interface ProposalFacts extends NoticeFacts {
  /** Names as the reader may see them (H-05). */
  client: string
  lawyer: string
  chatId: string
  caseId: string | null
  isPending: boolean
}

const conversation = ({ chatId }: ProposalFacts) => ({ path: '/chat', chatId })

const kinds: Record<string, NoticeKind<ProposalFacts>> = {
  'proposal-received': {
    category: 'proposals',
    subject: 'Recibiste una propuesta',
    sentence: ({ lawyer }) => `Recibiste una propuesta de ${lawyer}.`,
    mailSentence: ({ lawyer }) => `recibiste una propuesta de ${lawyer}`,
    isStillDue: ({ isPending }) => isPending,
    target: conversation,
  },
  'proposal-accepted': {
    category: 'proposals',
    subject: 'Respondieron tu propuesta',
    sentence: ({ client }) => `${client} aceptó tu propuesta.`,
    target: ({ caseId, ...facts }) =>
      caseId === null ? conversation({ caseId, ...facts }) : { path: `/case/${caseId}` },
  },
  'proposal-rejected': {
    category: 'proposals',
    subject: 'Respondieron tu propuesta',
    sentence: ({ client }) => `${client} rechazó tu propuesta.`,
    target: conversation,
  },
}

async function readProposalFacts(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, ProposalFacts>> {
  const rows = await listNoticeFacts(db, userId, ids)
  return new Map(
    rows.map((row) => {
      const nameOf = (id: string | null, name: string | null, hidden: boolean) =>
        shownPartner({ id, name, avatar_url: null }, hidden, DELETED_USER_NAME).name
      const facts = {
        client: nameOf(row.chat_client, row.client_name, row.is_anonymous && row.chat_client !== userId),
        lawyer: nameOf(row.chat_lawyer, row.lawyer_name, false),
        chatId: row.chat_id,
        caseId: row.case_id,
        isPending: row.status === 'pending',
        about: caseTitleFor(row, userId),
      }
      return [row.id, facts]
    }),
  )
}

export const proposalNotices = noticeSource(kinds, readProposalFacts)
