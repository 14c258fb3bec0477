/**
 * Attacks on guards: concurrent requests, or requests by strangers. Each attack returns how often the guarded
 * action was allowed to happen and how often it did. The same attack runs against the product and against a
 * naive implementation of the guard (tests/abuse/twins.db.test.ts). An attack that the naive implementation
 * survives proves nothing.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { actingAs } from '../../src/demo-data/acting-as.ts'
import {
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
  sendText,
} from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import type { SignedInContext } from '../../src/platform/rpc/context.server.ts'
import type { DatabaseSuite } from '../support/app/suite.ts'
import { chatFixtures } from '../support/data/chat-fixtures.ts'

export interface RaceResult {
  allowed: number
  happened: number
}

/** Concurrent attempts. Fewer than the connections of the pool, so that all can wait for one row lock. */
const CONCURRENT_ATTEMPTS = 8

/**
 * Runs all attempts concurrently. Locks the row until all of them wait for it, so that each has finished its
 * earlier reads before any of them goes on.
 * @returns for each attempt whether it succeeded
 */
async function raceForRow(
  { platform }: DatabaseSuite,
  row: { table: 'lawyer_profiles' | 'proposals' | 'email_codes'; key: 'id' | 'lawyer_id'; id: string },
  attempts: readonly (() => Promise<boolean>)[],
): Promise<boolean[]> {
  const blocker = await platform.pool.connect()
  try {
    await blocker.query('begin')
    const locked = await blocker.query(`select 1 from ${row.table} where ${row.key} = $1 for update`, [
      row.id,
    ])
    expect(locked.rowCount).toBe(1)
    const results = Promise.all(attempts.map((attempt) => attempt()))
    const countWaiting = async () => {
      // Without this, a transaction keeps the statistics of its first read.
      await blocker.query('select pg_stat_clear_snapshot()')
      const { rows } = await blocker.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.count ?? 0
    }
    // Attempts that are refused before they reach the lock end the wait, too.
    let isOver = false
    results.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    for (const end = Date.now() + 10_000; !isOver && (await countWaiting()) < attempts.length; await sleep(5))
      if (Date.now() > end)
        throw new Error(`only ${await countWaiting()} of ${attempts.length} wait for the lock`)
    await blocker.query('commit')
    return await results
  } finally {
    // Closing the connection releases the lock after a failure.
    blocker.release(true)
  }
}

const repeat = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

const countSuccesses = (results: readonly boolean[]) => results.filter(Boolean).length

/**
 * Abuse 23: a lawyer with three credits starts more than three chats concurrently.
 * @param spend whether it started one
 */
export async function raceToSpendCredit(
  suite: DatabaseSuite,
  spend: (lawyer: SignedInContext, caseId: string) => Promise<boolean>,
): Promise<RaceResult> {
  const fixtures = chatFixtures(suite)
  const lawyerId = await fixtures.lawyer()
  await setPlan(suite.platform.db, lawyerId, 'basico', 3)
  const lawyer = await actingAs(suite.platform, lawyerId)
  const cases = await repeat(CONCURRENT_ATTEMPTS, async () =>
    makeOpenCase(suite.platform, await fixtures.client()),
  )
  const row = { table: 'lawyer_profiles', key: 'id', id: lawyerId } as const
  const begun = await raceForRow(
    suite,
    row,
    cases.map((caseId) => () => spend(lawyer, caseId)),
  )
  const chats = await suite.database.sql('select 1 from chats where lawyer_id = $1', [lawyerId])
  expect(chats).toHaveLength(countSuccesses(begun))
  return { allowed: 3, happened: chats.length }
}

/** Abuse 21: a proposal is accepted several times concurrently. @param accept whether it was accepted */
export async function raceToAcceptProposal(
  suite: DatabaseSuite,
  accept: (client: SignedInContext, proposalId: string) => Promise<boolean>,
): Promise<RaceResult> {
  const { chatId, lawyerId, asClient, clientId } = await chatFixtures(suite).conversation()
  const { id } = await makeProposal(suite.platform, { chatId, lawyerId })
  const row = { table: 'proposals', key: 'id', id } as const
  const accepted = await raceForRow(
    suite,
    row,
    Array.from({ length: CONCURRENT_ATTEMPTS }, () => () => accept(asClient, id)),
  )
  const cases = await suite.database.sql(`select 1 from cases where client_id = $1 and status = 'activo'`, [
    clientId,
  ])
  expect(cases).toHaveLength(countSuccesses(accepted))
  return { allowed: 1, happened: cases.length }
}

