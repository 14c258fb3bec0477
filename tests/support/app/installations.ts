/** Installations of Amparo for tests of backups: settings, running applications, and operators' commands. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll } from 'vitest'
import { dropDatabase, ensureDatabase } from '../../../src/embedded-postgres/database.ts'
import type { RunningPlatform } from '../../../src/server/platform.ts'
import {
  connectTestDatabase,
  createTestPlatform,
  silentLog,
  TEST_SECRET,
  type TestDatabase,
} from '../database/test-database.ts'
import { currentTestRun } from '../runner/test-run.ts'
import { type AppProcess, startAppProcess } from './app-process.ts'

const resources: { close(): Promise<unknown> }[] = []

/** Closes everything that this module opened, after the tests of a file. */
export function closeInstallations(): void {
  afterAll(async () => {
    for (const one of resources.splice(0).reverse()) await one.close()
  })
}

/** Creates a folder that the embedded server's user can enter. */
export function newFolder(label: string): string {
  const folder = mkdtempSync(path.join(currentTestRun().folder, `${label}-`))
  chmodSync(folder, 0o711)
  return folder
}

export interface Settings {
  env: Record<string, string>
  dataDir: string
}

/** Settings of an installation with an embedded database in a new folder. */
export function embeddedSettings(): Settings {
  const dataDir = newFolder('backup')
  return { dataDir, env: { DATA_DIR: dataDir, LOCAL_MODE: 'on', DEMO: 'off' } }
}

let databases = 0

/** Settings of an installation with an empty database on an external server. */
export async function externalSettings(): Promise<Settings> {
  const name = `backup_${process.pid}_${++databases}`
  const address = new URL(currentTestRun().adminUrl)
  address.pathname = `/${name}`
  await ensureDatabase(currentTestRun().adminUrl, name)
  resources.push({ close: () => dropDatabase(currentTestRun().adminUrl, name) })
  const dataDir = newFolder('backup')
  return {
    dataDir,
    env: { DATABASE_URL: address.href, DATA_DIR: dataDir, LOCAL_MODE: 'on', SESSION_SECRET: TEST_SECRET },
  }
}

export interface OpenInstallation {
  /** Closes the test's connections and stops the application. */
  close(): Promise<void>
  app: AppProcess
  database: TestDatabase
  platform: RunningPlatform
}

/** Starts an application with these settings, and connects the test to its database. */
export async function openInstallation({ env, dataDir }: Settings): Promise<OpenInstallation> {
  const app = await startAppProcess({
    databaseUrl: currentTestRun().adminUrl,
    env: { DATABASE_URL: undefined, SESSION_SECRET: undefined, FILES_URL: undefined, ...env },
  })
  const { databaseUrl } = JSON.parse(readFileSync(path.join(dataDir, 'running.json'), 'utf8'))
  const database = connectTestDatabase(databaseUrl, 'amparo')
  const filesUrl = pathToFileURL(path.join(dataDir, 'files')).href
  const platform = createTestPlatform(databaseUrl, silentLog(), { FILES_URL: filesUrl })
  let closing: Promise<unknown> | undefined
  const close = async () => {
    closing ??= Promise.all([database.close(), platform.close()]).then(() => app.stop())
    await closing
  }
  resources.push({ close })
  return { app, database, platform, close }
}

/** Runs an operator's command as `npm run` does. @returns its exit code and output */
export const runCommand = (settings: Settings, ...args: string[]) => startCommand(settings, ...args).ended

export function startCommand(settings: Settings, ...args: string[]) {
  const child = spawn(process.execPath, ['src/server/operate.ts', ...args], {
    cwd: currentTestRun().appDir,
    env: { PATH: process.env.PATH ?? '', ...settings.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const ended = once(child, 'close').then(([code]: number[]) => ({ code, output }))
  return { child, ended }
}
