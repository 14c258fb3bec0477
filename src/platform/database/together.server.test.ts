import { expect, test, vi } from 'vitest'
import type { Log } from '../log/log.server.ts'
import type { Db } from './database.server.ts'
import { besides, together } from './together.server.ts'

const db = {} as Db
const quiet = () => ({ warn: vi.fn() }) as unknown as Log

/** Doubles numbers, and notes which were asked for in one statement. */
function doubling(refused: number[] = []) {
  const statements: number[][] = []
  const ask = together<number, number>('numbers', async (_, keys) => {
    statements.push([...keys])
    if (keys.some((key) => refused.includes(key))) throw new Error('refused')
    return keys.map((key) => key * 2)
  })
  return { ask, statements }
}

test('DESIGN §11: what is asked in one turn is a statement of 16 at most, and everybody gets their own', async () => {
  const { ask, statements } = doubling()
  const keys = Array.from({ length: 40 }, (_, n) => n)
  const house = { db, log: quiet() }
  expect(await Promise.all(keys.map((key) => ask(house, key)))).toEqual(keys.map((key) => key * 2))
  expect(statements.map((statement) => statement.length)).toEqual([16, 16, 8])
})

test('DESIGN §11: nothing is kept, and the same asked twice at once is asked for twice', async () => {
  const { ask, statements } = doubling()
  const house = { db, log: quiet() }
  await Promise.all([ask(house, 1), ask(house, 1)])
  await ask(house, 1)
  expect(statements).toEqual([[1, 1], [1]])
})

test('DESIGN §11: one database is not asked for another', async () => {
  const seen: [Db, readonly number[]][] = []
  const ask = together<number, number>('numbers', async (of, keys) => {
    seen.push([of, keys])
    return keys
  })
  const other = {} as Db
  await Promise.all([ask({ db, log: quiet() }, 1), ask({ db: other, log: quiet() }, 2)])
  expect(seen).toHaveLength(2)
  expect(seen[0]?.[0]).toBe(db)
  expect(seen[1]?.[0]).toBe(other)
})

test('DESIGN §11: one whose question fails costs the others nothing, and the log says so', async () => {
  const { ask, statements } = doubling([2])
  const log = quiet()
  const answers = await Promise.allSettled([1, 2, 3].map((key) => ask({ db, log }, key)))
  expect(answers).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: new Error('refused') },
    { status: 'fulfilled', value: 6 },
  ])
  expect(statements).toEqual([[1, 2, 3], [1], [2], [3]])
  expect(log.warn).toHaveBeenCalledTimes(3)
})

test('DESIGN §11: a database that is down is not asked again by each', async () => {
  let asked = 0
  const ask = together<number, number>('numbers', async () => {
    asked++
    throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
  })
  const house = { db, log: quiet() }
  const answers = await Promise.allSettled([1, 2].map((key) => ask(house, key)))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(asked).toBe(1)
})

test('DESIGN §11: who waits beside others in one statement is counted, until it is answered', async () => {
  const gate = Promise.withResolvers<void>()
  const ask = together<number, number>('numbers', async (_, keys) => {
    await gate.promise
    if (keys.includes(0)) throw new Error('refused')
    return keys
  })
  const house = { db, log: quiet() }
  const answers = Promise.allSettled([...Array(20).keys()].map((key) => ask(house, key)))
  await vi.waitFor(() => expect(besides()).toBe(18))
  gate.resolve()
  await answers
  expect(besides()).toBe(0)
})
