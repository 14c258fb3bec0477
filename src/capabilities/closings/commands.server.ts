import type { Db, Tx } from '../../platform/database/database.server.ts'
import { readNow } from '../../platform/database/queries.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { authorizeCaseParty, changeInCase, moveCase, recordEntry } from '../cases/commands.server.ts'
import type { CaseParty } from '../cases/rules.ts'
import { MESSAGES as CASE_MESSAGES, type EntryKind } from '../cases/schema.ts'
import { notify } from '../notices/commands.server.ts'
import { endPromise } from '../progress/commands.server.ts'
import {
  CHANGE_RATE_LIMIT,
  checkClosing,
  checkObjection,
  checkReopening,
  checkRequest,
  closeFrom,
  objectUntil,
  reopenUntil,
} from './rules.ts'
import {
  type CaseClosing,
  type CloseInput,
  type Closing,
  MESSAGES,
  type Outcome,
  type ReasonedInput,
} from './schema.ts'
import * as store from './store.server.ts'

type CaseIdInput = { caseId: string }
type Change<T> = Parameters<typeof changeInCase<T>>[3]
type ClosingRow = NonNullable<Awaited<ReturnType<typeof store.findNewestClosing>>>

const refuseChange = (message: string) => refuse({ code: 'CONFLICT', message })
const recordStep = (tx: Tx, { caseId, userId: actorId }: CaseParty, kind: EntryKind, ref: string) =>
  recordEntry(tx, { caseId, kind, ref, actorId })

function toClosing(row: ClosingRow, now: Date): Closing {
  const isUndone = row.objected_at !== null || row.reopened_at !== null
  const whileAhead = (time: Date) => (!isUndone && now < time ? time.toISOString() : null)
  const from = isUndone ? closeFrom(row) : null
  return {
    id: row.id,
    outcome: row.outcome as Outcome,
    text: row.body,
    remaining: row.remaining,
    closed_at: row.closed_at.toISOString(),
    object_until: whileAhead(objectUntil(row.closed_at)),
    reopen_until: whileAhead(reopenUntil(row.closed_at)),
    objection: row.objection,
    close_from: from?.toISOString() ?? null,
    is_close_blocked: from !== null && now < from,
    request: row.request,
    decline_reason: row.decline_reason,
    reopening_reason: row.reopening_reason,
  }
}

async function readClosing(db: Db, party: CaseParty): Promise<CaseClosing> {
  const row = await store.findNewestClosing(db, party)
  return { closing: row && toClosing(row, await readNow(db)) }
}

/** SEG-37, SEG-40: the newest closing of a case. Errors: not a party of the case (404). */
export async function closingOfCase(
  context: SignedInContext,
  { caseId }: CaseIdInput,
): Promise<Result<CaseClosing>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  return party.ok ? accept(await readClosing(context.db, party.value)) : party
}

/** Rate limit of all changes of this slice. Refused: 429. */
const consumeChange = ({ db, session }: SignedInContext) =>
  checkRateLimit(db, `closings:${session.userId}`, CHANGE_RATE_LIMIT, MESSAGES.tooMany)

/** A change of a running or closed case by one of its parties. Errors: not a party (404), CHANGE_RATE_LIMIT (429). */
async function changeRunningOrClosed(
  context: SignedInContext,
  input: CaseIdInput,
  change: Change<unknown>,
): Promise<Result<CaseClosing>> {
  const seen = await authorizeCaseParty(context.db, input.caseId, context.session.userId)
  if (!seen.ok) return seen
  const allowed = await consumeChange(context)
  if (!allowed.ok) return allowed
  return changeInCase(context, input, 'case', async (tx, party, row) => {
    const changed = await change(tx, party, row)
    return changed.ok ? accept(await readClosing(tx, party)) : changed
  })
}

/**
 * SEG-36: «Finalizar», with an outcome. Idempotent by id with the same words. Errors: not a party (404), the client (403),
 * a case that is not «en progreso», another closing's id, or too soon after an objection (409), CHANGE_RATE_LIMIT (429).
 */
export const closeCase = (context: SignedInContext, input: CloseInput): Promise<Result<CaseClosing>> =>
  changeRunningOrClosed(context, input, async (tx, party, row) => {
    const { caseId, id, outcome, text, remaining } = input
    const existing = await store.findClosing(tx, id)
    if (existing && party.side === 'lawyer') {
      const isSame =
        existing.case_id === caseId &&
        existing.outcome === outcome &&
        existing.body === text &&
        existing.remaining === remaining
      return isSame ? accept(null) : idTaken()
    }
    const last = await store.findNewestClosing(tx, party)
    const moved = await moveCase(tx, context, { party, row, event: 'finish' })
    if (!moved.ok) return moved
    const allowed = checkClosing(last, await readNow(tx))
    if (!allowed.ok) return allowed
    if (!(await store.insertClosing(tx, party, input))) return idTaken()
    await endPromise(tx, party)
    await recordStep(tx, party, 'finished', id)
    await tell(tx, context, party, row.client_id, { kind: 'case-finished', id })
    return accept(null)
  })

