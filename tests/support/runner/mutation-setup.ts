/**
 * Global setup of the mutation tests: one PostgreSQL, and no build, because a build does not contain the
 * mutants.
 */
import { startTestRun } from './test-run.ts'

let stop: (() => Promise<void>) | undefined

export async function setup(): Promise<void> {
  stop = await startTestRun({ needsBuild: false })
}

export async function teardown(): Promise<void> {
  await stop?.()
}
