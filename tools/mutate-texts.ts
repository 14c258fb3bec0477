// `npm run mutants`: alters exact texts of the specification (tools/exact-texts.tsv) in a copy of the sources, one at a
// time, and expects a test that carries the text's ID to fail. A text that nobody misses is a survivor.
//   --sample 60   how many texts   --seed 1   which ones   --skip 0   of those, how many were done before
//   --only PRP-04   those of one ID or part
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { proofs } from './conformance.ts'
import { type Proof, testFiles } from './titles.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    skip: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
})

interface Exact {
  id: string
  text: string
}

/** The same order for the same seed: mulberry32. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Seen by a reader, and by nobody else: one letter inside the text is doubled. */
function altered(text: string): string {
  const letters = [...text]
  const middle = Math.floor(letters.length / 2)
  const place = letters.findIndex((letter, at) => at >= middle && /\p{L}/u.test(letter))
  const at = place === -1 ? letters.findIndex((letter) => /\p{L}/u.test(letter)) : place
  return letters.toSpliced(at, 0, letters[at] ?? '').join('')
}

const HOUSE = resolve('.cache/mutants')
const COPIED = ['src', 'tests', 'tools', 'db', 'bench', 'data', 'docs', 'public'] as const

function copy(): void {
  rmSync(HOUSE, { recursive: true, force: true })
  mkdirSync(HOUSE, { recursive: true })
  const listed = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of listed.stdout.split('\0').filter((name) => name && existsSync(name)))
    if (!file.includes('/') || COPIED.some((folder) => file.startsWith(`${folder}/`)))
      cpSync(file, join(HOUSE, file), { recursive: true })
  symlinkSync(resolve('node_modules'), join(HOUSE, 'node_modules'))
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Where it stands as a text of its own; one word also is a name in the code, so it must fill its quotes or its tag. */
const placesOf = (text: string) =>
  text.includes(' ')
    ? new RegExp(escaped(text), 'g')
    : new RegExp(`(?<=['"\`>]\\s*)${escaped(text)}(?=\\s*['"\`<])`, 'g')

/** Source files that hold the text, altered; @returns what puts them back, or null when none holds it as it is */
function alter(text: string): (() => void) | null {
  const found = spawnSync(
    'grep',
    ['-rlF', '--include=*.ts', '--include=*.tsx', '--include=*.sql', '-e', text, 'src', 'db'],
    {
      cwd: HOUSE,
      encoding: 'utf8',
    },
  )
  const files = found.stdout.split('\n').filter((file) => file && !/\.test\.tsx?$/.test(file))
  if (files.length === 0) return null
  const before = files
    .map((file) => ({ file, source: readFileSync(join(HOUSE, file), 'utf8') }))
    .filter(({ source }) => placesOf(text).test(source))
  if (before.length === 0) return null
  for (const { file, source } of before)
    writeFileSync(
      join(HOUSE, file),
      source.replace(placesOf(text), () => altered(text)),
    )
  return () => {
    for (const { file, source } of before) writeFileSync(join(HOUSE, file), source)
  }
}

/** What of a title stands in every test made from it. */
const pattern = ({ title }: Proof, id: string) => {
  const fixed = (title.split(/\$\{|%/)[0] ?? '').replaceAll("\\'", "'").trim()
  return escaped(fixed.length > 3 ? fixed : id)
}

/** Unit tests first, the browser's last. */
const rank = ({ file }: Proof) =>
  file.endsWith('.spec.ts') ? 2 : /\.db\.test\.ts$|^tests\/api\//.test(file) ? 1 : 0

/** @returns whether the tests of this proof pass in the copy; null when they could not be run at all */
function passes(proof: Proof, id: string): boolean | null {
  const node = join(HOUSE, 'node_modules/node/bin/node')
  const env = { ...process.env, PATH: `${join(HOUSE, 'node_modules/.bin')}:${process.env.PATH}` }
  const args =
    rank(proof) === 2
      ? [
          'node_modules/@playwright/test/cli.js',
          'test',
          proof.file,
          '-g',
          pattern(proof, id),
          '--reporter=line',
        ]
      : [
          'node_modules/vitest/vitest.mjs',
          'run',
          '--project',
          rank(proof) === 1 ? 'database' : 'unit',
          proof.file,
          '-t',
          pattern(proof, id),
        ]
  const run = spawnSync(node, args, { cwd: HOUSE, env, encoding: 'utf8', timeout: 300_000 })
  const said = `${run.stdout}${run.stderr}`
  if (/No tests found|No test files found|no tests/i.test(said) && !/\b[1-9]\d* failed/.test(said))
    return null
  return run.status === 0
}

const sound = new Map<string, boolean>()
/** Whether it passes as the sources are; asked once. */
function soundly(proof: Proof, id: string): boolean {
  const key = `${proof.file}: ${proof.title}`
  const known = sound.get(key) ?? passes(proof, id) === true
  sound.set(key, known)
  return known
}

const texts: Exact[] = readFileSync('tools/exact-texts.tsv', 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', text = ''] = line.split('\t')
    return { id, text }
  })
  .filter(({ id }) => id.startsWith(values.only))
const all = proofs(testFiles())
copy()
const results: { id: string; text: string; by: string | null }[] = []
let skip = Number(values.skip)
for (const { id, text } of shuffled(texts, Number(values.seed))) {
  if (results.length >= Number(values.sample)) break
  let by: string | null = null
  let isThere = false
  for (const proof of [...(all.get(id) ?? [])].sort((a, b) => rank(a) - rank(b))) {
    const restore = alter(text)
    // Made of parts in the source: another one takes its place.
    if (!restore) break
    isThere = true
    if (skip > 0) {
      restore()
      break
    }
    const fails = passes(proof, id) === false
    restore()
    // A test that fails without the change as well has caught nothing.
    if (fails && soundly(proof, id)) {
      by = `${proof.file}: ${proof.title}`
      break
    }
  }
  if (!isThere || skip-- > 0) continue
  results.push({ id, text, by })
  console.log(`${by ? 'caught  ' : 'SURVIVED'} ${id} «${text}»${by ? ` by ${by}` : ''}`)
}
rmSync(HOUSE, { recursive: true, force: true })
const survivors = results.filter(({ by }) => by === null)
console.log(
  `${results.length} texts altered, ${results.length - survivors.length} caught, ${survivors.length} survived`,
)
process.exitCode = survivors.length > 0 ? 1 : 0
