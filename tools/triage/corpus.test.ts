import { expect, test } from 'vitest'
import { CASE_SPECIALTIES } from '../../src/capabilities/lawyers/schema.ts'
import { plain } from '../../src/capabilities/search/triage/fold.ts'
import { readModel } from '../../src/capabilities/search/triage/model.ts'
import { DIGEST, WEIGHTS } from '../../src/capabilities/search/triage/weights.ts'
import { regionOf } from '../../src/chile/regions.ts'
import { corpus, corpusDigest } from './corpus.ts'

const examples = corpus()
const named = ({ file, text }: { file: string; text: string }) => `${file}: ${text.slice(0, 80)}`
const wrong = (found: (example: (typeof examples)[number]) => boolean) => examples.filter(found).map(named)

test('every example has a text, a known specialty and known others', () => {
  const known = (name: unknown) => (CASE_SPECIALTIES as readonly unknown[]).includes(name)
  expect(
    wrong(({ text }) => typeof text !== 'string' || text.trim().length < 3 || text.length > 4_000),
  ).toEqual([])
  expect(wrong(({ specialty }) => !known(specialty))).toEqual([])
  expect(
    wrong(
      ({ also, specialty }) =>
        !Array.isArray(also) || also.some((name) => !known(name) || name === specialty),
    ),
  ).toEqual([])
})

test('communes are as src/chile/regions.ts writes them; years and prices are believable whole numbers', () => {
  expect(wrong(({ commune }) => commune !== null && regionOf(commune) === null)).toEqual([])
  const whole = (value: number | null, least: number, most: number) =>
    value === null || (Number.isInteger(value) && value >= least && value <= most)
  expect(wrong(({ min_experience }) => !whole(min_experience, 1, 50))).toEqual([])
  expect(wrong(({ max_price }) => !whole(max_price, 5_000, 20_000_000))).toEqual([])
})

test('no key but the six', () => {
  const keys = ['text', 'specialty', 'also', 'commune', 'min_experience', 'max_price', 'file']
  expect(wrong((example) => Object.keys(example).some((key) => !keys.includes(key)))).toEqual([])
})

test('no text stands twice, be it with other stops, capitals or accents', () => {
  const seen = new Map<string, string>()
  const twice: string[] = []
  for (const example of examples) {
    const key = plain(example.text).replace(/[^a-z0-9]+/gu, '')
    const before = seen.get(key)
    if (before) twice.push(`${named(example)} = ${before}`)
    else seen.set(key, example.file)
  }
  expect(twice).toEqual([])
})

test('the model was made from this corpus by this code: else run npm run triage:train', () => {
  expect(DIGEST).toBe(corpusDigest())
})

test('the model is under 3 MB, also as the text it is kept in', () => {
  expect(WEIGHTS.length).toBeLessThan(3_000_000)
  const bytes = Uint8Array.from(atob(WEIGHTS), (letter) => letter.charCodeAt(0))
  expect(readModel(bytes.buffer).bytes).toBe(bytes.length)
})
