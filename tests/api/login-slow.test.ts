import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  LATE_PER_ADDRESS,
  LATE_SECONDS,
} from '../../src/capabilities/accounts/identity/late-answers.server.ts'
import { newClient } from '../support/http.ts'
import { useHouse } from '../support/suite.ts'

const house = useHouse()
const ADDRESS = '203.0.113.77'
/** What ends the late answers that are under way; every other timer is real. */
let waits: (() => void)[] = []

beforeEach(() => {
  waits = []
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    work: () => void,
    ms: number,
    ...rest: unknown[]
  ) => (ms === LATE_SECONDS * 1_000 ? waits.push(work) : real(work, ms, ...rest))) as typeof setTimeout)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const login = (email: string, password: string) =>
  newClient(house.app.url, ADDRESS).post('/api/accounts/login', { email, password })

test('H-07, A5: while an address fails too often, an account without failures enters there, one with some does not', async () => {
  const [clean, failed, elsewhere] = [await house.member(), await house.member(), await house.member()]
  await house.database.sql(
    `insert into rate_limits (key, count, window_start) values ('login:${ADDRESS}', 40, now())`,
  )
  const late: ReturnType<typeof login>[] = []
  for (let at = 0; at < LATE_PER_ADDRESS; at += 1) {
    // One after the other: the gate lets four of an address in at once.
    late.push(login(at === 0 ? failed.email : `nadie-${at}@prueba.test`, 'equivocada'))
    await vi.waitFor(() => expect(waits).toHaveLength(at + 1), { timeout: 30_000 })
  }
  expect((await login(failed.email, failed.password)).status).toBe(503)
  expect((await login(clean.email, clean.password)).status).toBe(200)
  // Registering and recovering go on there.
  const recovery = await newClient(house.app.url, ADDRESS).post('/api/accounts/request-recovery', {
    email: failed.email,
  })
  expect(recovery.status, recovery.text).toBe(200)
  const other = newClient(house.app.url)
  expect(
    (await other.post('/api/accounts/login', { email: elsewhere.email, password: elsewhere.password }))
      .status,
  ).toBe(200)
  for (const end of waits.splice(0)) end()
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual(late.map(() => 401))
})
