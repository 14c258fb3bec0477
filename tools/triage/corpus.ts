import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const CORPUS_DIR = 'data/triage-corpus'

/** A labelled text, one line of a JSON Lines file of the corpus or of a test set. */
export interface Example {
  text: string
  /** The right case specialty. */
  specialty: string
  /** Other specialties that a lawyer would also accept. */
  also: readonly string[]
  commune: string | null
  /** Years. */
  min_experience: number | null
  /** CLP. */
  max_price: number | null
  /** Name of its file. */
  file: string
}

/** Reads the examples of a JSON Lines file. Throws with the line number if a line is not valid JSON. */
export function readExamples(path: string): Example[] {
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

const listFiles = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()

/** All examples of the corpus, in the order of files and lines. */
export const readCorpus = (folder = CORPUS_DIR): Example[] =>
  listFiles(folder).flatMap((name) => readExamples(join(folder, name)))

/**
 * Hash of what a model is trained from: the corpus and the source of the code that extracts features. 16
 * hexadecimal digits. Any change of these files, even of a comment, makes the model count as outdated.
 */
export function corpusDigest(folder = CORPUS_DIR): string {
  const hash = createHash('sha256')
  for (const name of listFiles(folder)) hash.update(`${name}\0`).update(readFileSync(join(folder, name)))
  const codeDir = 'src/capabilities/search/triage'
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
    hash.update(`${name}\0`).update(readFileSync(join(codeDir, name)))
  return hash.digest('hex').slice(0, 16)
}
