/** Matrix rows of cases, chats and proposals: only the parties may see them (abuse 15, 16). */

import { randomUUID } from 'node:crypto'
import { startFromCase } from '../../../src/capabilities/chat/commands.server.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { makeActiveCase, makeOpenCase, makeProposal } from '../../../src/demo-data/conversations.ts'
import { uuidv7 } from '../../../src/input/ids.ts'
import { familyOf, OBJECT_VARIANTS } from './actors.ts'
import { foreignFamily, idOf, ownFamily } from './families.ts'
import type { Cell, Row } from './rows.ts'

/** 200 for the parties; the response of a missing object for others. */
const PARTIES_ONLY = { own: 200, others: 404 }
/** As above, but 403 for administrators and users without a profile, who are never a party (OPEN-03). */
const PARTIES_BY_ROLE = { parties: PARTIES_ONLY, others: 403 }

const ADMIN_ONLY: Row = { answers: { admin: 200, others: 403 } }

/** Whether the request succeeds; then it needs a new object, because it changes the object. */
const succeedsFor = ({ variant, actor }: Cell, ...roles: string[]) =>
  variant === 'own' && familyOf(actor) !== undefined && roles.includes(actor)
const CLIENTS = ['clientA', 'clientB']
const VERIFIED = ['paid', 'gratis', 'otherPaid']

/** A new pending proposal if the request succeeds, else the proposal that the variant names. */
async function proposalOf(cell: Cell, allowed: string[]): Promise<string> {
  if (!succeedsFor(cell, ...allowed)) return idOf(cell, 'proposalId')
  const { chatId, lawyerId } = ownFamily(cell)
  return (await makeProposal(cell.world.suite.platform, { chatId, lawyerId })).id
}

const NOTICE_SETTINGS = {
  hidden_categories: [],
  unmailed_categories: [],
  frequency: 'now',
  quiet: { from: '22:00', until: '08:00' },
  is_discreet: false,
  is_silent: false,
}

const proposal = { summary: 'Demanda', fee: 350_000 }

/** Row of an operation that only one party may do, once, to a pending proposal. */
const decisionRow = (allowed: string[], side: 'clients' | 'verified'): Row => {
  const decider = { own: 200, decided: 409, others: 404 }
  const otherParty = { own: 403, decided: 403, others: 404 }
  return {
    variants: [...OBJECT_VARIANTS, 'decided'],
    input: async (cell) => ({
      proposalId: cell.variant === 'decided' ? ownFamily(cell).acceptedId : await proposalOf(cell, allowed),
    }),
    answers: {
      clients: side === 'clients' ? decider : otherParty,
      verified: side === 'verified' ? decider : otherParty,
      pending: 404,
      others: 403,
    },
  }
}

