import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { NEEDS_BUILD } from './tests/support/runner/tags.ts'

// For tools/mutation.ts. A mutant exists only in the test's own process, so tests that need the built pages
// or other processes are left out: these files, and the tests with the tag `built` in other files.
const BUILT_ONLY = [
  'tests/access/matrix-pages.db.test.ts',
  'tests/api/{backup,chat-faults,doors,outage,privacy,production}.test.ts',
]

/** Runs the fastest test files first: the first test that fails decides about a mutant. */
class FastestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slowness = ({ moduleId }: TestSpecification) =>
      [/\.db\.test\.ts$|\/tests\//, /\/tests\//, /\/tests\/access\//].filter((one) => one.test(moduleId))
        .length
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size
    return files.toSorted((a, b) => slowness(a) - slowness(b) || size(a) - size(b))
  }
}

export default defineConfig({
  resolve: {
    alias: { 'virtual:react-router/server-build': resolve('tests/support/app/empty-server-build.ts') },
  },
  test: {
    include: [
      'src/{capabilities,chile,platform}/**/*.test.{ts,tsx}',
      'src/server/{events,http}.db.test.ts',
      'tests/{access,api,abuse}/**/*.test.ts',
    ],
    exclude: BUILT_ONLY,
    tags: [{ ...NEEDS_BUILD, skip: true }],
    restoreMocks: true,
    unstubEnvs: true,
    env: { TESTS_IN_PROCESS: 'on' },
    isolate: false,
    sequence: { sequencer: FastestFirst },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    setupFiles: ['tests/support/runner/fixed-seed.ts', 'tests/support/runner/mutation-coverage.ts'],
    globalSetup: 'tests/support/runner/mutation-setup.ts',
  },
})
