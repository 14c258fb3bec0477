import { listFirstPages } from '../src/capabilities/chat/lists.server.ts'
import { MAX_UNANSWERED_MESSAGES, SEND_LIMIT } from '../src/capabilities/chat/rules.ts'
import { PAGE_SIZE } from '../src/capabilities/chat/schema.ts'
import { insertMessage } from '../src/capabilities/chat/store.server.ts'
import { type Statement, statementOf } from './chat-stage.ts'

export const TEXT =
  'Buenos días, le escribo para saber si ya pudo revisar los antecedentes que le envié ayer.'

/** Placeholders for the values that differ in each call. */
export const ID = '11111111-1111-4111-8111-111111111111'
export const CHAT = '22222222-2222-4222-8222-222222222222'
export const PERSON = '33333333-3333-4333-8333-333333333333'

/** The statements as the product's stores send them. */
export const sendStatement = (): Promise<Statement> =>
  statementOf((db) =>
    insertMessage(db, {
      id: ID,
      chatId: CHAT,
      userId: PERSON,
      content: TEXT,
      preview: TEXT,
      maxUnanswered: MAX_UNANSWERED_MESSAGES,
      limit: SEND_LIMIT,
    }),
  )
export const listStatement = (): Promise<Statement> =>
  statementOf((db) => listFirstPages(db, 'lawyer', [PERSON], PAGE_SIZE + 1))
