import { isoDay } from '../../chile/dates.ts'
import { type Db, type Tx, transact } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { takeTry } from '../../platform/http/limits.server.ts'
import { type EventRow, publish } from '../../platform/realtime/publish.server.ts'
import type { Context, Platform, SignedIn } from '../../platform/rpc/context.server.ts'
import { isSuspended } from '../accounts/commands.server.ts'
import { ownProfile } from '../lawyers/commands.server.ts'
import { verifiedLawyer } from '../lawyers/rules.ts'
import { marketLawyer } from '../plans/rules.ts'
import { administrator } from '../verification/rules.ts'
import { CASE_EVENTS } from './events.ts'
import { composeCase } from './intake/answers.ts'
import {
  type CaseParty,
  caseOwner,
  caseParty,
  eventTowards,
  marketFilter,
  mayPublish,
  nextCaseStatus,
  PUBLISH_LIMIT,
  withoutContact,
} from './rules.ts'
import {
  type AdvanceInput,
  type CaseStatus,
  type CaseView,
  COUNT_MOST,
  caseNumber,
  FINISHED_FIRST,
  GONE,
  type LawyerStats,
  MARKET_PAGE,
  type MarketInput,
  type MarketPage,
  MESSAGES,
  OWN_LISTS,
  OWN_PAGE,
  type OwnInput,
  type OwnPage,
  type Party,
  type PublishInput,
  titleWith,
} from './schema.ts'
import {
  type CaseDetails,
  closeRunningCases,
  countCases,
  countMarket,
  countNews,
  countOpen,
  deleteCase,
  deleteOpenCases,
  findCase,
  findSameCase,
  holdCase,
  holdCasesOf,
  holdClient,
  holdParties,
  insertCase,
  insertStartedCase,
  isEmailConfirmed,
  leaveCasesOf,
  listMarket,
  listOwn,
  moveCase,
  type NewCase,
  nameOf,
  openCasesFor,
  readCase,
  readLawyerStats,
  startCase,
} from './store.server.ts'

type Waking = Pick<Platform, 'wake'>

const toMarket = (ref: string): EventRow => ({
  user_id: null,
  audience: 'mercado',
  kind: CASE_EVENTS.changed,
  ref,
})
const toPeople = (ref: string, people: readonly (string | null)[]): EventRow[] =>
  people.filter((id) => id !== null).map((user_id) => ({ user_id, kind: CASE_EVENTS.changed, ref }))

/** The way into a case for whoever asks, or the refusal that a stranger gets too (404, ROU-35). */
export async function provenCaseParty(db: Db, caseId: string, userId: string): Promise<Result<CaseParty>> {
  const party = caseParty(await findCase(db, caseId), userId)
  return party ? accept(party) : refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
}

/** CAS-01 to CAS-06: a case for its client or its lawyer; anybody else is refused like for an unknown one (404). */
export async function caseById(context: SignedIn, input: { caseId: string }): Promise<Result<CaseView>> {
  const party = await provenCaseParty(context.db, input.caseId, context.session.userId)
  if (!party.ok) return party
  const row = await readCase(context.db, party.value)
  if (!row) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  return accept(view(row, party.value))
}

const person = (id: string | null, name: string | null, avatar_url: string | null): Party =>
  id === null ? { id, name: GONE, avatar_url: null } : { id, name: name ?? GONE, avatar_url }

function view(row: CaseDetails, { side }: CaseParty): CaseView {
  const { client_id, lawyer_id, client_name, client_avatar, lawyer_name, lawyer_avatar, ...rest } = row
  return {
    ...rest,
    number: caseNumber(row.id),
    proposal_accepted_at: row.proposal_accepted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    side,
    client: person(client_id, client_name, client_avatar),
    lawyer: row.status === 'ingresado' ? null : person(lawyer_id, lawyer_name, lawyer_avatar),
  }
}

/**
 * OPEN-42: the lawyer moves the case one step on. Refuses the client (403), a case that stands elsewhere (409) and
 * whoever is not in it (404).
 */
export async function advanceCase(context: SignedIn, input: AdvanceInput): Promise<Result<CaseView>> {
  return transact(context.db, async (tx) => {
    const row = await findCase(tx, input.caseId)
    const party = caseParty(row, context.session.userId)
    if (!row || !party) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
    const next = nextCaseStatus(row.status, eventTowards(input.to), party.side)
    if (!next.ok) return next
    if (!(await moveCase(tx, party, row.status, next.value)))
      return refuse({ code: 'CONFLICT', message: MESSAGES.moved })
    const moved = await readCase(tx, party)
    if (!moved) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
    await publish(tx, context.wake, toPeople(row.id, [row.client_id, row.lawyer_id]))
    return accept(view(moved, party))
  })
}

/**
 * WIZ-25: a new open case of a client. The same id with the same words again is the same case; with others it is
 * refused (409).
 */
export async function publishCase(
  platform: Pick<Platform, 'db' | 'wake'>,
  sketch: NewCase,
): Promise<Result<{ id: string }>> {
  return transact(platform.db, async (tx) => {
    if (!(await holdClient(tx, sketch.clientId)))
      return refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsOnly })
    return addCase(tx, platform, sketch)
  })
}

