import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../tests/support/app/suite.ts'
import { withCheapPassword } from '../../../../tests/support/data/cheap-password.ts'
import { countCustomPlans } from '../../../../tests/support/database/custom-plans.ts'
import { TEST_SECRET } from '../../../../tests/support/database/test-database.ts'
import { makeAccount } from '../../../demo-data/accounts.ts'
import { RENEW_AFTER_SECONDS, SESSION_SECONDS } from '../rules.ts'
import { findSessions, renewSession, replaceSessionToken } from '../sessions.server.ts'
import { readSession } from './session.server.ts'

const suite = useDatabase()

function cookieOf(token: string): string {
  const signature = createHmac('sha256', TEST_SECRET).update(token).digest('base64')
  return `amparo=${encodeURIComponent(`${token}.${signature}`)}`
}

/** Inserts a session. @param ends interval from now */
async function insertSession(ends = '7 days'): Promise<{ userId: string; cookie: string }> {
  const { id: userId } = await makeAccount(suite.platform.db, withCheapPassword({}))
  const token = randomUUID()
  await suite.database.sql(
    `insert into session (id, "userId", token, "expiresAt") values ($1, $2, $3, app_now() + $4::interval)`,
    [randomUUID(), userId, token, ends],
  )
  return { userId, cookie: cookieOf(token) }
}

const userOf = async (cookie: string) => (await readSession(suite.platform, cookie, () => {}))?.userId ?? null

test('AUT-21: many concurrent lookups each give their own user, and none without a session', async () => {
  const living = await Promise.all(Array.from({ length: 70 }, () => insertSession()))
  const ended = await Promise.all(Array.from({ length: 5 }, () => insertSession('-1 second')))
  const unknown = Array.from({ length: 5 }, () => ({ userId: null, cookie: cookieOf(randomUUID()) }))
  const all = [
    ...living,
    ...ended.map(({ cookie }) => ({ userId: null, cookie })),
    ...unknown,
    // The same user in several tabs.
    ...living.slice(0, 10),
  ].sort(() => Math.random() - 0.5)
  expect(await Promise.all(all.map(({ cookie }) => userOf(cookie)))).toEqual(all.map(({ userId }) => userId))
})

test('an ended session is gone for the next lookup, also in a batch with others', async () => {
  const [one, other] = [await insertSession(), await insertSession()]
  expect(await Promise.all([userOf(one.cookie), userOf(other.cookie)])).toEqual([one.userId, other.userId])
  await suite.database.sql('delete from session where "userId" = $1', [one.userId])
  expect(await Promise.all([userOf(one.cookie), userOf(other.cookie)])).toEqual([null, other.userId])
})

test('a lookup that fails does not affect the others of its batch', async () => {
  const other = await insertSession()
  // PostgreSQL rejects this text, so the whole statement fails.
  const [failed, found] = await Promise.allSettled([
    userOf(cookieOf('a\0b')),
    readSession(suite.platform, other.cookie, () => {}),
  ])
  expect(failed.status).toBe('rejected')
  expect(found).toMatchObject({ status: 'fulfilled', value: { userId: other.userId, profileError: null } })
})

test('H-10: a request with a replaced token does not renew the session', async () => {
  const { userId, cookie } = await insertSession('1 day')
  const [row] = await suite.database.sql<{ id: string; token: string }>(
    'select id, token from session where "userId" = $1',
    [userId],
  )
  if (!row) throw new Error('no session')
  const { db } = suite.platform
  const renew = (token: string) => renewSession(db, token, SESSION_SECONDS, RENEW_AFTER_SECONDS)
  const replaced = await db
    .transaction()
    .execute((tx) => replaceSessionToken(tx, { id: row.id, from: row.token, to: 'another-token' }))
  expect(replaced).toBeGreaterThan(24 * 3600 - 60)
  expect([await renew(row.token), await renew('another-token')]).toEqual([false, true])
  expect([await userOf(cookie), await userOf(cookieOf('another-token'))]).toEqual([null, userId])
})

test('AUT-21: the statement keeps its plan for one lookup and for a batch', async () => {
  const tokens = Array.from({ length: 8 }, () => randomUUID())
  for (const batch of [tokens.slice(0, 1), tokens])
    expect(await countCustomPlans(suite.database.url, (db) => findSessions(db, batch, 60, 60))).toEqual([0])
})
