/** Matrix rows of the administrators' pages «Personas», «Registro» and «Retención». */
import { randomUUID } from 'node:crypto'
import type { Cell, Row } from './rows.ts'
import { setProof } from './rows-privacy.ts'

const REASON = { purpose: 'support', reference: 'Lo pidió por teléfono' }
const proven = async (cell: Cell) => {
  await setProof(cell)
  return cell
}

/** Stores a change of address that waits for a decision. @returns its id */
async function storeDispute({ variant, world }: Cell): Promise<string> {
  const id = randomUUID()
  if (variant !== 'absent')
    await world.suite.database.sql(
      `insert into email_changes (id, user_id, state, old_email, new_email, expires_at, changed_at, due_at, claimed_at)
       values ($1, $2, 'en_revision', $3 || '@a.test', $3 || '@b.test', app_now(), app_now(), app_now(), app_now())`,
      [id, await world.createActorLike('clientA'), id],
    )
  return id
}

const ANSWERS = { admin: { 'not proven': 403, others: 200 }, others: 403 }

export const consoleRows: Record<string, Row> = {
  'console.counts': { answers: { admin: 200, others: 403 } },
  'console.ages': { answers: { admin: 200, others: 403 } },
  'console.retention': { answers: { admin: 200, others: 403 } },
  'console.find': {
    variants: ['found', 'nobody', 'not proven'],
    input: async (cell) => {
      const { variant, world } = await proven(cell)
      return { by: 'id', value: variant === 'nobody' ? randomUUID() : world.ids.clientA, ...REASON }
    },
    answers: ANSWERS,
    isLook: true,
    shows: ["client's id of a"],
  },
  'console.open': {
    variants: ['known', 'absent', 'not proven'],
    input: async (cell) => {
      const { variant, world } = await proven(cell)
      return { personId: variant === 'absent' ? randomUUID() : world.ids.clientA, ...REASON }
    },
    answers: { admin: { 'not proven': 403, absent: 404, others: 200 }, others: 403 },
    isLook: true,
    shows: ["client's id of a", "client's name of a", "client's e-mail of a"],
  },
  'console.emailDisputes': { answers: { admin: 200, others: 403 } },
  'console.openEmailDispute': {
    variants: ['waiting', 'absent', 'not proven'],
    input: async (cell) => ({ id: await storeDispute(await proven(cell)) }),
    answers: { admin: { 'not proven': 403, absent: 404, others: 200 }, others: 403 },
    isLook: true,
  },
  'console.decideEmailDispute': {
    variants: ['waiting', 'absent', 'not proven'],
    input: async (cell) => ({
      id: await storeDispute(await proven(cell)),
      keeps: true,
      reason: 'Mostró su cédula por videollamada.',
    }),
    answers: { admin: { 'not proven': 403, absent: 404, others: 200 }, others: 403 },
  },
  'console.log': {
    variants: ['proven', 'not proven'],
    input: async (cell) => {
      const { world } = await proven(cell)
      return { personId: world.ids.clientA }
    },
    answers: ANSWERS,
    isLook: true,
    shows: ["client's id of a"],
  },
}
