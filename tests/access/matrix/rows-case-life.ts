/** Matrix rows of a case's life: edited, withdrawn, closed, reopened (abuse 15, 16). */
import { randomUUID } from 'node:crypto'
import { advanceCase } from '../../../src/capabilities/cases/commands.server.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { finishCase } from '../../../src/demo-data/closings.ts'
import { makeActiveCase, makeOpenCase } from '../../../src/demo-data/conversations.ts'
import { OBJECT_VARIANTS } from './actors.ts'
import { foreignFamily, idOf, ownFamily } from './families.ts'
import type { Cell, Row } from './rows.ts'

const PARTIES_ONLY = { own: 200, others: 404 }
const OPEN_VARIANTS = [...OBJECT_VARIANTS, 'own open', 'open of another']

/** The family's running case, an open case of a client, or that of another client. */
async function openCaseOf(cell: Cell): Promise<string> {
  const { variant, world, actor } = cell
  if (variant === 'open of another') return foreignFamily(cell).openCaseId
  if (variant !== 'own open') return idOf(cell, 'caseId')
  const { clientId, openCaseId } = ownFamily(cell)
  return CLIENTS.includes(actor) ? makeOpenCase(world.suite.platform, clientId) : openCaseId
}

const byItsClient = {
  clients: { own: 409, 'own open': 200, others: 404 },
  verified: { own: 403, others: 404 },
}
const VERIFIED = ['paid', 'gratis', 'otherPaid']
const CLIENTS = ['clientA', 'clientB']

/** Changes a new closing if the request succeeds; a case that is not closed has none to change. */
const closingRow = (isClients: boolean): Row => ({
  variants: OBJECT_VARIANTS,
  input: async (cell) => {
    const { variant, actor, world } = cell
    const why = 'Falta el pago.'
    if (variant !== 'own' || !(isClients ? CLIENTS : VERIFIED).includes(actor))
      return { caseId: idOf(cell, 'caseId'), closingId: randomUUID(), why }
    const parties = ownFamily(cell)
    const { caseId } = await makeActiveCase(world.suite.platform, parties)
    await finishCase(await actingAs(world.suite.platform, parties.lawyerId), caseId)
    const [closing] = await world.suite.database.sql<{ id: string }>(
      'update case_closings set requested_at = $2, request = $3 where case_id = $1 returning id',
      [caseId, isClients ? null : new Date(), isClients ? null : why],
    )
    return { caseId, closingId: closing?.id ?? '', why }
  },
  answers: {
    clients: { own: isClients ? 200 : 409, others: 404 },
    verified: { own: isClients ? 409 : 200, others: 404 },
    others: 404,
  },
})

export const caseLifeRows: Record<string, Row> = {
  'openCases.answers': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { clients: PARTIES_ONLY, verified: { own: 403, others: 404 }, others: 404 },
  },
  'openCases.edit': {
    variants: OPEN_VARIANTS,
    input: async (cell) => ({
      caseId: await openCaseOf(cell),
      specialty: 'Otro',
      commune: 'Ñuñoa',
      answers: {},
      otherText: 'Otra cosa',
    }),
    answers: { ...byItsClient, others: 404 },
  },
  'openCases.rename': {
    variants: OPEN_VARIANTS,
    input: async (cell) => {
      const isChanged = cell.variant === 'own' && CLIENTS.includes(cell.actor)
      const { caseId } = isChanged
        ? await makeActiveCase(cell.world.suite.platform, ownFamily(cell))
        : { caseId: await openCaseOf(cell) }
      return { caseId, title: 'Otro nombre' }
    },
    answers: {
      clients: { ...PARTIES_ONLY, 'own open': 200 },
      verified: { own: 403, others: 404 },
      others: 404,
    },
  },
  'openCases.withdraw': {
    variants: OPEN_VARIANTS,
    input: async (cell) => ({ caseId: await openCaseOf(cell), reason: 'Otro' }),
    answers: { ...byItsClient, others: 404 },
  },
  'openCases.republish': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => {
      if (cell.variant !== 'own' || !CLIENTS.includes(cell.actor)) return { caseId: idOf(cell, 'caseId') }
      const { platform, database } = cell.world.suite
      const { clientId } = ownFamily(cell)
      const caseId = await makeOpenCase(platform, clientId)
      // Few open cases are allowed.
      await database.sql(
        `update cases set status = 'retirado', withdrawn_at = app_now() where client_id = $1 and status = 'ingresado'
         and id <> $2`,
        [clientId, ownFamily(cell).openCaseId],
      )
      return { caseId }
    },
    answers: { clients: PARTIES_ONLY, verified: { own: 403, others: 404 }, others: 404 },
  },
  'openCases.setInMarket': {
    variants: OPEN_VARIANTS,
    input: async (cell) => ({ caseId: await openCaseOf(cell), in_market: false }),
    answers: { ...byItsClient, others: 404 },
  },
  'openCases.keep': {
    variants: OPEN_VARIANTS,
    input: async (cell) => ({ caseId: await openCaseOf(cell) }),
    answers: { ...byItsClient, others: 404 },
  },
  'openCases.consents': { answers: { clients: 200, others: 403 } },
  'openCases.consent': {
    variants: OPEN_VARIANTS,
    input: async (cell) => ({ caseId: await openCaseOf(cell) }),
    answers: { ...byItsClient, others: 404 },
  },
  'openCases.withdrawConsent': {
    variants: OPEN_VARIANTS,
    input: async (cell) => ({ caseId: await openCaseOf(cell) }),
    answers: { ...byItsClient, others: 404 },
  },
  'openCases.questions': { answers: { parties: 200, others: 403 } },
  'closings.ofCase': {
    variants: OBJECT_VARIANTS,
    input: (cell) => ({ caseId: idOf(cell, 'caseId') }),
    answers: { others: PARTIES_ONLY },
  },
  'closings.close': {
    variants: OBJECT_VARIANTS,
    input: async (cell) => ({
      caseId: await closableOf(cell),
      ...{ id: randomUUID(), outcome: 'Acuerdo', text: 'Llegamos a un acuerdo.', remaining: null },
    }),
    answers: { clients: { own: 403, others: 404 }, verified: PARTIES_ONLY, others: 404 },
  },
  'closings.object': closingRow(true),
  'closings.requestReopening': closingRow(true),
  'closings.declineReopening': closingRow(false),
  'closings.reopen': closingRow(false),
}

/** A new case «en progreso» if its lawyer closes it. */
async function closableOf(cell: Cell): Promise<string> {
  const { variant, world, actor } = cell
  if (variant !== 'own' || !VERIFIED.includes(actor)) return idOf(cell, 'caseId')
  const { platform } = world.suite
  const parties = ownFamily(cell)
  const { caseId } = await makeActiveCase(platform, parties)
  await advanceCase(await actingAs(platform, parties.lawyerId), { caseId, to: 'en progreso' })
  return caseId
}
