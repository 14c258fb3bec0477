import { expect, test } from 'vitest'
import { CASES, casesIn, ids, proofs } from './abuse-cases.ts'
import { testFiles, titlesIn } from './titles.ts'

test('finds the numbers of abuse cases in a title, and no other numbers', () => {
  expect(casesIn('CAL-10, PLA-18, abuse 23: 20 credits, 320 attempts')).toEqual(['23'])
  expect(casesIn('abuse 15, 16: a foreign child')).toEqual(['15', '16'])
  expect(casesIn('abuse 18, abuse 19: a message')).toEqual(['18', '19'])
  expect(casesIn('security row 7, OPEN-12 50 at once')).toEqual([])
})

test('finds titles in tables of tests', () => {
  const source = `test.each([['abuse 7: codes', 1], ['AUT-04, abuse 9: twins', 2]])('%s', () => {})`
  expect(titlesIn(source, casesIn)).toEqual(['abuse 7: codes', 'AUT-04, abuse 9: twins'])
})

test('each of the forty abuse cases has a test', () => {
  expect(CASES).toHaveLength(40)
  const all = proofs(testFiles())
  expect(ids.filter((id) => all.get(id)?.length === 0)).toEqual([])
})

test('no title names an unknown case', () => {
  const wrong = [...testFiles()].flatMap(([file, source]) =>
    titlesIn(source, casesIn)
      .filter((title) => casesIn(title).some((id) => !ids.includes(id)))
      .map((title) => `${file}: ${title}`),
  )
  expect(wrong).toEqual([])
})
