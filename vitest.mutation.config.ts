import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// For tools/mutation.ts: every test that runs the sources in its own process. Tests of the built application, which runs in
// processes of its own, never meet a mutant; nor do tests of the tools.
const inProcess = globSync(['src/**/*.test.{ts,tsx}', 'tests/{access,api,abuse,fuzz}/**/*.test.ts']).filter(
  (file) =>
    !/\buseApp\(|\bstartApp\(|\bstartOperating\(|\buseHouse\([^)]*\d/.test(readFileSync(file, 'utf8')),
)

export default defineConfig({
  resolve: { alias: { 'virtual:react-router/server-build': resolve('tests/support/no-pages.ts') } },
  test: {
    include: inProcess,
    exclude: ['tests/fuzz/**', 'src/server/**', 'src/ui/**'],
    restoreMocks: true,
    unstubEnvs: true,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    setupFiles: ['tests/support/same-examples.ts'],
    globalSetup: 'tests/support/mutation-setup.ts',
  },
})
