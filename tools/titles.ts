// Finds test titles with an id of the checklist or the number of an abuse case. Such a test proves that line
// or case.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * A string literal as first argument of test, it or describe, or one that starts with an id (a row of a test
 * table).
 */
const TITLE =
  /(?:(?:\)|\b(?:test|it|describe)(?:\.\w+)*)\(\s*|(?=['"`](?:[A-Z]{2,4}-\d{2}|abuse \d{1,2})\b))(['"`])((?:\\.|(?!\1)[^\\])*)/g

/** Returns the titles in a test file that contain an id. @param idsIn returns the ids in a title */
export const titlesIn = (source: string, idsIn: (title: string) => readonly string[]): string[] =>
  [...source.matchAll(TITLE)]
    .map(([, , text = '']) => text.replace(/\s+/g, ' '))
    // An id alone is the key of a table, not a title.
    .filter((text) => idsIn(text).length > 0 && text.includes(' '))

export interface Proof {
  file: string
  title: string
}

/** @param files test files by path @returns the tests by id, in the order of `ids` */
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

// Their titles are examples.
const EXCLUDED = [':!tools/conformance.test.ts', ':!tools/abuse-cases.test.ts']

/** Reads all test files, by path. */
export function testFiles(): Map<string, string> {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts', ...EXCLUDED],
    { encoding: 'utf8' },
  )
  return new Map(
    listed
      .split('\0')
      .filter(Boolean)
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )
}

/** Maximum number of listed tests for one id; more are only counted. */
export const MAX_LISTED = 3
const tableCell = (text: string) => text.replaceAll('\\', '').replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** Renders tests as a table cell. @param max number of listed tests; more are only counted */
export function renderProofs(proofs: readonly Proof[], max: number): string {
  const listed = proofs.slice(0, max).map(({ file, title }) => `\`${file}\`: ${tableCell(title)}`)
  const more = proofs.length > max ? [`and ${proofs.length - max} more`] : []
  return [...listed, ...more].join('<br>') || '—'
}
