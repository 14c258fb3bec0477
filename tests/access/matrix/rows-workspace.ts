/** Matrix rows of the board and the documents of a case (abuse 15, 16, 30). */
import { randomUUID } from 'node:crypto'
import { isoDay } from '../../../src/chile/dates.ts'
import { makeOpenCase } from '../../../src/demo-data/conversations.ts'
import { makeChatFile, uploadChatFile } from '../../../src/demo-data/workspace.ts'
import { pdf } from '../../support/files/test-files.ts'
import { familyOf, GROUPS, OBJECT_VARIANTS } from './actors.ts'
import { foreignFamily, idOf, ownFamily } from './families.ts'
import type { Cell, Row } from './rows.ts'
import { storeDocument } from './world.ts'

/** 200 for the parties; the response of a missing object for others. */
const PARTIES_ONLY = { own: 200, others: 404 }
/** The same for a chat: only clients and lawyers have chats. */
const CHAT_PARTIES: Row['answers'] = { parties: PARTIES_ONLY, others: 403 }
/** Only the lawyer may change the board; the client may read it. */
const LAWYER_ONLY: Row['answers'] = {
  clients: { own: 403, mismatch: 403, others: 404 },
  others: { own: 200, others: 404 },
}

/** In the variant `mismatch`, the case is the own one and the child belongs to another. */
const caseIdOf = (cell: Cell) => (cell.variant === 'mismatch' ? ownFamily(cell).caseId : idOf(cell, 'caseId'))

const isLawyerOfCase = ({ variant, actor }: Cell) =>
  variant === 'own' && ['paid', 'gratis', 'otherPaid'].includes(actor)

/** A new task if the request succeeds and changes it, else the task that the variant names. */
async function taskOf(cell: Cell, fresh = false): Promise<string> {
  if (cell.variant === 'mismatch') return foreignFamily(cell).taskId
  if (!fresh || !isLawyerOfCase(cell)) return idOf(cell, 'taskId')
  const id = randomUUID()
  await cell.world.suite.database.sql(
    `insert into tasks (id, case_id, title, status, "order")
     select $1, $2, 'Para borrar', 'en_desarrollo', coalesce(max("order") + 1, 0)
     from tasks where case_id = $2 and status = 'en_desarrollo'`,
    [id, ownFamily(cell).caseId],
  )
  return id
}

async function documentOf(cell: Cell): Promise<string> {
  const { variant, actor, world, userId } = cell
  if (variant === 'mismatch') return foreignFamily(cell).documentId
  if (variant !== 'own' || !familyOf(actor)) return idOf(cell, 'documentId')
  const { caseId } = ownFamily(cell)
  const key = await storeDocument(world.suite, { caseId, ownerId: userId, name: 'papel.pdf' })
  const [row] = await world.suite.database.sql<{ id: string }>(
    `insert into case_documents (case_id, uploader_id, file_name, file_url) values ($1, $2, 'papel.pdf', $3) returning id`,
    [caseId, userId, key],
  )
  return row?.id ?? ''
}

/** In the variant `mismatch`, the chat is the own one and the file belongs to another. */
const chatIdOf = (cell: Cell) => (cell.variant === 'mismatch' ? ownFamily(cell).chatId : idOf(cell, 'chatId'))

const foreignFiles = new Map<string, Promise<{ id: string }>>()

/** A new file of the own chat for each request that changes it, else the one of the other family's chat. */
async function chatFileOf(cell: Cell): Promise<string> {
  const { variant, actor, world, userId } = cell
  const make = (chatId: string, sender: string) =>
    makeChatFile(world.suite.platform, { chatId, userId: sender, name: 'papel.pdf', bytes: pdf() })
  if (variant === 'absent') return randomUUID()
  if (variant === 'own' && familyOf(actor)) return (await make(ownFamily(cell).chatId, userId)).id
  const { chatId, clientId } = foreignFamily(cell)
  const known = foreignFiles.get(chatId) ?? make(chatId, clientId)
  foreignFiles.set(chatId, known)
  return (await known).id
}

/** A delivered request, of the case or of another family's. */
async function requestOf(cell: Cell): Promise<string> {
  if (cell.variant === 'absent') return randomUUID()
  const isForeign = cell.variant === 'mismatch' || cell.variant === 'foreign'
  const { caseId, lawyerId } = isForeign ? foreignFamily(cell) : ownFamily(cell)
  const [row] = await cell.world.suite.database.sql<{ id: string }>(
    `insert into document_requests (case_id, batch_id, position, asked_by, name, due_on, state, delivery_id)
     values ($1, gen_random_uuid(), 0, $2, 'Contrato', current_date, 'entregado', gen_random_uuid()) returning id`,
    [caseId, lawyerId],
  )
  return row?.id ?? ''
}

