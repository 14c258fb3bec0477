/**
 * Global setup of Vitest's projects `database` and `faults`: the built application and one PostgreSQL for the
 * run.
 */
import { startTestRun } from './test-run.ts'

let stop: (() => Promise<void>) | undefined

export async function setup(): Promise<void> {
  stop = await startTestRun()
}

export async function teardown(): Promise<void> {
  await stop?.()
}
