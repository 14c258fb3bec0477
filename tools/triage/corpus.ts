import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const CORPUS = 'data/triage-corpus'

/** One text of the corpus, or of a file to measure with (JSON Lines). */
export interface Example {
  text: string
  specialty: string
  /** Other specialties a lawyer would accept. */
  also: readonly string[]
  commune: string | null
  /** Whole years. */
  min_experience: number | null
  /** Whole CLP. */
  max_price: number | null
  /** File it stands in. */
  file: string
}

/** The examples of a JSON Lines file; throws with its line number when a line is none. */
export function examplesIn(path: string): Example[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, n) => {
      if (line.trim() === '') return []
      try {
        const {
          also = [],
          commune = null,
          min_experience = null,
          max_price = null,
          ...rest
        } = JSON.parse(line)
        return [{ ...rest, also, commune, min_experience, max_price, file: path.split('/').at(-1) ?? path }]
      } catch {
        throw new Error(`${path}:${n + 1}: no es una línea JSON.`)
      }
    })
}

const files = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()

/** Every example of the corpus, files and lines in order. */
export const corpus = (folder = CORPUS): Example[] =>
  files(folder).flatMap((name) => examplesIn(join(folder, name)))

/** What a model was made from: its corpus and the code that reads a text, in 16 hexadecimal digits. */
export function corpusDigest(folder = CORPUS): string {
  const hash = createHash('sha256')
  for (const name of files(folder)) hash.update(`${name}\0`).update(readFileSync(join(folder, name)))
  const code = 'src/capabilities/search/triage'
  for (const name of [
    'fold.ts',
    'features.ts',
    'concepts.ts',
    'lexicon-family.ts',
    'lexicon-work.ts',
    'lexicon-civil.ts',
    'lexicon-other.ts',
    'lexicon-world.ts',
  ])
    hash.update(`${name}\0`).update(readFileSync(join(code, name)))
  return hash.digest('hex').slice(0, 16)
}
