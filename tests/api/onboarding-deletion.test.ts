import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { eventually, lockWaits } from '../support/database.ts'
import type { Answer } from '../support/http.ts'
import { lawyersOf, SUBMIT, submission } from '../support/submission.ts'
import { type Member, useHouse } from '../support/suite.ts'
import { at } from '../support/writers.ts'

/** Two processes, so that nothing but the database decides who waits. */
const house = useHouse(2)
const { pending, card, photo } = lawyersOf(house)

const deletion = (who: Member) =>
  at(house.apps[1]?.url ?? '', who).post('/api/departure/delete-account', { password: who.password })

const waiting = () => lockWaits(house.database)

/**
 * Two requests that stand in each other's way: a row of both is held until the first and then the second wait, and let
 * go. @returns their answers
 */
async function crossing(
  held: { sql: string; value: string },
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  const holder = new pg.Client({ connectionString: house.database.url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(held.sql, [held.value])
    const one = first()
    await eventually(async () => (await waiting()) === 1)
    const two = second()
    await eventually(async () => (await waiting()) === 2)
    await holder.query('commit')
    return await Promise.all([one, two])
  } finally {
    await holder.end()
  }
}

const FILE = 'select 1 from stored_files where key = $1 for update'
const gone = async (who: Member) =>
  (await house.database.sql('select 1 from profiles where id = $1', [who.id])).length === 0

describe('OPEN-58 the account is deleted while', () => {
  test('ONP-43 its profile is being sent to review: both come to their end', async () => {
    const who = await pending()
    const [idCardKey, avatarKey] = [await card(who), await photo(who)]
    const answers = await crossing(
      { sql: FILE, value: avatarKey },
      () => who.post(SUBMIT, submission({ idCardKey, avatarKey })),
      () => deletion(who),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await gone(who)).toBe(true)
    const left = 'select 1 from stored_files where key = any($1)'
    await eventually(async () => (await house.database.sql(left, [[idCardKey, avatarKey]])).length === 0)
  })

  test('ONP-43 its profile comes late: nobody is there to send it', async () => {
    const who = await pending()
    const [idCardKey, avatarKey] = [await card(who), await photo(who)]
    const [deleted, sent] = await crossing(
      { sql: FILE, value: avatarKey },
      () => deletion(who),
      () => who.post(SUBMIT, submission({ idCardKey, avatarKey })),
    )
    expect([deleted.status, sent.status]).toEqual([200, 403])
    expect(await gone(who)).toBe(true)
  })

  test('ONV-12 its code is being typed: both come to their end', async () => {
    const who = await house.member({ role: 'lawyer', verificationStatus: 'email_pending' })
    expect((await who.post('/api/onboarding/send-code')).status).toBe(200)
    const code = await eventually(async () => {
      const [mail] = await house.database.sql<{ subject: string }>(
        'select subject from local_mailbox where recipient = $1',
        [who.email],
      )
      return /\d{6}/.exec(mail?.subject ?? '')?.[0]
    })
    const [deleted, verified] = await crossing(
      { sql: FILE, value: await card(who) },
      () => deletion(who),
      () => who.post('/api/onboarding/verify-code', { code }),
    )
    expect([deleted.status, verified.status]).toEqual([200, 422])
    expect(await gone(who)).toBe(true)
  })

  test('PRO-03 its name is being changed: both come to their end', async () => {
    const who = await house.member({ role: 'client' })
    const [renamed, deleted] = await crossing(
      { sql: 'select 1 from profiles where id = $1 for no key update', value: who.id },
      () => who.post('/api/accounts/update-name', { name: 'Otro Nombre' }),
      () => deletion(who),
    )
    expect([renamed.status, deleted.status]).toEqual([200, 200])
    expect(await gone(who)).toBe(true)
  })
})
