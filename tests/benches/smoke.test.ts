// Runs every bench in its smoke form, so that a broken bench is noticed. Asserts no time and no goal.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { BENCHES, type Outcome } from '../../bench/harness.ts'
import { LIGHTHOUSE_FOLDER } from '../../bench/lighthouse.ts'

const FILES: Record<string, string[]> = { triage: ['data/triage-corpus/a1.jsonl'] }

const hasLighthouse = existsSync(join(LIGHTHOUSE_FOLDER, 'node_modules/lighthouse'))
const hasPgbench = spawnSync(process.env.PGBENCH ?? 'pgbench', ['--version']).status === 0
/** Benches that need something which `npm install` does not install. */
const missing = [...(hasLighthouse ? [] : ['lighthouse']), ...(hasPgbench ? [] : ['send', 'chats'])]

interface Result extends Outcome {
  bench: string
}

async function runBench(name: string, signal: AbortSignal): Promise<Result> {
  const child = spawn(process.execPath, ['tools/bench.ts', name, '--smoke', ...(FILES[name] ?? [])], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const ended = new Promise<number | null>((resolve, reject) => child.on('exit', resolve).on('error', reject))
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  expect(code, output + errors).toBe(0)
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '')
}

/** JSON has null for NaN and infinity, the results of an empty sample. */
const isSane = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0

describe('each bench ends with its JSON line and sane figures', () => {
  for (const name of BENCHES)
    test.skipIf(missing.includes(name)).concurrent(name, async ({ expect, signal }) => {
      const { bench, figures, goals } = await runBench(name, signal)
      expect(bench).toBe(name)
      expect(Object.keys(figures)).not.toEqual([])
      expect(Object.entries(figures).filter(([, value]) => !isSane(value))).toEqual([])
      // A goal without its figure would never be checked.
      expect(Object.keys(goals).filter((goal) => !(goal in figures))).toEqual([])
    })
})

test('the list of benches is complete', () => {
  const files = readdirSync('bench')
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => /^export (async )?function run\b/m.test(readFileSync(join('bench', file), 'utf8')))
  expect(files.map((file) => basename(file, '.ts')).sort()).toEqual([...BENCHES].sort())
})
