/**
 * Attacks on the guards that many at once, or strangers, must not pass. Each says how often the guarded thing was allowed
 * to happen and how often it did. The same attack runs against the product and against its naive twin
 * (tests/abuse/twins.db.test.ts): one that lets the twin pass proves nothing of the product.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { SignedIn } from '../../src/platform/rpc/context.server.ts'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { actingAs } from '../../src/server/factories/acting.ts'
import {
  makeActiveCase,
  makeChat,
  makeOpenCase,
  makeProposal,
  say,
} from '../../src/server/factories/conversations.ts'
import { setPlan } from '../../src/server/factories/lawyers.ts'
import { conversing } from './conversing.ts'
import type { DatabaseSuite } from './suite.ts'

export interface Loot {
  allowed: number
  happened: number
}

/** Fewer than the connections of a process, so that all of them can wait at one row. */
const AT_ONCE = 8

/**
 * Has all of these meet: the row stays held until every one of them waits for it, having read whatever it reads before.
 * @returns which of them went through
 */
async function meet(
  { platform }: DatabaseSuite,
  row: { table: 'lawyer_profiles' | 'proposals' | 'email_codes'; key: 'id' | 'lawyer_id'; id: string },
  tries: readonly (() => Promise<boolean>)[],
): Promise<boolean[]> {
  const holder = await platform.pool.connect()
  try {
    await holder.query('begin')
    const held = await holder.query(`select 1 from ${row.table} where ${row.key} = $1 for update`, [row.id])
    expect(held.rowCount).toBe(1)
    const going = Promise.all(tries.map((one) => one()))
    const waiting = async () => {
      // A transaction sees who waits as it was when it looked first, unless told.
      await holder.query('select pg_stat_clear_snapshot()')
      const { rows } = await holder.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.count ?? 0
    }
    // Whoever is refused before there is anything to wait for ends it too.
    let isOver = false
    going.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    for (const end = Date.now() + 10_000; !isOver && (await waiting()) < tries.length; await sleep(5))
      if (Date.now() > end) throw new Error(`only ${await waiting()} of ${tries.length} came to wait`)
    await holder.query('commit')
    return await going
  } finally {
    // After a failure the row must not stay held.
    holder.release(true)
  }
}

const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

const won = (results: readonly boolean[]) => results.filter(Boolean).length

/** Abuse 23: a lawyer of three credits begins more chats at the same moment. @param spend whether one was begun */
export async function spendAtOnce(
  house: DatabaseSuite,
  spend: (lawyer: SignedIn, caseId: string) => Promise<boolean>,
): Promise<Loot> {
  const people = conversing(house)
  const lawyerId = await people.lawyer()
  await setPlan(house.platform.db, lawyerId, 'basico', 3)
  const lawyer = await actingAs(house.platform, lawyerId)
  const cases = await times(AT_ONCE, async () => makeOpenCase(house.platform, await people.client()))
  const row = { table: 'lawyer_profiles', key: 'id', id: lawyerId } as const
  const begun = await meet(
    house,
    row,
    cases.map((caseId) => () => spend(lawyer, caseId)),
  )
  const chats = await house.database.sql('select 1 from chats where lawyer_id = $1', [lawyerId])
  expect(chats).toHaveLength(won(begun))
  return { allowed: 3, happened: chats.length }
}

/** Abuse 21: one proposal is accepted many times at once. @param accept whether it was */
export async function acceptAtOnce(
  house: DatabaseSuite,
  accept: (client: SignedIn, proposalId: string) => Promise<boolean>,
): Promise<Loot> {
  const { chatId, lawyerId, asClient, clientId } = await conversing(house).conversation()
  const { id } = await makeProposal(house.platform, { chatId, lawyerId })
  const row = { table: 'proposals', key: 'id', id } as const
  const accepted = await meet(
    house,
    row,
    Array.from({ length: AT_ONCE }, () => () => accept(asClient, id)),
  )
  const cases = await house.database.sql(`select 1 from cases where client_id = $1 and status = 'activo'`, [
    clientId,
  ])
  expect(cases).toHaveLength(won(accepted))
  return { allowed: 1, happened: cases.length }
}

/**
 * Abuse 7: more wrong codes at the same moment than a code has tries, and then the right one, which is worth nothing by
 * then. @param verify whether the code was taken for right
 */
