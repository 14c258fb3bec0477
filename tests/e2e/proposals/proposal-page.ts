/** Fixtures and locators for the browser tests of a proposal in a chat. */
import type { Page } from '@playwright/test'
import { makeProposal } from '../../../src/demo-data/conversations.ts'
import { test as base, CLIENT_NAME, LAWYER_NAME, openChat } from '../harness/chat-parties.ts'

export const proposalCard = (page: Page) => page.getByRole('article', { name: 'Propuesta de honorarios' })
export const dialog = (page: Page) => page.getByRole('dialog')
export const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)
export const acceptButton = (page: Page) => page.getByRole('button', { name: 'Aceptar propuesta' })

/** Adds a proposal by the lawyer that waits for an answer. */
export const test = base.extend<{
  /** Lawyer and client have the chat with the proposal open. */
  proposalPages: { lawyer: Page; client: Page }
  /** The client has pressed «Aceptar propuesta»: the confirmation dialog is open. */
  acceptDialog: { client: Page; id: string }
}>({
  proposalPages: async ({ parties, pageAs, database }, use) => {
    await makeProposal(database.platform, { chatId: parties.chatId, lawyerId: parties.lawyer.id })
    const lawyer = await pageAs(parties.lawyer)
    const client = await pageAs(parties.client)
    await openChat(lawyer, CLIENT_NAME)
    await openChat(client, LAWYER_NAME)
    await use({ lawyer, client })
  },
  acceptDialog: async ({ parties, pageAs, database }, use) => {
    const { id } = await makeProposal(database.platform, {
      chatId: parties.chatId,
      lawyerId: parties.lawyer.id,
    })
    const client = await pageAs(parties.client)
    await openChat(client, LAWYER_NAME)
    await acceptButton(client).click()
    await use({ client, id })
  },
})
