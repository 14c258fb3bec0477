import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  MAX_DELAYED_ANSWERS,
  TARPIT_DELAY_SECONDS,
} from '../../src/capabilities/accounts/identity/tarpit.server.ts'
import { useTestApp } from '../support/app/suite.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp()
const ADDRESS = '203.0.113.77'
/** Callbacks that end the delayed answers; all other timers are real. */
let endDelays: (() => void)[] = []

beforeEach(() => {
  endDelays = []
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    work: () => void,
    ms: number,
    ...rest: unknown[]
  ) =>
    ms === TARPIT_DELAY_SECONDS * 1_000
      ? endDelays.push(work)
      : real(work, ms, ...rest)) as typeof setTimeout)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const login = (email: string, password: string) =>
  newClient(suite.app.url, ADDRESS).post('/api/accounts/login', { email, password })

test('H-07, A5: while an address fails too often, an account without failures can sign in there, one with failures cannot', async () => {
  const [clean, failed, elsewhere] = [await suite.member(), await suite.member(), await suite.member()]
  await suite.database.sql(
    `insert into rate_limits (key, count, window_start) values ('login:${ADDRESS}', 40, now())`,
  )
  const delayed: ReturnType<typeof login>[] = []
  for (let at = 0; at < MAX_DELAYED_ANSWERS; at += 1) {
    // One after the other: an address may have only four logins at once.
    delayed.push(login(at === 0 ? failed.email : `nadie-${at}@prueba.test`, 'equivocada'))
    await vi.waitFor(() => expect(endDelays).toHaveLength(at + 1), { timeout: 30_000 })
  }
  expect((await login(failed.email, failed.password)).status).toBe(503)
  expect((await login(clean.email, clean.password)).status).toBe(200)
  // Recovery still works there.
  const recovery = await newClient(suite.app.url, ADDRESS).post('/api/accounts/request-recovery', {
    email: failed.email,
  })
  expect(recovery.status, recovery.text).toBe(200)
  const other = newClient(suite.app.url)
  expect(
    (await other.post('/api/accounts/login', { email: elsewhere.email, password: elsewhere.password }))
      .status,
  ).toBe(200)
  for (const end of endDelays.splice(0)) end()
  expect((await Promise.all(delayed)).map(({ status }) => status)).toEqual(delayed.map(() => 401))
})
