import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { onboardingFixtures, SUBMIT_URL, submissionInput } from '../support/data/onboarding-fixtures.ts'
import { clientAt } from '../support/data/writers.ts'
import { countLockWaits, eventually } from '../support/database/test-database.ts'
import type { HttpResponse } from '../support/network/http-client.ts'

/** Two processes, so that only the database decides which request waits. */
const suite = useTestApp(2)
const { pendingLawyer, storeCard, storePhoto } = onboardingFixtures(suite)

const deleteAccount = (who: Member) =>
  clientAt(suite.apps[1]?.url ?? '', who).post('/api/departure/delete-account', { password: who.password })

const lockWaitCount = () => countLockWaits(suite.database)

/**
 * Makes two requests wait for a locked row, the first one first, and releases the lock.
 * @param lock query that locks a row which both need @returns their answers
 */
async function raceForLock(
  lock: { sql: string; value: string },
  first: () => Promise<HttpResponse>,
  second: () => Promise<HttpResponse>,
): Promise<[HttpResponse, HttpResponse]> {
  const blocker = new pg.Client({ connectionString: suite.database.url })
  await blocker.connect()
  try {
    await blocker.query('begin')
    await blocker.query(lock.sql, [lock.value])
    const one = first()
    await eventually(async () => (await lockWaitCount()) === 1)
    const two = second()
    await eventually(async () => (await lockWaitCount()) === 2)
    await blocker.query('commit')
    return await Promise.all([one, two])
  } finally {
    await blocker.end()
  }
}

const LOCK_FILE = 'select 1 from stored_files where key = $1 for update'
const isDeleted = async (who: Member) =>
  (await suite.database.sql('select 1 from profiles where id = $1', [who.id])).length === 0

describe('OPEN-58 the account is deleted while', () => {
  test('ONP-43 its profile is being submitted: both complete', async () => {
    const who = await pendingLawyer()
    const [idCardKey, avatarKey] = [await storeCard(who), await storePhoto(who)]
    const answers = await raceForLock(
      { sql: LOCK_FILE, value: avatarKey },
      () => who.post(SUBMIT_URL, submissionInput({ idCardKey, avatarKey })),
      () => deleteAccount(who),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await isDeleted(who)).toBe(true)
    const left = 'select 1 from stored_files where key = any($1)'
    await eventually(async () => (await suite.database.sql(left, [[idCardKey, avatarKey]])).length === 0)
  })

  test('ONP-43 its profile is submitted later: refused', async () => {
    const who = await pendingLawyer()
    const [idCardKey, avatarKey] = [await storeCard(who), await storePhoto(who)]
    const [deleted, sent] = await raceForLock(
      { sql: LOCK_FILE, value: avatarKey },
      () => deleteAccount(who),
      () => who.post(SUBMIT_URL, submissionInput({ idCardKey, avatarKey })),
    )
    expect([deleted.status, sent.status]).toEqual([200, 403])
    expect(await isDeleted(who)).toBe(true)
  })

  test('ONV-12 its code is being verified: both complete', async () => {
    const who = await suite.member({ role: 'lawyer', verificationStatus: 'email_pending' })
    expect((await who.post('/api/onboarding/send-code')).status).toBe(200)
    const code = await eventually(async () => {
      const [mail] = await suite.database.sql<{ subject: string }>(
        'select subject from local_mailbox where recipient = $1',
        [who.email],
      )
      return /\d{6}/.exec(mail?.subject ?? '')?.[0]
    })
    const [deleted, verified] = await raceForLock(
      { sql: LOCK_FILE, value: await storeCard(who) },
      () => deleteAccount(who),
      () => who.post('/api/onboarding/verify-code', { code }),
    )
    expect([deleted.status, verified.status]).toEqual([200, 422])
    expect(await isDeleted(who)).toBe(true)
  })

  test('PRO-03 its name is being changed: both complete', async () => {
    const who = await suite.member({ role: 'client' })
    const [renamed, deleted] = await raceForLock(
      { sql: 'select 1 from profiles where id = $1 for no key update', value: who.id },
      () => who.post('/api/accounts/update-name', { name: 'Otro Nombre' }),
      () => deleteAccount(who),
    )
    expect([renamed.status, deleted.status]).toEqual([200, 200])
    expect(await isDeleted(who)).toBe(true)
  })
})
