import { expect, type Page } from '@playwright/test'
import type { TestDatabase } from '../../support/database/test-database.ts'
import { byMouse, TOAST_DISMISS_TIMEOUT_MS } from '../harness/input-method.ts'

/** Locators and steps for the browser tests of the chat. */
export const log = (page: Page) => page.getByRole('log')
export const composer = (page: Page) => page.getByPlaceholder('Escribe un mensaje')
export const chatRow = (page: Page, partner: string) =>
  page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: new RegExp(partner) })
/** The link «Chat» in the navigation bar, with its badge. */
export const chatLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Chat/ })
export const toasts = (page: Page) => page.locator('[data-toasts]')

/** Expects that no toast shows. A key press loads the toast code first: without it no toast could show. */
export async function expectNoToast(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await expect(page.locator('[data-toasts] > div')).toBeAttached()
  await expect(toasts(page)).toHaveText('', { timeout: TOAST_DISMISS_TIMEOUT_MS })
}

export async function typeAndSend(page: Page, text: string, input = byMouse): Promise<void> {
  await input.write(composer(page), text)
  await page.keyboard.press('Enter')
}

/** The texts of the messages in the conversation, from top to bottom. */
export const messageTexts = (page: Page) => log(page).locator('[data-message] > p[dir]').allTextContents()

/** «Enviado» under the newest message with this text: the server has stored it. */
export const sentMark = (page: Page, text: string) =>
  log(page).locator('[data-message]').filter({ hasText: text }).getByText('Enviado', { exact: true })

/** Makes the page believe that its tab is hidden, or visible again. */
export const setPageHidden = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** Waits until the database counts these unread messages for each side of a chat. */
export const expectUnreadCounts = (
  database: TestDatabase,
  chatId: string,
  unread: { client: number; lawyer: number },
) =>
  expect
    .poll(() =>
      database.sql('select client_unread_count client, lawyer_unread_count lawyer from chats where id = $1', [
        chatId,
      ]),
    )
    .toEqual([unread])