/**
 * WIZ-06, WIZ-23, WIZ-25 to WIZ-28: the asker's new open case, written from the answers of the wizard. Sent twice, under
 * one id or from two tabs, it is one case: an open one of the asker with the very same words is the answer. Refused: whoever
 * is no client (403), answers that are not the specialty's (422), an id with other words and too many that wait (409, B3), too many
 * new ones (429).
 */
export async function publishIntake(context: SignedIn, input: PublishInput): Promise<Result<{ id: string }>> {
  const { userId: clientId, role } = context.session
  const clientsOnly = refuse({ code: 'FORBIDDEN', message: MESSAGES.clientsOnly })
  if (role !== 'client') return clientsOnly
  const composed = composeCase(input, isoDay(new Date()))
  if (!composed.ok) return composed
  const sketch = { id: input.id, clientId, ...composed.value }
  return transact(context.db, async (tx) => {
    // One at a time for each client: who comes second sees what the first has written.
    if (!(await holdClient(tx, clientId)) || (await isSuspended(tx, { id: clientId }))) return clientsOnly
    const same = await findSameCase(tx, sketch)
    if (same) return accept({ id: same })
    const allowed = mayPublish(await countOpen(tx, clientId), await isEmailConfirmed(tx, clientId))
    if (!allowed.ok) return allowed
    const wait = await takeTry(tx, `cases:publish:${clientId}`, PUBLISH_LIMIT)
    if (wait !== null)
      return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooManyCases, retryAfter: wait })
    return addCase(tx, context, sketch)
  })
}

/** Whoever adds one holds its client. */
async function addCase(tx: Tx, platform: Waking, sketch: NewCase): Promise<Result<{ id: string }>> {
  if ((await insertCase(tx, sketch)) === null)
    return (await findSameCase(tx, sketch)) === sketch.id
      ? accept({ id: sketch.id })
      : refuse({ code: 'CONFLICT', message: MESSAGES.idTaken })
  await publish(tx, platform.wake, [...toPeople(sketch.id, [sketch.clientId]), toMarket(sketch.id)])
  return accept({ id: sketch.id })
}

/**
 * OPEN-35: the case that an accepted proposal starts, always with its lawyer. The preferred one while it is open; else
 * the client's single open case of a specialty that the lawyer has; else a new one. The client must be held
 * (`holdClient`), so that two acceptances never choose at once.
 * @param start.summary the proposal's, for a new case
 * @returns the case's id
 */
export async function assignCase(
  tx: Tx,
  platform: Waking,
  start: { clientId: string; lawyerId: string; preferred: string | null; summary: string },
): Promise<string> {
  const { clientId, lawyerId, preferred } = start
  const fitting = async () => {
    const open = await openCasesFor(tx, clientId, lawyerId)
    return open.length === 1 ? open[0] : undefined
  }
  for (const choose of [async () => preferred, fitting]) {
    const caseId = await choose()
    if (!caseId || !(await startCase(tx, { caseId, clientId, lawyerId }))) continue
    await publish(tx, platform.wake, [...toPeople(caseId, [clientId, lawyerId]), toMarket(caseId)])
    return caseId
  }
  const title = titleWith((await nameOf(tx, lawyerId)) ?? GONE)
  const caseId = await insertStartedCase(tx, { clientId, lawyerId, title, description: start.summary })
  await publish(tx, platform.wake, toPeople(caseId, [clientId, lawyerId]))
  return caseId
}

/**
 * `holdClient`: while their cases are chosen among; `holdParties`: neither leaves meanwhile; `isEmailConfirmed`: limits are
 * lower before.
 */
export { holdClient, holdParties, isEmailConfirmed }

/**
 * Holds a case that its client wants to delete, until the transaction ends. Refused: whoever is not in it (404), its lawyer
 * (403), a case that has a lawyer (409).
 */
export async function holdWaitingCase(tx: Tx, caseId: string, userId: string): Promise<Result<CaseParty>> {
  const row = await holdCase(tx, caseId)
  const party = caseParty(row, userId)
  if (!row || !party) return refuse({ code: 'NOT_FOUND', message: MESSAGES.notFound })
  if (party.side !== 'client') return refuse({ code: 'FORBIDDEN', message: MESSAGES.clientDeletes })
  return row.status === 'ingresado'
    ? accept(party)
    : refuse({ code: 'CONFLICT', message: MESSAGES.notWaiting })
}

/** Deletes a case that is held and waits for a lawyer: it leaves the market, and nothing of its words is left. */
export async function deleteWaitingCase(
  tx: Tx,
  platform: Waking,
  { caseId, userId }: CaseParty,
): Promise<void> {
  await deleteCase(tx, caseId)
  await publish(tx, platform.wake, [...toPeople(caseId, [userId]), toMarket(caseId)])
}

/**
 * This slice's step of an account's deletion (OPEN-58): open cases leave the market, running cases of a lawyer end,
 * cases that nobody is left in go.
 * @returns the clients whose running cases ended: the conversation with each is told so
 */