/** Uploads a file for a case. @returns its key, or that of another file, as the variant demands */
async function fileOf(cell: Cell): Promise<string> {
  const { variant, world, userId } = cell
  if (variant === 'absent file')
    return `certificados/case_documents/${ownFamily(cell).caseId}/${randomUUID()}-x.pdf`
  const ownerId = variant === "another's file" ? foreignFamily(cell).clientId : userId
  const family = variant === 'a file of another case' ? foreignFamily(cell) : ownFamily(cell)
  return storeDocument(world.suite, {
    caseId: family.caseId,
    ownerId,
    name: 'papel.pdf',
    state: 'uploaded',
  })
}

const INSERT_REPLY =
  "insert into quick_replies (id, lawyer_id, title, body) values ($1, $2, 'Saludo', 'Hola, {nombre}.')"

export const workspaceRows: Record<string, Row> = {
  'workspace.tasks': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: PARTIES_ONLY },
  },
  'workspace.addTask': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({
      caseId: caseIdOf(cell),
      id: cell.variant === 'mismatch' ? foreignFamily(cell).taskId : randomUUID(),
      title: 'Una tarea',
    }),
    answers: {
      clients: { own: 403, mismatch: 403, others: 404 },
      verified: { own: 200, mismatch: 409, others: 404 },
      others: 404,
    },
  },
  'workspace.renameTask': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({
      caseId: caseIdOf(cell),
      taskId: await taskOf(cell, true),
      title: 'Otro nombre',
    }),
    answers: LAWYER_ONLY,
  },
  'workspace.moveTask': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({
      caseId: caseIdOf(cell),
      taskId: await taskOf(cell),
      status: 'listo_para_cliente',
      before: null,
    }),
    answers: LAWYER_ONLY,
  },
  'workspace.deleteTask': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({ caseId: caseIdOf(cell), taskId: await taskOf(cell, true) }),
    answers: LAWYER_ONLY,
  },
  'workspace.task': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({ caseId: caseIdOf(cell), taskId: await taskOf(cell) }),
    answers: { others: PARTIES_ONLY },
  },
  'workspace.editTask': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({
      caseId: caseIdOf(cell),
      taskId: await taskOf(cell, true),
      due_on: null,
      assignee: 'client',
      note: 'Otra nota',
      items: [{ id: randomUUID(), text: 'Otro paso' }],
    }),
    answers: LAWYER_ONLY,
  },
  // The task is the client's; a tick that states the present value changes nothing.
  'workspace.tickTask': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({ caseId: caseIdOf(cell), taskId: await taskOf(cell), done: false }),
    answers: { others: PARTIES_ONLY },
  },
  'workspace.tickItem': {
    variants: [...OBJECT_VARIANTS, "another task's line"],
    input: async (cell) => {
      const isForeignLine = cell.variant === "another task's line"
      return {
        caseId: isForeignLine ? ownFamily(cell).caseId : caseIdOf(cell),
        taskId: isForeignLine ? ownFamily(cell).taskId : await taskOf(cell),
        itemId: cell.variant === 'own' ? ownFamily(cell).itemId : foreignFamily(cell).itemId,
        done: false,
      }
    },
    answers: { others: PARTIES_ONLY },
  },
  'workspace.ownTasks': { input: () => ({}), answers: { parties: 200, others: 403 } },
  'workspace.nextTasks': { answers: { parties: 200, others: 403 } },
  'quickReplies.list': { answers: { lawyers: 200, others: 403 } },
  'quickReplies.save': {
    variants: ['new', 'foreign'],
    async input(cell) {
      const id = randomUUID()
      if (cell.variant === 'foreign') {
        const { lawyerId } = foreignFamily(cell)
        await cell.world.suite.database.sql(INSERT_REPLY, [id, lawyerId])
      }
      return { id, title: 'Saludo', text: 'Hola, {nombre}.' }
    },
    answers: { lawyers: { new: 200, foreign: 404 }, others: 403 },
    freshActor: true,
  },
  'quickReplies.remove': {
    variants: ['mine', 'foreign'],
    async input(cell) {
      const { actor, userId, variant, world } = cell
      const id = randomUUID()
      const lawyerId = variant === 'foreign' ? foreignFamily(cell).lawyerId : userId
      if (variant === 'foreign' || GROUPS.lawyers.some((lawyer) => lawyer === actor))
        await world.suite.database.sql(INSERT_REPLY, [id, lawyerId])
      return { id }
    },
    answers: { lawyers: { mine: 200, foreign: 404 }, others: 403 },
  },
  'calendar.feed': { answers: { parties: 200, others: 403 } },
  'calendar.newAddress': { answers: { parties: 200, others: 403 }, freshActor: true },
  'calendar.showNames': {
    async input({ actor, userId, world }) {
      if (GROUPS.parties.some((party) => party === actor))
        await world.suite.database.sql(
          `insert into calendar_feeds (user_id, token_digest)
           values ($1::uuid, decode(repeat(md5($1::uuid::text), 2), 'hex')) on conflict do nothing`,
          [userId],
        )
      return { with_names: true }
    },
    answers: { parties: 200, others: 403 },
  },
  'calendar.revoke': { answers: { parties: 200, others: 403 }, freshActor: true },
  'workspace.documents': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: PARTIES_ONLY },
  },
  'workspace.addDocument': {
    variants: [
      'own',
      'foreign',
      'absent',
      "another's file",
      'a file of another case',
      'absent file',
      'uploader_id',
    ],
    input: async (cell) => {
      const { variant } = cell
      const isCase = variant === 'own' || variant === 'foreign' || variant === 'absent'
      return {
        caseId: isCase ? idOf(cell, 'caseId') : ownFamily(cell).caseId,
        key: await fileOf(cell),
        ...(variant === 'uploader_id' && { uploader_id: foreignFamily(cell).clientId }),
      }
    },
    answers: {
      clients: { own: 200, foreign: 404, absent: 404, uploader_id: 422, others: 409 },
      verified: { own: 200, foreign: 404, absent: 404, uploader_id: 422, others: 409 },
      others: { uploader_id: 422, others: 404 },
    },
  },
  'workspace.chatFiles': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId') }),
    answers: CHAT_PARTIES,
  },
  'workspace.addChatFile': {
    variants: ['own', 'foreign', 'absent', "another's file", 'a file of another chat', 'sender_id'],
    input: async (cell) => {
      const { variant, world, userId } = cell
      const isChat = variant === 'own' || variant === 'foreign' || variant === 'absent'
      const file = { name: 'papel.pdf', bytes: pdf() }
      const ownerId = variant === "another's file" ? foreignFamily(cell).clientId : userId
      const inChat = variant === 'a file of another chat' ? foreignFamily(cell) : ownFamily(cell)
      return {
        chatId: isChat ? idOf(cell, 'chatId') : ownFamily(cell).chatId,
        id: randomUUID(),
        key: await uploadChatFile(world.suite.platform, { chatId: inChat.chatId, userId: ownerId, ...file }),
        ...(variant === 'sender_id' && { sender_id: foreignFamily(cell).clientId }),
      }
    },
    answers: {
      clients: { own: 200, foreign: 404, absent: 404, sender_id: 422, others: 409 },
      pending: { sender_id: 422, others: 404 },
      verified: { own: 200, foreign: 404, absent: 404, sender_id: 422, others: 409 },
      others: { sender_id: 422, others: 403 },
    },
  },
  'workspace.deleteChatFile': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({ chatId: chatIdOf(cell), id: await chatFileOf(cell) }),
    answers: CHAT_PARTIES,
  },
  'workspace.restoreChatFile': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => {
      const id = await chatFileOf(cell)
      if (cell.variant === 'own' && familyOf(cell.actor))
        await cell.world.suite.database.sql(
          'update case_documents set deleted_at = app_now() where id = $1',
          [id],
        )
      return { chatId: chatIdOf(cell), id }
    },
    answers: CHAT_PARTIES,
  },
  'workspace.deleteDocument': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({ caseId: caseIdOf(cell), documentId: await documentOf(cell) }),
    answers: { others: PARTIES_ONLY },
  },
  'workspace.restoreDocument': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => {
      const documentId = await documentOf(cell)
      if (cell.variant === 'own' && familyOf(cell.actor))
        await cell.world.suite.database.sql(
          'update case_documents set deleted_at = app_now() where id = $1',
          [documentId],
        )
      return { caseId: caseIdOf(cell), documentId }
    },
    answers: { others: PARTIES_ONLY },
  },
  'workspace.requestDocuments': {
    variants: ['own', 'foreign', 'absent'],
    input: (cell) => ({
      caseId: idOf(cell, 'caseId'),
      batchId: randomUUID(),
      names: ['Contrato'],
      dueOn: isoDay(new Date()),
    }),
    answers: { clients: { own: 403, others: 404 }, others: { own: 200, others: 404 } },
  },
  'workspace.answerRequest': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({
      caseId: caseIdOf(cell),
      requestId: await requestOf(cell),
      event: 'accept',
    }),
    answers: { clients: { own: 403, others: 404 }, others: { own: 200, others: 404 } },
  },
  'workspace.deleteCase': {
    variants: [...OBJECT_VARIANTS, 'own open', 'open of another'],
    input: async (cell) => {
      const { variant, world } = cell
      if (variant === 'open of another') return { caseId: foreignFamily(cell).openCaseId }
      if (variant !== 'own open') return { caseId: idOf(cell, 'caseId') }
      const { clientId, openCaseId } = ownFamily(cell)
      if (!['clientA', 'clientB'].includes(cell.actor)) return { caseId: openCaseId }
      return { caseId: await makeOpenCase(world.suite.platform, clientId, { specialty: 'Otro' }) }
    },
    // An active case cannot be deleted, and a lawyer may never delete a case.
    answers: {
      clients: { own: 409, 'own open': 200, others: 404 },
      verified: { own: 403, others: 404 },
      others: 404,
    },
  },
}
