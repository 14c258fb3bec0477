import { randomUUID } from 'node:crypto'
import { isoDay } from '../../chile/dates.ts'
import { runInTransaction, type Tx } from '../../platform/database/database.server.ts'
import { accept, fieldRefusal, type Result, refuse } from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { changeInCase, recordEntry } from '../cases/commands.server.ts'
import { notify } from '../notices/commands.server.ts'
import { notifyParties, readDocuments } from './commands.server.ts'
import {
  areRequestsFrozen,
  checkDueDay,
  EVENTS_WITH_REASON,
  nextRequestState,
  REQUEST_RATE_LIMIT,
} from './rules.ts'
import {
  type AnswerRequestInput,
  type Documents,
  MAX_OPEN_REQUESTS,
  MESSAGES,
  type RequestDocumentsInput,
  type RequestState,
} from './schema.ts'
import * as store from './store.server.ts'

/**
 * SEG-15: the lawyer asks for documents. Idempotent by `batchId`, with the same content. Errors: not a party of
 * the case (404); the client (403); a finished case, too many open requests, or the same id with other content
 * (409); a due day in the past or far ahead (422); too many (429).
 */
export const requestDocuments = (
  context: SignedInContext,
  input: RequestDocumentsInput,
): Promise<Result<Documents>> =>
  changeInCase(context, input, 'document', async (tx, party, row) => {
    const conflict = (message: string) => refuse({ code: 'CONFLICT', message })
    if (party.side !== 'lawyer') return refuse({ code: 'FORBIDDEN', message: MESSAGES.onlyLawyerAsks })
    const batch = { ...input, note: input.note ?? null }
    const known = await store.findBatch(tx, input.batchId)
    if (known.length > 0) {
      const names = known.map(({ name }) => name)
      const isSame = known.every(
        ({ case_id, note, due_on }) =>
          case_id === input.caseId && note === batch.note && due_on === input.dueOn,
      )
      return isSame && JSON.stringify(names) === JSON.stringify(input.names)
        ? accept(await readDocuments(tx, party))
        : conflict(MESSAGES.requestsTaken)
    }
    if (areRequestsFrozen(row.status)) return conflict(MESSAGES.finished)
    const due = checkDueDay(input.dueOn, isoDay(new Date()))
    if (!due.ok) return due
    if ((await store.countOpenRequests(tx, party)) + input.names.length > MAX_OPEN_REQUESTS)
      return conflict(MESSAGES.tooManyRequests)
    const allowed = await consumeRequest(tx, party.userId)
    if (!allowed.ok) return allowed
    const [ref] = await store.insertRequests(tx, party, batch)
    // Another case's batch took the id meanwhile.
    if (!ref) return conflict(MESSAGES.requestsTaken)
    const key = `documents-requested:${input.batchId}`
    await notifyParties(tx, context, party, row, { kind: 'documents-requested', key, ref })
    const entry = { caseId: input.caseId, ref: input.batchId, actorId: party.userId }
    await recordEntry(tx, { ...entry, kind: 'documents-requested', detail: String(input.names.length) })
    return accept(await readDocuments(tx, party))
  })

/** The kinds of the notices; annulling is not worth one. All but «ask» are in the history, too. */
const NOTICES = {
  accept: 'document-accepted',
  return: 'document-returned',
  lack: 'document-missing',
  ask: 'document-asked-again',
  annul: null,
} as const satisfies Record<AnswerRequestInput['event'], string | null>

/**
 * SEG-17: the lawyer or the client answers a request. Errors: not a party of the case, or no such request (404);
 * the other side's event (403); an event that the state does not allow, or a finished case (409); no reason
 * (422); too many (429).
 */
export const answerRequest = (
  context: SignedInContext,
  { requestId, event, ...input }: AnswerRequestInput,
): Promise<Result<Documents>> =>
  changeInCase(context, input, 'document', async (tx, party, row) => {
    const request = await store.findRequest(tx, party, requestId)
    if (!request) return refuse({ code: 'NOT_FOUND', message: MESSAGES.requestGone })
    const next = nextRequestState(request.state as RequestState, event, party.side, row.status)
    if (!next.ok) return next
    const reason = EVENTS_WITH_REASON.includes(event) ? (input.reason ?? null) : null
    if (EVENTS_WITH_REASON.includes(event) && reason === null)
      return refuse(fieldRefusal('reason', MESSAGES.reason))
    const allowed = await consumeRequest(tx, party.userId)
    if (!allowed.ok) return allowed
    await store.updateRequest(tx, request.id, { state: next.value, reason })
    const kind = NOTICES[event]
    // A request can be returned or answered again: each of these is a notice of its own.
    const ref = randomUUID()
    const key = `${kind}:${ref}`
    if (kind) await notifyParties(tx, context, party, row, { kind, key, ref: request.id })
    if (kind && kind !== 'document-asked-again')
      await recordEntry(tx, { caseId: party.caseId, kind, ref, actorId: party.userId, detail: request.name })
    return accept(await readDocuments(tx, party))
  })

const consumeRequest = (tx: Tx, userId: string) =>
  checkRateLimit(tx, `documents:requests:${userId}`, REQUEST_RATE_LIMIT, MESSAGES.slowDown)

/** Requests per run. */
const REMINDER_BATCH_SIZE = 500

/** SEG-25: reminds clients of documents that are due, once a person, case, due day and day. */
export async function remindOfDueDocuments(platform: Pick<Platform, 'db' | 'wake'>): Promise<void> {
  await runInTransaction(platform.db, async (tx) => {
    const due = await store.takeDueRequests(tx, REMINDER_BATCH_SIZE)
    const groups = Map.groupBy(due, ({ case_id, due_on }) => `${case_id}:${due_on}`)
    await notify(
      tx,
      platform,
      [...groups].flatMap(([group, [first]]) =>
        first
          ? [
              {
                kind: 'documents-due',
                key: `documents-due:${group}:${first.today}`,
                ref: first.id,
                caseId: first.case_id,
                actorId: null,
                userId: first.client_id,
              },
            ]
          : [],
      ),
    )
  })
}
