import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../../tests/support/app/suite.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { LOGIN_BUSY, WRONG_CREDENTIALS } from './refusals.server.ts'
import {
  MAX_DELAYED_ANSWERS,
  refusedWith,
  TARPIT_DELAY_SECONDS,
  type TarpitOptions,
  withTarpit,
} from './tarpit.server.ts'

const suite = useDatabase()
const limit = { max: 3, windowSeconds: 600 }
let address = ''
let number = 0

/** Callbacks of the pending delays; all other timers are real. */
let delays: (() => void)[] = []

beforeEach(() => {
  delays = []
  address = `198.51.100.${++number}`
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) =>
    ms === TARPIT_DELAY_SECONDS * 1_000 ? delays.push(work) : real(work, ms)) as typeof setTimeout)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const endDelays = () => {
  for (const end of delays.splice(0)) end()
}
const expectDelayed = async (count: number) => {
  while (delays.length < count) await new Promise(setImmediate)
  expect(delays).toHaveLength(count)
}

const request = (result: Result<string>, from = address, more: Partial<TarpitOptions<string>> = {}) =>
  withTarpit(
    { db: suite.platform.db },
    { key: `late:${from}`, limit, isFailure: refusedWith('UNAUTHORIZED'), ...more },
    async () => result,
  )
const wrong = (from?: string) => request(refuse(WRONG_CREDENTIALS), from)
const right = (from?: string, more?: Partial<TarpitOptions<string>>) => request(accept('in'), from, more)

/** Fails up to the limit and then until the maximum of answers is delayed. */
async function exhaustDelays() {
  for (let n = 0; n < limit.max; n++) expect(await wrong()).toEqual(refuse(WRONG_CREDENTIALS))
  const delayed = Array.from({ length: MAX_DELAYED_ANSWERS }, () => wrong())
  await expectDelayed(MAX_DELAYED_ANSWERS)
  return delayed
}

describe('H-07, A5: an address that fails too often is slowed down, never blocked', () => {
  test('beyond the limit, failures are delayed; successes and other addresses are answered at once', async () => {
    for (let n = 0; n < limit.max; n++) expect(await wrong()).toEqual(refuse(WRONG_CREDENTIALS))
    let isAnswered = false
    const delayed = wrong().then((result) => {
      isAnswered = true
      return result
    })
    await expectDelayed(1)
    expect(await right()).toEqual(accept('in'))
    expect(await wrong('192.0.2.1')).toEqual(refuse(WRONG_CREDENTIALS))
    expect(await request(refuse(LOGIN_BUSY))).toEqual(refuse(LOGIN_BUSY))
    expect(isAnswered).toBe(false)
    endDelays()
    expect(await delayed).toEqual(refuse(WRONG_CREDENTIALS))
  })

  test('with the maximum of delayed answers, further work of the address is refused unless exempt', async () => {
    const delayed = await exhaustDelays()
    const work = vi.fn(async () => accept('in'))
    expect(await withTarpit({ db: suite.platform.db }, { key: `late:${address}`, limit }, work)).toEqual(
      refuse(LOGIN_BUSY),
    )
    expect(work).not.toHaveBeenCalled()
    expect(await right(address, { isExempt: async () => true })).toEqual(accept('in'))
    expect(await right('192.0.2.2')).toEqual(accept('in'))
    // Failed sign-ins do not affect other operations of the same address.
    expect(await right(address, { key: `other:${address}` })).toEqual(accept('in'))
    // An exempt request that fails is delayed too, as with invented accounts.
    const invented = request(refuse(WRONG_CREDENTIALS), address, { isExempt: async () => true })
    await expectDelayed(MAX_DELAYED_ANSWERS + 1)
    endDelays()
    expect(await invented).toEqual(refuse(WRONG_CREDENTIALS))
    expect(await Promise.all(delayed)).toEqual(delayed.map(() => refuse(WRONG_CREDENTIALS)))
    expect(await right()).toEqual(accept('in'))
  })

  test('after the window, failures are answered at once again', async () => {
    const delayed = await exhaustDelays()
    endDelays()
    await Promise.all(delayed)
    await suite.database.sql(
      `update rate_limits set window_start = window_start - interval '600 seconds' where key = $1`,
      [`late:${address}`],
    )
    expect(await wrong()).toEqual(refuse(WRONG_CREDENTIALS))
    expect(delays).toEqual([])
  })
})
