/** What a test file of Vitest's group `database` starts from. */
import { afterAll, beforeAll } from 'vitest'
import { type AccountSketch, makeAccount } from '../../src/server/factories/accounts.ts'
import type { RunningPlatform } from '../../src/server/platform.ts'
import { type App, type Served, startApp } from './app.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type Client, newClient } from './http.ts'
import { cheaply } from './passwords.ts'
import { serveHere } from './serve-here.ts'

export interface DatabaseSuite {
  readonly database: TestDatabase
  readonly platform: RunningPlatform
}

/** A fresh database and applications on it; `AppSuite` when their processes are in the test's hands. */
export interface HouseSuite<Kind extends Served = Served> extends DatabaseSuite {
  /** The first application. */
  readonly app: Kind
  /** All of them, over one database. */
  readonly apps: Kind[]
  /** Somebody new: no cookies, an address of their own. */
  visitor(address?: string | null): Client
  /** Somebody with an account of their own who is signed in. */
  member(sketch?: AccountSketch): Promise<Member>
}
export type AppSuite = HouseSuite<App>

export interface Member extends Client {
  id: string
  email: string
  password: string
}

function ready<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Used before beforeAll: ask for it inside a test or a hook.')
  return value
}

/** A mutation test alters this process alone: there, every application runs in it (vitest.mutation.config.ts). */
const startOne: typeof startApp = process.env.TESTS_IN_PROCESS
  ? ({ databaseUrl, env }) => serveHere(databaseUrl, env) as Promise<App>
  : startApp

/** A fresh database for this file. */
export function useDatabase(): DatabaseSuite {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database?.close())
  return {
    get database() {
      return ready(database)
    },
    get platform() {
      return ready(database).platform
    },
  }
}

/**
 * A fresh database and real application processes on it for this file: where pages, settings or the process itself matter.
 * @param env settings of the applications
 * @param count how many, each on its own port
 */
export const useApp = (env: Record<string, string | undefined> = {}, count = 1): AppSuite =>
  useApplications((databaseUrl) => Array.from({ length: count }, () => startOne({ databaseUrl, env })))

/**
 * The same with the first application in the test's own process, without pages: a start takes most of a second of a
 * processor, and a new process runs everything for the first time.
 * @param count how many; each but the first is a process of its own
 * @param env settings of the applications
 */
export const useHouse = (count = 1, env: Record<string, string | undefined> = {}): HouseSuite =>
  useApplications((databaseUrl) => [
    serveHere(databaseUrl, env),
    ...Array.from({ length: count - 1 }, () => startOne({ databaseUrl, env })),
  ])

function useApplications<Kind extends Served>(
  start: (databaseUrl: string) => Promise<Kind>[],
): HouseSuite<Kind> {
  const suite = useDatabase()
  let apps: Kind[] | undefined
  beforeAll(async () => {
    apps = await Promise.all(start(suite.database.url))
  })
  afterAll(() => Promise.all((apps ?? []).map((app) => app.stop())))
  const first = () => ready(ready(apps)[0])
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
      return ready(apps)
    },
    visitor: (address) => newClient(first().url, address),
    async member(sketch) {
      const account = await makeAccount(suite.platform.db, cheaply(sketch))
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
