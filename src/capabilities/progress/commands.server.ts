import { cutPage, parseTimeCursor } from '../../input/cursor.ts'
import { type Db, runInTransaction, type Tx } from '../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { authorizeCaseParty, changeInCase, recordEntry } from '../cases/commands.server.ts'
import type { CaseParty } from '../cases/rules.ts'
import type { CaseStatus } from '../cases/schema.ts'
import { notify } from '../notices/commands.server.ts'
import {
  checkPromisedDay,
  checkPublish,
  checkRequest,
  correctionNotice,
  FIRST_UPDATE_DAYS,
  PROMISE_TRANSITIONS,
  PUBLISH_RATE_LIMIT,
  REMINDER_DAYS,
  requestableFrom,
} from './rules.ts'
import {
  type CorrectInput,
  type Entry,
  HISTORY_PAGE_SIZE,
  type HistoryInput,
  type HistoryPage,
  MESSAGES,
  type Progress,
  type PublishInput,
  RECENT_ENTRIES,
  type Stage,
  type Update,
  type versionsOutput,
} from './schema.ts'
import * as store from './store.server.ts'

type CaseIdInput = { caseId: string }
type EntryRow = Awaited<ReturnType<typeof store.listEntries>>[number]
type VersionRow = Awaited<ReturnType<typeof store.listVersions>>[number]

const toUpdate = (row: VersionRow): Update => ({
  id: row.id,
  n: row.n,
  stage: row.stage as Stage,
  text: row.body,
  next_step: row.next_step,
  corrected_at: row.n > 1 ? row.created_at.toISOString() : null,
})

function toEntry(row: EntryRow, userId: string): Entry {
  const { update_id: id, n, stage, body: text, next_step, written_at } = row
  return {
    id: row.id,
    kind: row.kind,
    at: row.at?.toISOString() ?? null,
    is_mine: row.actor_id === userId,
    actor: row.actor,
    detail: row.detail,
    update:
      id !== null && n !== null && stage !== null && text !== null
        ? {
            id,
            n,
            stage,
            text,
            next_step,
            corrected_at: n > 1 && written_at ? written_at.toISOString() : null,
          }
        : null,
  }
}

async function readProgress(db: Db, party: CaseParty): Promise<Progress> {
  // Another name is nothing that happened in the case; the history has it.
  const recent = { after: null, limit: RECENT_ENTRIES, withoutRenames: true }
  const entries = await store.listEntries(db, party, recent)
  const last = await store.findLastUpdate(db, party)
  const state = await store.readState(db, party)
  const isRunning = state?.status === 'activo' || state?.status === 'en progreso'
  return {
    entries: entries.map((row) => toEntry(row, party.userId)),
    last_update: last && toUpdate(last),
    promised_on: state?.promised_on ?? null,
    request_from: state && isRunning ? requestableFrom(requestFacts(state)) : null,
  }
}

const requestFacts = ({
  today,
  requested_at,
  promised_on,
}: NonNullable<Awaited<ReturnType<typeof store.readState>>>) => ({
  today,
  requestedAt: requested_at,
  promisedOn: promised_on,
})

/** SEG-01 to SEG-06, SEG-12: the panel «Seguimiento». Errors: not a party of the case, or unknown case (404). */
export async function progressOf(
  context: SignedInContext,
  { caseId }: CaseIdInput,
): Promise<Result<Progress>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  return party.ok ? accept(await readProgress(context.db, party.value)) : party
}

/** SEG-02, SEG-03: a page of the history. Errors: not a party of the case, or unknown case (404). */
export async function historyOf(
  context: SignedInContext,
  { caseId, after }: HistoryInput,
): Promise<Result<HistoryPage>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  if (!party.ok) return party
  const page = { after: parseTimeCursor(after), limit: HISTORY_PAGE_SIZE + 1 }
  const rows = await store.listEntries(context.db, party.value, page)
  const { shown, next } = cutPage(rows, HISTORY_PAGE_SIZE, ({ stamp, id }) => `${stamp}.${id}`)
  return accept({ entries: shown.map((row) => toEntry(row, party.value.userId)), next })
}

