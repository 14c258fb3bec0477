/** Matrix rows of the administrators' pages «Personas», «Registro» and «Retención». */
import { randomUUID } from 'node:crypto'
import type { Cell, Row } from './rows.ts'
import { setProof } from './rows-privacy.ts'

const REASON = { purpose: 'support', reference: 'Lo pidió por teléfono' }
const proven = async (cell: Cell) => {
  await setProof(cell)
  return cell
}
const ANSWERS = { admin: { 'not proven': 403, others: 200 }, others: 403 }

export const consoleRows: Record<string, Row> = {
  'console.counts': { answers: { admin: 200, others: 403 } },
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
