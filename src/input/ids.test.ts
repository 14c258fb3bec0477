import { expect, test } from 'vitest'
import { uuidv4, uuidv7 } from './ids.ts'

test('random ids are unique UUIDs of version 4', () => {
  const ids = Array.from({ length: 200 }, uuidv4)
  expect(new Set(ids).size).toBe(200)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids of version 7 are unique and sort by creation time', () => {
  const ids = [1, 1_790_000_000_000, 1_790_000_000_001].map((now) => uuidv7(now))
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(Array.from({ length: 1_000 }, () => uuidv7(1))).size).toBe(1_000)
})
