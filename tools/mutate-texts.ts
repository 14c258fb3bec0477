// `npm run mutation:texts`: mutation testing of the texts of the specification (tools/exact-texts.tsv). Changes one
// text at a time in a copy of the sources and expects a test with the text's id to fail. If none fails, the
// text is a survivor.
//   --sample 60   number of texts   --seed 1   random selection   --skip 0   texts of the selection to skip
//   --only PRP-04   only texts with this id or prefix
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

interface ExactText {
  id: string
  text: string
}

/** Shuffles with a seeded random generator (mulberry32). */
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

/** Doubles one letter in the middle of the text. */
function mutate(text: string): string {
  const letters = [...text]
  const middle = Math.floor(letters.length / 2)
  const laterIndex = letters.findIndex((letter, at) => at >= middle && /\p{L}/u.test(letter))
  const at = laterIndex === -1 ? letters.findIndex((letter) => /\p{L}/u.test(letter)) : laterIndex
  return letters.toSpliced(at, 0, letters[at] ?? '').join('')
}

const COPY = resolve('.cache/mutated-texts')
const COPIED_FOLDERS = ['src', 'tests', 'tools', 'db', 'bench', 'data', 'docs', 'public'] as const

function copySources(): void {
  rmSync(COPY, { recursive: true, force: true })
  mkdirSync(COPY, { recursive: true })
  const listed = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of listed.stdout.split('\0').filter((name) => name && existsSync(name)))
    if (!file.includes('/') || COPIED_FOLDERS.some((folder) => file.startsWith(`${folder}/`)))
      cpSync(file, join(COPY, file), { recursive: true })
  symlinkSync(resolve('node_modules'), join(COPY, 'node_modules'))
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/**
 * Matches the text in source code. A single word must be a complete string or element, because it may also be
 * a name.
 */
const patternFor = (text: string) =>
  text.includes(' ')
    ? new RegExp(escaped(text), 'g')
    : new RegExp(`(?<=['"\`>]\\s*)${escaped(text)}(?=\\s*['"\`<])`, 'g')

/**
 * Mutates a text in all source files.
 * @returns a function that restores them, or null when no file contains the text
 */
function applyMutation(text: string): (() => void) | null {
  const found = spawnSync(
    'grep',
    ['-rlF', '--include=*.ts', '--include=*.tsx', '--include=*.sql', '-e', text, 'src', 'db'],
    {
      cwd: COPY,
      encoding: 'utf8',
    },
  )
  const files = found.stdout.split('\n').filter((file) => file && !/\.test\.tsx?$/.test(file))
  if (files.length === 0) return null
  const before = files
    .map((file) => ({ file, source: readFileSync(join(COPY, file), 'utf8') }))
    .filter(({ source }) => patternFor(text).test(source))
  if (before.length === 0) return null
  for (const { file, source } of before)
    writeFileSync(
      join(COPY, file),
      source.replace(patternFor(text), () => mutate(text)),
    )
  return () => {
    for (const { file, source } of before) writeFileSync(join(COPY, file), source)
  }
}

/** The constant part of a title, as a pattern for the test runner. */
const titlePattern = ({ title }: Proof, id: string) => {
  const fixed = (title.split(/\$\{|%/)[0] ?? '').replaceAll("\\'", "'").trim()
  return escaped(fixed.length > 3 ? fixed : id)
}

/** Unit tests run first, browser tests last. */
const rank = ({ file }: Proof) =>
  file.endsWith('.spec.ts') ? 2 : /\.db\.test\.ts$|^tests\/api\//.test(file) ? 1 : 0

/** @returns whether the tests of this proof pass in the copy; null when none was run */
function passes(proof: Proof, id: string): boolean | null {
  const node = join(COPY, 'node_modules/node/bin/node')
  const env = { ...process.env, PATH: `${join(COPY, 'node_modules/.bin')}:${process.env.PATH}` }
  const args =
    rank(proof) === 2
      ? [
          'node_modules/@playwright/test/cli.js',
          'test',
          proof.file,
          '-g',
          titlePattern(proof, id),
          '--reporter=line',
        ]
      : [
          'node_modules/vitest/vitest.mjs',
          'run',
          '--project',
          rank(proof) === 1 ? 'database' : 'unit',
          proof.file,
          '-t',
          titlePattern(proof, id),
        ]
  const run = spawnSync(node, args, { cwd: COPY, env, encoding: 'utf8', timeout: 300_000 })
  const output = `${run.stdout}${run.stderr}`
  if (/No tests found|No test files found|no tests/i.test(output) && !/\b[1-9]\d* failed/.test(output))
    return null
  return run.status === 0
}

const passesUnchanged = new Map<string, boolean>()
/** Whether the tests pass without a mutation; cached. */
function passesWithoutMutation(proof: Proof, id: string): boolean {
  const key = `${proof.file}: ${proof.title}`
  const result = passesUnchanged.get(key) ?? passes(proof, id) === true
  passesUnchanged.set(key, result)
  return result
}

const texts: ExactText[] = readFileSync('tools/exact-texts.tsv', 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', text = ''] = line.split('\t')
    return { id, text }
  })
  .filter(({ id }) => id.startsWith(values.only))
const all = proofs(testFiles())
copySources()
const results: { id: string; text: string; by: string | null }[] = []
let skip = Number(values.skip)
for (const { id, text } of shuffled(texts, Number(values.seed))) {
  if (results.length >= Number(values.sample)) break
  let by: string | null = null
  let wasFound = false
  for (const proof of [...(all.get(id) ?? [])].sort((a, b) => rank(a) - rank(b))) {
    const restore = applyMutation(text)
    // The text is composed in the source: another text takes its place.
    if (!restore) break
    wasFound = true
    if (skip > 0) {
      restore()
      break
    }
    const fails = passes(proof, id) === false
    restore()
    // A test that also fails without the mutation has caught nothing.
    if (fails && passesWithoutMutation(proof, id)) {
      by = `${proof.file}: ${proof.title}`
      break
    }
  }
  if (!wasFound || skip-- > 0) continue
  results.push({ id, text, by })
  console.log(`${by ? 'caught  ' : 'SURVIVED'} ${id} «${text}»${by ? ` by ${by}` : ''}`)
}
rmSync(COPY, { recursive: true, force: true })
const survivors = results.filter(({ by }) => by === null)
console.log(
  `${results.length} texts mutated, ${results.length - survivors.length} caught, ${survivors.length} survived`,
)
process.exitCode = survivors.length > 0 ? 1 : 0
