import { isDeepStrictEqual } from 'node:util'
import { isoDay } from '../../chile/dates.ts'
import { uuidv7 } from '../../input/ids.ts'
import { runInTransaction, type Tx } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import { eventsTo, publish } from '../../platform/realtime/publish.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { isEmailVerified, isSuspendedInAnyWay } from '../accounts/commands.server.ts'
import {
  authorizeCaseParty,
  changeInCase,
  countOpenCases,
  type LockedCase,
  lockClient,
  marketEvents,
  mayBeRepublished,
  moveCase,
  recordEntry,
  replaceContent,
  updateInMarket,
} from '../cases/commands.server.ts'
import { caseTitle, composeCase, mentionsChildren } from '../cases/intake/answers.ts'
import { isSafetySpecialty } from '../cases/intake/questions.ts'
import { type CaseParty, checkOpenCaseLimit, isBeforeLawyer, requireCaseOwner } from '../cases/rules.ts'
import { MESSAGES as CASE_MESSAGES, type CaseStatus, type EntryKind } from '../cases/schema.ts'
import { postSystemMessage } from '../chat/commands.server.ts'
import { chatParty } from '../chat/rules.ts'
import {
  consentToCase,
  hasCaseConsent,
  latestCaseConsents,
  type CaseConsent as ShownConsent,
  withdrawCaseConsent,
} from '../consents/commands.server.ts'
import { KEEP_BUTTON, MARKET_BUTTON, REPUBLISH_BUTTON, SCREENS } from '../consents/rules.ts'
import { notify } from '../notices/commands.server.ts'
import { rejectPendingOfCase } from '../proposals/commands.server.ts'
import { CASE_EDITED_TEXT } from '../proposals/schema.ts'
import { presetDiscretion } from '../safe-contact/commands.server.ts'
import { CHANGE_RATE_LIMIT, CONSENT_WITHDRAWN_REASON, QUESTION_DAYS } from './rules.ts'
import {
  type CaseAnswers,
  type CaseConsent,
  type EditInput,
  type MarketInput,
  MESSAGES,
  type RenameInput,
  type RepublishInput,
  type WithdrawInput,
} from './schema.ts'
import * as store from './store.server.ts'

type CaseIdInput = { caseId: string }
type Change<T> = Parameters<typeof changeInCase<T>>[3]

/** Rate limit of changes that write a revision or an entry; answering a question writes neither. Refused: 429. */
const consumeChange = ({ db, session }: SignedInContext) =>
  checkRateLimit(db, `open-cases:${session.userId}`, CHANGE_RATE_LIMIT, MESSAGES.tooMany)

/**
 * A change of a case by its client, with the client and then the case locked, in the order of
 * docs/design.md §4: acceptances, edits and withdrawals take turns. Errors: not a party (404), CHANGE_RATE_LIMIT (429).
 */
async function changeByClient<T>(
  context: SignedInContext,
  { caseId }: CaseIdInput,
  change: Change<T>,
): Promise<Result<T>> {
  const { userId } = context.session
  // Before locking any row: a user outside the case must not block others.
  const seen = await authorizeCaseParty(context.db, caseId, userId)
  if (!seen.ok) return seen
  const allowed = await consumeChange(context)
  if (!allowed.ok) return allowed
  const lockFirst = (tx: Tx) => lockClient(tx, userId)
  return changeInCase(context, { caseId }, 'case', change, lockFirst)
}

/**
 * SEG-32: «Editar causa», by the rules of the wizard. The earlier words are kept, and the chats about the case are told.
 * Errors: not a party (404), the lawyer (403), a case that is not open (409), invalid answers (422), CHANGE_RATE_LIMIT (429).
 */
export const editCase = (context: SignedInContext, input: EditInput): Promise<Result<{ changed: boolean }>> =>
  changeByClient(context, input, async (tx, party, row) => {
    const changed = await rewriteCase(tx, context, party, row, input)
    if (!changed.ok) return changed
    if (changed.value) await tellChats(tx, context, party)
    return accept({ changed: changed.value })
  })

/**
 * Tells the lawyers in chats about an open case that it was edited: none may be accepted before reading that. A chat has one
 * notice until its lawyer has read it.
 */
async function tellChats(tx: Tx, context: SignedInContext, party: CaseParty): Promise<void> {
  const chats = await store.listChatsAbout(tx, party)
  for (const chat of chats) {
    const sender = chatParty(chat, party.userId)
    if (sender) await postSystemMessage(tx, context, sender, { text: CASE_EDITED_TEXT, showInList: true })
  }
  await notify(
    tx,
    context,
    chats.map(({ id, lawyer_id: userId, lawyer_read_seq }) => ({
      kind: 'case-edited',
      key: `case-edited:${id}:${lawyer_read_seq}`,
      ref: id,
      caseId: null,
      userId,
      actorId: party.userId,
    })),
  )
}