export async function guessAtOnce(
  house: DatabaseSuite,
  verify: (lawyer: SignedIn, code: string) => Promise<boolean>,
): Promise<Loot> {
  const withCode = async () => {
    const { id } = await makeAccount(house.platform.db, { role: 'lawyer' })
    // What the product stores of a code (OPEN-12).
    await house.database.sql(
      `insert into email_codes (lawyer_id, code_hash, sent_at, expires_at)
       values ($1, $2, app_now(), app_now() + interval '15 minutes')`,
      [id, house.platform.sealer.sign(`email code\n${id}\n123456`)],
    )
    return { id, lawyer: await actingAs(house.platform, id) }
  }
  // Whoever errs now and then still gets in: the attack below is not refused for another reason.
  const honest = await withCode()
  expect(await verify(honest.lawyer, '000000')).toBe(false)
  expect(await verify(honest.lawyer, '123456')).toBe(true)
  const { id, lawyer } = await withCode()
  const row = { table: 'email_codes', key: 'lawyer_id', id } as const
  const wrong = await meet(
    house,
    row,
    Array.from({ length: AT_ONCE }, (_, at) => () => verify(lawyer, `00000${at}`)),
  )
  expect(won(wrong)).toBe(0)
  return { allowed: 0, happened: won([await verify(lawyer, '123456')]) }
}

/** Abuse 26: a client with the right to one review sends many at once. @param review whether it was taken for new */
export async function reviewAtOnce(
  house: DatabaseSuite,
  review: (client: SignedIn, lawyerId: string, reviewId: string) => Promise<boolean>,
): Promise<Loot> {
  const people = conversing(house)
  const [clientId, lawyerId] = [await people.client(), await people.lawyer()]
  await makeActiveCase(house.platform, { clientId, lawyerId })
  const client = await actingAs(house.platform, clientId)
  const row = { table: 'lawyer_profiles', key: 'id', id: lawyerId } as const
  await meet(
    house,
    row,
    Array.from({ length: AT_ONCE }, () => () => review(client, lawyerId, randomUUID())),
  )
  const rows = await house.database.sql('select 1 from reviews where lawyer_id = $1', [lawyerId])
  return { allowed: 1, happened: rows.length }
}

/** Abuse 8: another code is asked for many times at the same moment. @param send whether one was sent */
export async function resendAtOnce(
  house: DatabaseSuite,
  send: (lawyer: SignedIn) => Promise<boolean>,
): Promise<Loot> {
  const { id } = await makeAccount(house.platform.db, { role: 'lawyer' })
  await house.database.sql(
    `insert into email_codes (lawyer_id, code_hash, sent_at, expires_at)
     values ($1, 'x', app_now() - interval '2 minutes', app_now() + interval '13 minutes')`,
    [id],
  )
  const lawyer = await actingAs(house.platform, id)
  const row = { table: 'email_codes', key: 'lawyer_id', id } as const
  const sent = await meet(
    house,
    row,
    Array.from({ length: AT_ONCE }, () => () => send(lawyer)),
  )
  return { allowed: 1, happened: won(sent) }
}

/** Abuse 15: strangers of every role ask for a conversation by its id. @param read everything that the asker is told */
export async function readAsStranger(
  house: DatabaseSuite,
  read: (asker: SignedIn, chatId: string) => Promise<unknown>,
): Promise<Loot> {
  const people = conversing(house)
  const CANARY = 'canario-4417'
  const [clientId, lawyerId] = [await people.client(), await people.lawyer()]
  const chatId = await makeChat(house.platform, { clientId, lawyerId })
  await say(house.platform, chatId, clientId, CANARY)
  const hears = async (userId: string) =>
    JSON.stringify(await read(await actingAs(house.platform, userId), chatId)).includes(CANARY)
  for (const party of [clientId, lawyerId]) expect(await hears(party)).toBe(true)
  const strangers = [
    await people.client(),
    await people.lawyer(),
    (await makeAccount(house.platform.db, { role: 'lawyer' })).id,
    (await makeAccount(house.platform.db, { role: 'admin' })).id,
  ]
  return { allowed: 0, happened: won(await Promise.all(strangers.map(hears))) }
}
