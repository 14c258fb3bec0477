import { expect, test } from 'vitest'
import { CASE_SPECIALTIES } from '../../src/capabilities/lawyers/schema.ts'
import { plain } from '../../src/capabilities/search/triage/fold.ts'
import { loadModel } from '../../src/capabilities/search/triage-model.server.ts'
import { regionOf } from '../../src/chile/regions.ts'
import { corpusDigest, readCorpus } from './corpus.ts'

const examples = readCorpus()
const labelOf = ({ file, text }: { file: string; text: string }) => `${file}: ${text.slice(0, 80)}`
/** Labels of the examples that violate a rule. */
const violations = (isWrong: (example: (typeof examples)[number]) => boolean) =>
  examples.filter(isWrong).map(labelOf)

test('each example has a text, a known specialty and known alternatives', () => {
  const isKnown = (name: unknown) => (CASE_SPECIALTIES as readonly unknown[]).includes(name)
  expect(
    violations(({ text }) => typeof text !== 'string' || text.trim().length < 3 || text.length > 4_000),
  ).toEqual([])
  expect(violations(({ specialty }) => !isKnown(specialty))).toEqual([])
  expect(
    violations(
      ({ also, specialty }) =>
        !Array.isArray(also) || also.some((name) => !isKnown(name) || name === specialty),
    ),
  ).toEqual([])
})

test('communes are official names; years and prices are plausible integers', () => {
  expect(violations(({ commune }) => commune !== null && regionOf(commune) === null)).toEqual([])
  const isPlausible = (value: number | null, min: number, max: number) =>
    value === null || (Number.isInteger(value) && value >= min && value <= max)
  expect(violations(({ min_experience }) => !isPlausible(min_experience, 1, 50))).toEqual([])
  expect(violations(({ max_price }) => !isPlausible(max_price, 5_000, 20_000_000))).toEqual([])
})

test('no other keys', () => {
  const keys = ['text', 'specialty', 'also', 'commune', 'min_experience', 'max_price', 'file']
  expect(violations((example) => Object.keys(example).some((key) => !keys.includes(key)))).toEqual([])
})

test('no duplicate texts, without regard to punctuation, case and accents', () => {
  const seen = new Map<string, string>()
  const duplicates: string[] = []
  for (const example of examples) {
    const key = plain(example.text).replace(/[^a-z0-9]+/gu, '')
    const earlier = seen.get(key)
    if (earlier) duplicates.push(`${labelOf(example)} = ${earlier}`)
    else seen.set(key, example.file)
  }
  expect(duplicates).toEqual([])
})

test('the model is up to date with corpus and code: else run npm run triage:train', async () => {
  expect((await loadModel()).digest).toBe(corpusDigest())
})

test('the model is smaller than 3 MB', async () => {
  expect((await loadModel()).bytes).toBeLessThan(3_000_000)
})
