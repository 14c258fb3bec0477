import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { pdf } from '../../../tests/support/files/test-files.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { answerProposal, makeProposal, sendText } from '../../demo-data/conversations.ts'
import { makeChatFile, uploadChatFile } from '../../demo-data/workspace.ts'
import { leaveCases } from '../cases/commands.server.ts'
import { leaveChats, listMyChats, sendMessage } from '../chat/commands.server.ts'
import { searchMessages } from '../chat/conversation.server.ts'
import { followMessages } from '../chat/jobs.server.ts'
import { MESSAGES as CHAT_MESSAGES } from '../chat/schema.ts'
import {
  addChatFile,
  canUploadChatFile,
  chatFilesOf,
  deleteChatFile,
  restoreChatFile,
} from './chat-files.server.ts'
import {
  addDocument,
  canReadDocument,
  deleteDocument,
  documentsOf,
  leaveDocuments,
  purgeDocuments,
  recordDocumentRead,
  sweepDocuments,
} from './commands.server.ts'
import { MAX_CHAT_FILES, MESSAGES } from './schema.ts'

const suite = useDatabase()
const { conversation, messagesOf, chatOf } = chatFixtures(suite)

const refused = (code: string, message: string) => ({ ok: false, refusal: { code, message } })
const upload = (chatId: string, userId: string, name = 'Carta.pdf') =>
  uploadChatFile(suite.platform, { chatId, userId, name, bytes: pdf() })
const send = (chatId: string, userId: string, name = 'Carta.pdf') =>
  makeChatFile(suite.platform, { chatId, userId, name, bytes: pdf() })
const rowOf = async (id: string) =>
  (
    await suite.database.sql(
      'select case_id, chat_id, uploader_id, file_name from case_documents where id = $1',
      [id],
    )
  )[0]

/** Makes the lawyer propose and the client accept. @returns the id of the case */
async function accept({
  chatId,
  clientId,
  lawyerId,
}: {
  chatId: string
  clientId: string
  lawyerId: string
}) {
  const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId })
  return (await answerProposal(suite.platform, { clientId, proposalId }, 'accept')) ?? ''
}

test('SEG-71 files that are restored at once do not pass the limit of a chat', async () => {
  const { chatId, clientId, lawyerId, asClient, asLawyer } = await conversation()
  const ids: string[] = []
  // In turn, because nobody may send 20 messages without an answer.
  for (let n = 0; n < MAX_CHAT_FILES; n++)
    ids.push((await send(chatId, n % 2 === 0 ? clientId : lawyerId)).id)
  const deleted = ids.slice(0, 4)
  for (const id of deleted) expect(await deleteChatFile(asClient, { chatId, id })).toMatchObject({ ok: true })
  for (let n = 0; n < 3; n++) await send(chatId, clientId)
  const restored = await Promise.all(
    deleted.map((id, at) => restoreChatFile(at % 2 === 0 ? asClient : asLawyer, { chatId, id })),
  )
  expect(restored.filter(({ ok }) => ok)).toHaveLength(1)
  const seen = await chatFilesOf(asLawyer, { chatId })
  expect(seen.ok && seen.value.files.filter(({ file }) => file !== null)).toHaveLength(MAX_CHAT_FILES)
})

