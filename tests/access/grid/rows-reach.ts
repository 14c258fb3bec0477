/** What reaches beyond two people: reviews, search, and the interview. */
import { randomUUID } from 'node:crypto'
import { OBJECTS } from './actors.ts'
import { foreignFamily, idOf, ownFamily } from './families.ts'
import type { Cell, Row } from './rows.ts'

const review = { rating: 5, comment: 'Clara y puntual.' }
const FORGED = ['client_id', 'lawyer_rating']
/** A lawyer by the case's word: the family's own, or another's. */
const lawyerOf = (cell: Cell) =>
  cell.what === 'own'
    ? ownFamily(cell).lawyerId
    : cell.what === 'absent'
      ? randomUUID()
      : foreignFamily(cell).lawyerId

export const reachRows: Record<string, Row> = {
  // Abuse 26: of a lawyer one of whose proposals was accepted, one review, one's own.
  'reviews.create': {
    cases: [...OBJECTS, ...FORGED],
    input: (cell) => {
      const { what } = cell
      const own = what === 'mismatch' || FORGED.includes(what)
      return {
        id: randomUUID(),
        lawyerId: own ? ownFamily(cell).lawyerId : lawyerOf(cell),
        ...review,
        // Another's case with one's own lawyer.
        ...(what === 'mismatch' && { caseId: foreignFamily(cell).caseId }),
        ...(FORGED.includes(what) && { [what]: foreignFamily(cell).clientId }),
      }
    },
    answers: {
      clients: { own: 200, foreign: 403, absent: 403, mismatch: 404, others: 422 },
      others: { own: 403, foreign: 403, absent: 403, mismatch: 403, others: 422 },
    },
  },
  'reviews.update': {
    cases: [...OBJECTS, ...FORGED],
    input: (cell) => {
      const { what } = cell
      const own = what === 'mismatch' || FORGED.includes(what)
      return {
        id: own ? ownFamily(cell).reviewId : idOf(cell, 'reviewId'),
        ...review,
        ...(what === 'mismatch' && { caseId: foreignFamily(cell).caseId }),
        ...(FORGED.includes(what) && { [what]: foreignFamily(cell).clientId }),
      }
    },
    answers: {
      clients: { own: 200, foreign: 404, absent: 404, mismatch: 404, others: 422 },
      others: { own: 403, foreign: 403, absent: 403, mismatch: 403, others: 422 },
    },
  },
  'reviews.standing': {
    cases: ['own', 'foreign', 'absent'],
    input: (cell) => ({ lawyerId: lawyerOf(cell) }),
    answers: { clients: 200, others: 403 },
  },
  'reviews.mine': {
    cases: ['own', 'foreign', 'absent'],
    input: (cell) => ({ lawyerIds: [lawyerOf(cell)] }),
    answers: { clients: 200, others: 403 },
  },
  'reviews.ofLawyer': {
    cases: ['own', 'foreign', 'absent'],
    input: (cell) => ({ lawyerId: lawyerOf(cell) }),
    answers: { others: 200 },
    open: true,
  },
  'reviews.recent': { answers: { lawyers: 200, others: 403 } },
  // How much a lawyer has done: figures alone, and of nobody who is no verified lawyer (OPEN-54).
  'cases.lawyerStats': {
    cases: ['own', 'foreign', 'absent'],
    input: (cell) => ({ lawyerId: lawyerOf(cell) }),
    answers: { others: 200 },
    open: true,
  },
  // Abuse 27, 28: verified lawyers, by what everybody may know of them.
  'search.lawyers': {
    cases: ['everybody', 'by name', 'by a pending name', "by a client's name", 'by RUT'],
    input: ({ what, world }) => ({
      ...({
        'by name': { text: 'paid' },
        'by a pending name': { text: 'pendingapellido' },
        "by a client's name": { text: 'Quitralhue' },
        'by RUT': { text: world.canaries.find(({ label }) => label === "lawyer's RUT of a")?.text },
      }[what] ?? {}),
    }),
    answers: { others: 200 },
    open: true,
  },
  'search.recommended': {
    input: () => ({ specialty: 'Arriendo (conflictos)', commune: 'Ñuñoa' }),
    answers: { others: 200 },
    open: true,
  },
  'search.understand': {
    input: () => ({ text: 'Mi arrendador no devuelve la garantía' }),
    answers: { others: 200 },
    open: true,
  },
}
