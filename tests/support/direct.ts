/**
 * The application from source in this process, with its jobs, on a real port: for tests that ask thousands of things and
 * look at the database and the log after each. It has no pages (tests/support/no-pages.ts).
 */
import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Runner } from 'graphile-worker'
import { afterAll, beforeAll } from 'vitest'
import { runJobs } from '../../src/platform/jobs/jobs.server.ts'
import { createApp } from '../../src/server/http.ts'
import type { RunningPlatform } from '../../src/server/platform.ts'
import { crontab, tasksOf } from '../../src/server/tasks.ts'
import { TEST_SECRET } from './database.ts'
import { type Client, newClient } from './http.ts'
import { type DatabaseSuite, useDatabase } from './suite.ts'

export interface DirectSuite extends DatabaseSuite {
  /** Address of the application. */
  readonly url: string
}

/** A fresh database for this file and the application on it. */
export function useDirectApp(): DirectSuite {
  const suite = useDatabase()
  let app: FastifyInstance | undefined
  let jobs: Runner | undefined
  let url = ''
  beforeAll(async () => {
    const { platform } = suite
    const config = { ...platform.config, trustedProxies: ['127.0.0.1'] }
    const direct: RunningPlatform = { ...platform, config }
    app = await createApp(direct)
    url = await app.listen({ port: 0, host: '127.0.0.1' })
    jobs = await runJobs(platform.pool, platform.log, tasksOf(direct), crontab)
  })
  afterAll(async () => {
    const closing = app?.close()
    // A stream that a failed test has left open would be waited for.
    app?.server.closeAllConnections()
    await closing
    await jobs?.stop()
  })
  return {
    get database() {
      return suite.database
    },
    get platform() {
      return suite.platform
    },
    get url() {
      return url
    },
  }
}

/** The cookie of a session that the house would have made, without a password's work. @returns its value */
export async function mintSession(
  { database }: Pick<DatabaseSuite, 'database'>,
  userId: string,
  { seconds = 6.5 * 24 * 3600 }: { seconds?: number } = {},
): Promise<string> {
  const token = randomUUID().replaceAll('-', '')
  await database.sql(
    `insert into session (id, "userId", token, "expiresAt") values ($1, $2, $3, app_now() + make_interval(secs => $4))`,
    [randomUUID(), userId, token, seconds],
  )
  const signature = createHmac('sha256', TEST_SECRET).update(token).digest('base64')
  return encodeURIComponent(`${token}.${signature}`)
}

/** Somebody new at this address; signed in when there is a cookie. */
export function clientWith(url: string, cookie?: string | null): Client {
  const client = newClient(url)
  if (cookie) client.jar.set('amparo', cookie)
  return client
}