/**
 * SEG-31: «Cambiar nombre», in every status. The earlier title is kept as a revision. While the case is open, this is an
 * edit: the chats about it are told. Errors: not a party (404), the lawyer (403), CHANGE_RATE_LIMIT (429).
 */
export const renameCase = (
  context: SignedInContext,
  { caseId, title }: RenameInput,
): Promise<Result<{ title: string }>> =>
  changeByClient(context, { caseId }, async (tx, party, { status, in_market }) => {
    if (party.side !== 'client') return refuse({ code: 'FORBIDDEN', message: CASE_MESSAGES.clientOnly })
    const before = await store.findContent(tx, party)
    if (!before) return refuse({ code: 'NOT_FOUND', message: CASE_MESSAGES.notFound })
    if (before.title === title) return accept({ title })
    const details = before.details as CaseAnswers['details']
    await replaceContent(tx, { ...before, id: caseId, clientId: party.userId, details, title, in_market })
    await recordStep(tx, party, 'renamed', uuidv7())
    if (status === 'ingresado') await tellChats(tx, context, party)
    return accept({ title })
  })

/**
 * SEG-33: «Retirar causa». It leaves the market and its pending proposals are rejected; the chats stay.
 * Errors: not a party (404), the lawyer (403), a case that is not open (409), CHANGE_RATE_LIMIT (429).
 */
export const withdrawCase = (
  context: SignedInContext,
  input: WithdrawInput,
): Promise<Result<{ status: CaseStatus }>> =>
  changeByClient(context, input, (tx, party, row) => takeOffMarket(tx, context, party, row, input.reason))

async function takeOffMarket(
  tx: Tx,
  context: SignedInContext,
  party: CaseParty,
  row: LockedCase,
  reason: string,
): Promise<Result<{ status: CaseStatus }>> {
  const moved = await moveCase(tx, context, { party, row, event: 'withdraw', reason })
  if (!moved.ok) return moved
  await rejectPendingOfCase(tx, context, party)
  await recordStep(tx, party, 'withdrawn', uuidv7())
  return accept({ status: moved.value })
}

/**
 * SEG-33: «Volver a publicar», with the consent to show the case unless it is given (DAT-30). Errors: not a party (404),
 * not its client (403), a case that is not withdrawn, after REPUBLISH_DAYS, too many open cases or no consent (409),
 * CHANGE_RATE_LIMIT (429).
 */
export const republishCase = (
  context: SignedInContext,
  input: RepublishInput,
): Promise<Result<{ status: CaseStatus }>> =>
  changeByClient(context, input, async (tx, party, row) => {
    if (row.status === 'retirado') {
      const allowed = await checkRepublication(tx, party)
      if (!allowed.ok) return allowed
    }
    const moved = await moveCase(tx, context, { party, row, event: 'republish' })
    if (!moved.ok) return moved
    if (!(await hasCaseConsent(tx, party.userId, party.caseId))) {
      if (!input.consents) return refuse({ code: 'CONFLICT', message: MESSAGES.consentMissing })
      const isHidden = !row.in_market
      await recordConsent(tx, party, { button: REPUBLISH_BUTTON, screen: SCREENS.republish, isHidden })
    }
    await recordStep(tx, party, 'republished', uuidv7())
    return accept({ status: moved.value })
  })

/**
 * PLZ-67: «Publicar en el mercado», with the consent to show the case there, and «Sacar del mercado». Chats and proposals
 * stay. The same again changes nothing. Errors: not a party (404), the lawyer (403), a case that is not open (409),
 * CHANGE_RATE_LIMIT (429).
 */
export const setInMarket = (
  context: SignedInContext,
  { caseId, in_market }: MarketInput,
): Promise<Result<{ in_market: boolean }>> =>
  changeByClient(context, { caseId }, async (tx, party, row) => {
    if (party.side !== 'client') return refuse({ code: 'FORBIDDEN', message: CASE_MESSAGES.clientOnly })
    if (row.status !== 'ingresado') return refuse({ code: 'CONFLICT', message: CASE_MESSAGES.statusChanged })
    if (row.in_market === in_market) return accept({ in_market })
    await updateInMarket(tx, caseId, in_market)
    if (in_market) await recordConsent(tx, party, { button: MARKET_BUTTON, screen: SCREENS.market })
    await recordStep(tx, party, in_market ? 'put-on-market' : 'taken-off-market', uuidv7())
    await publish(tx, context.wake, marketEvents({ id: caseId, in_market: true }))
    return accept({ in_market })
  })

