/** A conversation with a proposal, and whoever is to answer it. */
import type { Page } from '@playwright/test'
import { makeProposal } from '../../src/server/factories/conversations.ts'
import { test as base, CLIENT, LAWYER, openChat } from './parties.ts'

export const card = (page: Page) => page.getByRole('article', { name: 'Propuesta de honorarios' })
export const dialog = (page: Page) => page.getByRole('dialog')
export const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)
export const accept = (page: Page) => page.getByRole('button', { name: 'Aceptar propuesta' })

/** With a proposal of the lawyer in their chat that waits for an answer. */
export const test = base.extend<{
  /** Both have the chat open. */
  proposed: { lawyer: Page; client: Page }
  /** The client is asked whether to accept it. */
  accepting: { client: Page; id: string }
}>({
  proposed: async ({ parties, browserOf, database }, use) => {
    await makeProposal(database.platform, { chatId: parties.chatId, lawyerId: parties.lawyer.id })
    const lawyer = await browserOf(parties.lawyer)
    const client = await browserOf(parties.client)
    await openChat(lawyer, CLIENT)
    await openChat(client, LAWYER)
    await use({ lawyer, client })
  },
  accepting: async ({ parties, browserOf, database }, use) => {
    const { id } = await makeProposal(database.platform, {
      chatId: parties.chatId,
      lawyerId: parties.lawyer.id,
    })
    const client = await browserOf(parties.client)
    await openChat(client, LAWYER)
    await accept(client).click()
    await use({ client, id })
  },
})
