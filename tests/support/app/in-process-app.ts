/**
 * Runs the application from source in this process, with its jobs, on a real port. It starts faster than a
 * process of its own, but has no pages (tests/support/app/empty-server-build.ts).
 */
import { runJobs } from '../../../src/platform/jobs/jobs.server.ts'
import { createApp } from '../../../src/server/http.ts'
import { createTasks } from '../../../src/server/tasks.ts'
import { createTestPlatform, eventually } from '../database/test-database.ts'
import { freePort, type RunningApp } from './app-process.ts'
import { captureLog } from './captured-log.ts'

/**
 * Starts an application with its own connection pool.
 * @param env additional settings; undefined removes a default one
 */
export async function startInProcessApp(
  databaseUrl: string,
  env: Record<string, string | undefined> = {},
): Promise<RunningApp> {
  const { log, entries, lines } = captureLog()
  // Chosen in advance, because links in e-mails contain the port.
  const port = await freePort()
  const settings = { TRUSTED_PROXIES: '127.0.0.1', PORT: String(port), ...env }
  const platform = createTestPlatform(databaseUrl, log, settings)
  const app = await createApp(platform)
  const url = await app.listen({ port, host: '127.0.0.1' })
  // Tests run the scheduled tasks that they need: a task of each minute would come at any point of a test.
  const jobs = await runJobs(platform.pool, platform.log, createTasks(platform), '')
  const close = async () => {
    const serverClosed = app.close()
    // Otherwise close() would wait for streams that a failed test left open.
    app.server.closeAllConnections()
    await serverClosed
    await jobs.stop()
    await platform.close()
  }
  let closing: Promise<void> | undefined
  return {
    url,
    port,
    lines,
    log: () => entries,
    waitForLog: (match) => eventually(async () => entries.find(match)),
    stop: () => {
      closing ??= close()
      return closing
    },
  }
}