const recordStep = (tx: Tx, { caseId, userId: actorId }: CaseParty, kind: EntryKind, ref: string) =>
  recordEntry(tx, { caseId, kind, ref, actorId })

/** Whether this is the client of a case that lawyers find in the market. Refused: the lawyer (403), another case (409). */
function checkPublished(party: CaseParty, { status, in_market }: LockedCase): Result<true> {
  if (party.side !== 'client') return refuse({ code: 'FORBIDDEN', message: CASE_MESSAGES.clientOnly })
  return status === 'ingresado' && in_market
    ? accept(true)
    : refuse({ code: 'CONFLICT', message: CASE_MESSAGES.statusChanged })
}

/** Records the consent to show a case, given with a button under its sentence (DAT-29). */
async function recordConsent(
  tx: Tx,
  party: CaseParty,
  shown: Pick<ShownConsent, 'button' | 'screen' | 'isHidden'>,
): Promise<void> {
  const { caseId, userId } = party
  const content = await store.findContent(tx, party)
  const hasChildren = content !== null && hasChildrenIn(content)
  await consentToCase(tx, userId, { caseId, hasChildren, ...shown })
}

const hasChildrenIn = ({ specialty, details }: { specialty: string | null; details: unknown }) =>
  mentionsChildren(specialty, details as CaseAnswers['details'])

/** DAT-29, DAT-30: the consents about the caller's cases, the newest case first. Errors: not a client (403). */
export async function caseConsents(context: SignedInContext): Promise<Result<{ consents: CaseConsent[] }>> {
  const owner = requireCaseOwner(context.session)
  if (!owner.ok) return owner
  if (owner.value.side !== 'client') return refuse({ code: 'FORBIDDEN', message: CASE_MESSAGES.clientOnly })
  const { userId } = owner.value
  const [cases, latest] = await Promise.all([
    store.listClientCases(context.db, owner.value),
    latestCaseConsents(context.db, userId),
  ])
  return accept({
    consents: cases.map(({ id, title, status, in_market, ...content }) => ({
      case_id: id,
      title,
      status,
      in_market,
      given: latest.get(id)?.given ?? null,
      at: latest.get(id)?.at.toISOString() ?? null,
      has_children: hasChildrenIn(content),
    })),
  })
}

/**
 * DAT-29: «Mantener publicada», about an open case from before the ledger. With a given consent it changes nothing.
 * Errors: not a party (404), the lawyer (403), a case that is not in the market (409), CHANGE_RATE_LIMIT (429).
 */
export const giveConsent = (
  context: SignedInContext,
  input: CaseIdInput,
): Promise<Result<{ given: boolean }>> =>
  changeByClient(context, input, async (tx, party, row) => {
    const allowed = checkPublished(party, row)
    if (!allowed.ok) return allowed
    if (!(await hasCaseConsent(tx, party.userId, party.caseId)))
      await recordConsent(tx, party, { button: KEEP_BUTTON, screen: SCREENS.keep })
    return accept({ given: true })
  })

/**
 * DAT-30: «Retirar». An open case leaves the market in the same transaction and stays its client's. A running case is
 * needed for the defence of a right. Errors: not a party (404), the lawyer (403), a case that had a lawyer, or without a
 * given consent (409), CHANGE_RATE_LIMIT (429).
 */
export const withdrawConsent = (
  context: SignedInContext,
  input: CaseIdInput,
): Promise<Result<{ status: CaseStatus }>> =>
  changeByClient(context, input, async (tx, party, row) => {
    if (party.side !== 'client') return refuse({ code: 'FORBIDDEN', message: CASE_MESSAGES.clientOnly })
    if (!isBeforeLawyer(row.status)) {
      const message = row.status === 'finalizado' ? MESSAGES.consentEnded : MESSAGES.consentRunning
      return refuse({ code: 'CONFLICT', message })
    }
    if (!(await hasCaseConsent(tx, party.userId, party.caseId)))
      return refuse({ code: 'CONFLICT', message: MESSAGES.consentNotGiven })
    await withdrawCaseConsent(tx, party.userId, { caseId: party.caseId, screen: SCREENS.ownData })
    return row.status === 'ingresado'
      ? takeOffMarket(tx, context, party, row, CONSENT_WITHDRAWN_REASON)
      : accept({ status: row.status })
  })

/** SEG-34: the caller's open cases with an unanswered question. Errors: administrators (403). */
export async function openQuestions(context: SignedInContext): Promise<Result<{ case_ids: string[] }>> {
  const owner = requireCaseOwner(context.session)
  if (!owner.ok) return owner
  return accept({ case_ids: await store.listQuestions(context.db, owner.value) })
}

