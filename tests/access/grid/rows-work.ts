/** Cases, chats, proposals and what is worked with in a case: whose they are alone may see them (abuse 15, 16). */
import { randomUUID } from 'node:crypto'
import { startFromCase } from '../../../src/capabilities/chat/commands.server.ts'
import { newMessageId } from '../../../src/capabilities/chat/rules.ts'
import { actingAs } from '../../../src/server/factories/acting.ts'
import { makeActiveCase, makeOpenCase, makeProposal } from '../../../src/server/factories/conversations.ts'
import { familyOf, OBJECTS } from './actors.ts'
import { foreignFamily, idOf, ownFamily } from './families.ts'
import type { Cell, Row } from './rows.ts'

/** Theirs 200; everybody else reads of it what is read of nothing. */
const THEIRS = { own: 200, others: 404 }
/** Administrators and whoever has no profile have no side (OPEN-03). */
const PARTIES = { parties: THEIRS, others: 403 }

const ADMIN_ONLY: Row = { answers: { admin: 200, others: 403 } }

/** Whether this cell will be done: then it needs an object of its own, so that the world stays. */
const isTheirs = ({ what, who }: Cell, ...roles: string[]) =>
  what === 'own' && familyOf(who) !== undefined && roles.includes(who)
const CLIENTS = ['clientA', 'clientB']
const VERIFIED = ['paid', 'gratis', 'otherPaid']

/** A pending proposal of the cell's family, or what the cell names instead. */
async function proposalOf(cell: Cell, doers: string[]): Promise<string> {
  if (!isTheirs(cell, ...doers)) return idOf(cell, 'proposalId')
  const { chatId, lawyerId } = ownFamily(cell)
  return (await makeProposal(cell.world.house.platform, { chatId, lawyerId })).id
}

const proposal = { summary: 'Demanda', fee: 350_000 }

/** What one side alone may do to a proposal, once, while it waits. */
const deciding = (askers: string[], side: 'clients' | 'verified'): Row => {
  const mine = { own: 200, decided: 409, others: 404 }
  const theirs = { own: 403, decided: 403, others: 404 }
  return {
    cases: [...OBJECTS, 'decided'],
    input: async (cell) => ({
      proposalId: cell.what === 'decided' ? ownFamily(cell).acceptedId : await proposalOf(cell, askers),
    }),
    answers: {
      clients: side === 'clients' ? mine : theirs,
      verified: side === 'verified' ? mine : theirs,
      pending: 404,
      others: 403,
    },
  }
}

