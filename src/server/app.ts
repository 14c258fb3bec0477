import { join } from 'node:path'
import { readConfig } from '../platform/config/config.ts'
import { runJobs } from '../platform/jobs/jobs.server.ts'
import { createApp } from './http.ts'
import { completeConfig, createPlatform } from './platform.ts'
import { crontab, tasksOf } from './tasks.ts'

/** Longest wait for requests under way when the process is asked to stop, milliseconds. */
const DRAIN = 8_000

export interface Serving {
  port: number
  /** Stops accepting, lets requests and jobs under way end, closes the database. Idempotent. */
  stop(): Promise<void>
}

/**
 * One application process: HTTP and background jobs.
 * @param env complete settings, as start.ts hands them down
 * @throws when the address is taken
 */
export async function serve(env: Record<string, string | undefined> = process.env): Promise<Serving> {
  const config = completeConfig(readConfig(env))
  const platform = createPlatform(config)
  const app = await createApp(platform, join('build', 'client'))
  const address = await app.listen({ port: config.port, host: config.host })
  const jobs = await runJobs(platform.pool, platform.log, tasksOf(platform), crontab)
  let stopping: Promise<void> | undefined
  const stop = async () => {
    const late = setTimeout(() => app.server.closeAllConnections(), DRAIN)
    await app.close()
    clearTimeout(late)
    await jobs.stop().catch((error: unknown) => platform.log.warn({ err: error }, 'jobs did not stop cleanly'))
    await platform.close()
  }
  return {
    port: Number(new URL(address).port),
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

export { createApp, createPlatform, runJobs, tasksOf, crontab }