const idTaken = () => refuse({ code: 'CONFLICT', message: MESSAGES.idTaken, reason: 'ID_TAKEN' })

const tell = (
  tx: Tx,
  context: SignedInContext,
  { caseId, userId: actorId }: CaseParty,
  userId: string | null,
  { kind, id }: { kind: string; id: string },
) => notify(tx, context, [{ kind, key: `${kind}:${id}`, ref: caseId, caseId, userId, actorId }])

/**
 * A change of the closing that the person saw, once. Refused: another closing is in force, or the case is not closed (409).
 */
const changeClosing = (
  context: SignedInContext,
  input: ReasonedInput,
  change: (
    tx: Tx,
    party: CaseParty,
    row: Parameters<Change<unknown>>[2],
    closing: ClosingRow,
    now: Date,
  ) => Promise<Result<unknown>>,
) =>
  changeRunningOrClosed(context, input, async (tx, party, row) => {
    const closing = await store.findNewestClosing(tx, party)
    // Before the closing itself: without one there was none, or a departure ended the case.
    if (row.status === 'finalizado' && !closing) {
      const allowed = checkReopening(null, row, await readNow(tx))
      if (!allowed.ok) return allowed
    }
    if (!closing || closing.id !== input.closingId) return refuseChange(CASE_MESSAGES.statusChanged)
    return change(tx, party, row, closing, await readNow(tx))
  })

/**
 * SEG-37: «No estoy de acuerdo»: the case is «en progreso» again, once per closing. Errors: not a party (404), the lawyer
 * (403), not closed, another closing, after OBJECTION_DAYS, or the lawyer left (409), CHANGE_RATE_LIMIT (429).
 */
export const objectToClosing = (context: SignedInContext, input: ReasonedInput) =>
  changeClosing(context, input, async (tx, party, row, closing, now) => {
    if (row.lawyer_id === null) return refuseChange(MESSAGES.lawyerGone)
    const moved = await moveCase(tx, context, { party, row, event: 'object' })
    if (!moved.ok) return moved
    const allowed = checkObjection(closing, now)
    if (!allowed.ok) return allowed
    await store.updateClosing(tx, party, closing.id, { objection: input.why })
    await recordStep(tx, party, 'objected', closing.id)
    await tell(tx, context, party, row.lawyer_id, { kind: 'closing-objected', id: closing.id })
    return accept(null)
  })

/**
 * SEG-40: «Pedir reapertura», once per closing. Errors: not a party (404), the lawyer (403), not closed, another closing, after
 * REOPENING_DAYS, asked before, or the lawyer left (409), CHANGE_RATE_LIMIT (429).
 */
export const requestReopening = (context: SignedInContext, input: ReasonedInput) =>
  changeClosing(context, input, async (tx, party, row, closing, now) => {
    if (party.side !== 'client') return refuse({ code: 'FORBIDDEN', message: CASE_MESSAGES.clientOnly })
    if (row.status !== 'finalizado') return refuseChange(CASE_MESSAGES.statusChanged)
    for (const allowed of [checkReopening(closing, row, now), checkRequest(closing)])
      if (!allowed.ok) return allowed
    await store.updateClosing(tx, party, closing.id, { request: input.why })
    await recordStep(tx, party, 'reopening-requested', closing.id)
    await tell(tx, context, party, row.lawyer_id, { kind: 'reopening-requested', id: closing.id })
    return accept(null)
  })

/**
 * SEG-40: the lawyer refuses a request to reopen. Errors: not a party (404), the client (403), not closed, another closing or no
 * request (409), CHANGE_RATE_LIMIT (429).
 */
export const declineReopening = (context: SignedInContext, input: ReasonedInput) =>
  changeClosing(context, input, async (tx, party, row, closing) => {
    if (party.side !== 'lawyer') return refuse({ code: 'FORBIDDEN', message: CASE_MESSAGES.lawyerOnly })
    if (row.status !== 'finalizado') return refuseChange(CASE_MESSAGES.statusChanged)
    if (!closing.requested_at || closing.declined_at) return refuseChange(MESSAGES.nothingToDecline)
    await store.updateClosing(tx, party, closing.id, { decline_reason: input.why })
    await recordStep(tx, party, 'reopening-declined', closing.id)
    await tell(tx, context, party, row.client_id, { kind: 'reopening-declined', id: closing.id })
    return accept(null)
  })

/**
 * SEG-40: the lawyer reopens a case, also on request. Errors: not a party (404), the client (403), not closed, another
 * closing, after REOPENING_DAYS or a party left (409), CHANGE_RATE_LIMIT (429).
 */
export const reopenCase = (context: SignedInContext, input: ReasonedInput) =>
  changeClosing(context, input, async (tx, party, row, closing, now) => {
    const moved = await moveCase(tx, context, { party, row, event: 'reopen' })
    if (!moved.ok) return moved
    const allowed = checkReopening(closing, row, now)
    if (!allowed.ok) return allowed
    await store.updateClosing(tx, party, closing.id, { reopening_reason: input.why })
    await recordStep(tx, party, 'reopened', closing.id)
    await tell(tx, context, party, row.client_id, { kind: 'case-reopened', id: closing.id })
    return accept(null)
  })