export const workRows: Record<string, Row> = {
  'cases.caseById': {
    cases: [...OBJECTS, 'own open', 'open of another'],
    input: (cell) => ({
      caseId:
        cell.what === 'open of another'
          ? foreignFamily(cell).openCaseId
          : cell.what === 'own open'
            ? ownFamily(cell).openCaseId
            : idOf(cell, 'caseId'),
    }),
    // Seeing the market is not being in its cases.
    answers: { clients: { own: 200, 'own open': 200, others: 404 }, others: THEIRS },
  },
  'cases.advance': {
    cases: [...OBJECTS, 'open of another', 'backwards'],
    input: async (cell) => {
      const { what, world } = cell
      const to = 'en progreso'
      if (what === 'backwards') return { caseId: ownFamily(cell).caseId, to: 'ingresado' }
      if (what === 'open of another') return { caseId: foreignFamily(cell).openCaseId, to }
      if (!isTheirs(cell, ...VERIFIED)) return { caseId: idOf(cell, 'caseId'), to }
      return { caseId: (await makeActiveCase(world.house.platform, ownFamily(cell))).caseId, to }
    },
    answers: {
      clients: { own: 403, backwards: 422, others: 404 },
      others: { own: 200, backwards: 422, others: 404 },
    },
  },
  'cases.publish': {
    cases: ['new', 'id of another', 'for another'],
    input: (cell) => ({
      id: cell.what === 'id of another' ? foreignFamily(cell).openCaseId : randomUUID(),
      specialty: 'Otro',
      commune: 'Talca',
      answers: {},
      otherText: `Un cerco ${randomUUID()}`,
      ...(cell.what === 'for another' && { clientId: foreignFamily(cell).clientId }),
    }),
    answers: {
      clients: { new: 200, 'id of another': 409, others: 422 },
      others: { 'for another': 422, others: 403 },
    },
  },
  // Abuse 25: the market without its clients, for whose plan sees it.
  'cases.market': { answers: { market: 200, others: 403 } },
  'cases.news': { answers: { market: 200, others: 403 } },
  // How many alone, whatever the plan.
  'cases.openCount': { answers: { verified: 200, others: 403 } },
  'cases.mine': {
    cases: ['running', 'waiting', 'finished'],
    input: ({ what }) => ({ list: what }),
    answers: { parties: 200, others: 403 },
  },
  'cases.counts': ADMIN_ONLY,
  'chat.list': { answers: { parties: 200, others: 403 } },
  'chat.unreadTotal': { answers: { parties: 200, others: 403 } },
  'chat.byId': { cases: OBJECTS, input: (cell) => ({ chatId: idOf(cell, 'chatId') }), answers: PARTIES },
  'chat.messages': { cases: OBJECTS, input: (cell) => ({ chatId: idOf(cell, 'chatId') }), answers: PARTIES },
  'chat.send': {
    // Abuse 18: sender, type and time are the server's to say.
    cases: ['own', 'foreign', 'absent', 'mismatch', 'sender_id', 'type', 'side', 'seq'],
    input: (cell) => {
      const { what } = cell
      const forged = ['sender_id', 'type', 'side', 'seq'].includes(what)
      return {
        // The message's id is another conversation's, sent into one's own.
        id: what === 'mismatch' ? foreignFamily(cell).messageId : newMessageId(),
        chatId: what === 'mismatch' || forged ? ownFamily(cell).chatId : idOf(cell, 'chatId'),
        content: 'Hola',
        ...(forged && {
          [what]: { sender_id: foreignFamily(cell).clientId, type: 'system', side: 'client', seq: 1 }[what],
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
    cases: OBJECTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId'), upTo: 1 }),
    answers: PARTIES,
  },
  'chat.open': {
    cases: ['verified', 'under review', 'client', 'absent', 'for another'],
    input: (cell) => {
      const { ids } = cell.world
      const { what } = cell
      const lawyerId =
        { verified: ownFamily(cell).lawyerId, 'under review': ids.adminPending, client: ids.clientB }[what] ??
        (what === 'absent' ? randomUUID() : ownFamily(cell).lawyerId)
      return { lawyerId, ...(what === 'for another' && { clientId: foreignFamily(cell).clientId }) }
    },
    answers: {
      clients: { verified: 200, 'for another': 422, others: 404 },
      others: { 'for another': 422, others: 403 },
    },
  },
  'chat.startFromCase': {
    // Abuse 24: credit, plan, verification, and a case that is open.
    cases: ['open', 'of a client they know', 'under way', 'foreign under way', 'absent'],
    input: async (cell) => {
      const { what, who, world } = cell
      const isDone = what === 'open' && (who === 'paid' || who === 'otherPaid')
      if (isDone)
        return {
          caseId: await makeOpenCase(world.house.platform, await world.twinOf('clientA'), {
            specialty: 'Otro',
          }),
        }
      return {
        caseId:
          {
            open: foreignFamily(cell).openCaseId,
            'of a client they know': ownFamily(cell).openCaseId,
            'under way': ownFamily(cell).caseId,
            'foreign under way': foreignFamily(cell).caseId,
          }[what] ?? randomUUID(),
      }
    },
    answers: { market: { open: 200, 'of a client they know': 200, others: 409 }, others: 403 },
  },
  // What a press of «Iniciar Chat» paid for, in the first seconds; the twins of startFromCase show it done (undo.test.ts).
  'chat.undoStart': {
    cases: [...OBJECTS, 'just opened'],
    input: async (cell) => {
      const { what, who, world } = cell
      const isDone = what === 'just opened' && (who === 'paid' || who === 'otherPaid')
      if (!isDone) return { chatId: idOf(cell, 'chatId') }
      const { platform } = world.house
      const caseId = await makeOpenCase(platform, await world.twinOf('clientA'), { specialty: 'Otro' })
      const lawyer = await actingAs(platform, ownFamily(cell).lawyerId)
      const opened = await startFromCase(lawyer, { caseId })
      return { chatId: opened.ok ? opened.value.chatId : '' }
    },
    answers: { market: { own: 409, 'just opened': 200, others: 404 }, others: 403 },
  },
  'chat.ofCase': {
    cases: OBJECTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: THEIRS },
  },
  'chat.counts': ADMIN_ONLY,
  'proposals.create': {
    // Abuse 22: what is wrong about money is told in proposals.test.ts.
    cases: [...OBJECTS, 'creator_id', 'status'],
    input: (cell) => {
      const { what } = cell
      const forged = what === 'creator_id' || what === 'status'
      return {
        // Another conversation's proposal, named in one's own.
        id: what === 'mismatch' ? foreignFamily(cell).proposalId : randomUUID(),
        chatId: what === 'mismatch' || forged ? ownFamily(cell).chatId : idOf(cell, 'chatId'),
        ...proposal,
        ...(forged && { [what]: what === 'status' ? 'accepted' : foreignFamily(cell).lawyerId }),
      }
    },
    answers: {
      verified: { own: 200, foreign: 404, absent: 404, mismatch: 409, others: 422 },
      others: { own: 403, foreign: 403, absent: 403, mismatch: 403, others: 422 },
    },
  },
  // Abuse 20, 21: the other party alone, once, while it waits.
  'proposals.accept': deciding(CLIENTS, 'clients'),
  'proposals.reject': deciding(CLIENTS, 'clients'),
  'proposals.withdraw': deciding(VERIFIED, 'verified'),
  'proposals.byId': {
    cases: OBJECTS,
    input: (cell) => ({ proposalId: idOf(cell, 'proposalId') }),
    answers: PARTIES,
  },
  // Whatever is not theirs is not among the answer's; the canaries say so.
  'proposals.byIds': {
    cases: [...OBJECTS, 'own and foreign'],
    input: (cell) => ({
      ids:
        cell.what === 'own and foreign'
          ? [ownFamily(cell).proposalId, foreignFamily(cell).proposalId, foreignFamily(cell).acceptedId]
          : [idOf(cell, 'proposalId')],
    }),
    answers: { parties: 200, others: 403 },
  },
  'proposals.acceptedOfCase': {
    cases: OBJECTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: THEIRS },
  },
  'proposals.soughtOfChat': {
    cases: OBJECTS,
    input: (cell) => ({ chatId: idOf(cell, 'chatId') }),
    answers: { verified: THEIRS, others: 403 },
  },
  'proposals.pendingOfLawyer': { answers: { verified: 200, others: 403 } },
  'proposals.pendingOfClient': { answers: { clients: 200, others: 403 } },
  'proposals.counts': ADMIN_ONLY,
}
