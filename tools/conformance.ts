// Makes docs/conformance.md: for each line of the specification's checklist the tests whose titles carry its ID.
// `npm run conformance` writes it, and docs/abuse-cases.md; tools/conformance.test.ts fails when it is stale or when a line is without a test.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as abuse from './abuse-cases.ts'
import { NAMED, named, type Proof, proofsOf, testFiles } from './titles.ts'

/** How many lines each part of the checklist has; they are numbered from 01 without a gap. */
export const CHECKLIST = {
  GEN: [10, 'General'],
  ROU: [41, 'Routes and guards'],
  NAV: [16, 'Navigation bar'],
  FOO: [17, 'Footer'],
  HOM: [16, 'Home'],
  STA: [4, 'Static pages'],
  AUT: [30, 'Registration, login, session'],
  EML: [5, 'E-mail link'],
  ONV: [12, 'Lawyer: e-mail code'],
  ONP: [52, 'Lawyer: profile form'],
  ONR: [3, 'Lawyer: review'],
  ADM: [16, 'Administrator'],
  MAI: [3, 'Mail'],
  PRO: [18, 'Profile editing'],
  DEL: [7, 'Account deletion'],
  PLA: [18, 'Plans and credits'],
  WIZ: [34, 'Intake wizard'],
  CRD: [7, 'Lawyer card'],
  AIS: [12, 'AI search'],
  SEA: [2, 'Search'],
  COL: [12, 'Colleagues'],
  PUB: [21, 'Public profile'],
  REV: [18, 'Reviews'],
  CHA: [22, 'Chat'],
  PRP: [18, 'Proposals'],
  DAL: [13, 'Lawyer’s panel'],
  DAC: [9, 'Client’s panel'],
  MKT: [14, 'Market'],
  CAS: [30, 'Case workspace'],
  INT: [10, 'Interview'],
  ROL: [6, 'Roles'],
  ENT: [20, 'Entities'],
  CAL: [30, 'Calls'],
  RT: [3, 'Realtime'],
  LIM: [15, 'Limits'],
} as const satisfies Record<string, readonly [number, string]>

const two = (n: number) => String(n).padStart(2, '0')

/** Every ID of the checklist, in its order. */
export const ids: string[] = Object.entries(CHECKLIST).flatMap(([part, [count]]) =>
  Array.from({ length: count }, (_, at) => `${part}-${two(at + 1)}`),
)

/** The IDs that a title carries: «PLA-01 to PLA-03», «CHA-05, CHA-09», «ROL-05 …». */
export function idsIn(title: string): string[] {
  const found = title.matchAll(/\b([A-Z]{2,4})-(\d{2})\b(?: to \1-(\d{2})\b)?/g)
  return [...found].flatMap(([, part = '', from = '', to]) => {
    if (!(part in CHECKLIST)) return []
    const last = Number(to ?? from)
    return Array.from({ length: last - Number(from) + 1 }, (_, at) => `${part}-${two(Number(from) + at)}`)
  })
}

/** @param files of tests, by path @returns by ID, the tests that prove it */
export const proofs = (files: ReadonlyMap<string, string>): Map<string, Proof[]> =>
  proofsOf(files, ids, idsIn)

/** docs/conformance.md. */
export function page(all: ReadonlyMap<string, readonly Proof[]>): string {
  const without = ids.filter((id) => all.get(id)?.length === 0)
  const lines = [
    '# Conformance',
    '',
    'Made by `npm run conformance` from the titles of the tests: each line of the specification’s checklist and what proves it.',
    '',
    `${ids.length} lines, ${ids.length - without.length} with a test, ${without.length} without${without.length > 0 ? `: ${without.join(', ')}` : ''}.`,
  ]
  for (const [part, [count, name]] of Object.entries(CHECKLIST)) {
    lines.push('', `## ${part}: ${name}`, '', '| line | test |', '| --- | --- |')
    for (let n = 1; n <= count; n++) {
      const id = `${part}-${two(n)}`
      lines.push(`| ${id} | ${named(all.get(id) ?? [], NAMED)} |`)
    }
  }
  return `${lines.join('\n')}\n`
}

export const PAGE = 'docs/conformance.md'

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = testFiles()
  const all = proofs(files)
  writeFileSync(PAGE, page(all))
  writeFileSync(abuse.PAGE, abuse.page(abuse.proofs(files)))
  const without = ids.filter((id) => all.get(id)?.length === 0)
  console.log(
    `${ids.length} lines, ${without.length} without a test${without.length > 0 ? `: ${without.join(' ')}` : ''}`,
  )
}
