import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/runner/longest-first.ts'
import { PARALLEL_WORKERS } from './tests/support/runner/parallel-workers.ts'
import { NEEDS_BUILD } from './tests/support/runner/tags.ts'

// Separate from vite.config.ts: React Router's plugin builds an application and is useless in tests.
const databaseTests = [
  '{src,tools}/**/*.db.test.{ts,tsx}',
  'tests/**/*.db.test.{ts,tsx}',
  'tests/api/**/*.test.ts',
]
// The timeouts catch tests that hang. They are generous, so that a busy machine does not fail a test. Test
// files of one worker share the modules that they import (isolate: false), because importing takes most of
// the time. A test that changes a module's state must restore it. Databases and applications are still per
// file.
const sharedOptions = {
  restoreMocks: true,
  unstubEnvs: true,
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['tests/support/runner/fixed-seed.ts'],
}

export default defineConfig({
  resolve: {
    // src/server imports the pages as this virtual module, which exists only in React Router's build.
    alias: { 'virtual:react-router/server-build': resolve('tests/support/app/empty-server-build.ts') },
  },
  test: {
    maxWorkers: PARALLEL_WORKERS,
    sequence: { sequencer: LongestFirst },
    tags: [NEEDS_BUILD],
    projects: [
      {
        extends: true,
        test: {
          ...sharedOptions,
          name: 'unit',
          include: ['{src,tools,tests}/**/*.test.{ts,tsx}'],
          exclude: [...databaseTests, 'tests/e2e/**', 'tests/faults/**', 'tests/benches/**'],
        },
      },
      {
        extends: true,
        test: {
          ...sharedOptions,
          name: 'database',
          include: databaseTests,
          globalSetup: 'tests/support/runner/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          ...sharedOptions,
          // Too slow for `npm test`: run by `npm run faults`.
          name: 'faults',
          include: ['tests/faults/*.test.ts'],
          globalSetup: 'tests/support/runner/global-setup.ts',
          testTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...sharedOptions,
          name: 'benches',
          include: ['tests/benches/*.test.ts'],
          // One bench for each core: much of their time they only wait.
          maxConcurrency: 2,
        },
      },
    ],
  },
})
