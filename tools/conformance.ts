// `npm run conformance` writes build/conformance.md, for each line of the checklist the tests with its id in
// their titles, and build/abuse-cases.md. tools/conformance.test.ts fails when a line has no test.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as abuse from './abuse-cases.ts'
import { idsDefinedIn } from './references.ts'
import { MAX_LISTED, type Proof, proofsOf, renderProofs, testFiles } from './titles.ts'

/** The built lines of the specifications. */
const CHECKLIST = ['checklist', 'seguimiento', 'datos']
  .map((name) => readFileSync(`docs/spec/${name}.md`, 'utf8'))
  .join('\n')

/** All ids of the checklist, in its order. */
export const ids: string[] = idsDefinedIn(CHECKLIST)

const prefixes = new Set(ids.map((id) => id.split('-')[0]))

/** Returns the checklist ids in a title: «PLA-01 to PLA-03», «CHA-05, CHA-09», «ROL-05 …». */
export function idsIn(title: string): string[] {
  const found = title.matchAll(/\b([A-Z]{2,4})-(\d{2})\b(?: to \1-(\d{2})\b)?/g)
  return [...found].flatMap(([, part = '', from = '', to]) => {
    if (!prefixes.has(part)) return []
    const last = Number(to ?? from)
    return Array.from(
      { length: last - Number(from) + 1 },
      (_, at) => `${part}-${String(Number(from) + at).padStart(2, '0')}`,
    )
  })
}

/** @param files test files by path @returns the tests by id */
export const proofs = (files: ReadonlyMap<string, string>): Map<string, Proof[]> =>
  proofsOf(files, ids, idsIn)

function renderPage(all: ReadonlyMap<string, readonly Proof[]>): string {
  const lines = ['# Conformance', '', '| line | tests |', '| --- | --- |']
  for (const id of ids) lines.push(`| ${id} | ${renderProofs(all.get(id) ?? [], MAX_LISTED)} |`)
  return `${lines.join('\n')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = testFiles()
  const all = proofs(files)
  mkdirSync('build', { recursive: true })
  writeFileSync('build/conformance.md', renderPage(all))
  writeFileSync('build/abuse-cases.md', abuse.renderPage(abuse.proofs(files)))
  const without = ids.filter((id) => all.get(id)?.length === 0)
  console.log(
    `${ids.length} lines, ${without.length} without a test${without.length > 0 ? `: ${without.join(' ')}` : ''}`,
  )
  console.log('build/conformance.md, build/abuse-cases.md')
}