export const workRows: Record<string, Row> = {
  'cases.caseById': {
    variants: [...OBJECT_VARIANTS, 'own open', 'open of another'],
    input: (cell) => ({
      caseId:
        cell.variant === 'open of another'
          ? foreignFamily(cell).openCaseId
          : cell.variant === 'own open'
            ? ownFamily(cell).openCaseId
            : idOf(cell, 'caseId'),
    }),
    // Access to the market gives no access to its cases.
    answers: { clients: { own: 200, 'own open': 200, others: 404 }, others: PARTIES_ONLY },
  },
  'cases.advance': {
    variants: [...OBJECT_VARIANTS, 'open of another', 'backwards'],
    input: async (cell) => {
      const { variant, world } = cell
      const to = 'en progreso'
      if (variant === 'backwards') return { caseId: ownFamily(cell).caseId, to: 'ingresado' }
      if (variant === 'open of another') return { caseId: foreignFamily(cell).openCaseId, to }
      if (!succeedsFor(cell, ...VERIFIED)) return { caseId: idOf(cell, 'caseId'), to }
      return { caseId: (await makeActiveCase(world.suite.platform, ownFamily(cell))).caseId, to }
    },
    answers: {
      clients: { own: 403, backwards: 422, others: 404 },
      others: { own: 200, backwards: 422, others: 404 },
    },
  },
  'cases.publish': {
    variants: ['new', 'id of another', 'for another'],
    input: (cell) => ({
      id: cell.variant === 'id of another' ? foreignFamily(cell).openCaseId : randomUUID(),
      specialty: 'Otro',
      commune: 'Talca',
      answers: {},
      otherText: `Un cerco ${randomUUID()}`,
      ...(cell.variant === 'for another' && { clientId: foreignFamily(cell).clientId }),
    }),
    answers: {
      clients: { new: 200, 'id of another': 409, others: 422 },
      others: { 'for another': 422, others: 403 },
    },
  },
  // Abuse 25: the market hides its clients, and needs a plan.
  'cases.market': { answers: { market: 200, others: 403 } },
  'cases.news': { answers: { market: 200, others: 403 } },
  // Only a number, with any plan.
  'cases.openCount': { answers: { verified: 200, others: 403 } },
  'cases.mine': {
    variants: ['running', 'waiting', 'finished'],
    input: ({ variant }) => ({ list: variant }),
    answers: { parties: 200, others: 403 },
  },
  'cases.counts': ADMIN_ONLY,
  // Everyone has their own; somebody else's id changes nothing.
  'notices.list': { answers: { parties: 200, others: 403 } },
  'notices.unseen': { answers: { parties: 200, others: 403 } },
  'notices.see': { answers: { parties: 200, others: 403 } },
  'notices.read': { input: () => ({ noticeId: randomUUID() }), answers: { parties: 200, others: 403 } },
  'notices.readAll': { answers: { parties: 200, others: 403 } },
  'notices.settings': { answers: { parties: 200, others: 403 } },
  'notices.saveSettings': { input: () => NOTICE_SETTINGS, answers: { parties: 200, others: 403 } },
  'notices.confirmAddress': { answers: { parties: 200, others: 403 } },
  'chat.list': { answers: { parties: 200, others: 403 } },
  'chat.unreadTotal': { answers: { parties: 200, others: 403 } },
  'chat.byId': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId') }),
    answers: PARTIES_BY_ROLE,
  },
  'chat.messages': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId') }),
    answers: PARTIES_BY_ROLE,
  },
  'chat.send': {
    // Abuse 18: the server sets sender, type and time.
    variants: ['own', 'foreign', 'absent', 'mismatch', 'sender_id', 'type', 'side', 'seq'],
    input: (cell) => {
      const { variant } = cell
      const forged = ['sender_id', 'type', 'side', 'seq'].includes(variant)
      return {
        // The id of a message in another conversation, sent to the own one.
        id: variant === 'mismatch' ? foreignFamily(cell).messageId : uuidv7(),
        chatId: variant === 'mismatch' || forged ? ownFamily(cell).chatId : idOf(cell, 'chatId'),
        content: 'Hola',
        ...(forged && {
          [variant]: { sender_id: foreignFamily(cell).clientId, type: 'system', side: 'client', seq: 1 }[
            variant
          ],
        }),
      }
    },
    answers: {
      clients: { own: 200, foreign: 404, absent: 404, mismatch: 409, others: 422 },
      pending: { foreign: 404, absent: 404, mismatch: 404, others: 422 },
      verified: { own: 200, foreign: 404, absent: 404, mismatch: 409, others: 422 },
      others: { foreign: 403, absent: 403, mismatch: 403, others: 422 },
    },
  },
  'chat.read': {
    // Abuse 19.
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId'), upTo: 1 }),
    answers: PARTIES_BY_ROLE,
  },
  'chat.readPosition': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId') }),
    answers: PARTIES_BY_ROLE,
  },
  'chat.safeContact': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId') }),
    answers: PARTIES_BY_ROLE,
  },
  'chat.readBlock': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId') }),
    answers: PARTIES_BY_ROLE,
  },
  'chat.writeBlock': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId'), blocks: false }),
    answers: PARTIES_BY_ROLE,
  },
  'chat.search': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId'), text: 'hola' }),
    answers: PARTIES_BY_ROLE,
  },
  'chat.showReading': { input: () => ({ shows: true }), answers: { parties: 200, others: 403 } },
  'chat.showsReading': { answers: { parties: 200, others: 403 } },
  'chat.open': {
    variants: ['verified', 'under review', 'client', 'absent', 'for another'],
    input: (cell) => {
      const { ids } = cell.world
      const { variant } = cell
      const lawyerId =
        { verified: ownFamily(cell).lawyerId, 'under review': ids.adminPending, client: ids.clientB }[
          variant
        ] ?? (variant === 'absent' ? randomUUID() : ownFamily(cell).lawyerId)
      return { lawyerId, ...(variant === 'for another' && { clientId: foreignFamily(cell).clientId }) }
    },
    answers: {
      clients: { verified: 200, 'for another': 422, others: 404 },
      others: { 'for another': 422, others: 403 },
    },
  },
  'chat.startFromCase': {
    // Abuse 24: needs a credit, a plan, verification and an open case.
    variants: ['open', 'of a client they know', 'active', 'foreign active', 'absent'],
    input: async (cell) => {
      const { variant, actor, world } = cell
      const succeeds = variant === 'open' && (actor === 'paid' || actor === 'otherPaid')
      if (succeeds)
        return {
          caseId: await makeOpenCase(world.suite.platform, await world.createActorLike('clientA'), {
            specialty: 'Otro',
          }),
        }
      return {
        caseId:
          {
            open: foreignFamily(cell).openCaseId,
            'of a client they know': ownFamily(cell).openCaseId,
            active: ownFamily(cell).caseId,
            'foreign active': foreignFamily(cell).caseId,
          }[variant] ?? randomUUID(),
      }
    },
    answers: { market: { open: 200, 'of a client they know': 200, others: 409 }, others: 403 },
  },
  // Undoes «Iniciar Chat» and its payment during the first seconds (tests/api/undo.test.ts).
  'chat.undoStart': {
    variants: [...OBJECT_VARIANTS, 'just opened'],
    input: async (cell) => {
      const { variant, actor, world } = cell
      const succeeds = variant === 'just opened' && (actor === 'paid' || actor === 'otherPaid')
      if (!succeeds) return { chatId: idOf(cell, 'chatId') }
      const { platform } = world.suite
      const caseId = await makeOpenCase(platform, await world.createActorLike('clientA'), {
        specialty: 'Otro',
      })
      const lawyer = await actingAs(platform, ownFamily(cell).lawyerId)
      const opened = await startFromCase(lawyer, { caseId })
      return { chatId: opened.ok ? opened.value.chatId : '' }
    },
    answers: { market: { own: 409, 'just opened': 200, others: 404 }, others: 403 },
  },
  'chat.ofCase': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: PARTIES_ONLY },
  },
  'chat.counts': ADMIN_ONLY,
  'proposals.create': {
    // Abuse 22: tests/api/proposals.test.ts covers invalid fees.
    variants: [...OBJECT_VARIANTS, 'creator_id', 'status'],
    input: (cell) => {
      const { variant } = cell
      const forged = variant === 'creator_id' || variant === 'status'
      return {
        // The id of a proposal in another conversation, sent to the own one.
        id: variant === 'mismatch' ? foreignFamily(cell).proposalId : randomUUID(),
        chatId: variant === 'mismatch' || forged ? ownFamily(cell).chatId : idOf(cell, 'chatId'),
        ...proposal,
        ...(forged && { [variant]: variant === 'status' ? 'accepted' : foreignFamily(cell).lawyerId }),
      }
    },
    answers: {
      verified: { own: 200, foreign: 404, absent: 404, mismatch: 409, others: 422 },
      others: { own: 403, foreign: 403, absent: 403, mismatch: 403, others: 422 },
    },
  },
  // Abuse 20, 21: only the other party, once, while the proposal is pending.
  'proposals.accept': decisionRow(CLIENTS, 'clients'),
  'proposals.reject': decisionRow(CLIENTS, 'clients'),
  'proposals.withdraw': decisionRow(VERIFIED, 'verified'),
  'proposals.byId': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ proposalId: idOf(cell, 'proposalId') }),
    answers: PARTIES_BY_ROLE,
  },
  // Proposals of others are omitted from the result; the canaries check it.
  'proposals.byIds': {
    variants: [...OBJECT_VARIANTS, 'own and foreign'],
    input: (cell) => ({
      ids:
        cell.variant === 'own and foreign'
          ? [ownFamily(cell).proposalId, foreignFamily(cell).proposalId, foreignFamily(cell).acceptedId]
          : [idOf(cell, 'proposalId')],
    }),
    answers: { parties: 200, others: 403 },
  },
  'proposals.acceptedOfCase': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: PARTIES_ONLY },
  },
  'proposals.targetCase': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId') }),
    answers: { verified: PARTIES_ONLY, others: 403 },
  },
  'proposals.pendingOfLawyer': { answers: { verified: 200, others: 403 } },
  'proposals.pendingOfClient': { answers: { clients: 200, others: 403 } },
  'proposals.counts': ADMIN_ONLY,
}
