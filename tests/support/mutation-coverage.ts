/**
 * Setup of the mutation tests: what a file runs outside its tests, such as starting an application in `beforeAll`, counts as run
 * by each of its tests. Stryker knows single tests only and would not try them on a mutant in there.
 */
import { afterAll, beforeAll, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** By Stryker. */
    mode?: 'dry-run' | 'mutant'
  }
}

interface Stryker {
  currentTestId?: string | undefined
  /** How often each test ran each mutant. */
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
