/** Runs the application as `npm start` does, with an embedded PostgreSQL in its normal settings. */
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type App, startApp } from '../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { testRun } from '../support/postgres.ts'

export interface EmbeddedHouse {
  app: App
  database: TestDatabase
  dataDir: string
  /** Current process id of the postmaster, the main process of PostgreSQL. */
  postmaster(): number
  close(): Promise<void>
}

/** @param env additional settings of the application */
export async function openEmbeddedHouse(env: Record<string, string> = {}): Promise<EmbeddedHouse> {
  const dataDir = mkdtempSync(path.join(testRun().folder, 'faults-'))
  // When started as root, the server runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  const embedded = { DATABASE_URL: undefined, FILES_URL: undefined, DEMO: 'off', DATA_DIR: dataDir, ...env }
  const app = await startApp({ databaseUrl: testRun().adminUrl, env: embedded })
  const { databaseUrl } = JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8'))
  const database = openTestDatabase(databaseUrl, 'amparo')
  return {
    app,
    database,
    dataDir,
    postmaster: () =>
      Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    close: async () => {
      await database.close()
      await app.stop()
    },
  }
}
