import { listFirstPages } from '../src/capabilities/chat/lists.server.ts'
import { MAX_UNANSWERED_MESSAGES, SEND_LIMIT } from '../src/capabilities/chat/rules.ts'
import { PAGE_SIZE } from '../src/capabilities/chat/schema.ts'
import { insertMessage } from '../src/capabilities/chat/store.server.ts'
import { captureStatement, type Statement } from './chat-fixture.ts'

export const MESSAGE_TEXT =
  'Buenos días, le escribo para saber si ya pudo revisar los antecedentes que le envié ayer.'

/** Placeholders for the values that differ in each call. */
export const ID_PLACEHOLDER = '11111111-1111-4111-8111-111111111111'
export const CHAT_PLACEHOLDER = '22222222-2222-4222-8222-222222222222'
export const PERSON_PLACEHOLDER = '33333333-3333-4333-8333-333333333333'

/** The statements as the product's stores send them. */
export const sendStatement = (): Promise<Statement> =>
  captureStatement((db) =>
    insertMessage(db, {
      id: ID_PLACEHOLDER,
      chatId: CHAT_PLACEHOLDER,
      userId: PERSON_PLACEHOLDER,
      content: MESSAGE_TEXT,
      preview: MESSAGE_TEXT,
      maxUnanswered: MAX_UNANSWERED_MESSAGES,
      limit: SEND_LIMIT,
    }),
  )
export const listStatement = (): Promise<Statement> =>
  captureStatement((db) => listFirstPages(db, 'lawyer', [PERSON_PLACEHOLDER], PAGE_SIZE + 1))
