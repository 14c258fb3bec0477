import type { BrowserContext, Page } from '@playwright/test'
import { makeChat } from '../../src/server/factories/conversations.ts'
import { newAddress } from '../support/http.ts'
import { type Account, test as base, expect } from './fixtures.ts'

export interface Parties {
  client: Account
  lawyer: Account
  chatId: string
}

export const CLIENT = 'Camila Rojas Fuentes'
export const LAWYER = 'Javiera Contreras Muñoz'

/** A client and a verified lawyer with a chat, and a browser of their own for each. */
export const test = base.extend<{
  parties: Parties
  /** A page in a browser of its own, where this person is signed in; nobody when null. `url`: over a line, for example. */
  browserOf(account: Account | null, url?: string): Promise<Page>
}>({
  parties: async ({ makeAccount, database }, use) => {
    const client = await makeAccount({ name: CLIENT })
    const lawyer = await makeAccount({ name: LAWYER, role: 'lawyer', verificationStatus: 'verified' })
    const chatId = await makeChat(database.platform, { clientId: client.id, lawyerId: lawyer.id }, [
      ['client', 'Buenas tardes, me despidieron el lunes.'],
    ])
    await use({ client, lawyer, chatId })
  },
  browserOf: async ({ browser, contexts, app }, use, info) => {
    const opened: BrowserContext[] = []
    await use(async (account, url = app.url) => {
      const address = newAddress()
      const options = { baseURL: url, viewport: { width: 1280, height: 900 } }
      const context =
        url === app.url
          ? await contexts.take(address, options)
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
    for (const context of opened) await contexts.giveBack(context, info.status === info.expectedStatus)
  },
})

/** Opens the person's only conversation. */
export async function openChat(page: Page, partner: string): Promise<void> {
  await page.goto('/chat')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.getByRole('link', { name: new RegExp(partner) }).click()
  await expect(page.getByRole('heading', { name: partner })).toBeVisible()
}

/** The same, and what happens from now on is told to it. */
export async function openLiveChat(page: Page, partner: string): Promise<void> {
  await Promise.all([page.waitForResponse('**/api/events'), openChat(page, partner)])
}

/** Goes to a path and waits until the page can be used. */
export async function go(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}
