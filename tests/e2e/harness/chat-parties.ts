import type { BrowserContext, Page } from '@playwright/test'
import { makeChat } from '../../../src/demo-data/conversations.ts'
import { newClientAddress } from '../../support/network/http-client.ts'
import { type Account, test as base, expect } from './fixtures.ts'

export interface Parties {
  client: Account
  lawyer: Account
  chatId: string
}

export const CLIENT_NAME = 'Camila Rojas Fuentes'
export const LAWYER_NAME = 'Javiera Contreras Muñoz'

/** Adds a client and a verified lawyer who share a chat, and pages that are signed in as any account. */
export const test = base.extend<{
  parties: Parties
  /**
   * Opens a page in a browser context of its own, signed in as this account; as a visitor when null.
   * @param url of the application; other than the default e.g. through a proxy
   */
  pageAs(account: Account | null, url?: string): Promise<Page>
}>({
  parties: async ({ makeAccount, database }, use) => {
    const client = await makeAccount({ name: CLIENT_NAME })
    const lawyer = await makeAccount({ name: LAWYER_NAME, role: 'lawyer', verificationStatus: 'verified' })
    const chatId = await makeChat(database.platform, { clientId: client.id, lawyerId: lawyer.id }, [
      ['client', 'Buenas tardes, me despidieron el lunes.'],
    ])
    await use({ client, lawyer, chatId })
  },
  pageAs: async ({ browser, contextPool, app }, use, info) => {
    const opened: BrowserContext[] = []
    await use(async (account, url = app.url) => {
      const address = newClientAddress()
      const options = { baseURL: url, viewport: { width: 1280, height: 900 } }
      const context =
        url === app.url
          ? await contextPool.acquire(address, options)
          : await browser.newContext({ ...options, extraHTTPHeaders: { 'x-forwarded-for': address } })
      opened.push(context)
      if (account) {
        const { email, password } = account
        const data = { email, password }
        const answer = await context.request.post('/api/accounts/login', {
          data,
          headers: { origin: url },
        })
        expect(answer.status()).toBe(200)
      }
      return context.newPage()
    })
    for (const context of opened) await contextPool.release(context, info.status === info.expectedStatus)
  },
})

/** Opens the person's only conversation. */
export async function openChat(page: Page, partner: string): Promise<void> {
  await page.goto('/chat')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.getByRole('link', { name: new RegExp(partner) }).click()
  await expect(page.getByRole('heading', { name: partner })).toBeVisible()
}

/** As openChat, and waits for the event stream: from now on the page receives live events. */
export async function openLiveChat(page: Page, partner: string): Promise<void> {
  await Promise.all([page.waitForResponse('**/api/events'), openChat(page, partner)])
}

/** Opens a path and waits until the page is hydrated. */
export async function visitPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}
