/**
 * The application from source in this process, with its jobs, on a real port: no start to wait for, and warm. It has no
 * pages (tests/support/no-pages.ts).
 */
import { runJobs } from '../../src/platform/jobs/jobs.server.ts'
import { createApp } from '../../src/server/http.ts'
import { crontab, tasksOf } from '../../src/server/tasks.ts'
import { freePort, type Served } from './app.ts'
import { eventually, testPlatform } from './database.ts'
import { openLogBook } from './log-book.ts'

/**
 * Serves a database from this process, with connections of its own.
 * @param env more settings, or undefined to leave one of ours out
 */
export async function serveHere(
  databaseUrl: string,
  env: Record<string, string | undefined> = {},
): Promise<Served> {
  const { log, entries, lines } = openLogBook()
  // Links in e-mails say where it is.
  const port = await freePort()
  const settings = { TRUSTED_PROXIES: '127.0.0.1', PORT: String(port), ...env }
  const platform = testPlatform(databaseUrl, log, settings)
  const app = await createApp(platform)
  const url = await app.listen({ port, host: '127.0.0.1' })
  const jobs = await runJobs(platform.pool, platform.log, tasksOf(platform), crontab)
  const close = async () => {
    const closing = app.close()
    // A stream that a failed test has left open would be waited for.
    app.server.closeAllConnections()
    await closing
    await jobs.stop()
    await platform.close()
  }
  let closed: Promise<void> | undefined
  return {
    url,
    port,
    lines,
    log: () => entries,
    logged: (match) => eventually(async () => entries.find(match)),
    stop: () => {
      closed ??= close()
      return closed
    },
  }
}
