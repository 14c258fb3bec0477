import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanLine, cleanParagraphs, fitsLength, graphemeCount, limitCombiningMarks } from './text.ts'

test('cleaning a line is idempotent and leaves one visible line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = cleanLine(text)
      expect(cleanLine(once)).toBe(once)
      expect(once).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
      expect(once).toBe(once.trim())
    }),
  )
})

test.each(['Ana\ud800Soto', 'Ana\udfff Soto', '\udc00Ana\u0000Soto\ud83d'])(
  'abuse 36 lone surrogates are removed (%j): the audit log is JSON, which rejects them',
  (text) => expect(cleanLine(text)).toBe('Ana Soto'),
)

test('long runs of combining marks are shortened; real text and emoji stay', () => {
  expect(cleanLine(`Ze${'\u0301\u0330'.repeat(60)}`)).toHaveLength(10)
  expect(limitCombiningMarks('👨‍👩‍👧‍👦🏳️‍🌈1️⃣ ñandú नमस्ते น้ำ שָׁלוֹם')).toBe('👨‍👩‍👧‍👦🏳️‍🌈1️⃣ ñandú नमस्ते น้ำ שָׁלוֹם')
})

test('abuse 36 lone surrogates are removed: the text of an administrator is also stored as JSON', () => {
  expect(cleanParagraphs('Falta\ud800el\udfff año 👩\ud83d')).toBe('Falta el año 👩')
})

test('cleaning paragraphs is idempotent and leaves no control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const clean = cleanParagraphs(text)
      expect(cleanParagraphs(clean)).toBe(clean)
      expect(clean).not.toMatch(/\r|\n{3}|\u202e|\0/)
    }),
  )
})

test('length is counted in grapheme clusters', () => {
  expect(graphemeCount('👩‍👩‍👧🇨🇱é')).toBe(3)
  // One grapheme with 20,000 combining marks exceeds the database's code point limit.
  expect(fitsLength(`a${'\u0301'.repeat(20_000)}`, 5_000)).toBe(false)
})
