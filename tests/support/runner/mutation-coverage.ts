/**
 * Setup file of the mutation tests. Code that runs outside of tests, such as starting an application in
 * `beforeAll`, counts as covered by every test of the file. Stryker itself only records coverage per test.
 */
import { afterAll, beforeAll, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Provided by Stryker. */
    mode?: 'dry-run' | 'mutant'
  }
}

interface Stryker {
  currentTestId?: string | undefined
  /** How often each test executed each mutant. */
  mutantCoverage?: { perTest: Record<string, Record<string, number>> }
}

if (inject('mode') === 'dry-run') {
  const stryker = Reflect.get(globalThis, '__stryker__') as Stryker
  const tests = new Set<string>()
  const outside = 'outside of tests'
  let isRunning = false
  let current: string | undefined
  Object.defineProperty(stryker, 'currentTestId', {
    configurable: true,
    get: () => current ?? (isRunning ? outside : undefined),
    set: (id: string | undefined) => {
      current = id
      if (id !== undefined) tests.add(id)
    },
  })
  beforeAll(() => {
    isRunning = true
  })
  afterAll(() => {
    isRunning = false
    const perTest = stryker.mutantCoverage?.perTest ?? {}
    for (const id of tests) perTest[id] = { ...perTest[outside], ...perTest[id] }
    delete perTest[outside]
  })
}
