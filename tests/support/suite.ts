/** What a test file of Vitest's group `database` starts from. */
import { afterAll, beforeAll } from 'vitest'
import { type AccountSketch, makeAccount } from '../../src/server/factories/accounts.ts'
import type { RunningPlatform } from '../../src/server/platform.ts'
import { type App, startApp } from './app.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type Client, newClient } from './http.ts'
import { cheaply } from './passwords.ts'

export interface DatabaseSuite {
  readonly database: TestDatabase
  readonly platform: RunningPlatform
}

export interface AppSuite extends DatabaseSuite {
  /** The first application process. */
  readonly app: App
  /** All of them, over one database. */
  readonly apps: App[]
  /** Somebody new: no cookies, an address of their own. */
  visitor(address?: string | null): Client
  /** Somebody with an account of their own who is signed in. */
  member(sketch?: AccountSketch): Promise<Member>
}

export interface Member extends Client {
  id: string
  email: string
  password: string
}

function ready<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Used before beforeAll: ask for it inside a test or a hook.')
  return value
}

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
 * A fresh database and real application processes on it for this file.
 * @param env settings of the applications
 * @param count how many, each on its own port
 */
export function useApp(env: Record<string, string | undefined> = {}, count = 1): AppSuite {
  const suite = useDatabase()
  let apps: App[] | undefined
  beforeAll(async () => {
    const databaseUrl = suite.database.url
    apps = await Promise.all(Array.from({ length: count }, () => startApp({ databaseUrl, env })))
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
