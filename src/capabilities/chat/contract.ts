import * as z from 'zod'
import { base } from '../../platform/rpc/contract.ts'
import {
  type ChatsPage,
  chatIdInput,
  chatOutput,
  countsOutput,
  listInput,
  messageOutput,
  messagesInput,
  messagesOutput,
  noInput,
  ofCaseInput,
  ofCaseOutput,
  openInput,
  openOutput,
  readInput,
  sendInput,
  startFromCaseInput,
  startFromCaseOutput,
  undoOutput,
  unreadOutput,
} from './schema.ts'

const tags = ['chat']

// `z.object` of zod checks a list three times as fast as the one of zod/mini, which the browser shares.
const chatsOutput = z.object({
  chats: z.array(z.object(chatOutput.shape)),
  next: z.nullable(z.string()),
}) satisfies z.ZodType<ChatsPage>

export const chatContract = {
  list: base
    .route({ method: 'GET', path: '/chat/list', tags, summary: 'My chats, newest first, 50 per page' })
    .input(listInput)
    .output(chatsOutput),
  byId: base
    .route({ method: 'GET', path: '/chat/by-id', tags, summary: 'One of my chats' })
    .input(chatIdInput)
    .output(chatOutput),
  open: base
    .route({
      method: 'POST',
      path: '/chat/open',
      tags,
      summary: 'My chat with a lawyer, created if needed',
    })
    .input(openInput)
    .output(openOutput),
  startFromCase: base
    .route({
      method: 'POST',
      path: '/chat/start-from-case',
      tags,
      summary: 'My chat with the client of an open case; opening it costs a credit (use_credit_for_chat)',
    })
    .input(startFromCaseInput)
    .output(startFromCaseOutput),
  undoStart: base
    .route({
      method: 'POST',
      path: '/chat/undo-start',
      tags,
      summary: 'Deletes a chat that I have just opened from the market, and refunds the credit',
    })
    .input(chatIdInput)
    .output(undoOutput),
  ofCase: base
    .route({ method: 'GET', path: '/chat/of-case', tags, summary: 'The chat of one of my cases' })
    .input(ofCaseInput)
    .output(ofCaseOutput),
  messages: base
    .route({ method: 'GET', path: '/chat/messages', tags, summary: 'A page of messages of one of my chats' })
    .input(messagesInput)
    .output(messagesOutput),
  send: base
    .route({
      method: 'POST',
      path: '/chat/send',
      tags,
      summary: 'Sends a message; the same id again is the same message',
    })
    .input(sendInput)
    .output(messageOutput),
  read: base
    .route({
      method: 'POST',
      path: '/chat/read',
      tags,
      summary: 'Marks one of my chats as read up to a message',
    })
    .input(readInput)
    .output(unreadOutput),
  unreadTotal: base
    .route({ method: 'GET', path: '/chat/unread-total', tags, summary: 'Number of my unread messages' })
    .input(noInput)
    .output(unreadOutput),
  counts: base
    .route({
      method: 'GET',
      path: '/chat/counts',
      tags,
      summary: 'Messages per day, the last 30 days (administrators)',
    })
    .input(noInput)
    .output(countsOutput),
}

export type ChatContract = typeof chatContract
