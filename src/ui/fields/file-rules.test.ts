import { describe, expect, test } from 'vitest'
import { fileRefusal, formatFileSize } from './file-rules.ts'

const idCard = { types: ['.pdf', 'application/pdf', 'image/jpeg', 'image/png'], maxBytes: 10_000_000 }
const file = (name: string, type: string, size = 1) => ({ name, type, size })

describe('fileRefusal', () => {
  test.each([
    ['accepts an allowed type', file('carnet.jpg', 'image/jpeg'), null],
    ['accepts an allowed extension when the browser knows no type', file('CARNET.PDF', ''), null],
    ['refuses another type (ONP-29)', file('carnet.gif', 'image/gif'), 'type'],
    ['refuses a name that ends alike without a dot', file('carnet-pdf', ''), 'type'],
    ['accepts a file of exactly the limit', file('a.png', 'image/png', 10_000_000), null],
    ['refuses one byte more (ONP-30)', file('a.png', 'image/png', 10_000_001), 'size'],
    ['reports the type first when both are wrong', file('a.gif', 'image/gif', 99_000_000), 'type'],
  ])('%s', (_name, given, expected) => {
    expect(fileRefusal(given, idCard)).toBe(expected)
  })
})

describe('fileSize', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [412_300, '412 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [2_400_000, '2,4 MB'],
    [10_000_000, '10 MB'],
    [123_400_000, '123 MB'],
  ])('%s bytes read %s', (bytes, text) => {
    expect(formatFileSize(bytes)).toBe(text)
  })
})
