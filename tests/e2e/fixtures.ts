/** What a browser test starts from: import `test` and `expect` from here. */
import { test as base, expect, type Page, type Route } from '@playwright/test'
import { type AccountSketch, makeAccount } from '../../src/server/factories/accounts.ts'
import { type App, startApp } from '../support/app.ts'
import type { Browser } from '../support/browser.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { newAddress } from '../support/http.ts'
import { cheaply } from '../support/passwords.ts'
import { Contexts, SHARE_PROCESS } from './contexts.ts'
import { type Diary, keepDiary, lastWords, openTransactions } from './diary.ts'
import { keepIntercepting } from './interception.ts'
import { slowDown } from './slowness.ts'

export { expect }

export interface Account {
  id: string
  email: string
  password: string
}

/** A route on which the server does what it was asked, and its answer is lost on the way. */
export const lostAnswer = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

/** From now on the page asks the network for everything, whatever its browser still has. */
async function cacheNothing(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
}

interface WorkerFixtures {
  /** This worker's database; factories and SQL write into it past the application. */
  database: TestDatabase
  /** This worker's application on it. */
  app: App
  /** What all contexts of this worker's browser do; with them their lines are slow, and their requests not lost. */
  diaryOfAll: Diary
  /** Contexts of this worker's browser for visitors of its application. */
  contexts: Contexts
}

interface TestFixtures {
  /** Option: the browser has nothing in its cache, as at the first visit of all. */
  firstVisit: boolean
  /** Tells in the output what led to a failure. */
  diary: undefined
  /** An account of any role, as registration would leave it. */
  makeAccount(sketch?: AccountSketch): Promise<Account>
  /** Signs the page's browser in through the API; the next navigation is that person's. */
  signIn(page: Page, account: Pick<Account, 'email' | 'password'>): Promise<void>
  /** Goes to a path of the application and waits until the page can be used. */
  visit(page: Page, path: string): Promise<void>
  /** A new account, signed in and on a path of the application. */
  enter(path: string, sketch?: AccountSketch): Promise<Account>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const database = await testDatabase('browser')
      await use(database)
      await database.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ database }, use) => {
      const app = await startApp({ databaseUrl: database.url })
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
        args: [...args, SHARE_PROCESS],
        env: { ...process.env, ...env },
      })
    },
    { scope: 'worker' },
  ],
  diaryOfAll: [
    async ({ browser }, use) => {
      const ends = [slowDown(browser), keepIntercepting(browser)]
      const diary = keepDiary(browser)
      await use(diary)
      diary.end()
      for (const end of ends) end()
    },
    { scope: 'worker' },
  ],
  // After the diary, so that it follows them from the first.
  contexts: [
    async ({ browser, app, diaryOfAll: _ }, use) => use(new Contexts(browser, app.url)),
    { scope: 'worker' },
  ],
  firstVisit: [false, { option: true }],
  context: async ({ contexts, extraHTTPHeaders }, use, info) => {
    const context = await contexts.take(extraHTTPHeaders?.['x-forwarded-for'] ?? newAddress())
    await use(context)
    await contexts.giveBack(context, info.status === info.expectedStatus)
  },
  page: async ({ context, firstVisit }, use) => {
    const page = await context.newPage()
    if (firstVisit) await cacheNothing(page)
    await use(page)
  },
  diary: [
    async ({ diaryOfAll, app, database }, use, info) => {
      diaryOfAll.begin()
      await use(undefined)
      if (info.status === info.expectedStatus) return
      const told = [...diaryOfAll.tell(), ...lastWords(app), ...(await openTransactions(database))]
      process.stdout.write(`${info.title}: what led to it\n${told.map((line) => `      ${line}\n`).join('')}`)
    },
    { auto: true },
  ],
  baseURL: ({ app }, use) => use(app.url),
  // Each test is somebody at another address: no limit is switched off, and none is shared.
  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newAddress() }),
  makeAccount: ({ database }, use) => use((sketch) => makeAccount(database.platform.db, cheaply(sketch))),
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
  enter: ({ page, makeAccount, signIn, visit }, use) =>
    use(async (path, sketch) => {
      const account = await makeAccount(sketch)
      await signIn(page, account)
      await visit(page, path)
      return account
    }),
})
