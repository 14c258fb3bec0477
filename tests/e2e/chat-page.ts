import { expect, type Page } from '@playwright/test'
import type { TestDatabase } from '../support/database.ts'
import { byMouse, TAKEN_BACK } from './hand.ts'

/** What the tests of the chat look for. */
export const log = (page: Page) => page.getByRole('log')
export const composer = (page: Page) => page.getByPlaceholder('Escribe un mensaje')
export const row = (page: Page, partner: string) =>
  page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: new RegExp(partner) })
/** «Chat» in the bar, with its badge. */
export const entry = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Chat/ })
export const toasts = (page: Page) => page.locator('[data-toasts]')

/** Nothing is said: asked of the toasts' own program, which comes with a press; before it is there nothing could be. */
export async function expectNoToast(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await expect(page.locator('[data-toasts] > div')).toBeAttached()
  await expect(toasts(page)).toHaveText('', { timeout: TAKEN_BACK })
}

export async function write(page: Page, text: string, hand = byMouse): Promise<void> {
  await hand.write(composer(page), text)
  await page.keyboard.press('Enter')
}

/** What stands in the conversation, from top to bottom. */
export const texts = (page: Page) => log(page).locator('[data-message] > p[dir]').allTextContents()

/** Under the newest message of this text, once the house has it. */
export const sent = (page: Page, text: string) =>
  log(page).locator('[data-message]').filter({ hasText: text }).getByText('Enviado', { exact: true })

/** Whether somebody can see the tab, as the page is told. */
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** Waits until so many messages of a chat wait for each side, as the house counts them. */
export const expectUnread = (
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
