import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../../tests/support/suite.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import {
  failingWith,
  LATE_PER_ADDRESS,
  LATE_SECONDS,
  type SlowDown,
  slowedDown,
} from './late-answers.server.ts'
import { BUSY, WRONG } from './refusals.server.ts'

const house = useDatabase()
const limit = { most: 3, seconds: 600 }
let address = ''
let number = 0

/** What ends the waits that are under way; every other timer is real. */
let waits: (() => void)[] = []

beforeEach(() => {
  waits = []
  address = `198.51.100.${++number}`
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) =>
    ms === LATE_SECONDS * 1_000 ? waits.push(work) : real(work, ms)) as typeof setTimeout)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const passTheTime = () => {
  for (const end of waits.splice(0)) end()
}
const areWaiting = async (count: number) => {
  while (waits.length < count) await new Promise(setImmediate)
  expect(waits).toHaveLength(count)
}

const ask = (result: Result<string>, from = address, more: Partial<SlowDown<string>> = {}) =>
  slowedDown(
    { db: house.platform.db },
    { key: `late:${from}`, limit, counts: failingWith('UNAUTHORIZED'), ...more },
    async () => result,
  )
const wrong = (from?: string) => ask(refuse(WRONG), from)
const right = (from?: string, more?: Partial<SlowDown<string>>) => ask(accept('in'), from, more)

/** Fails as often as is answered at once, and then until every late answer is under way. */
async function slowedToTheEnd() {
  for (let n = 0; n < limit.most; n++) expect(await wrong()).toEqual(refuse(WRONG))
  const late = Array.from({ length: LATE_PER_ADDRESS }, () => wrong())
  await areWaiting(LATE_PER_ADDRESS)
  return late
}

describe('H-07, A5: an address that fails too often is slowed down, never shut', () => {
  test('beyond the limit a failure is answered late; a right password at once, and whoever comes from elsewhere too', async () => {
    for (let n = 0; n < limit.most; n++) expect(await wrong()).toEqual(refuse(WRONG))
    let isAnswered = false
    const late = wrong().then((result) => {
      isAnswered = true
      return result
    })
    await areWaiting(1)
    expect(await right()).toEqual(accept('in'))
    expect(await wrong('192.0.2.1')).toEqual(refuse(WRONG))
    expect(await ask(refuse(BUSY))).toEqual(refuse(BUSY))
    expect(isAnswered).toBe(false)
    passTheTime()
    expect(await late).toEqual(refuse(WRONG))
  })

  test('while all late answers of the address are under way nothing more is tried there, but by who may', async () => {
    const late = await slowedToTheEnd()
    const work = vi.fn(async () => accept('in'))
    expect(await slowedDown({ db: house.platform.db }, { key: `late:${address}`, limit }, work)).toEqual(
      refuse(BUSY),
    )
    expect(work).not.toHaveBeenCalled()
    expect(await right(address, { mayTry: async () => true })).toEqual(accept('in'))
    expect(await right('192.0.2.2')).toEqual(accept('in'))
    // Somebody who fails to sign in shuts nobody out of another door.
    expect(await right(address, { key: `other:${address}` })).toEqual(accept('in'))
    // Whoever goes through invented accounts waits as well.
    const invented = ask(refuse(WRONG), address, { mayTry: async () => true })
    await areWaiting(LATE_PER_ADDRESS + 1)
    passTheTime()
    expect(await invented).toEqual(refuse(WRONG))
    expect(await Promise.all(late)).toEqual(late.map(() => refuse(WRONG)))
    expect(await right()).toEqual(accept('in'))
  })

  test('after the window failures are answered at once again', async () => {
    const late = await slowedToTheEnd()
    passTheTime()
    await Promise.all(late)
    await house.database.sql(
      `update rate_limits set window_start = window_start - interval '600 seconds' where key = $1`,
      [`late:${address}`],
    )
    expect(await wrong()).toEqual(refuse(WRONG))
    expect(waits).toEqual([])
  })
})
