import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { warmUpSearch } from '../capabilities/search/commands.server.ts'
import { readConfig } from '../platform/config/config.ts'
import { type JobRunner, runJobs } from '../platform/jobs/jobs.server.ts'
import { keysFileOf } from '../platform/keys/key-file.server.ts'
import { checkKeys } from '../platform/keys/keys-in-use.server.ts'
import { createApp } from './http.ts'
import { type ListeningSockets, listen } from './listen.ts'
import { completeConfig, createPlatform, type RunningPlatform } from './platform.ts'
import { createTasks, crontab } from './tasks.ts'

/** Longest wait for running requests at shutdown. */
const DRAIN_TIMEOUT_MS = 8_000

/** Delay after the start before the search is warmed up, which takes CPU time that nobody waits for yet. */
const SEARCH_WARMUP_DELAY_MS = 3_000

type Env = Record<string, string | undefined>

interface Serving {
  port: number
  /** Stops accepting requests, finishes running requests and jobs, closes the database. Idempotent. */
  stop(): Promise<void>
}

/**
 * Starts one application process: HTTP and background jobs.
 * @param env complete settings, as start.ts passes them
 * @throws when the address is in use
 */
export async function serve(env: Env = process.env): Promise<Serving> {
  const platform = createPlatform(completeConfig(readConfig(env)))
  await checkKeys(platform.db, platform.keys, keysFileOf(platform.config))
  const app = await createApp(platform, join('build', 'client'))
  const listening = await listen(app, platform.config)
  const jobs = await startJobs(platform)
  setTimeout(warmUpSearch, SEARCH_WARMUP_DELAY_MS).unref()
  return { port: listening.port, stop: once(() => close(app, jobs, platform, listening)) }
}

/** Like `serve`, for npm run dev: without a port and without built files. */
export async function develop(env: Env): Promise<{ app: FastifyInstance; stop(): Promise<void> }> {
  const platform = createPlatform(completeConfig(readConfig(env)))
  const app = await createApp(platform)
  await app.ready()
  const jobs = await startJobs(platform)
  return { app, stop: once(() => close(app, jobs, platform)) }
}

const startJobs = (platform: RunningPlatform) =>
  runJobs(platform.pool, platform.log, createTasks(platform), crontab)

async function close(
  app: FastifyInstance,
  jobs: JobRunner,
  platform: RunningPlatform,
  listening?: ListeningSockets,
): Promise<void> {
  const drainTimer = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  await app.close()
  await listening?.closed()
  clearTimeout(drainTimer)
  await jobs.stop().catch((error: unknown) => platform.log.warn({ err: error }, 'jobs did not stop cleanly'))
  await platform.close()
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
