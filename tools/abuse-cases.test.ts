import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CASES, casesIn, ids, PAGE, page, proofs } from './abuse-cases.ts'
import { testFiles, titlesIn } from './titles.ts'

test('cases of a title: one, several, beside IDs of the checklist, and no other numbers', () => {
  expect(casesIn('CAL-10, PLA-18, abuse 23: 20 credits, 320 attempts')).toEqual(['23'])
  expect(casesIn('abuse 15, 16: a foreign child')).toEqual(['15', '16'])
  expect(casesIn('abuse 18, abuse 19: a message')).toEqual(['18', '19'])
  expect(casesIn('security row 7, OPEN-12 50 at once')).toEqual([])
})

test('titles of a table of tests are found too', () => {
  const source = `test.each([['abuse 7: codes', 1], ['AUT-04, abuse 9: twins', 2]])('%s', () => {})`
  expect(titlesIn(source, casesIn)).toEqual(['abuse 7: codes', 'AUT-04, abuse 9: twins'])
})

test('each of the forty abuse cases is named by a test, and docs/abuse-cases.md says by which', () => {
  expect(CASES).toHaveLength(40)
  const all = proofs(testFiles())
  expect(ids.filter((id) => all.get(id)?.length === 0)).toEqual([])
  expect(readFileSync(PAGE, 'utf8'), 'npm run conformance').toBe(page(all))
})

test('nobody names a case that there is not', () => {
  const wrong = [...testFiles()].flatMap(([file, source]) =>
    titlesIn(source, casesIn)
      .filter((title) => casesIn(title).some((id) => !ids.includes(id)))
      .map((title) => `${file}: ${title}`),
  )
  expect(wrong).toEqual([])
})
