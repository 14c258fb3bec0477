/** Sets up the database and the applications of a test file in Vitest's project `database`. */
import { afterAll, beforeAll } from 'vitest'
import { type AccountAttributes, makeAccount } from '../../../src/demo-data/accounts.ts'
import type { RunningPlatform } from '../../../src/server/platform.ts'
import { withCheapPassword } from '../data/cheap-password.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { type Client, newClient } from '../network/http-client.ts'
import { type AppProcess, type RunningApp, startAppProcess } from './app-process.ts'
import { startInProcessApp } from './in-process-app.ts'

export interface DatabaseSuite {
  readonly database: TestDatabase
  readonly platform: RunningPlatform
}

/** A new database and applications on it. */
export interface AppSuite<Kind extends RunningApp = RunningApp> extends DatabaseSuite {
  /** The first application. */
  readonly app: Kind
  /** All applications; they share the database. */
  readonly apps: Kind[]
  /** Creates a client without cookies and with a new client address. */
  visitor(address?: string | null): Client
  /** Creates an account and a client that is signed in to it. */
  member(attributes?: AccountAttributes): Promise<Member>
}
/** Each application is a process that the test can kill. */
export type AppProcessSuite = AppSuite<AppProcess>

export interface Member extends Client {
  id: string
  email: string
  password: string
}

function initialized<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Not available before beforeAll: use it inside a test or a hook.')
  return value
}

/**
 * Mutants exist only in this process, so in mutation tests all applications run here
 * (vitest.mutation.config.ts).
 */
const startProcess: typeof startAppProcess = process.env.TESTS_IN_PROCESS
  ? ({ databaseUrl, env }) => startInProcessApp(databaseUrl, env) as Promise<AppProcess>
  : startAppProcess

/** Creates a database for this file. */
export function useDatabase(): DatabaseSuite {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database?.close())
  return {
    get database() {
      return initialized(database)
    },
    get platform() {
      return initialized(database).platform
    },
  }
}

/**
 * Creates a database and application processes for this file. Use it where pages, settings or the process
 * itself matter.
 * @param env settings of the applications
 * @param count number of applications, each with its own port
 */
export const useAppProcesses = (env: Record<string, string | undefined> = {}, count = 1): AppProcessSuite =>
  useApplications((databaseUrl) => Array.from({ length: count }, () => startProcess({ databaseUrl, env })))

/**
 * Creates a database and applications for this file; the first application runs in the process of the test,
 * without pages, which saves the start of a process.
 * @param count number of applications; each but the first is a process of its own
 * @param env settings of the applications
 */
export const useTestApp = (count = 1, env: Record<string, string | undefined> = {}): AppSuite =>
  useApplications((databaseUrl) => [
    startInProcessApp(databaseUrl, env),
    ...Array.from({ length: count - 1 }, () => startProcess({ databaseUrl, env })),
  ])

function useApplications<Kind extends RunningApp>(
  start: (databaseUrl: string) => Promise<Kind>[],
): AppSuite<Kind> {
  const suite = useDatabase()
  let apps: Kind[] | undefined
  beforeAll(async () => {
    apps = await Promise.all(start(suite.database.url))
  })
  afterAll(() => Promise.all((apps ?? []).map((app) => app.stop())))
  const first = () => initialized(initialized(apps)[0])
  return {
    get database() {
      return suite.database
    },
    get platform() {
      return suite.platform
    },
    get app() {
      return first()
    },
    get apps() {
      return initialized(apps)
    },
    visitor: (address) => newClient(first().url, address),
    async member(attributes) {
      const account = await makeAccount(suite.platform.db, withCheapPassword(attributes))
      const client = newClient(first().url)
      const answer = await client.post('/api/accounts/login', {
        email: account.email,
        password: account.password,
      })
      if (answer.status !== 200) throw new Error(`${account.email} could not sign in: ${answer.text}`)
      return { ...client, ...account }
    },
  }
}