/** SEG-11: the earlier versions of an update. Errors: not a party, or no such update in the case (404). */
export async function versionsOf(
  context: SignedInContext,
  { caseId, updateId }: { caseId: string; updateId: string },
): Promise<Result<(typeof versionsOutput)['_zod']['output']>> {
  const party = await authorizeCaseParty(context.db, caseId, context.session.userId)
  if (!party.ok) return party
  const rows = (await store.listVersions(context.db, updateId)).filter((row) => row.case_id === caseId)
  if (rows.length === 0) return updateGone()
  return accept({
    versions: rows
      .slice(0, -1)
      .reverse()
      .map(({ n, stage, body: text, next_step, created_at }) => ({
        n,
        stage: stage as Stage,
        text,
        next_step,
        created_at: created_at.toISOString(),
      })),
  })
}

const updateGone = () => refuse({ code: 'NOT_FOUND', message: MESSAGES.updateGone })
const idTaken = () => refuse({ code: 'CONFLICT', message: MESSAGES.idTaken, reason: 'ID_TAKEN' })

const isSame = (
  row: VersionRow,
  { stage, text, nextStep }: Pick<PublishInput, 'stage' | 'text' | 'nextStep'>,
) => row.stage === stage && row.body === text && row.next_step === nextStep

/** One attempt of the limit of updates. Refused: 429. */
const consumePublication = (tx: Tx, userId: string) =>
  checkRateLimit(tx, `progress:publish:${userId}`, PUBLISH_RATE_LIMIT, MESSAGES.tooMany)

/**
 * SEG-08 to SEG-10, SEG-12: «Publicar novedad». Keeps an open promise and makes a new one. Idempotent by id with the same
 * words. Errors: not a party (404), the client (403), a case that is not running or another update's id (409), a promised
 * day out of range (422), PUBLISH_RATE_LIMIT (429).
 */
export const publishUpdate = (context: SignedInContext, input: PublishInput): Promise<Result<Progress>> =>
  changeInCase(context, input, 'progress', async (tx, party, row) => {
    const { caseId, id, stage, text, nextStep, promisedOn } = input
    if (party.side !== 'lawyer') return refuse({ code: 'FORBIDDEN', message: MESSAGES.lawyerOnly })
    const [first] = await store.listVersions(tx, id)
    if (first) {
      const promise = await store.findPromiseOf(tx, id)
      const isRepeated =
        first.case_id === caseId && isSame(first, input) && (promise?.promised_on ?? null) === promisedOn
      return isRepeated ? accept(await readProgress(tx, party)) : idTaken()
    }
    const allowed = checkPublish(party.side, row.status as CaseStatus)
    if (!allowed.ok) return allowed
    const state = await store.readState(tx, party)
    const day = checkPromisedDay(promisedOn, state?.today ?? '')
    if (!day.ok) return day
    const attempt = await consumePublication(tx, party.userId)
    if (!attempt.ok) return attempt
    if (!(await store.insertVersion(tx, party, { id, n: 1, stage, body: text, nextStep }))) return idTaken()
    await store.closePromise(tx, party, PROMISE_TRANSITIONS.update)
    if (promisedOn !== null) await store.insertPromise(tx, party, { updateId: id, promisedOn })
    const { userId: actorId } = party
    await recordEntry(tx, { caseId, kind: 'update-published', ref: id, actorId })
    await notify(tx, context, [
      { kind: 'update-published', key: `update:${id}`, ref: id, caseId, userId: row.client_id, actorId },
    ])
    return accept(await readProgress(tx, party))
  })

/**
 * SEG-11: «Corregir» adds a version; the promise stays. Idempotent by version with the same words. Errors: not a party or no
 * such update in the case (404), not its author (403), a case that is not running or a version that was corrected otherwise
 * (409), PUBLISH_RATE_LIMIT (429).
 */
