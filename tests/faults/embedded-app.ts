/** Runs the application as `npm start` does, with an embedded PostgreSQL in its normal settings. */
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type AppProcess, startAppProcess } from '../support/app/app-process.ts'
import { connectTestDatabase, type TestDatabase } from '../support/database/test-database.ts'
import { currentTestRun } from '../support/runner/test-run.ts'

export interface EmbeddedApp {
  app: AppProcess
  database: TestDatabase
  dataDir: string
  /** Current process id of the postmaster, the main process of PostgreSQL. */
  postmasterPid(): number
  close(): Promise<void>
}

/** @param env additional settings of the application */
export async function startEmbeddedApp(env: Record<string, string> = {}): Promise<EmbeddedApp> {
  const dataDir = mkdtempSync(path.join(currentTestRun().folder, 'faults-'))
  // When started as root, the server runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  const embedded = { DATABASE_URL: undefined, FILES_URL: undefined, DEMO: 'off', DATA_DIR: dataDir, ...env }
  const app = await startAppProcess({ databaseUrl: currentTestRun().adminUrl, env: embedded })
  const { databaseUrl } = JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8'))
  const database = connectTestDatabase(databaseUrl, 'amparo')
  return {
    app,
    database,
    dataDir,
    postmasterPid: () =>
      Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    close: async () => {
      await database.close()
      await app.stop()
    },
  }
}
