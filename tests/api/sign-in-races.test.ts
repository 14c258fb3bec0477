import { expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { useTestApp } from '../support/app/suite.ts'
import { withCheapPassword } from '../support/data/cheap-password.ts'
import { countLockWaits, eventually } from '../support/database/test-database.ts'
import { newClient, newClientAddress } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const sessionsOf = (id: string) => suite.database.sql('select token from session where "userId" = $1', [id])
const passwordHashOf = async (password: string) => withCheapPassword({ password }).passwordHash

test.each([
  ['its password changed', 'update account set password = $2 where "userId" = $1', true],
  ['it is deleted', 'with other as (select $2::text) delete from "user" where id = $1', false],
])(
  'AUT-04 an account is refused if %s between the check of the password and the session; the previous session stays',
  async (_what, change, isKept) => {
    const [other, account] = [
      await suite.member(),
      await makeAccount(suite.platform.db, withCheapPassword({ password: 'antes1234' })),
    ]
    const locker = await suite.platform.pool.connect()
    try {
      await locker.query('begin')
      await locker.query('select 1 from account where "userId" = $1 for update', [account.id])
      const login = other.post('/api/accounts/login', { email: account.email, password: 'antes1234' })
      await eventually(async () => (await countLockWaits(suite.database)) === 1)
      await locker.query(change, [account.id, await passwordHashOf('despues1234')])
      await locker.query('commit')
      const answer = await login
      expect([answer.status, answer.cookies]).toEqual([401, []])
    } finally {
      locker.release(true)
    }
    expect(await sessionsOf(account.id)).toEqual([])
    expect((await other.get('/api/accounts/session')).json()).toMatchObject({ user: { id: other.id } })
    const after = await suite
      .visitor()
      .post('/api/accounts/login', { email: account.email, password: 'despues1234' })
    expect(after.status).toBe(isKept ? 200 : 401)
  },
)

test('abuse 11: of 50 concurrent sign-ins on two processes each gets a session with an own token, or 503', async () => {
  const { id, email, password } = await suite.member()
  const before = await sessionsOf(id)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      newClient(suite.apps[at % 2]?.url ?? '', newClientAddress()).post('/api/accounts/login', {
        email,
        password,
      }),
    ),
  )
  const signedIn = answers.filter(({ status }) => status === 200)
  // The others found no place in the login queue.
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  expect(signedIn.length).toBeGreaterThan(0)
  expect(new Set(signedIn.map(({ cookies }) => cookies.at(-1))).size).toBe(signedIn.length)
  const after = await sessionsOf(id)
  expect(after).toHaveLength(Math.min(50, before.length + signedIn.length))
  for (const { token } of after) expect(String(token).length).toBeGreaterThanOrEqual(43)
})
