/** Matrix rows of the updates and the history of a case (abuse 15, 16). */
import { randomUUID } from 'node:crypto'
import { familyOf, OBJECT_VARIANTS } from './actors.ts'
import { foreignFamily, idOf, ownFamily } from './families.ts'
import type { Cell, Row } from './rows.ts'
import { storeUpdate } from './world.ts'

/** 200 for the parties; the response of a missing object for others. */
const PARTIES_ONLY = { own: 200, others: 404 }

/** In the variant `mismatch`, the case is the own one and the update belongs to another. */
const caseIdOf = (cell: Cell) => (cell.variant === 'mismatch' ? ownFamily(cell).caseId : idOf(cell, 'caseId'))
const updateIdOf = (cell: Cell) =>
  cell.variant === 'mismatch' ? foreignFamily(cell).updateId : idOf(cell, 'updateId')

const words = { stage: 'Otra', text: 'Una novedad', nextStep: null } as const

/** A new update for a party, because a correction changes it. */
async function correctableOf(cell: Cell): Promise<string> {
  if (cell.variant !== 'own' || !familyOf(cell.actor)) return updateIdOf(cell)
  const { caseId, lawyerId } = ownFamily(cell)
  return storeUpdate(cell.world.suite, { caseId, lawyerId, text: 'Una' })
}

export const progressRows: Record<string, Row> = {
  'progress.ofCase': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: PARTIES_ONLY },
  },
  'progress.history': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: PARTIES_ONLY },
  },
  'progress.versions': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ caseId: caseIdOf(cell), updateId: updateIdOf(cell) }),
    answers: { others: PARTIES_ONLY },
  },
  'progress.publish': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({
      caseId: caseIdOf(cell),
      id: cell.variant === 'mismatch' ? foreignFamily(cell).updateId : randomUUID(),
      ...words,
      promisedOn: null,
    }),
    answers: {
      clients: { own: 403, mismatch: 403, others: 404 },
      verified: { own: 200, mismatch: 409, others: 404 },
      others: 404,
    },
  },
  'progress.correct': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({ caseId: caseIdOf(cell), updateId: await correctableOf(cell), n: 1, ...words }),
    answers: {
      clients: { own: 403, mismatch: 403, others: 404 },
      verified: { own: 200, others: 404 },
      others: 404,
    },
  },
  'progress.request': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => {
      // Once in seven days: each request is the first.
      if (cell.variant === 'own')
        await cell.world.suite.database.sql(
          `delete from case_entries where case_id = $1 and kind = 'update-requested'`,
          [ownFamily(cell).caseId],
        )
      return { caseId: idOf(cell, 'caseId') }
    },
    answers: {
      clients: { own: 200, others: 404 },
      verified: { own: 403, others: 404 },
      others: 404,
    },
  },
}
