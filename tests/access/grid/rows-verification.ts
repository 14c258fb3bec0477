/** Abuse 5, 6: whatever verifies a lawyer is an administrator's alone, and only for who awaits it. */
import { randomUUID } from 'node:crypto'
import type { Cell, Row } from './rows.ts'
import { grantFor } from './world.ts'

const CASES = ['waiting', 'verified', 'pending', 'client', 'themselves', 'absent'] as const
const WITH_SUBMISSION = [...CASES, 'mismatch'] as const

/** @param fresh whether the one who waits is to be a new one: what is asked changes them */
async function lawyerOf({ what, who, world, userId }: Cell, fresh: boolean): Promise<string> {
  const { ids } = world
  if (what === 'waiting' || what === 'mismatch')
    return fresh && who === 'admin' && what === 'waiting' ? world.twinOf('adminPending') : ids.adminPending
  if (what === 'themselves') return userId || randomUUID()
  return { verified: ids.paid, pending: ids.profilePending, client: ids.clientA }[what] ?? randomUUID()
}

/** H-03: a new name of somebody; of `renamed` it waits to be confirmed. */
async function nameOf(cell: Cell): Promise<{ lawyerId: string; name: string }> {
  const { what, who, world } = cell
  const name = 'Otro Nombre'
  if (what !== 'renamed') return { lawyerId: await lawyerOf(cell, false), name }
  const lawyerId = who === 'admin' ? await world.twinOf('paid') : world.ids.paid
  if (who === 'admin')
    await world.house.database.sql('update profiles set name = $2 where id = $1', [lawyerId, name])
  return { lawyerId, name }
}

const seen = ({ what, world }: Cell) => (what === 'mismatch' ? { submissionId: world.otherSubmissionId } : {})

const DECIDING = {
  admin: { waiting: 200, verified: 409, pending: 409, mismatch: 409, others: 404 },
  others: 403,
}

export const verificationRows: Record<string, Row> = {
  'verification.verify': {
    cases: [...WITH_SUBMISSION, "another's token", 'two ways', 'no way'],
    input: async (cell) => {
      const { what, world } = cell
      const waiting = ["another's token", 'two ways', 'no way'].includes(what)
      const lawyerId = waiting ? world.ids.adminPending : await lawyerOf(cell, true)
      return {
        lawyerId,
        ...(what === "another's token"
          ? { token: await grantFor(world, world.otherSubmissionId) }
          : what !== 'no way' && { confirmed: true }),
        ...(what === 'two ways' && { token: 'x' }),
        ...seen(cell),
      }
    },
    answers: {
      admin: { ...DECIDING.admin, "another's token": 422, 'two ways': 422, 'no way': 422 },
      others: { 'two ways': 422, 'no way': 422, others: 403 },
    },
  },
  'verification.notifyLawyer': {
    cases: CASES,
    input: async (cell) => ({ lawyerId: await lawyerOf(cell, false) }),
    answers: { admin: { verified: 200, waiting: 409, pending: 409, others: 404 }, others: 403 },
  },
  'verification.intent': {
    cases: WITH_SUBMISSION,
    input: async (cell) => ({ lawyerId: await lawyerOf(cell, false), ...seen(cell) }),
    answers: DECIDING,
  },
  'verification.return': {
    cases: WITH_SUBMISSION,
    input: async (cell) => ({
      lawyerId: await lawyerOf(cell, true),
      reason: 'Falta el año.',
      ...seen(cell),
    }),
    answers: DECIDING,
  },
  'verification.queue': { answers: { admin: 200, others: 403 } },
  'verification.submission': {
    cases: CASES,
    input: async (cell) => ({ lawyerId: await lawyerOf(cell, false) }),
    answers: { admin: { waiting: 200, verified: 409, pending: 409, others: 404 }, others: 403 },
  },
  'verification.names': { answers: { admin: 200, others: 403 } },
  'verification.confirmName': {
    cases: [...CASES, 'renamed'],
    input: async (cell) => nameOf(cell),
    answers: { admin: { renamed: 200, others: 409 }, others: 403 },
  },
  'verification.returnName': {
    cases: [...CASES, 'renamed'],
    input: async (cell) => ({ ...(await nameOf(cell)), reason: 'No es el del carnet.' }),
    answers: { admin: { renamed: 200, others: 409 }, others: 403 },
  },
  'verification.decisions': { answers: { admin: 200, others: 403 } },
  'verification.counts': { answers: { admin: 200, others: 403 } },
}
