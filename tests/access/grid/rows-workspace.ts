/** The board and the papers of a case (abuse 15, 16, 30). */
import { randomUUID } from 'node:crypto'
import { makeOpenCase } from '../../../src/server/factories/conversations.ts'
import { familyOf, OBJECTS } from './actors.ts'
import { foreignFamily, idOf, ownFamily } from './families.ts'
import type { Cell, Row } from './rows.ts'
import { storeDocument } from './world.ts'

/** Theirs 200; everybody else reads of it what is read of nothing. */
const THEIRS = { own: 200, others: 404 }
/** The lawyer's to change; the client looks on. */
const KEEPERS: Row['answers'] = {
  clients: { own: 403, mismatch: 403, others: 404 },
  others: { own: 200, others: 404 },
}

/** One's own case in the cell of a mismatch: it is the child that is another's. */
const caseIdOf = (cell: Cell) => (cell.what === 'mismatch' ? ownFamily(cell).caseId : idOf(cell, 'caseId'))

const isKeeper = ({ what, who }: Cell) => what === 'own' && ['paid', 'gratis', 'otherPaid'].includes(who)

/** A task of the case that may be deleted, or what the cell names instead. */
async function taskOf(cell: Cell, fresh = false): Promise<string> {
  if (cell.what === 'mismatch') return foreignFamily(cell).taskId
  if (!fresh || !isKeeper(cell)) return idOf(cell, 'taskId')
  const id = randomUUID()
  await cell.world.house.database.sql(
    `insert into tasks (id, case_id, title, status, "order")
     select $1, $2, 'Para borrar', 'en_desarrollo', coalesce(max("order") + 1, 0)
     from tasks where case_id = $2 and status = 'en_desarrollo'`,
    [id, ownFamily(cell).caseId],
  )
  return id
}

async function documentOf(cell: Cell): Promise<string> {
  const { what, who, world, userId } = cell
  if (what === 'mismatch') return foreignFamily(cell).documentId
  if (what !== 'own' || !familyOf(who)) return idOf(cell, 'documentId')
  const { caseId } = ownFamily(cell)
  const key = await storeDocument(world.house, { caseId, ownerId: userId, name: 'papel.pdf' })
  const [row] = await world.house.database.sql<{ id: string }>(
    `insert into case_documents (case_id, uploader_id, file_name, file_url) values ($1, $2, 'papel.pdf', $3) returning id`,
    [caseId, userId, key],
  )
  return row?.id ?? ''
}

/** A file that was uploaded for a case: the asker's own, or not. */
async function fileOf(cell: Cell): Promise<string> {
  const { what, world, userId } = cell
  if (what === 'absent file')
    return `certificados/case_documents/${ownFamily(cell).caseId}/${randomUUID()}-x.pdf`
  const other = what === "another's file" ? foreignFamily(cell).clientId : userId
  const place = what === 'a file of another case' ? foreignFamily(cell) : ownFamily(cell)
  return storeDocument(world.house, {
    caseId: place.caseId,
    ownerId: other,
    name: 'papel.pdf',
    state: 'uploaded',
  })
}

export const workspaceRows: Record<string, Row> = {
  'workspace.tasks': {
    cases: OBJECTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: THEIRS },
  },
  'workspace.addTask': {
    cases: OBJECTS,
    input: (cell) => ({
      caseId: caseIdOf(cell),
      id: cell.what === 'mismatch' ? foreignFamily(cell).taskId : randomUUID(),
      title: 'Una tarea',
    }),
    answers: {
      clients: { own: 403, mismatch: 403, others: 404 },
      verified: { own: 200, mismatch: 409, others: 404 },
      others: 404,
    },
  },
  'workspace.renameTask': {
    cases: OBJECTS,
    input: async (cell) => ({
      caseId: caseIdOf(cell),
      taskId: await taskOf(cell, true),
      title: 'Otro nombre',
    }),
    answers: KEEPERS,
  },
  'workspace.moveTask': {
    cases: OBJECTS,
    input: async (cell) => ({
      caseId: caseIdOf(cell),
      taskId: await taskOf(cell),
      status: 'listo_para_cliente',
      before: null,
    }),
    answers: KEEPERS,
  },
  'workspace.deleteTask': {
    cases: OBJECTS,
    input: async (cell) => ({ caseId: caseIdOf(cell), taskId: await taskOf(cell, true) }),
    answers: KEEPERS,
  },
  'workspace.documents': {
    cases: OBJECTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: THEIRS },
  },
  'workspace.addDocument': {
    cases: [
      'own',
      'foreign',
      'absent',
      "another's file",
      'a file of another case',
      'absent file',
      'uploader_id',
    ],
    input: async (cell) => {
      const { what } = cell
      const isCase = what === 'own' || what === 'foreign' || what === 'absent'
      return {
        caseId: isCase ? idOf(cell, 'caseId') : ownFamily(cell).caseId,
        key: await fileOf(cell),
        ...(what === 'uploader_id' && { uploader_id: foreignFamily(cell).clientId }),
      }
    },
    answers: {
      clients: { own: 200, foreign: 404, absent: 404, uploader_id: 422, others: 409 },
      verified: { own: 200, foreign: 404, absent: 404, uploader_id: 422, others: 409 },
      others: { uploader_id: 422, others: 404 },
    },
  },
  'workspace.deleteDocument': {
    cases: OBJECTS,
    input: async (cell) => ({ caseId: caseIdOf(cell), documentId: await documentOf(cell) }),
    answers: { others: THEIRS },
  },
  'workspace.deleteCase': {
    cases: [...OBJECTS, 'own open', 'open of another'],
    input: async (cell) => {
      const { what, world } = cell
      if (what === 'open of another') return { caseId: foreignFamily(cell).openCaseId }
      if (what !== 'own open') return { caseId: idOf(cell, 'caseId') }
      const { clientId, openCaseId } = ownFamily(cell)
      if (!['clientA', 'clientB'].includes(cell.who)) return { caseId: openCaseId }
      return { caseId: await makeOpenCase(world.house.platform, clientId, { specialty: 'Otro' }) }
    },
    // A case under way stays, and its lawyer never had a right to take it away.
    answers: {
      clients: { own: 409, 'own open': 200, others: 404 },
      verified: { own: 403, others: 404 },
      others: 404,
    },
  },
}
