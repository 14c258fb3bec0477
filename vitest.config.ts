import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { AT_ONCE } from './tests/support/at-once.ts'
import { LongestFirst } from './tests/support/longest-first.ts'
import { BUILT } from './tests/support/tags.ts'

// Not vite.config.ts: React Router's plugin builds an application and is of no use to a test.
const databaseTests = [
  '{src,tools}/**/*.db.test.{ts,tsx}',
  'tests/**/*.db.test.{ts,tsx}',
  'tests/api/**/*.test.ts',
]
// How long a test may hang, not how fast it must be: a busy machine is no failure.
// Test files of one worker share what they import, which is most of their time: whoever changes something that a module
// holds puts it back. Databases and applications are each file's own all the same.
const shared = {
  restoreMocks: true,
  unstubEnvs: true,
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['tests/support/same-examples.ts'],
}

export default defineConfig({
  resolve: {
    // src/server imports the pages by this name; React Router's build alone knows them (tests/support/no-pages.ts).
    alias: { 'virtual:react-router/server-build': resolve('tests/support/no-pages.ts') },
  },
  test: {
    maxWorkers: AT_ONCE,
    sequence: { sequencer: LongestFirst },
    tags: [BUILT],
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: ['{src,tools,tests}/**/*.test.{ts,tsx}'],
          exclude: [...databaseTests, 'tests/e2e/**', 'tests/faults/**'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'database',
          include: databaseTests,
          globalSetup: 'tests/support/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          // npm run faults: too long for every day.
          name: 'faults',
          include: ['tests/faults/*.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          testTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
