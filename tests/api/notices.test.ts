import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Notice, NoticesPage } from '../../src/capabilities/notices/schema.ts'
import { answerProposal, makeActiveCase, makeChat, makeProposal } from '../../src/demo-data/conversations.ts'
import { makeDocument } from '../../src/demo-data/workspace.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { pdf } from '../support/files/test-files.ts'
import { hasRef, openEventStream } from '../support/network/event-stream.ts'

const suite = useTestApp(2)

const createClient = (name = 'Camila Rojas') => suite.member({ name })
const createLawyer = () =>
  suite.member({ name: 'Andrés Muñoz', role: 'lawyer', verificationStatus: 'verified' })

async function noticesOf(who: Pick<Member, 'rpc'>): Promise<Notice[]> {
  const answer = await who.rpc('notices.list', {})
  expect(answer.status, answer.text).toBe(200)
  return answer.json<NoticesPage>().notices
}
const sentencesOf = async (who: Member) => (await noticesOf(who)).map(({ sentence }) => sentence)

async function createChat() {
  const [client, lawyer] = await Promise.all([createClient(), createLawyer()])
  const parties = { clientId: client.id, lawyerId: lawyer.id }
  return { client, lawyer, parties, chatId: await makeChat(suite.platform, parties) }
}

test('SEG-55, SEG-57, SEG-58: a proposal and its answer are told to the other one, live on both processes', async () => {
  const { client, lawyer, parties, chatId } = await createChat()
  const streams = await Promise.all([
    openEventStream(suite.app.url, client),
    openEventStream(suite.apps[1]?.url ?? '', client),
  ])
  const { id: proposalId } = await makeProposal(suite.platform, { ...parties, chatId })
  for (const stream of streams) await stream.waitFor(hasRef(client.id))
  expect(await noticesOf(client)).toMatchObject([
    {
      category: 'proposals',
      sentence: 'Recibiste una propuesta de Andrés Muñoz.',
      path: '/chat',
      chat_id: chatId,
      is_read: false,
    },
  ])
  expect(await sentencesOf(lawyer)).toEqual([])
  const caseId = await answerProposal(suite.platform, { ...parties, proposalId }, 'accept')
  expect(await noticesOf(lawyer)).toMatchObject([
    {
      sentence: 'Camila Rojas aceptó tu propuesta.',
      about: 'Consulta con Andrés Muñoz',
      path: `/case/${caseId}`,
      case_id: caseId,
    },
  ])
  // Today's name.
  await client.post('/api/accounts/update-name', { name: 'Camila Soto' })
  expect(await sentencesOf(lawyer)).toEqual(['Camila Soto aceptó tu propuesta.'])
})

test('SEG-58, H-05: a rejection names an anonymous client as the lawyer sees them; a withdrawn proposal is no longer available', async () => {
  const { client, lawyer, parties, chatId } = await createChat()
  await suite.database.sql('update chats set market_opened_at = app_now() where id = $1', [chatId])
  const rejected = await makeProposal(suite.platform, { ...parties, chatId })
  await answerProposal(suite.platform, { ...parties, proposalId: rejected.id }, 'reject')
  expect(await sentencesOf(lawyer)).toEqual(['Camila R. rechazó tu propuesta.'])
  const withdrawn = await makeProposal(suite.platform, { ...parties, chatId })
  expect((await lawyer.post('/api/proposals/withdraw', { proposalId: withdrawn.id })).status).toBe(200)
  const [newest] = await noticesOf(client)
  expect(newest).toMatchObject({ sentence: 'Este aviso ya no está disponible.', path: null, about: null })
})

test('SEG-57: documents of a day are one notice a party; the end of the case is told once', async () => {
  const { client, lawyer, parties } = await createChat()
  const { caseId } = await makeActiveCase(suite.platform, parties)
  for (const name of ['a.pdf', 'b.pdf'])
    await makeDocument(suite.platform, { caseId, userId: lawyer.id, name, bytes: pdf() })
  const [documents] = await noticesOf(client)
  expect(documents).toMatchObject({
    category: 'documents',
    sentence: 'Andrés Muñoz subió documentos.',
    about: 'Consulta con Andrés Muñoz',
    path: `/case/${caseId}?tab=documentos`,
  })
  expect((await lawyer.post('/api/cases/advance', { caseId, to: 'en progreso' })).status).toBe(200)
  const closing = { id: randomUUID(), outcome: 'Acuerdo', text: 'Llegamos a un acuerdo.', remaining: null }
  expect((await lawyer.post('/api/closings/close', { caseId, ...closing })).status).toBe(200)
  expect((await sentencesOf(client)).slice(0, 2)).toEqual([
    'Andrés Muñoz cerró la causa.',
    'Andrés Muñoz subió documentos.',
  ])
  expect(await sentencesOf(lawyer)).toEqual(['Camila Rojas aceptó tu propuesta.'])
})

test('SEG-57, H-01: a review is told once it is public; an edited one is not told again', async () => {
  const { client, lawyer, parties } = await createChat()
  await makeActiveCase(suite.platform, parties)
  const review = { id: crypto.randomUUID(), lawyerId: lawyer.id, rating: 5, comment: 'Muy clara.' }
  expect((await client.post('/api/reviews/create', review)).status).toBe(200)
  await client.post('/api/reviews/update', { id: review.id, rating: 4, comment: 'Clara.' })
  const ofReviews = (await noticesOf(lawyer)).filter(({ category }) => category === 'reviews')
  expect(ofReviews).toMatchObject([{ sentence: 'Recibiste una reseña.', path: `/lawyer/${lawyer.id}` }])
})

test('SEG-58, OPEN-03: nobody else reads a notice, and administrators have none', async () => {
  const { client, parties, chatId } = await createChat()
  await makeProposal(suite.platform, { ...parties, chatId })
  const [notice] = await noticesOf(client)
  const stranger = await createClient('Otra Persona')
  expect(await noticesOf(stranger)).toEqual([])
  expect((await stranger.rpc('notices.read', { noticeId: notice?.id })).status).toBe(200)
  expect((await noticesOf(client))[0]).toMatchObject({ is_read: false })
  const admin = await suite.member({ role: 'admin' })
  expect((await admin.rpc('notices.list', {})).status).toBe(403)
  expect((await suite.visitor().rpc('notices.list', {})).status).toBe(401)
  expect((await client.rpc('notices.list', { after: 'x' })).status).toBe(422)
})