/**
 * Abuse 7: more concurrent wrong guesses than a code allows, then the right code, which must no longer work.
 * @param verify whether the code was accepted
 */
export async function raceToGuessCode(
  suite: DatabaseSuite,
  verify: (lawyer: SignedInContext, code: string) => Promise<boolean>,
): Promise<RaceResult> {
  const withCode = async () => {
    const { id } = await makeAccount(suite.platform.db, { role: 'lawyer' })
    // As the product stores a code (OPEN-12).
    await suite.database.sql(
      `insert into email_codes (lawyer_id, code_hash, sent_at, expires_at)
       values ($1, $2, app_now(), app_now() + interval '15 minutes')`,
      [id, suite.platform.sealer.sign(`email code\n${id}\n123456`)],
    )
    return { id, lawyer: await actingAs(suite.platform, id) }
  }
  // One wrong guess does no harm: so the attack below is not refused for another reason.
  const honest = await withCode()
  expect(await verify(honest.lawyer, '000000')).toBe(false)
  expect(await verify(honest.lawyer, '123456')).toBe(true)
  const { id, lawyer } = await withCode()
  const row = { table: 'email_codes', key: 'lawyer_id', id } as const
  const wrong = await raceForRow(
    suite,
    row,
    Array.from({ length: CONCURRENT_ATTEMPTS }, (_, at) => () => verify(lawyer, `00000${at}`)),
  )
  expect(countSuccesses(wrong)).toBe(0)
  return { allowed: 0, happened: countSuccesses([await verify(lawyer, '123456')]) }
}

/**
 * Abuse 26: a client with the right to one review sends several concurrently.
 * @param review whether it created one
 */
export async function raceToReview(
  suite: DatabaseSuite,
  review: (client: SignedInContext, lawyerId: string, reviewId: string) => Promise<boolean>,
): Promise<RaceResult> {
  const fixtures = chatFixtures(suite)
  const [clientId, lawyerId] = [await fixtures.client(), await fixtures.lawyer()]
  await makeActiveCase(suite.platform, { clientId, lawyerId })
  const client = await actingAs(suite.platform, clientId)
  const row = { table: 'lawyer_profiles', key: 'id', id: lawyerId } as const
  await raceForRow(
    suite,
    row,
    Array.from({ length: CONCURRENT_ATTEMPTS }, () => () => review(client, lawyerId, randomUUID())),
  )
  const rows = await suite.database.sql('select 1 from reviews where lawyer_id = $1', [lawyerId])
  return { allowed: 1, happened: rows.length }
}

/** Abuse 8: another code is requested several times concurrently. @param send whether it sent one */
export async function raceToResendCode(
  suite: DatabaseSuite,
  send: (lawyer: SignedInContext) => Promise<boolean>,
): Promise<RaceResult> {
  const { id } = await makeAccount(suite.platform.db, { role: 'lawyer' })
  await suite.database.sql(
    `insert into email_codes (lawyer_id, code_hash, sent_at, expires_at)
     values ($1, 'x', app_now() - interval '2 minutes', app_now() + interval '13 minutes')`,
    [id],
  )
  const lawyer = await actingAs(suite.platform, id)
  const row = { table: 'email_codes', key: 'lawyer_id', id } as const
  const sent = await raceForRow(
    suite,
    row,
    Array.from({ length: CONCURRENT_ATTEMPTS }, () => () => send(lawyer)),
  )
  return { allowed: 1, happened: countSuccesses(sent) }
}

/**
 * Abuse 15: strangers of every role request a conversation by its id.
 * @param read everything in the response
 */
export async function readAsStranger(
  suite: DatabaseSuite,
  read: (reader: SignedInContext, chatId: string) => Promise<unknown>,
): Promise<RaceResult> {
  const fixtures = chatFixtures(suite)
  const CANARY = 'canario-4417'
  const [clientId, lawyerId] = [await fixtures.client(), await fixtures.lawyer()]
  const chatId = await makeChat(suite.platform, { clientId, lawyerId })
  await sendText(suite.platform, chatId, clientId, CANARY)
  const seesMessage = async (userId: string) =>
    JSON.stringify(await read(await actingAs(suite.platform, userId), chatId)).includes(CANARY)
  for (const party of [clientId, lawyerId]) expect(await seesMessage(party)).toBe(true)
  const strangers = [
    await fixtures.client(),
    await fixtures.lawyer(),
    (await makeAccount(suite.platform.db, { role: 'lawyer' })).id,
    (await makeAccount(suite.platform.db, { role: 'admin' })).id,
  ]
  return { allowed: 0, happened: countSuccesses(await Promise.all(strangers.map(seesMessage))) }
}
