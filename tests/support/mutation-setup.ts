/** Vitest's group `mutation`: one PostgreSQL, and no build, which would not hold the altered code. */
import { startTestRun } from './postgres.ts'

let stop: (() => Promise<void>) | undefined

export async function setup(): Promise<void> {
  stop = await startTestRun({ built: false })
}

export async function teardown(): Promise<void> {
  await stop?.()
}
