import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ChatsPage } from '../../src/capabilities/chat/schema.ts'
import type { PendingPage } from '../../src/capabilities/proposals/schema.ts'
import { makeChat, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { uuidv7 } from '../../src/input/ids.ts'
import { type Member, useAppProcesses } from '../support/app/suite.ts'
import { creditFixtures } from '../support/data/credit-fixtures.ts'
import { isGreeting, openEventStream } from '../support/network/event-stream.ts'

const suite = useAppProcesses()
const { lawyer } = creditFixtures(suite)

/** The client's surnames, which a lawyer may not read before the first answer. */
const SURNAMES = ['Quitralmahuida', 'Reservadoñanco']
const NAME = `Camila ${SURNAMES.join(' ')}`
const SHOWN = 'Camila Q.'
const PHOTO = '/files/avatars/canario-de-la-foto.jpg'

/** Creates a client with an open case, and a lawyer who opened a chat with them from the market. */
async function opened() {
  const member = await lawyer('basico')
  const client = await suite.member({ name: NAME })
  await suite.database.sql('update profiles set avatar_url = $2 where id = $1', [client.id, PHOTO])
  const caseId = await makeOpenCase(suite.platform, client.id)
  const answer = await member.post('/api/chat/start-from-case', { caseId })
  expect(answer.status, answer.text).toBe(200)
  const { chatId } = answer.json<{ chatId: string }>()
  return { member, client, caseId, chatId }
}

/** Reads everything that the lawyer can read about a chat. @returns answers by path or operation */
async function readAll(member: Member, { chatId, caseId, clientId, proposalId }: Record<string, string>) {
  const paths = [
    '/api/chat/list',
    '/api/chat/list?search=Camila',
    ...SURNAMES.map((name) => `/api/chat/list?search=${encodeURIComponent(name)}`),
    `/api/chat/by-id?chatId=${chatId}`,
    `/api/chat/messages?chatId=${chatId}`,
    `/api/chat/of-case?caseId=${caseId}`,
    `/api/cases/by-id?caseId=${caseId}`,
    '/api/cases/market',
    '/api/cases/mine?list=running',
    '/api/proposals/pending',
    `/api/proposals/by-id?proposalId=${proposalId}`,
    `/api/proposals/target-case?chatId=${chatId}`,
    '/api/reviews/recent',
    '/api/plans/movements',
    '/api/accounts/session',
    `/api/lawyers/public-profile?id=${clientId}`,
    '/chat',
    '/chat.data',
    '/dashboard',
    '/dashboard.data',
    '/casos-recientes',
    '/casos-recientes.data',
    `/case/${caseId}`,
    `/lawyer/${clientId}`,
    `/entrevista/${clientId}`,
  ]
  const answers: Record<string, string> = {}
  for (const path of paths) answers[path] = (await member.get(path)).text
  for (const [name, input] of [
    ['chat.list', {}],
    ['chat.byId', { chatId }],
    ['proposals.byIds', { ids: [proposalId] }],
    ['proposals.pendingOfLawyer', {}],
  ] as const)
    answers[name] = (await member.rpc(name, input)).text
  return answers
}

const leaks = (answers: Record<string, string>) =>
  Object.entries(answers)
    .filter(([, text]) => [...SURNAMES, PHOTO].some((word) => text.includes(word)))
    .map(([path]) => path)

test('H-05, A4: in a chat from the market the client is «Camila Q.» without a photo everywhere, until their first message', {
  tags: 'built',
}, async () => {
  const { member, client, caseId, chatId } = await opened()
  const stream = await openEventStream(suite.app.url, member)
  await stream.waitFor(isGreeting)
  const proposal = await makeProposal(suite.platform, { chatId, lawyerId: member.id })
  const ids = { chatId, caseId, clientId: client.id, proposalId: proposal.id }
  await stream.waitFor((frame) => frame.data.ref === proposal.id)
  // Reading and rejecting a proposal do not count as an answer.
  expect((await client.post('/api/chat/open', { lawyerId: member.id })).json()).toEqual({ chatId })
  expect((await client.post('/api/chat/read', { chatId, upTo: 2 })).status).toBe(200)
  const other = await makeProposal(suite.platform, { chatId, lawyerId: member.id })
  expect((await client.post('/api/proposals/reject', { proposalId: other.id })).status).toBe(200)
  await stream.waitFor((frame) => frame.data.ref === other.id)

  const before = await readAll(member, ids)
  expect(leaks(before)).toEqual([])
  expect(stream.text()).not.toMatch(new RegExp(SURNAMES.join('|')))
  const partner = { id: client.id, name: SHOWN, avatar_url: null }
  const { chats } = JSON.parse(before['/api/chat/list'] ?? '') as ChatsPage
  expect(chats).toMatchObject([{ id: chatId, partner, is_anonymous: true }])
  expect((JSON.parse(before['/api/proposals/pending'] ?? '') as PendingPage).proposals).toMatchObject([
    { client: partner },
  ])
  for (const page of ['/chat', '/dashboard']) expect(before[page]).toContain(SHOWN)

  const sent = await client.post('/api/chat/send', { id: uuidv7(), chatId, content: 'Hola' })
  expect(sent.status, sent.text).toBe(200)
  const after = await readAll(member, ids)
  for (const path of [
    '/api/chat/list',
    `/api/chat/by-id?chatId=${chatId}`,
    '/api/proposals/pending',
    '/chat',
  ])
    expect(after[path]).toContain(NAME)
  expect(JSON.parse(after['/api/chat/list'] ?? '')).toMatchObject({
    chats: [{ partner: { name: NAME, avatar_url: PHOTO }, is_anonymous: false }],
  })
  stream.close()
})

test('H-05, OPEN-41: the search finds the client by the name that the lawyer sees, not by the hidden one', async () => {
  const { member, client, chatId } = await opened()
  const found = async (search: string) =>
    (await member.get(`/api/chat/list?search=${encodeURIComponent(search)}`))
      .json<ChatsPage>()
      .chats.map(({ id }) => id)
  for (const search of ['camila', 'Camila Q', SHOWN, 'q.']) expect(await found(search)).toEqual([chatId])
  for (const search of ['Quitral', 'Reservado', 'a Qui', 'ñanco']) expect(await found(search)).toEqual([])
  await client.post('/api/chat/send', { id: uuidv7(), chatId, content: 'Hola' })
  expect(await found('quitralmahuida')).toEqual([chatId])
  expect(await found(SHOWN)).toEqual([])
})

test('H-05: the client sees the lawyer’s full name, and a lawyer whom the client contacted sees that of the client', async () => {
  const { client, chatId } = await opened()
  expect((await client.get('/api/chat/list')).json<ChatsPage>().chats).toMatchObject([
    { id: chatId, is_anonymous: false, partner: { name: 'Camila Rojas Fuentes' } },
  ])
  const contacted = await lawyer('basico')
  const theirs = await makeChat(suite.platform, { clientId: client.id, lawyerId: contacted.id })
  const caseId = await makeOpenCase(suite.platform, client.id)
  expect((await contacted.post('/api/chat/start-from-case', { caseId })).json()).toEqual({
    chatId: theirs,
    spent: false,
  })
  expect((await contacted.get('/api/chat/list')).json<ChatsPage>().chats).toMatchObject([
    { id: theirs, is_anonymous: false, partner: { name: NAME, avatar_url: PHOTO } },
  ])
})

test('H-05, OPEN-35: accepting a proposal counts as an answer', async () => {
  const { member, client, chatId } = await opened()
  const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: member.id })
  const accepted = await client.post('/api/proposals/accept', { proposalId })
  expect(accepted.status, accepted.text).toBe(200)
  expect((await member.get('/api/chat/list')).json<ChatsPage>().chats).toMatchObject([
    { is_anonymous: false, partner: { name: NAME } },
  ])
  // An unknown id gets 404.
  expect((await member.get(`/api/chat/by-id?chatId=${randomUUID()}`)).status).toBe(404)
})

test('H-05, OPEN-58: a client who left without an answer is «Usuario eliminado»', async () => {
  const { member, client, chatId } = await opened()
  await client.post('/api/departure/delete-account', { password: client.password })
  expect((await member.get('/api/chat/list?search=eliminado')).json<ChatsPage>().chats).toMatchObject([
    { id: chatId, partner: { id: null, name: 'Usuario eliminado', avatar_url: null } },
  ])
})
