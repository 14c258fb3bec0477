import { phoneticKey, plain, type Word, wordsOf } from './fold.ts'
import { CIVIL } from './lexicon-civil.ts'
import { FAMILY } from './lexicon-family.ts'
import { INTENT, OTHER } from './lexicon-other.ts'
import { WORK } from './lexicon-work.ts'
import { WORLD } from './lexicon-world.ts'

interface Step {
  /** A word's key, or how it begins. */
  key: string
  open: boolean
  /** Words that may stand before it. */
  gap: number
}
interface Pattern {
  name: string
  steps: readonly Step[]
}
/** A concept found in a text: which, and from which word to which. */
export interface Found {
  name: string
  from: number
  to: number
}

const GAP = 3
/** Prefixes are looked up by their first letters. */
const STEM = 3

const exact = new Map<string, Pattern[]>()
const opened = new Map<string, Pattern[]>()

/** The spellings a written step may have once folded: an open c or g sounds as its next letter says. */
function stepsOf(written: string): Step[][] {
  let rows: Step[][] = [[]]
  let gap = 0
  for (const part of written.trim().split(/\s+/u)) {
    if (part === '_') {
      gap = GAP
      continue
    }
    const open = part.endsWith('*')
    const letters = plain(open ? part.slice(0, -1) : part)
    let keys: string[]
    if (/[#\d]/u.test(letters)) keys = [/^\d/u.test(letters) ? '#n' : letters]
    else if (!open) keys = wordsOf(letters).map((word) => word.key)
    else if (letters.endsWith('c'))
      keys = [...new Set([phoneticKey(letters), phoneticKey(`${letters}e`).slice(0, -1)])]
    else if (letters.endsWith('g'))
      keys = [...new Set([phoneticKey(letters), phoneticKey(`${letters}e`).slice(0, -1)])]
    // Alone they sound as one l, before a vowel as y.
    else if (letters.endsWith('ll')) keys = [phoneticKey(`${letters}a`).slice(0, -1)]
    else if (letters.endsWith('y')) keys = [phoneticKey(`${letters}a`).slice(0, -1)]
    else keys = [phoneticKey(letters)]
    if (open) rows = rows.flatMap((row) => keys.map((key) => [...row, { key, open, gap }]))
    else rows = rows.map((row) => [...row, ...keys.map((key, n) => ({ key, open, gap: n === 0 ? gap : 0 }))])
    gap = 0
  }
  return rows
}

function learn(lexicon: Record<string, string>): void {
  for (const [name, ways] of Object.entries(lexicon))
    for (const way of ways.split('|'))
      for (const steps of stepsOf(way)) {
        const first = steps[0]
        if (!first) continue
        const [index, key] = first.open ? [opened, first.key.slice(0, STEM)] : [exact, first.key]
        const known = index.get(key)
        if (known) known.push({ name, steps })
        else index.set(key, [{ name, steps }])
      }
}
for (const lexicon of [FAMILY, WORK, CIVIL, OTHER, INTENT, WORLD]) learn(lexicon)

const fits = (step: Step, key: string) => (step.open ? key.startsWith(step.key) : key === step.key)

/** Where the pattern that starts at a word ends, or -1. */
function endOf(words: readonly Word[], from: number, { steps }: Pattern): number {
  let at = from
  for (const [n, step] of steps.entries()) {
    if (n > 0) {
      let next = -1
      for (let skip = 0; skip <= step.gap; skip += 1) {
        const word = words[at + 1 + skip]
        if (word && fits(step, word.key)) {
          next = at + 1 + skip
          break
        }
      }
      if (next === -1) return -1
      at = next
    } else if (!fits(step, words[at]?.key ?? '')) return -1
  }
  return at
}

/** Every concept of the lexicon that the words name, in the order they stand. */
export function conceptsIn(words: readonly Word[]): Found[] {
  const found: Found[] = []
  for (const [from, { key }] of words.entries()) {
    const ways = exact.get(key)
    const starts = opened.get(key.slice(0, STEM))
    for (const list of [ways, starts])
      for (const pattern of list ?? []) {
        const to = endOf(words, from, pattern)
        if (to !== -1) found.push({ name: pattern.name, from, to })
      }
  }
  return found
}
