/** Matrix rows of reviews and search. */
import { randomUUID } from 'node:crypto'
import { isoDay } from '../../../src/chile/dates.ts'
import { OBJECT_VARIANTS } from './actors.ts'
import { foreignFamily, idOf, ownFamily } from './families.ts'
import type { Cell, Row } from './rows.ts'

const review = { rating: 5, comment: 'Clara y puntual.' }
const FORGED_KEYS = ['client_id', 'lawyer_rating']
/** The lawyer that a variant names. */
const lawyerOf = (cell: Cell) =>
  cell.variant === 'own'
    ? ownFamily(cell).lawyerId
    : cell.variant === 'absent'
      ? randomUUID()
      : foreignFamily(cell).lawyerId

export const reachRows: Record<string, Row> = {
  // Abuse 26: one review of each lawyer whose proposal the client has accepted.
  'reviews.create': {
    variants: [...OBJECT_VARIANTS, ...FORGED_KEYS],
    input: (cell) => {
      const { variant } = cell
      const useOwn = variant === 'mismatch' || FORGED_KEYS.includes(variant)
      return {
        id: randomUUID(),
        lawyerId: useOwn ? ownFamily(cell).lawyerId : lawyerOf(cell),
        ...review,
        // The own lawyer with a case of another family.
        ...(variant === 'mismatch' && { caseId: foreignFamily(cell).caseId }),
        ...(FORGED_KEYS.includes(variant) && { [variant]: foreignFamily(cell).clientId }),
      }
    },
    answers: {
      clients: { own: 200, foreign: 403, absent: 403, mismatch: 404, others: 422 },
      others: { own: 403, foreign: 403, absent: 403, mismatch: 403, others: 422 },
    },
  },
  'reviews.update': {
    variants: [...OBJECT_VARIANTS, ...FORGED_KEYS],
    input: (cell) => {
      const { variant } = cell
      const useOwn = variant === 'mismatch' || FORGED_KEYS.includes(variant)
      return {
        id: useOwn ? ownFamily(cell).reviewId : idOf(cell, 'reviewId'),
        ...review,
        ...(variant === 'mismatch' && { caseId: foreignFamily(cell).caseId }),
        ...(FORGED_KEYS.includes(variant) && { [variant]: foreignFamily(cell).clientId }),
      }
    },
    answers: {
      clients: { own: 200, foreign: 404, absent: 404, mismatch: 404, others: 422 },
      others: { own: 403, foreign: 403, absent: 403, mismatch: 403, others: 422 },
    },
  },
  'reviews.standing': {
    variants: ['own', 'foreign', 'absent'],
    input: (cell) => ({ lawyerId: lawyerOf(cell) }),
    answers: { clients: 200, others: 403 },
  },
  'reviews.mine': {
    variants: ['own', 'foreign', 'absent'],
    input: (cell) => ({ lawyerIds: [lawyerOf(cell)] }),
    answers: { clients: 200, others: 403 },
  },
  'reviews.ofLawyer': {
    variants: ['own', 'foreign', 'absent'],
    input: (cell) => ({ lawyerId: lawyerOf(cell) }),
    answers: { others: 200 },
    isPublic: true,
  },
  'reviews.recent': { answers: { lawyers: 200, others: 403 } },
  // Statistics of verified lawyers only (OPEN-54).
  'cases.lawyerStats': {
    variants: ['own', 'foreign', 'absent'],
    input: (cell) => ({ lawyerId: lawyerOf(cell) }),
    answers: { others: 200 },
    isPublic: true,
  },
  // Abuse 27, 28: verified lawyers, with public fields only.
  'search.lawyers': {
    variants: ['everybody', 'by name', 'by a pending name', "by a client's name", 'by RUT'],
    input: ({ variant, world }) => ({
      ...({
        'by name': { text: 'paid' },
        'by a pending name': { text: 'pendingapellido' },
        "by a client's name": { text: 'Quitralhue' },
        'by RUT': { text: world.canaries.find(({ label }) => label === "lawyer's RUT of a")?.text },
      }[variant] ?? {}),
    }),
    answers: { others: 200 },
    isPublic: true,
  },
  'search.recommended': {
    input: () => ({ specialty: 'Arriendo (conflictos)', commune: 'Ñuñoa' }),
    answers: { others: 200 },
    isPublic: true,
  },
  'guidance.help': {
    input: () => ({ specialty: 'Despido injustificado', commune: 'Ñuñoa' }),
    answers: { others: 200 },
    isPublic: true,
  },
  'search.understand': {
    input: () => ({ text: 'Mi arrendador no devuelve la garantía' }),
    answers: { others: 200 },
    isPublic: true,
  },
  // PLZ-42, PLZ-43: the same for everybody.
  'deadlines.list': { answers: { others: 200 }, isPublic: true },
  'deadlines.calculate': {
    variants: ['default', 'unknown rule'],
    input: ({ variant }) => ({
      rule: variant === 'default' ? 'lab-despido' : 'no-existe',
      start: '2026-11-03',
    }),
    answers: { others: { default: 200, 'unknown rule': 422 } },
    isPublic: true,
  },
  'deadlines.calendar': {
    input: () => ({ items: [{ rule: 'deu-pagare', start: isoDay(new Date()) }] }),
    answers: { others: 200 },
    isPublic: true,
  },
  'deadlines.read': {
    input: () => ({ text: 'Me echaron el 3 de noviembre', specialty: 'Despido injustificado' }),
    answers: { others: 200 },
    isPublic: true,
  },
}