export async function leaveCases(tx: Tx, platform: Waking, userId: string): Promise<{ closedFor: string[] }> {
  // Whoever else of these cases leaves at this moment waits here, and then sees who has gone.
  const held = await holdCasesOf(tx, userId)
  const open = await deleteOpenCases(tx, userId)
  const closed = await closeRunningCases(tx, userId)
  await leaveCasesOf(tx, userId, { like: titleWith('%'), nameless: titleWith(GONE) })
  const stays = held.flatMap(({ id, other }) => toPeople(id, [other]))
  await publish(tx, platform.wake, [...open.map(toMarket), ...stays])
  return { closedFor: [...new Set(closed.map((row) => row.client_id).filter((id) => id !== null))] }
}

/** The case that a page ended with, from its cursor. */
const placeOf = (cursor: string | undefined) => {
  const [stamp, id] = cursor?.split('.') ?? []
  return stamp && id ? { stamp: Number(stamp), id } : null
}

/** So few are found by their filter and sorted; of more, the newest are near. */
const FEW = COUNT_MOST

/**
 * MKT-02 to MKT-08, CAL-21: a page of the open cases, the newest first, without their clients and without what would
 * tell who they are. Refused (403): whoever is no verified lawyer with a plan of the market (MKT-13, OPEN-31); (422):
 * a filter that is not of the lists.
 */
export async function market(context: SignedIn, input: MarketInput): Promise<Result<MarketPage>> {
  const lawyer = marketLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const filter = marketFilter(input)
  if (!filter.ok) return filter
  const after = placeOf(input?.after)
  const total = await countMarket(context.db, lawyer.value, filter.value, COUNT_MOST + 1)
  const page = { filter: filter.value, after, total: total <= FEW ? FEW : null, limit: MARKET_PAGE + 1 }
  const rows = total === 0 ? [] : await listMarket(context.db, lawyer.value, page)
  const shown = rows.slice(0, MARKET_PAGE)
  const last = shown.at(-1)
  return accept({
    items: shown.map(({ stamp: _, client_name, created_at, ...row }) => ({
      ...withoutContact(row, client_name),
      created_at: created_at.toISOString(),
    })),
    next: last && rows.length > MARKET_PAGE ? `${last.stamp}.${last.id}` : null,
    total,
  })
}

/** Open cases of the lawyer's specialties since yesterday began. Refused (403): whoever does not see the market. */
export async function marketNews(context: SignedIn): Promise<Result<{ count: number }>> {
  const lawyer = marketLawyer(context.session)
  if (!lawyer.ok) return lawyer
  return accept({ count: await countNews(context.db, lawyer.value, COUNT_MOST + 1) })
}

/**
 * How many open cases of the lawyer's specialties there are: what the market is worth to them before they have a plan of it,
 * without anything of a case. Refused (403): whoever is no verified lawyer.
 */
export async function openCount(context: SignedIn): Promise<Result<{ count: number }>> {
  const lawyer = verifiedLawyer(context.session)
  if (!lawyer.ok) return lawyer
  const profile = await ownProfile(context)
  if (!profile.ok) return profile
  const filter = { specialties: profile.value.specialties, communes: null }
  return accept({ count: await countMarket(context.db, lawyer.value, filter, COUNT_MOST + 1) })
}

/**
 * DAL-08, DAC-04, OPEN-43: a page of the asker's own cases, the newest first, each with the other party. A lawyer has
 * none that wait. Refused (403): administrators.
 */
export async function ownCases(context: SignedIn, { list, after }: OwnInput): Promise<Result<OwnPage>> {
  const owner = caseOwner(context.session)
  if (!owner.ok) return owner
  const most = list === 'finished' && !after ? FINISHED_FIRST : OWN_PAGE
  const page = { statuses: OWN_LISTS[list], after: placeOf(after), limit: most + 1 }
  const rows = await listOwn(context.db, owner.value, page)
  const shown = rows.slice(0, most)
  const last = shown.at(-1)
  return accept({
    items: shown.map(({ id, title, status, since, chat_id, other_id, other_name, other_avatar }) => ({
      id,
      title,
      status,
      since: since.toISOString(),
      other: status === 'ingresado' ? null : person(other_id, other_name, other_avatar),
      chat_id,
    })),
    next: last && rows.length > most ? `${last.stamp}.${last.id}` : null,
    total: rows[0]?.total ?? 0,
  })
}

/** CAL-08, PUB-07, PUB-08: figures that everybody sees on a lawyer's page; of nobody's id they are zero. */
export const lawyerStats = (context: Context, { lawyerId }: { lawyerId: string }): Promise<LawyerStats> =>
  readLawyerStats(context.db, lawyerId)

/** Cases by status now (OPEN-03). Administrators; others are refused (403). */
export async function caseCounts(context: SignedIn): Promise<Result<Record<CaseStatus, number>>> {
  const proof = administrator(context.session)
  return proof.ok ? accept(await countCases(context.db, proof.value)) : proof
}
