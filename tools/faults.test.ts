import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAULTS } from './faults.ts'

test('each of the nineteen faults has tests that exist', () => {
  expect(FAULTS.map(({ id }) => id)).toEqual(Array.from({ length: 19 }, (_, n) => `F${n + 1}`))
  for (const { id, tests } of FAULTS) {
    expect([id, Object.keys(tests).length > 0]).toEqual([id, true])
    for (const [file, titles] of Object.entries(tests)) {
      // Compares source text, because a title may contain a computed number.
      const text = readFileSync(file, 'utf8')
      for (const title of titles)
        expect([id, file, title, text.includes(title)]).toEqual([id, file, title, true])
    }
  }
})

test('every file in tests/faults belongs to a fault', () => {
  const named = new Set(FAULTS.flatMap(({ tests }) => Object.keys(tests)))
  const long = readdirSync('tests/faults').filter((file) => file.endsWith('.test.ts'))
  expect(long.filter((file) => !named.has(`tests/faults/${file}`))).toEqual([])
})

test('docs/faults.md has a row for every fault', () => {
  const rows = readFileSync('docs/faults.md', 'utf8').matchAll(/^\| (F\d+) \|/gm)
  expect([...rows].map(([, id]) => id)).toEqual(FAULTS.map(({ id }) => id))
})
