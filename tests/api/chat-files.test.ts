import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeChat, makeProposal } from '../../src/demo-data/conversations.ts'
import { uploadChatFile } from '../../src/demo-data/workspace.ts'
import { useTestApp } from '../support/app/suite.ts'
import { creditFixtures } from '../support/data/credit-fixtures.ts'
import { pdf, picture } from '../support/files/test-files.ts'
import type { Client, Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const { atSecondApp } = creditFixtures(suite)

async function conversation() {
  const client = await suite.member({ role: 'client' })
  const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
  const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  return { client, lawyer, chatId }
}

const put = (who: Client, chatId: string, name: string, body: Buffer) =>
  who.send(`/api/files/certificados/chat-${chatId}`, {
    method: 'PUT',
    body,
    headers: { 'x-file-name': encodeURIComponent(name) },
  })

describe('files in a chat over HTTP', () => {
  test('SEG-71, SEG-20: uploaded whole, then sent, then opened by both parties and nobody else; HEAD works', async () => {
    const { client, lawyer, chatId } = await conversation()
    const uploaded = await put(
      client,
      chatId,
      'Contrato.jpg',
      await picture('jpeg', { width: 60, height: 60 }),
    )
    expect(uploaded.status).toBe(201)
    const { key, url } = uploaded.json<{ key: string; url: string }>()
    // Before it is sent, nobody else can open it.
    expect((await lawyer.get(url)).status).toBe(404)
    const id = randomUUID()
    const sent = await client.rpc('workspace.addChatFile', { chatId, id, key })
    expect(sent.json()).toMatchObject({ message: { id, type: 'file', seq: 1 }, files: [{ id }] })
    expect((await lawyer.rpc('chat.messages', { chatId })).json()).toMatchObject({
      messages: [{ id, type: 'file' }],
    })
    for (const who of [client, lawyer]) expect((await who.get(url)).status).toBe(200)
    expect((await lawyer.send(url, { method: 'HEAD' })).status).toBe(200)
    const outsider = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    expect((await outsider.get(url)).status).toBe(404)
    expect((await suite.visitor().get(url)).status).not.toBe(200)
    await client.rpc('workspace.deleteChatFile', { chatId, id })
    for (const who of [client, lawyer]) expect((await who.get(url)).status).toBe(404)
  })

  test('SEG-71, SEG-18, SEG-20: a wrong type, HEIC and a too large file are refused with their texts, and leave nothing', async () => {
    const { client, chatId } = await conversation()
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(4_200)])
    const cases: [Buffer, number, string][] = [
      [Buffer.from('MZ not a document'), 415, 'Solo se admiten archivos PDF, Word, Excel, JPG o PNG.'],
      [heic, 415, 'Tu teléfono envió un formato que no se puede abrir aquí. Elige JPG o PNG.'],
      [pdf(20 * 1024 * 1024 + 1), 413, 'El archivo no debe superar los 20MB.'],
    ]
    for (const [body, status, message] of cases) {
      const answer = await put(client, chatId, 'foto.jpg', body)
      expect([answer.status, answer.json<Problem>().message]).toEqual([status, message])
    }
    expect(await suite.database.sql('select 1 from stored_files where owner_id = $1', [client.id])).toEqual(
      [],
    )
  })
})

describe('at once on two processes', () => {
  test('SEG-71, SEG-76: the same file 50 times is one message and one document', async () => {
    const { client, lawyer, chatId } = await conversation()
    const clients = [client, atSecondApp(client)]
    const key = await uploadChatFile(suite.platform, {
      chatId,
      userId: client.id,
      name: 'a.pdf',
      bytes: pdf(),
    })
    const input = { chatId, id: randomUUID(), key }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => clients[n % 2]?.rpc('workspace.addChatFile', input)),
    )
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer?.text)).size).toBe(1)
    expect(
      await suite.database.sql('select seq, is_file from messages where chat_id = $1', [chatId]),
    ).toEqual([{ seq: 1, is_file: true }])
    expect(await suite.database.sql('select id from case_documents where chat_id = $1', [chatId])).toEqual([
      { id: input.id },
    ])
    expect((await lawyer.rpc('chat.unreadTotal')).json()).toEqual({ unread: 1 })
  })

  test('SEG-71: files sent while the proposal is accepted are all in the case, 50 times', async () => {
    for (let round = 0; round < 50; round++) {
      const { client, lawyer, chatId } = await conversation()
      const { platform } = suite
      const proposal = await makeProposal(platform, { chatId, lawyerId: lawyer.id })
      const senders = [client, atSecondApp(lawyer)]
      const keys = await Promise.all(
        [client, lawyer].map(({ id: userId }) =>
          uploadChatFile(platform, { chatId, userId, name: 'a.pdf', bytes: pdf() }),
        ),
      )
      const [accepted, ...sent] = await Promise.all([
        (round % 2 ? client : atSecondApp(client)).rpc('proposals.accept', { proposalId: proposal.id }),
        ...senders.map((who, at) =>
          who.rpc('workspace.addChatFile', { chatId, id: randomUUID(), key: keys[at] }),
        ),
      ])
      expect(accepted?.status).toBe(200)
      expect(sent.map(({ status }) => status)).toEqual([200, 200])
      const { caseId } = accepted?.json<{ caseId: string }>() ?? {}
      expect(
        await suite.database.sql('select case_id from case_documents where chat_id = $1', [chatId]),
      ).toEqual([{ case_id: caseId }, { case_id: caseId }])
      const messages = await suite.database.sql<{ seq: number }>(
        'select seq from messages where chat_id = $1 order by seq',
        [chatId],
      )
      expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, at) => at + 1))
    }
  }, 120_000)
})
