/** The fixtures of the browser tests: import `test` and `expect` from here. */
import { test as base, expect, type Page, type Route } from '@playwright/test'
import { type AccountAttributes, makeAccount } from '../../../src/demo-data/accounts.ts'
import { type AppProcess, startAppProcess } from '../../support/app/app-process.ts'
import type { Browser } from '../../support/browser/find-browser.ts'
import { withCheapPassword } from '../../support/data/cheap-password.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'
import { newClientAddress } from '../../support/network/http-client.ts'
import { ContextPool, SHARED_PROCESS_ARG } from './context-pool.ts'
import { type FailureLog, lastAppLines, openTransactions, startFailureLog } from './failure-log.ts'
import { keepIntercepting } from './interception.ts'
import { addRandomLatency } from './random-latency.ts'

export { expect }

export interface Account {
  id: string
  email: string
  password: string
}

/** Route handler: the server handles the request, but the page gets a network error instead of the answer. */
export const loseResponse = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

/** From now on the page loads everything from the network, whatever is in the browser's cache. */
async function disableCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
}

interface WorkerFixtures {
  /** This worker's database. Factories and SQL write into it without the application. */
  database: TestDatabase
  /** This worker's application over that database. */
  app: AppProcess
  /**
   * Records what all contexts of this worker's browser do. Also installs `addRandomLatency` and `keepIntercepting`.
   */
  failureLog: FailureLog
  /** The reusable browser contexts of this worker. */
  contextPool: ContextPool
}

interface TestFixtures {
  /** Option: the page ignores the browser's cache, as on somebody's very first visit. */
  firstVisit: boolean
  /** Prints what led to a failure. */
  failureReport: undefined
  /** Creates an account of any role, as registration does. */
  makeAccount(attributes?: AccountAttributes): Promise<Account>
  /** Signs the page's browser context in through the API. The session is used from the next navigation on. */
  signIn(page: Page, account: Pick<Account, 'email' | 'password'>): Promise<void>
  /** Opens a path of the application and waits until the page is hydrated. */
  visit(page: Page, path: string): Promise<void>
  /** Creates an account, signs it in and opens a path of the application. */
  visitAs(path: string, attributes?: AccountAttributes): Promise<Account>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const database = await createTestDatabase('browser')
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ database }, use) => {
      const app = await startAppProcess({ databaseUrl: database.url })
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { executablePath, args, env } = JSON.parse(process.env.AMPARO_TEST_BROWSER ?? '{}') as Browser
      await use({
        ...launchOptions,
        executablePath,
        args: [...args, SHARED_PROCESS_ARG],
        env: { ...process.env, ...env },
      })
    },
    { scope: 'worker' },
  ],
  failureLog: [
    async ({ browser }, use) => {
      const undo = [addRandomLatency(browser), keepIntercepting(browser)]
      const log = startFailureLog(browser)
      await use(log)
      log.stop()
      for (const end of undo) end()
    },
    { scope: 'worker' },
  ],
  // Depends on failureLog, so that the log sees every context from its start.
  contextPool: [
    async ({ browser, app, failureLog: _ }, use) => use(new ContextPool(browser, app.url)),
    { scope: 'worker' },
  ],
  firstVisit: [false, { option: true }],
  context: async ({ contextPool, extraHTTPHeaders }, use, info) => {
    const context = await contextPool.acquire(extraHTTPHeaders?.['x-forwarded-for'] ?? newClientAddress())
    await use(context)
    await contextPool.release(context, info.status === info.expectedStatus)
  },
  page: async ({ context, firstVisit }, use) => {
    const page = await context.newPage()
    if (firstVisit) await disableCache(page)
    await use(page)
  },
  failureReport: [
    async ({ failureLog, app, database }, use, info) => {
      failureLog.reset()
      await use(undefined)
      if (info.status === info.expectedStatus) return
      const lines = [...failureLog.lastLines(), ...lastAppLines(app), ...(await openTransactions(database))]
      process.stdout.write(
        `${info.title}: what led to it\n${lines.map((line) => `      ${line}\n`).join('')}`,
      )
    },
    { auto: true },
  ],
  baseURL: ({ app }, use) => use(app.url),
  // Each test has a client address of its own: rate limits stay on, and no test uses up another's.
  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newClientAddress() }),
  makeAccount: ({ database }, use) =>
    use((attributes) => makeAccount(database.platform.db, withCheapPassword(attributes))),
  signIn: ({ app }, use) =>
    use(async (page, { email, password }) => {
      const answer = await page.context().request.post('/api/accounts/login', {
        data: { email, password },
        headers: { origin: app.url },
      })
      expect(answer.status(), await answer.text()).toBe(200)
    }),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  visit: async ({}, use) =>
    use(async (page, path) => {
      await page.goto(path)
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    }),
  visitAs: ({ page, makeAccount, signIn, visit }, use) =>
    use(async (path, attributes) => {
      const account = await makeAccount(attributes)
      await signIn(page, account)
      await visit(page, path)
      return account
    }),
})
