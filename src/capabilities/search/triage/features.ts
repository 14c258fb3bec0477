import { conceptsIn, type Found } from './concepts.ts'
import { plain, readable, type Word, wordsOf } from './fold.ts'

/** The kinds of feature; each is brought to its own length, so that many n-grams do not drown few concepts. */
export const GROUPS = ['word', 'pair', 'skip', 'letters', 'concept', 'concepts'] as const
export type Group = (typeof GROUPS)[number]

/** Letter runs of a word with its edges. */
const LETTERS_MIN = 3
const LETTERS_MAX = 5

export interface TextFeatures {
  words: readonly Word[]
  concepts: readonly Found[]
  /** For each group, how often each feature occurs, by its hash. */
  counts: Record<Group, Map<number, number>>
}

const SEED = 0x811c9dc5
const mix = (hash: number, code: number) => Math.imul(hash ^ code, 0x01000193)
/** Spreads the bits, so that sorted keys split evenly. */
const finish = (hash: number) => {
  let h = hash
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
const hashOf = (text: string, seed: number) => {
  let hash = seed
  for (let n = 0; n < text.length; n += 1) hash = mix(hash, text.charCodeAt(n))
  return hash
}
const seeds = Object.fromEntries(GROUPS.map((group) => [group, hashOf(group, SEED)])) as Record<Group, number>
const SPACE = 32

const count = (map: Map<number, number>, hash: number, by: number) => {
  const key = finish(hash)
  map.set(key, (map.get(key) ?? 0) + by)
}

/** The feature of a single word or concept, as counts name it. */
export const featureOf = (group: 'word' | 'concept', text: string): number =>
  finish(hashOf(text, seeds[group]))

/** The features of a text, and the words and concepts that they come from. */
export function featuresOf(text: string): TextFeatures {
  const words = wordsOf(plain(readable(text)))
  const concepts = conceptsIn(words)
  const counts = Object.fromEntries(
    GROUPS.map((group) => [group, new Map<number, number>()]),
  ) as TextFeatures['counts']
  for (const [n, { key }] of words.entries()) {
    count(counts.word, hashOf(key, seeds.word), 1)
    const next = words[n + 1]?.key
    const third = words[n + 2]?.key
    if (next !== undefined) count(counts.pair, hashOf(next, mix(hashOf(key, seeds.pair), SPACE)), 1)
    if (third !== undefined) count(counts.skip, hashOf(third, mix(hashOf(key, seeds.skip), SPACE)), 1)
    lettersOf(key, counts.letters)
  }
  conceptFeatures(concepts, counts)
  return { words, concepts, counts }
}

function lettersOf(key: string, counts: Map<number, number>): void {
  const edged = `_${key}_`
  for (let from = 0; from + LETTERS_MIN <= edged.length; from += 1) {
    let hash = seeds.letters
    const last = Math.min(edged.length, from + LETTERS_MAX)
    for (let at = from; at < last; at += 1) {
      hash = mix(hash, edged.charCodeAt(at))
      if (at - from + 1 >= LETTERS_MIN) count(counts, hash, 1)
    }
  }
}

/** Concepts, and two together in a text; one said in several words counts more. */
function conceptFeatures(found: readonly Found[], counts: TextFeatures['counts']): void {
  const seen = new Map<string, number>()
  for (const { name, from, to } of found) seen.set(name, (seen.get(name) ?? 0) + 1 + (to - from) * 0.5)
  for (const [name, times] of seen) count(counts.concept, hashOf(name, seeds.concept), times)
  const names = [...seen.keys()].sort()
  for (const [n, one] of names.entries())
    for (const other of names.slice(n + 1))
      count(counts.concepts, hashOf(other, mix(hashOf(one, seeds.concepts), SPACE)), 1)
}
