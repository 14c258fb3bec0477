import { expect, test, vi } from 'vitest'
import type { Log } from '../log/log.server.ts'
import type { Db } from './database.server.ts'
import { batch, batchedCount } from './queries.server.ts'

const db = {} as Db
const quiet = () => ({ warn: vi.fn() }) as unknown as Log

/** A batched lookup that doubles numbers, and the keys of each statement. */
function doubling(refused: number[] = []) {
  const statements: number[][] = []
  const lookUp = batch<number, number>('numbers', async (_, keys) => {
    statements.push([...keys])
    if (keys.some((key) => refused.includes(key))) throw new Error('refused')
    return keys.map((key) => key * 2)
  })
  return { lookUp, statements }
}

test('docs/design.md §11: lookups of one turn share statements of up to 16 keys, and each gets its own value', async () => {
  const { lookUp, statements } = doubling()
  const keys = Array.from({ length: 40 }, (_, n) => n)
  const context = { db, log: quiet() }
  expect(await Promise.all(keys.map((key) => lookUp(context, key)))).toEqual(keys.map((key) => key * 2))
  expect(statements.map((statement) => statement.length)).toEqual([16, 16, 8])
})

test('docs/design.md §11: nothing is cached, and the same key twice in one turn is passed twice', async () => {
  const { lookUp, statements } = doubling()
  const context = { db, log: quiet() }
  await Promise.all([lookUp(context, 1), lookUp(context, 1)])
  await lookUp(context, 1)
  expect(statements).toEqual([[1, 1], [1]])
})

test('docs/design.md §11: lookups on different databases are not batched together', async () => {
  const seen: [Db, readonly number[]][] = []
  const lookUp = batch<number, number>('numbers', async (database, keys) => {
    seen.push([database, keys])
    return keys
  })
  const other = {} as Db
  await Promise.all([lookUp({ db, log: quiet() }, 1), lookUp({ db: other, log: quiet() }, 2)])
  expect(seen).toHaveLength(2)
  expect(seen[0]?.[0]).toBe(db)
  expect(seen[1]?.[0]).toBe(other)
})

test('docs/design.md §11: one failing key does not fail the others, and is logged', async () => {
  const { lookUp, statements } = doubling([2])
  const log = quiet()
  const answers = await Promise.allSettled([1, 2, 3].map((key) => lookUp({ db, log }, key)))
  expect(answers).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: new Error('refused') },
    { status: 'fulfilled', value: 6 },
  ])
  expect(statements).toEqual([[1, 2, 3], [1], [2], [3]])
  expect(log.warn).toHaveBeenCalledTimes(3)
})

test('docs/design.md §11: when the database is down, the keys are not retried one by one', async () => {
  let calls = 0
  const lookUp = batch<number, number>('numbers', async () => {
    calls++
    throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
  })
  const context = { db, log: quiet() }
  const answers = await Promise.allSettled([1, 2].map((key) => lookUp(context, key)))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(calls).toBe(1)
})

test('docs/design.md §11: keys that share the statement of another are counted until it is done', async () => {
  const gate = Promise.withResolvers<void>()
  const lookUp = batch<number, number>('numbers', async (_, keys) => {
    await gate.promise
    if (keys.includes(0)) throw new Error('refused')
    return keys
  })
  const context = { db, log: quiet() }
  const answers = Promise.allSettled([...Array(20).keys()].map((key) => lookUp(context, key)))
  await vi.waitFor(() => expect(batchedCount()).toBe(18))
  gate.resolve()
  await answers
  expect(batchedCount()).toBe(0)
})
