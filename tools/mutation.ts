// `npm run mutation`: changes rules, commands, stores and the platform, one expression at a time, and expects a test that
// runs the changed code to fail (Stryker, https://stryker-mutator.io). A mutant that no test notices is a survivor.
//   --one-in 12   which share of the code: one block of 12 lines in so many   --seed 0   which ones
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const { values } = parseArgs({
  options: {
    'one-in': { type: 'string', default: '12' },
    seed: { type: 'string', default: '0' },
    concurrency: { type: 'string', default: '2' },
  },
})

// What runs in browsers alone is proven by tests in a browser, which Stryker cannot watch.
const BROWSER_ONLY = [
  'src/platform/realtime/{connection,stream,tabs}.ts',
  'src/platform/files/upload.ts',
  'src/platform/rpc/{client,offline,session-follower,unreachable,until-signed-in}.ts',
]
const SOURCES = [
  'src/capabilities/**/{rules,commands.server,store.server,lists.server}.ts',
  'src/platform/**/*.ts',
]
const BLOCK_LINES = 12
const KILLED_PERCENT = 95

/**
 * Blocks of lines at even distances, as Stryker takes them: `file:first-last`. Each file begins somewhere of its own, so that a
 * change in one moves no block of another.
 */
function sample(oneIn: number, seed: number): string[] {
  const files = globSync(SOURCES, {
    exclude: [...BROWSER_ONLY, '**/*.test.ts', 'src/platform/database/types.ts'],
  }).sort()
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length
    const offset = createHash('sha256').update(file).digest().readUInt32BE(0)
    return Array.from({ length: Math.ceil(lines / BLOCK_LINES) }, (_, block) => block)
      .filter((block) => (block + offset) % oneIn === seed % oneIn)
      .map((block) => `${file}:${block * BLOCK_LINES + 1}-${(block + 1) * BLOCK_LINES}`)
  })
}

const results = await new Stryker({
  mutate: sample(Number(values['one-in']), Number(values.seed)),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // What only runs while a module is loaded would need every test.
  ignoreStatic: true,
  concurrency: Number(values.concurrency),
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 30,
  tempDirName: '.cache/stryker',
  // Another run tries again what survived, and what other tests run now.
  incremental: true,
  incrementalFile: '.cache/reports/mutation-incremental.json',
  ignorePatterns: ['.cache', '.data', 'build', 'test-results'],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.cache/reports/mutation.json' },
  thresholds: { high: 100, low: KILLED_PERCENT, break: KILLED_PERCENT },
}).runMutationTest()
console.log(`${results.length} mutants`)