export const correctUpdate = (context: SignedInContext, input: CorrectInput): Promise<Result<Progress>> =>
  changeInCase(context, input, 'progress', async (tx, party, row) => {
    const { caseId, updateId: id, stage, text, nextStep } = input
    if (party.side !== 'lawyer') return refuse({ code: 'FORBIDDEN', message: MESSAGES.lawyerOnly })
    const versions = (await store.listVersions(tx, id)).filter((version) => version.case_id === caseId)
    const [published, last] = [versions[0], versions.at(-1)]
    if (!published || !last) return updateGone()
    if (last.author_id !== party.userId) return refuse({ code: 'FORBIDDEN', message: MESSAGES.notOwn })
    const n = input.n + 1
    // Also when nothing is changed: without another word there is no other version.
    if (isSame(last, input) && (last.n === n || last.n === input.n))
      return accept(await readProgress(tx, party))
    if (last.n !== input.n) return refuse({ code: 'CONFLICT', message: MESSAGES.alreadyCorrected })
    const allowed = checkPublish(party.side, row.status as CaseStatus)
    if (!allowed.ok) return allowed
    const attempt = await consumePublication(tx, party.userId)
    if (!attempt.ok) return attempt
    if (!(await store.insertVersion(tx, party, { id, n, stage, body: text, nextStep }))) return idTaken()
    const corrected = (await store.listVersions(tx, id)).at(-1)
    const hour = corrected && correctionNotice(published.created_at, corrected.created_at)
    if (hour)
      await notify(tx, context, [
        {
          kind: 'update-corrected',
          key: `update:${id}:${hour}`,
          ref: id,
          caseId,
          userId: row.client_id,
          actorId: party.userId,
        },
      ])
    return accept(await readProgress(tx, party))
  })

/**
 * SEG-14: «Pedir una novedad». Errors: not a party (404), the lawyer (403); a case that is not running, or before the day
 * of the next request (409).
 */
export const requestUpdate = (context: SignedInContext, input: CaseIdInput): Promise<Result<Progress>> =>
  changeInCase(context, input, 'progress', async (tx, party, row) => {
    const { caseId } = input
    const state = await store.readState(tx, party)
    if (!state) return updateGone()
    const allowed = checkRequest(party.side, row.status as CaseStatus, requestFacts(state))
    if (!allowed.ok) return allowed
    const { userId: actorId } = party
    await recordEntry(tx, { caseId, kind: 'update-requested', ref: state.today, actorId })
    await notify(tx, context, [
      {
        kind: 'update-requested',
        key: `update-requested:${caseId}:${state.today}`,
        ref: caseId,
        caseId,
        userId: row.lawyer_id,
        actorId,
      },
    ])
    return accept(await readProgress(tx, party))
  })

type Services = Pick<Platform, 'db' | 'wake'>

/** Marks the promises of which the day has passed; run every minute. */
export async function markOverduePromises({ db }: Services): Promise<void> {
  await store.markOverdue(db, PROMISE_TRANSITIONS.dayPassed)
}

const BATCH_SIZE = 500

/** SEG-13: reminds lawyers of their promises, from 09:00 in Chile, once a promise and day. @returns how many */
export async function remindOfPromises({ db, wake }: Services): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const due = await store.takeDuePromises(tx, REMINDER_DAYS, BATCH_SIZE)
    await notify(
      tx,
      { wake },
      due.map(({ id, case_id: caseId, lawyer_id: userId, today }) => ({
        kind: 'promise-due',
        key: `promise:${id}:${today}`,
        ref: id,
        caseId,
        userId,
        actorId: null,
      })),
    )
    return due.length
  })
}

const FIRST_UPDATE_KEY = 'first-update:'

/** SEG-13: reminds lawyers once of cases without any update, FIRST_UPDATE_DAYS after the acceptance. */
export async function remindOfFirstUpdates({ db, wake }: Services): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const cases = await store.listCasesWithoutUpdate(tx, FIRST_UPDATE_DAYS, FIRST_UPDATE_KEY, BATCH_SIZE)
    await notify(
      tx,
      { wake },
      cases.map(({ case_id: caseId, lawyer_id: userId }) => ({
        kind: 'first-update-due',
        key: `${FIRST_UPDATE_KEY}${caseId}`,
        ref: caseId,
        caseId,
        userId,
        actorId: null,
      })),
    )
    return cases.length
  })
}

/** SEG-36: a closed case has no promise. */
export const endPromise = (tx: Tx, party: CaseParty) => store.closePromise(tx, party, PROMISE_TRANSITIONS.end)

/** Step of account deletion (OPEN-58): promises end. Updates stay for the other party, without an author. */
export const leaveProgress = (tx: Tx, userId: string) =>
  store.closePromisesOfUser(tx, userId, PROMISE_TRANSITIONS.end)
