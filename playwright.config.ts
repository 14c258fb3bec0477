import { defineConfig } from '@playwright/test'
import { PARALLEL_WORKERS } from './tests/support/runner/parallel-workers.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/harness/global-setup.ts',
  fullyParallel: true,
  workers: PARALLEL_WORKERS,
  // A flaky test is a defect of the test or of the product.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Catches tests that hang, as in vitest.config.ts.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  // `pages` comes last: it has a worker fixture of its own (tests/e2e/pages/seed-data-fixture.ts), for which each worker
  // restarts.
  projects: [
    { name: 'journeys', testIgnore: 'pages.spec.ts' },
    { name: 'pages', testMatch: 'pages.spec.ts' },
  ],
  use: {
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    trace: 'off',
    screenshot: 'off',
    video: 'off',
    actionTimeout: 30_000,
    navigationTimeout: 40_000,
  },
})
