import { expect, test } from 'vitest'
import { documentKind, formatAddress } from './rules.ts'

test('OPEN-03 the file extension decides whether a document is an image or a PDF', () => {
  expect(['identidad/u/a.pdf', 'identidad/u/a.jpg', 'identidad/u/a.png'].map(documentKind)).toEqual([
    'pdf',
    'image',
    'image',
  ])
})

test.each([
  ['503', 'Los Leones 220 depto. 503'],
  ['B', 'Los Leones 220 depto. B'],
  ['Oficina 401', 'Los Leones 220 Oficina 401'],
  ['of. 401', 'Los Leones 220 of. 401'],
  ['Of401', 'Los Leones 220 Of401'],
  ['Depto 12', 'Los Leones 220 Depto 12'],
  ['dpto. 12', 'Los Leones 220 dpto. 12'],
  ['Piso 3', 'Los Leones 220 Piso 3'],
  ['Casablanca', 'Los Leones 220 depto. Casablanca'],
  ['', 'Los Leones 220'],
  [null, 'Los Leones 220'],
])('ONP-27, OPEN-03 unit «%s» after the street number: «%s»', (unit, line) => {
  expect(formatAddress('Los Leones', '220', unit)).toBe(line)
})
