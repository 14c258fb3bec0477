// Titles of tests: which of them say that they prove something, by an ID of the specification or the number of an abuse case.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A string literal behind a call of the runner, or one that begins with an ID: a row of a table of tests. */
const TITLE =
  /(?:(?:\)|\b(?:test|it|describe)(?:\.\w+)*)\(\s*|(?=['"`](?:[A-Z]{2,4}-\d{2}|abuse \d{1,2})\b))(['"`])((?:\\.|(?!\1)[^\\])*)/g

/** Titles of tests and groups in a test file's text that name an ID. @param idsIn the IDs that a title carries */
export const titlesIn = (source: string, idsIn: (title: string) => readonly string[]): string[] =>
  [...source.matchAll(TITLE)]
    .map(([, , text = '']) => text.replace(/\s+/g, ' '))
    // An ID without a word is a key of some table, and proves nothing.
    .filter((text) => idsIn(text).length > 0 && text.includes(' '))

export interface Proof {
  file: string
  title: string
}

/** @param files of tests, by path @returns by ID, in the order of `ids`, the tests that prove it */
export function proofsOf(
  files: ReadonlyMap<string, string>,
  ids: readonly string[],
  idsIn: (title: string) => readonly string[],
): Map<string, Proof[]> {
  const all = new Map<string, Proof[]>(ids.map((id) => [id, []]))
  for (const [file, source] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const title of titlesIn(source, idsIn))
      for (const id of new Set(idsIn(title))) all.get(id)?.push({ file, title })
  return all
}

// Their examples are no proofs.
const ABOUT_TITLES = [':!tools/conformance.test.ts', ':!tools/abuse-cases.test.ts']

/** Test files of the tree, by path. */
export function testFiles(): Map<string, string> {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts', ...ABOUT_TITLES],
    { encoding: 'utf8' },
  )
  return new Map(
    listed
      .split('\0')
      .filter(Boolean)
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )
}

/** Tests named for one ID at most; the others are counted. */
export const NAMED = 3
const cell = (text: string) => text.replaceAll('\\', '').replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** Proofs as a cell of a table. @param most named; the others are counted */
export function named(proofs: readonly Proof[], most: number): string {
  const shown = proofs.slice(0, most).map(({ file, title }) => `\`${file}\`: ${cell(title)}`)
  const more = proofs.length > most ? [`and ${proofs.length - most} more`] : []
  return [...shown, ...more].join('<br>') || '—'
}
