import * as z from 'zod'
import { noInput, operationsOf } from '../../platform/rpc/contract.ts'
import {
  blockInput,
  blockOutput,
  type ChatsPage,
  chatIdInput,
  chatOutput,
  countsOutput,
  listInput,
  messageOutput,
  messagesInput,
  messagesOutput,
  ofCaseInput,
  ofCaseOutput,
  openInput,
  openOutput,
  positionOutput,
  readInput,
  safeContactOutput,
  searchInput,
  searchOutput,
  sendInput,
  showReadingInput,
  showReadingOutput,
  startFromCaseInput,
  startFromCaseOutput,
  undoOutput,
  unreadOutput,
} from './schema.ts'

const { get, post } = operationsOf('chat')

// `z.object` of zod checks a list three times as fast as the one of zod/mini, which the browser shares.
const { partner, ...listed } = chatOutput.shape
const listedChat = z.object({ ...listed, partner: z.object(partner.shape) })
const chatsOutput = z.object({
  chats: z.array(listedChat),
  next: z.nullable(z.string()),
}) satisfies z.ZodType<ChatsPage>

export const chatContract = {
  list: get('/chat/list', 'My chats, newest first, 50 per page').input(listInput).output(chatsOutput),
  byId: get('/chat/by-id', 'One of my chats').input(chatIdInput).output(chatOutput),
  open: post('/chat/open', 'My chat with a lawyer, created if needed').input(openInput).output(openOutput),
  startFromCase: post(
    '/chat/start-from-case',
    'My chat with the client of an open case; opening it costs a credit (use_credit_for_chat)',
  )
    .input(startFromCaseInput)
    .output(startFromCaseOutput),
  undoStart: post(
    '/chat/undo-start',
    'Deletes a chat that I have just opened from the market, and refunds the credit',
  )
    .input(chatIdInput)
    .output(undoOutput),
  ofCase: get('/chat/of-case', 'The chat of one of my cases').input(ofCaseInput).output(ofCaseOutput),
  messages: get('/chat/messages', 'A page of messages of one of my chats')
    .input(messagesInput)
    .output(messagesOutput),
  send: post('/chat/send', 'Sends a message; the same id again is the same message')
    .input(sendInput)
    .output(messageOutput),
  read: post('/chat/read', 'Marks one of my chats as read up to a message')
    .input(readInput)
    .output(unreadOutput),
  readPosition: get('/chat/read-position', 'Up to where the other party of my chat has read')
    .input(chatIdInput)
    .output(positionOutput),
  showReading: post('/chat/show-reading', 'Whether others see when I read, and I when they do')
    .input(showReadingInput)
    .output(showReadingOutput),
  showsReading: get('/chat/shows-reading', 'Whether others see when I read')
    .input(noInput)
    .output(showReadingOutput),
  readBlock: get('/chat/block', 'Whether I blocked the other party of my chat')
    .input(chatIdInput)
    .output(blockOutput),
  writeBlock: post('/chat/block', 'Blocks the other party of my chat, or unblocks them')
    .input(blockInput)
    .output(blockOutput),
  safeContact: get('/chat/safe-contact', 'How to contact the client of my chat without danger (lawyers)')
    .input(chatIdInput)
    .output(safeContactOutput),
  search: get('/chat/search', 'The newest messages of one of my chats that contain a text')
    .input(searchInput)
    .output(searchOutput),
  unreadTotal: get('/chat/unread-total', 'Number of my unread messages').input(noInput).output(unreadOutput),
  counts: get('/chat/counts', 'Messages per day, the last 30 days (administrators)')
    .input(noInput)
    .output(countsOutput),
}

export type ChatContract = typeof chatContract
