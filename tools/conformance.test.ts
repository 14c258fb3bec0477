import { expect, test } from 'vitest'
import { ids, idsIn, proofs } from './conformance.ts'
import { testFiles, titlesIn } from './titles.ts'

test('finds checklist ids in a title: single ones, lists and ranges, and no other ids', () => {
  expect(idsIn('PLA-01 to PLA-03, CHA-05, OPEN-33 the plans')).toEqual([
    'PLA-01',
    'PLA-02',
    'PLA-03',
    'CHA-05',
  ])
  expect(idsIn('CHA-13, CHA-14, TRAP-46 a text')).toEqual(['CHA-13', 'CHA-14'])
  expect(idsIn('OPEN-70 nothing of the checklist')).toEqual([])
})

test('finds titles in calls and tables, but not in other texts', () => {
  const source = `
    // It's what PRP-01 says: test('PRP-02 in a comment is taken, for the form is a call's')
    test('AUT-01 one', () => {})
    describe("WIZ-01 to WIZ-02 two", () => {})
    test.each([['CAS-01 a row', 1]])('%s is shown', () => {})
    const text = 'as told by LIM-01'
    const calls = { 'CAL-01': 'accounts.login' }
    it(\`REV-01 \${name} three\`, () => {})`
  expect(titlesIn(source, idsIn)).toEqual([
    'PRP-02 in a comment is taken, for the form is a call',
    'AUT-01 one',
    'WIZ-01 to WIZ-02 two',
    'CAS-01 a row',
    `REV-01 $${'{name}'} three`,
  ])
})

test('every line of the checklist has a test', () => {
  // The volume «datos» is still being built.
  expect(ids.filter((id) => !id.startsWith('DAT-'))).toHaveLength(623)
  const all = proofs(testFiles())
  expect(ids.filter((id) => all.get(id)?.length === 0)).toEqual([])
})