describe('files in a chat', () => {
  test('SEG-71, SEG-76: a file is a message in order, unread for the other party, and once for the same id', async () => {
    const { chatId, clientId, lawyerId, asClient, asLawyer } = await conversation()
    await sendText(suite.platform, chatId, lawyerId, '¿Me envías la carta?')
    const key = await upload(chatId, clientId)
    await followMessages(suite.platform, 0)
    await suite.database.sql('delete from events')
    const id = randomUUID()
    const sent = await addChatFile(asClient, { chatId, id, key })
    expect(sent).toMatchObject({
      ok: true,
      value: {
        message: { id, chat_id: chatId, seq: 2, side: 'client', type: 'file', content: 'Archivo enviado' },
        files: [
          {
            id,
            file: { file_name: 'Carta.pdf', file_url: `/archivos/${key}`, kind: 'pdf', bytes: pdf().length },
            can_restore: false,
          },
        ],
      },
    })
    expect(key).toMatch(new RegExp(`^certificados/chats/${chatId}/[0-9a-f-]{36}-Carta\\.pdf$`))
    expect(await rowOf(id)).toEqual({
      case_id: null,
      chat_id: chatId,
      uploader_id: clientId,
      file_name: 'Carta.pdf',
    })
    const events = await suite.database.sql('select kind, ref, user_id from events order by kind, user_id')
    const both = [clientId, lawyerId].sort()
    expect(events).toEqual([
      ...both.map((user_id) => ({ kind: 'document', ref: chatId, user_id })),
      ...both.map((user_id) => ({ kind: 'message', ref: id, user_id })),
    ])
    expect(await chatOf(chatId)).toMatchObject({
      last_message: 'Archivo enviado',
      lawyer_unread_count: 1,
      last_seq: 2,
    })
    const before = await suite.database.snapshot()
    expect(await addChatFile(asClient, { chatId, id, key })).toEqual(sent)
    expect(await suite.database.snapshot()).toEqual(before)
    expect(await chatFilesOf(asLawyer, { chatId })).toMatchObject({ value: { files: [{ id }] } })
    expect(await listMyChats(asLawyer, {})).toMatchObject({
      value: { chats: [{ last_message: 'Archivo enviado' }] },
    })
    // The search finds only what people typed, and the previous release reads a text.
    expect(await searchMessages(asLawyer, { chatId, text: 'archivo' })).toMatchObject({ value: { total: 0 } })
    expect((await messagesOf(chatId))[1]).toMatchObject({ type: 'text', content: 'Archivo enviado' })
    await expect
      .poll(async () => {
        await followMessages(suite.platform, 0)
        return suite.database.sql(`select first_seq from chat_waits where side = 'lawyer' and chat_id = $1`, [
          chatId,
        ])
      })
      .toEqual([{ first_seq: 2 }])
  })

  test('SEG-71: nobody else sees, sends, deletes or opens it; another chat’s or another’s upload is not claimed', async () => {
    const own = await conversation()
    const other = await conversation()
    const { id, key } = await send(own.chatId, own.clientId)
    const foreignKey = await upload(own.chatId, own.clientId)
    const before = await suite.database.snapshot()
    const notFound = refused('NOT_FOUND', CHAT_MESSAGES.notFound)
    for (const chatId of [own.chatId, randomUUID()]) {
      expect(await chatFilesOf(other.asClient, { chatId })).toEqual(notFound)
      expect(await addChatFile(other.asClient, { chatId, id: randomUUID(), key: foreignKey })).toEqual(
        notFound,
      )
      expect(await deleteChatFile(other.asLawyer, { chatId, id })).toEqual(notFound)
      expect(await restoreChatFile(other.asLawyer, { chatId, id })).toEqual(notFound)
      expect(await canUploadChatFile(other.asClient, chatId)).toEqual(notFound)
    }
    const gone = refused('CONFLICT', MESSAGES.fileGone)
    expect(
      await addChatFile(own.asLawyer, { chatId: own.chatId, id: randomUUID(), key: foreignKey }),
    ).toEqual(gone)
    for (const chat of [other.chatId])
      expect(await addChatFile(other.asClient, { chatId: chat, id: randomUUID(), key: foreignKey })).toEqual(
        gone,
      )
    for (const key of ['', 'nada', `${foreignKey}\0`, `certificados/chats/${own.chatId}/../x`])
      expect(await addChatFile(own.asClient, { chatId: own.chatId, id: randomUUID(), key })).toEqual(gone)
    expect(await deleteChatFile(other.asClient, { chatId: other.chatId, id })).toEqual(
      refused('NOT_FOUND', MESSAGES.gone),
    )
    expect(await canReadDocument(other.asClient, key)).toBe(false)
    expect(await canReadDocument(own.asLawyer, key)).toBe(true)
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('SEG-71: an id that a message has is refused, and nothing is stored', async () => {
    const { chatId, clientId, asClient } = await conversation()
    const { id } = await sendText(suite.platform, chatId, clientId, 'Hola')
    const key = await upload(chatId, clientId)
    const before = await suite.database.snapshot()
    expect(await addChatFile(asClient, { chatId, id, key })).toEqual(
      refused('CONFLICT', CHAT_MESSAGES.idTaken),
    )
    expect(await suite.database.snapshot()).toEqual(before)
    const file = await send(chatId, clientId)
    expect(await sendMessage(asClient, { chatId, id: file.id, content: 'Archivo enviado' })).toEqual(
      refused('CONFLICT', CHAT_MESSAGES.idTaken),
    )
  })

  test('SEG-71, B6: at most 20 files before there is a case, also at once, and 20 messages without an answer', async () => {
    const { chatId, clientId, lawyerId, asClient } = await conversation()
    await sendText(suite.platform, chatId, lawyerId, 'Hola')
    for (let n = 1; n < MAX_CHAT_FILES; n++) await send(chatId, clientId)
    expect((await canUploadChatFile(asClient, chatId)).ok).toBe(true)
    const keys = await Promise.all(Array.from({ length: 4 }, () => upload(chatId, clientId)))
    const all = await Promise.all(keys.map((key) => addChatFile(asClient, { chatId, id: randomUUID(), key })))
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    const full = refused('CONFLICT', MESSAGES.chatFull)
    expect(all.find(({ ok }) => !ok)).toEqual(full)
    expect(await canUploadChatFile(asClient, chatId)).toEqual(full)
    expect((await messagesOf(chatId)).length).toBe(MAX_CHAT_FILES + 1)
    // Once there is a case, its limit applies.
    await accept({ chatId, clientId, lawyerId })
    expect((await canUploadChatFile(asClient, chatId)).ok).toBe(true)

    const unanswered = await conversation()
    for (let n = 0; n < 20; n++)
      await sendText(suite.platform, unanswered.chatId, unanswered.clientId, `${n}`)
    const key = await upload(unanswered.chatId, unanswered.clientId)
    const input = { chatId: unanswered.chatId, id: randomUUID(), key }
    const before = await suite.database.snapshot()
    expect(await addChatFile(unanswered.asClient, input)).toEqual(
      refused('CONFLICT', CHAT_MESSAGES.waitForAnswer),
    )
    expect(await suite.database.snapshot()).toEqual(before)
    await sendText(suite.platform, unanswered.chatId, unanswered.lawyerId, 'Cuéntame')
    expect((await addChatFile(unanswered.asClient, input)).ok).toBe(true)
  })

  test('SEG-71: acceptance gives the chat’s files to the case, with sender and date; later ones go there at once', async () => {
    const parties = await conversation()
    const { chatId, clientId, lawyerId, asClient, asLawyer } = parties
    const early = await send(chatId, clientId, 'Antes.pdf')
    const hidden = await send(chatId, lawyerId, 'Borrada.pdf')
    await deleteChatFile(asLawyer, { chatId, id: hidden.id })
    await suite.database.sql(`update case_documents set created_at = '2026-01-02T03:04:05Z' where id = $1`, [
      early.id,
    ])
    const caseId = await accept(parties)
    const late = await send(chatId, lawyerId, 'Después.pdf')
    expect(await documentsOf(asLawyer, { caseId })).toMatchObject({
      value: {
        documents: [
          { id: late.id, uploader_name: 'Andrés Muñoz' },
          { id: early.id, uploader_name: 'Camila Rojas', created_at: '2026-01-02T03:04:05.000Z' },
        ],
        deleted: [{ id: hidden.id }],
      },
    })
    expect(await rowOf(late.id)).toMatchObject({ case_id: caseId, chat_id: chatId })
    // The links in the conversation keep working, and the case's list deletes what the chat shows.
    expect(await canReadDocument(asLawyer, early.key)).toBe(true)
    await deleteDocument(asClient, { caseId, documentId: early.id })
    expect(await chatFilesOf(asLawyer, { chatId })).toMatchObject({
      value: { files: [{ id: early.id, file: null, can_restore: true }, { file: null }, { id: late.id }] },
    })
    // A new version in the case goes with it, from the chat too.
    await restoreChatFile(asClient, { chatId, id: early.id })
    await restoreChatFile(asClient, { chatId, id: hidden.id })
    expect(await documentsOf(asLawyer, { caseId })).toMatchObject({ value: { deleted: [] } })
    await deleteChatFile(asClient, { chatId, id: late.id })
    expect(await documentsOf(asLawyer, { caseId })).toMatchObject({ value: { deleted: [{ id: late.id }] } })
  })

  test('SEG-71: an open case does not get the files of a chat about it', async () => {
    const { chatId, clientId } = await conversation()
    await suite.database.sql(
      `with open as (insert into cases (title, description, client_id) values ('t', 'd', $2) returning id)
       update chats set case_id = (select id from open) where id = $1`,
      [chatId, clientId],
    )
    const { id } = await send(chatId, clientId)
    expect(await rowOf(id)).toMatchObject({ case_id: null, chat_id: chatId })
  })

  test('SEG-71, SEG-23: a deleted file opens for nobody, can be restored for 30 days, then only its message stays', async () => {
    const { chatId, clientId, asClient, asLawyer } = await conversation()
    const { id, key } = await send(chatId, clientId)
    expect(await deleteChatFile(asClient, { chatId, id })).toMatchObject({
      ok: true,
      value: { files: [{ id, file: null, can_restore: true }] },
    })
    for (const party of [asClient, asLawyer]) expect(await canReadDocument(party, key)).toBe(false)
    expect(await deleteChatFile(asClient, { chatId, id })).toEqual(refused('NOT_FOUND', MESSAGES.gone))
    expect(await restoreChatFile(asClient, { chatId, id })).toMatchObject({
      value: { files: [{ file: {} }] },
    })
    expect(await canReadDocument(asLawyer, key)).toBe(true)
    await deleteChatFile(asClient, { chatId, id })
    await suite.database.sql(
      `update case_documents set deleted_at = app_now() - interval '31 days' where id = $1`,
      [id],
    )
    expect(await restoreChatFile(asClient, { chatId, id })).toEqual(refused('NOT_FOUND', MESSAGES.gone))
    expect(await purgeDocuments(suite.platform)).toBe(1)
    expect(await suite.database.sql('select state from stored_files where key = $1', [key])).toEqual([
      { state: 'discarded' },
    ])
    expect(await chatFilesOf(asLawyer, { chatId })).toEqual({
      ok: true,
      value: { files: [{ id, file: null, can_restore: false }] },
    })
  })

  test('SEG-71, SEG-22: who has opened it is recorded before there is a case, and shown in the case', async () => {
    const parties = await conversation()
    const { chatId, clientId, lawyerId, asClient } = parties
    const { key } = await send(chatId, clientId)
    await suite.database.sql('delete from events')
    await recordDocumentRead(await actingAs(suite.platform, clientId), [key])
    expect(await suite.database.sql('select 1 from document_views')).toEqual([])
    await recordDocumentRead(await actingAs(suite.platform, lawyerId), [key])
    expect(await suite.database.sql('select kind, ref from events')).toEqual(
      Array.from({ length: 2 }, () => ({ kind: 'document', ref: chatId })),
    )
    const caseId = await accept(parties)
    expect(await documentsOf(asClient, { caseId })).toMatchObject({
      value: { documents: [{ seen: { name: 'Andrés Muñoz' } }] },
    })
  })

  test('SEG-71, OPEN-58: a departure leaves the files to the other party; with the second one they go', async () => {
    const { chatId, clientId, lawyerId, asLawyer } = await conversation()
    const { id, key } = await send(chatId, clientId)
    const leave = (userId: string) =>
      suite.platform.db.transaction().execute(async (tx) => {
        await leaveDocuments(tx, userId)
        await leaveCases(tx, suite.platform, userId)
        await leaveChats(tx, suite.platform, userId)
        await tx.updateTable('chats').set({ client_id: null }).where('client_id', '=', userId).execute()
        await tx
          .updateTable('case_documents')
          .set({ uploader_id: null })
          .where('uploader_id', '=', userId)
          .execute()
      })
    await leave(clientId)
    expect(await canReadDocument(asLawyer, key)).toBe(true)
    expect(await chatFilesOf(asLawyer, { chatId })).toMatchObject({ value: { files: [{ id, file: {} }] } })
    const late = await upload(chatId, lawyerId)
    expect(await canUploadChatFile(asLawyer, chatId)).toEqual(refused('CONFLICT', CHAT_MESSAGES.gone))
    expect(await addChatFile(asLawyer, { chatId, id: randomUUID(), key: late })).toEqual(
      refused('CONFLICT', CHAT_MESSAGES.gone),
    )
    await leave(lawyerId)
    expect(await suite.database.sql('select 1 from case_documents where chat_id = $1', [chatId])).toEqual([])
    expect(
      await suite.database.sql('select state from stored_files where key = any($1)', [[key, late]]),
    ).toEqual(Array.from({ length: 2 }, () => ({ state: 'discarded' })))
  })

  test('SEG-71: the sweep keeps the files of chats', async () => {
    const { chatId, clientId } = await conversation()
    const { key } = await send(chatId, clientId)
    await suite.database.sql(`update stored_files set created_at = created_at - interval '25 hours'`)
    await sweepDocuments(suite.platform)
    expect(await suite.database.sql('select state from stored_files where key = $1', [key])).toEqual([
      { state: 'used' },
    ])
  })

  test('SEG-71: an upload for a chat is no document of a case, nor the other way round', async () => {
    const parties = await conversation()
    const caseId = await accept(parties)
    const { chatId, clientId, asClient } = parties
    const key = await upload(chatId, clientId)
    expect(await addDocument(asClient, { caseId, key })).toEqual(refused('CONFLICT', MESSAGES.fileGone))
  })
})
