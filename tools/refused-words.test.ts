import ts from 'typescript'
import { expect, test } from 'vitest'
import { refusedNames } from './refused-words.ts'

const namesIn = (text: string) =>
  refusedNames(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true))

test.each([
  ['const bearSilence = 1', 'bearSilence'],
  ['function doorIsShut() {}', 'doorIsShut'],
  ['const DOOR_LIMIT = 1', 'DOOR_LIMIT'],
  ['const holdCase = () => 1', 'holdCase'],
  ['interface A { toldAt: Date }', 'toldAt'],
  ['function a(whoever: string) {}', 'whoever'],
  ['const { a: house } = b', 'house'],
  ['const shedWork = 1', 'shedWork'],
  ['type Place = string', 'Place'],
  ['interface Place { a: string }', 'Place'],
])('refuses %s', (text, name) => {
  expect(namesIn(text)).toEqual([name])
})

test.each([
  'function shedLoad() {}',
  'const loadShedding = 1',
  'const holder = 1',
  'const placeholder = 1',
  'const Place = 1',
  'const a = other.told',
  '// told, house, door\nconst a = "door"',
])('accepts %s', (text) => {
  expect(namesIn(text)).toEqual([])
})
