import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { newMessageId } from '../../src/capabilities/chat/rules.ts'
import type { ChatsPage } from '../../src/capabilities/chat/schema.ts'
import type { PendingPage } from '../../src/capabilities/proposals/schema.ts'
import { makeChat, makeOpenCase, makeProposal } from '../../src/server/factories/conversations.ts'
import { greeted, openEvents } from '../support/events.ts'
import { paying } from '../support/paying.ts'
import { type Member, useApp } from '../support/suite.ts'

const house = useApp()
const { lawyer } = paying(house)

/** Words of the client that a lawyer may not read before the first answer. */
const SURNAMES = ['Quitralmahuida', 'Reservadoñanco']
const NAME = `Camila ${SURNAMES.join(' ')}`
const SHOWN = 'Camila Q.'
const PHOTO = '/files/avatars/canario-de-la-foto.jpg'

/** A client, their open case, and a lawyer who opened a chat with them from the market and sent a proposal. */
async function opened() {
  const member = await lawyer('basico')
  const client = await house.member({ name: NAME })
  await house.database.sql('update profiles set avatar_url = $2 where id = $1', [client.id, PHOTO])
  const caseId = await makeOpenCase(house.platform, client.id)
  const answer = await member.post('/api/chat/start-from-case', { caseId })
  expect(answer.status, answer.text).toBe(200)
  const { chatId } = answer.json<{ chatId: string }>()
  return { member, client, caseId, chatId }
}

/** What every door tells the lawyer about one chat, by door. */
async function told(member: Member, { chatId, caseId, clientId, proposalId }: Record<string, string>) {
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
    `/api/proposals/sought?chatId=${chatId}`,
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

const singing = (answers: Record<string, string>) =>
  Object.entries(answers)
    .filter(([, text]) => [...SURNAMES, PHOTO].some((word) => text.includes(word)))
    .map(([door]) => door)

test('H-05, A4: in a chat from the market the client is «Camila Q.» without a photo at every door, until their first message', {
  tags: 'built',
}, async () => {
  const { member, client, caseId, chatId } = await opened()
  const stream = await openEvents(house.app.url, member)
  await stream.heard(greeted)
  const proposal = await makeProposal(house.platform, { chatId, lawyerId: member.id })
  const ids = { chatId, caseId, clientId: client.id, proposalId: proposal.id }
  await stream.heard((frame) => frame.data.ref === proposal.id)
  // Reading and rejecting are not answering.
  expect((await client.post('/api/chat/open', { lawyerId: member.id })).json()).toEqual({ chatId })
  expect((await client.post('/api/chat/read', { chatId, upTo: 2 })).status).toBe(200)
  const other = await makeProposal(house.platform, { chatId, lawyerId: member.id })
  expect((await client.post('/api/proposals/reject', { proposalId: other.id })).status).toBe(200)
  await stream.heard((frame) => frame.data.ref === other.id)

  const before = await told(member, ids)
  expect(singing(before)).toEqual([])
  expect(stream.text()).not.toMatch(new RegExp(SURNAMES.join('|')))
  const partner = { id: client.id, name: SHOWN, avatar_url: null }
  const { chats } = JSON.parse(before['/api/chat/list'] ?? '') as ChatsPage
  expect(chats).toMatchObject([{ id: chatId, partner, is_anonymous: true }])
  expect((JSON.parse(before['/api/proposals/pending'] ?? '') as PendingPage).proposals).toMatchObject([
    { client: partner },
  ])
  for (const page of ['/chat', '/dashboard']) expect(before[page]).toContain(SHOWN)

  const sent = await client.post('/api/chat/send', { id: newMessageId(), chatId, content: 'Hola' })
  expect(sent.status, sent.text).toBe(200)
  const after = await told(member, ids)
  for (const door of [
    '/api/chat/list',
    `/api/chat/by-id?chatId=${chatId}`,
    '/api/proposals/pending',
    '/chat',
  ])
    expect(after[door]).toContain(NAME)
  expect(JSON.parse(after['/api/chat/list'] ?? '')).toMatchObject({
    chats: [{ partner: { name: NAME, avatar_url: PHOTO }, is_anonymous: false }],
  })
  stream.close()
})

test('H-05, OPEN-41: the list is searched by what the client is called to the lawyer, not by what is hidden', async () => {
  const { member, client, chatId } = await opened()
  const found = async (search: string) =>
    (await member.get(`/api/chat/list?search=${encodeURIComponent(search)}`))
      .json<ChatsPage>()
      .chats.map(({ id }) => id)
  for (const search of ['camila', 'Camila Q', SHOWN, 'q.']) expect(await found(search)).toEqual([chatId])
  for (const search of ['Quitral', 'Reservado', 'a Qui', 'ñanco']) expect(await found(search)).toEqual([])
  await client.post('/api/chat/send', { id: newMessageId(), chatId, content: 'Hola' })
  expect(await found('quitralmahuida')).toEqual([chatId])
  expect(await found(SHOWN)).toEqual([])
})

test('H-05: the client sees the lawyer whole, and a lawyer whom the client contacted sees the client whole', async () => {
  const { client, chatId } = await opened()
  expect((await client.get('/api/chat/list')).json<ChatsPage>().chats).toMatchObject([
    { id: chatId, is_anonymous: false, partner: { name: 'Camila Rojas Fuentes' } },
  ])
  const contacted = await lawyer('basico')
  const theirs = await makeChat(house.platform, { clientId: client.id, lawyerId: contacted.id })
  const caseId = await makeOpenCase(house.platform, client.id)
  expect((await contacted.post('/api/chat/start-from-case', { caseId })).json()).toEqual({
    chatId: theirs,
    spent: false,
  })
  expect((await contacted.get('/api/chat/list')).json<ChatsPage>().chats).toMatchObject([
    { id: theirs, is_anonymous: false, partner: { name: NAME, avatar_url: PHOTO } },
  ])
})

test('H-05, OPEN-35: who accepts a proposal has answered', async () => {
  const { member, client, chatId } = await opened()
  const { id: proposalId } = await makeProposal(house.platform, { chatId, lawyerId: member.id })
  const accepted = await client.post('/api/proposals/accept', { proposalId })
  expect(accepted.status, accepted.text).toBe(200)
  expect((await member.get('/api/chat/list')).json<ChatsPage>().chats).toMatchObject([
    { is_anonymous: false, partner: { name: NAME } },
  ])
  // Unknown ids, as anywhere.
  expect((await member.get(`/api/chat/by-id?chatId=${randomUUID()}`)).status).toBe(404)
})

test('H-05, OPEN-58: a client who left without an answer is «Usuario eliminado»', async () => {
  const { member, client, chatId } = await opened()
  await client.post('/api/departure/delete-account', { password: client.password })
  expect((await member.get('/api/chat/list?search=eliminado')).json<ChatsPage>().chats).toMatchObject([
    { id: chatId, partner: { id: null, name: 'Usuario eliminado', avatar_url: null } },
  ])
})
