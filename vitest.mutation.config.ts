import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { BUILT } from './tests/support/tags.ts'

// For tools/mutation.ts: the tests that can run the sources in their own process. What needs the built pages or processes of its
// own never meets a mutant: these files, and the tests with the tag `built` in others.
const BUILT_ONLY = [
  'tests/access/grid-pages.db.test.ts',
  'tests/api/{backup,chat-faults,doors,outage,privacy,production}.test.ts',
]

/** A mutant is done with at the first test that fails: those that take least time come first. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slowness = ({ moduleId }: TestSpecification) =>
      [/\.db\.test\.ts$|\/tests\//, /\/tests\//, /\/tests\/access\//].filter((sign) => sign.test(moduleId))
        .length
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size
    return files.toSorted((one, other) => slowness(one) - slowness(other) || size(one) - size(other))
  }
}

export default defineConfig({
  resolve: { alias: { 'virtual:react-router/server-build': resolve('tests/support/no-pages.ts') } },
  test: {
    include: [
      'src/{capabilities,chile,platform}/**/*.test.{ts,tsx}',
      'src/server/{events,http}.db.test.ts',
      'tests/{access,api,abuse}/**/*.test.ts',
    ],
    exclude: BUILT_ONLY,
    tags: [{ ...BUILT, skip: true }],
    restoreMocks: true,
    unstubEnvs: true,
    env: { TESTS_IN_PROCESS: 'on' },
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    setupFiles: ['tests/support/same-examples.ts', 'tests/support/mutation-coverage.ts'],
    globalSetup: 'tests/support/mutation-setup.ts',
  },
})
