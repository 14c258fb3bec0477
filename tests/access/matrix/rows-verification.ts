/** Matrix rows of verification (abuse 5, 6): for administrators only, and only for lawyers in review. */
import { randomUUID } from 'node:crypto'
import type { Cell, Row } from './rows.ts'
import { createVerifyToken } from './world.ts'

const LAWYER_VARIANTS = ['waiting', 'verified', 'pending', 'client', 'themselves', 'absent'] as const
const WITH_SUBMISSION = [...LAWYER_VARIANTS, 'mismatch'] as const

/** @param fresh creates a new waiting lawyer, for operations that change the lawyer */
async function lawyerOf({ variant, actor, world, userId }: Cell, fresh: boolean): Promise<string> {
  const { ids } = world
  if (variant === 'waiting' || variant === 'mismatch')
    return fresh && actor === 'admin' && variant === 'waiting'
      ? world.createActorLike('adminPending')
      : ids.adminPending
  if (variant === 'themselves') return userId || randomUUID()
  return { verified: ids.paid, pending: ids.profilePending, client: ids.clientA }[variant] ?? randomUUID()
}

/** H-03: input of the name operations. The variant `renamed` has a name change to confirm. */
async function nameInput(cell: Cell): Promise<{ lawyerId: string; name: string }> {
  const { variant, actor, world } = cell
  const name = 'Otro Nombre'
  if (variant !== 'renamed') return { lawyerId: await lawyerOf(cell, false), name }
  const lawyerId = actor === 'admin' ? await world.createActorLike('paid') : world.ids.paid
  if (actor === 'admin')
    await world.suite.database.sql('update profiles set name = $2 where id = $1', [lawyerId, name])
  return { lawyerId, name }
}

const submissionOf = ({ variant, world }: Cell) =>
  variant === 'mismatch' ? { submissionId: world.otherSubmissionId } : {}

const DECISION_ANSWERS = {
  admin: { waiting: 200, verified: 409, pending: 409, mismatch: 409, others: 404 },
  others: 403,
}

export const verificationRows: Record<string, Row> = {
  'verification.verify': {
    variants: [...WITH_SUBMISSION, "another's token", 'two ways', 'no way'],
    input: async (cell) => {
      const { variant, world } = cell
      const usesWaiting = ["another's token", 'two ways', 'no way'].includes(variant)
      const lawyerId = usesWaiting ? world.ids.adminPending : await lawyerOf(cell, true)
      return {
        lawyerId,
        ...(variant === "another's token"
          ? { token: await createVerifyToken(world, world.otherSubmissionId) }
          : variant !== 'no way' && { confirmed: true }),
        ...(variant === 'two ways' && { token: 'x' }),
        ...submissionOf(cell),
      }
    },
    answers: {
      admin: { ...DECISION_ANSWERS.admin, "another's token": 422, 'two ways': 422, 'no way': 422 },
      others: { 'two ways': 422, 'no way': 422, others: 403 },
    },
  },
  'verification.notifyLawyer': {
    variants: LAWYER_VARIANTS,
    input: async (cell) => ({ lawyerId: await lawyerOf(cell, false) }),
    answers: { admin: { verified: 200, waiting: 409, pending: 409, others: 404 }, others: 403 },
  },
  'verification.intent': {
    variants: WITH_SUBMISSION,
    input: async (cell) => ({ lawyerId: await lawyerOf(cell, false), ...submissionOf(cell) }),
    answers: DECISION_ANSWERS,
  },
  'verification.return': {
    variants: WITH_SUBMISSION,
    input: async (cell) => ({
      lawyerId: await lawyerOf(cell, true),
      reason: 'Falta el año.',
      ...submissionOf(cell),
    }),
    answers: DECISION_ANSWERS,
  },
  'verification.queue': { answers: { admin: 200, others: 403 } },
  'verification.submission': {
    isLook: true,
    variants: LAWYER_VARIANTS,
    input: async (cell) => ({ lawyerId: await lawyerOf(cell, false) }),
    answers: { admin: { waiting: 200, verified: 409, pending: 409, others: 404 }, others: 403 },
  },
  'verification.names': { answers: { admin: 200, others: 403 } },
  'verification.confirmName': {
    variants: [...LAWYER_VARIANTS, 'renamed'],
    input: async (cell) => nameInput(cell),
    answers: { admin: { renamed: 200, others: 409 }, others: 403 },
  },
  'verification.returnName': {
    variants: [...LAWYER_VARIANTS, 'renamed'],
    input: async (cell) => ({ ...(await nameInput(cell)), reason: 'No es el del carnet.' }),
    answers: { admin: { renamed: 200, others: 409 }, others: 403 },
  },
  'verification.decisions': { answers: { admin: 200, others: 403 } },
  'verification.counts': { answers: { admin: 200, others: 403 } },
}
