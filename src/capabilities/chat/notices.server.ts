import type { Db } from '../../platform/database/database.server.ts'
import { type NoticeFacts, type NoticeKind, noticeSource } from '../../platform/notices/notice-kinds.ts'
import { DELETED_USER_NAME } from '../cases/schema.ts'
import { shownPartner } from './rules.ts'
import { listNoticeFacts } from './waits.server.ts'

/** The facts of notices about a chat; `ref` is its id. */
export interface ChatFacts extends NoticeFacts {
  chatId: string
  /** Name of the other party, as the reader may see it (H-05). */
  partner: string
  /** Whether it has unread messages of the other party. */
  isUnread: boolean
  /** Whether it has anything that the reader has not seen. */
  hasNews: boolean
}

const sentence = ({ partner }: ChatFacts) => `${partner} te respondió`

const kinds: Record<string, NoticeKind<ChatFacts>> = {
  /** SEG-62: an e-mail only, because the chat counts its unread messages itself (NAV-10). */
  'message-waiting': {
    category: 'messages',
    sentence: (facts) => `${sentence(facts)}.`,
    subject: sentence,
    callToAction: 'Responde desde tu chat',
    target: ({ chatId }) => ({ path: '/chat', chatId }),
    isStillDue: ({ isUnread }) => isUnread,
    isMailOnly: true,
  },
}

/** The facts of notices about chats of which the user is a party; also for later slices' kinds. */
export async function readChatFacts(
  db: Db,
  userId: string,
  chatIds: readonly string[],
): Promise<Map<string, ChatFacts>> {
  const rows = await listNoticeFacts(db, userId, chatIds)
  return new Map(
    rows.map(
      ({ id: chatId, client_id, client_name, lawyer_id, lawyer_name, is_anonymous, is_unread, has_news }) => {
        const partner =
          client_id === userId
            ? shownPartner({ id: lawyer_id, name: lawyer_name, avatar_url: null }, false, DELETED_USER_NAME)
            : shownPartner(
                { id: client_id, name: client_name, avatar_url: null },
                is_anonymous,
                DELETED_USER_NAME,
              )
        return [
          chatId,
          { about: null, chatId, partner: partner.name, isUnread: is_unread, hasNews: has_news },
        ]
      },
    ),
  )
}

export const chatNotices = noticeSource(kinds, readChatFacts)