/** SEG-34: «Sí, sigue publicada». Errors: not a party (404), the lawyer (403), a case that is not in the market (409). */
export const keepCase = (context: SignedInContext, input: CaseIdInput): Promise<Result<{ kept: true }>> =>
  changeInCase(context, input, 'case', async (tx, party, row) => {
    const allowed = checkPublished(party, row)
    if (!allowed.ok) return allowed
    await store.answerQuestions(tx, party)
    return accept({ kept: true as const })
  })

/** Cases per run. */
const QUESTION_BATCH_SIZE = 500

/** SEG-34: asks the clients of cases that have been open for QUESTION_DAYS, once each. @returns how many */
export async function askAboutOpenCases({ db, wake }: Pick<Platform, 'db' | 'wake'>): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const asked = await store.insertDueQuestions(tx, QUESTION_DAYS, QUESTION_BATCH_SIZE)
    await notify(
      tx,
      { wake },
      asked.map(({ case_id: caseId, client_id: userId, days, published_at }) => ({
        kind: 'still-searching',
        key: `searching:${caseId}:${published_at.getTime()}:${days}`,
        ref: caseId,
        caseId,
        userId,
        actorId: null,
      })),
    )
    await publish(
      tx,
      wake,
      asked.flatMap(({ client_id, case_id }) => eventsTo([client_id], 'case', case_id)),
    )
    return asked.length
  })
}

/** SEG-33: whether a locked client may have another open case. Refused: too late or too many (409), suspended (403). */
async function checkRepublication(tx: Tx, { caseId, userId }: CaseParty): Promise<Result<true>> {
  if (!(await mayBeRepublished(tx, caseId)))
    return refuse({ code: 'CONFLICT', message: MESSAGES.tooLateToRepublish })
  if (await isSuspendedInAnyWay(tx, userId))
    return refuse({ code: 'FORBIDDEN', message: CASE_MESSAGES.clientsOnly })
  const open = await countOpenCases(tx, userId)
  const allowed = checkOpenCaseLimit(open, await isEmailVerified(tx, userId))
  return allowed.ok ? allowed : refuse({ code: 'CONFLICT', message: MESSAGES.tooManyOpen })
}

/** SEG-32: the answers of a case that its client may edit. Refusals: not its client (404, 403). */
export async function caseAnswers(
  context: SignedInContext,
  { caseId }: { caseId: string },
): Promise<Result<CaseAnswers>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  if (!party.ok) return party
  if (party.value.side !== 'client') return refuse({ code: 'FORBIDDEN', message: CASE_MESSAGES.clientOnly })
  const content = await store.findContent(context.db, party.value)
  if (!content) return refuse({ code: 'NOT_FOUND', message: CASE_MESSAGES.notFound })
  const { specialty, commune, details } = content
  return accept({ specialty, commune, details: details as CaseAnswers['details'] })
}

/**
 * SEG-32: writes other answers into a locked open case and keeps the earlier ones. A title that its client wrote stays. One
 * that is now about danger leaves the market (PLZ-66). Refusals: the lawyer (403), a case that is not open (409), invalid answers (422).
 * @returns whether anything changed
 */
async function rewriteCase(
  tx: Tx,
  context: SignedInContext,
  party: CaseParty,
  { status, ...row }: LockedCase,
  { caseId, ...input }: EditInput,
): Promise<Result<boolean>> {
  if (party.side !== 'client') return refuse({ code: 'FORBIDDEN', message: CASE_MESSAGES.clientOnly })
  if (status !== 'ingresado')
    return refuse({
      code: 'CONFLICT',
      message: status === 'retirado' ? MESSAGES.notOpen : MESSAGES.hasLawyer,
    })
  const composed = composeCase(input, isoDay(new Date()))
  if (!composed.ok) return composed
  const before = await store.findContent(tx, party)
  if (!before) return refuse({ code: 'NOT_FOUND', message: CASE_MESSAGES.notFound })
  const isComposed = before.title === caseTitle(before.specialty ?? '', before.commune ?? '')
  const content = { ...composed.value, title: isComposed ? composed.value.title : before.title }
  if (isDeepStrictEqual(content, before)) return accept(false)
  const isNowDanger = isSafetySpecialty(content.specialty) && !isSafetySpecialty(before.specialty)
  const in_market = row.in_market && !isNowDanger
  await replaceContent(tx, { id: caseId, clientId: party.userId, ...content, in_market })
  await recordStep(tx, party, 'edited', uuidv7())
  if (isNowDanger) await presetDiscretion(tx, party.userId)
  if (row.in_market && !in_market) {
    await recordEntry(tx, { caseId, kind: 'taken-off-market', ref: uuidv7(), actorId: null })
    await publish(tx, context.wake, marketEvents(row))
  }
  return accept(true)
}
