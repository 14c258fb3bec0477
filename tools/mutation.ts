// `npm run mutation`: mutation testing of rules, commands, stores and the platform (Stryker,
// https://stryker-mutator.io). Changes one expression at a time and expects a test that covers it to fail. If
// none fails, the mutant is a survivor.
//   --one-in 12   mutates one of 12 blocks of 12 lines   --seed 0   which blocks
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

// Code that only runs in browsers is covered by browser tests, which Stryker cannot observe.
const BROWSER_ONLY = [
  'src/platform/realtime/{connection,sse-client,shared-stream}.ts',
  'src/platform/files/upload.ts',
  'src/platform/rpc/client.ts',
  'src/platform/errors/offline-message.ts',
  'src/platform/routing/navigation-retry.ts',
  'src/platform/session/{session-revalidation,sign-in-signal}.ts',
]
const SOURCES = [
  'src/capabilities/**/{rules,commands.server,store.server,lists.server,waits.server,conversation.server}.ts',
  'src/platform/**/*.ts',
]
const BLOCK_LINES = 12
const MIN_KILLED_PERCENT = 95

/**
 * Selects blocks of lines at regular distances, in Stryker's format `file:first-last`. The offset depends on
 * the file name, so that a change in one file moves no block of another.
 */
function selectBlocks(oneIn: number, seed: number): string[] {
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
  mutate: selectBlocks(Number(values['one-in']), Number(values.seed)),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Mutants that only run while a module loads would need all tests.
  ignoreStatic: true,
  concurrency: Number(values.concurrency),
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 30,
  tempDirName: '.cache/stryker',
  // The next run only repeats survivors and mutants with changed tests.
  incremental: true,
  incrementalFile: '.cache/reports/mutation-incremental.json',
  ignorePatterns: ['.cache', '.data', 'build', 'test-results'],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.cache/reports/mutation.json' },
  thresholds: { high: 100, low: MIN_KILLED_PERCENT, break: MIN_KILLED_PERCENT },
}).runMutationTest()
console.log(`${results.length} mutants`)
