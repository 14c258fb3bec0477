/** Fixtures and steps for the administrator's browser tests. */
import type { Page } from '@playwright/test'
import { createWaitingLawyer, type WaitingLawyerAttributes } from '../../support/data/waiting-lawyer.ts'
import { test as base, expect } from '../harness/fixtures.ts'

export { expect }

/**
 * Adds lawyers who wait for verification, in a queue that is empty at first, and an administrator to sign in.
 */
export const test = base.extend<{
  /** Creates a lawyer whose profile waits for verification. Using this fixture empties the queue first. */
  makeWaitingLawyer(attributes?: WaitingLawyerAttributes): ReturnType<typeof createWaitingLawyer>
  /** The lawyer's verification status in the database. */
  statusOf(id: string): Promise<string | undefined>
  /** Creates an administrator and signs the page in. */
  signInAsAdmin(): Promise<{ id: string; email: string; password: string }>
}>({
  makeWaitingLawyer: async ({ database }, use) => {
    await database.sql('delete from review_submissions where outcome is null')
    await use((attributes) => createWaitingLawyer(database.platform, attributes))
  },
  statusOf: ({ database }, use) =>
    use(
      async (id) =>
        (
          await database.sql<{ status: string }>(
            'select verification_status as status from profiles where id = $1',
            [id],
          )
        )[0]?.status,
    ),
  signInAsAdmin: ({ page, makeAccount, signIn }, use) =>
    use(async () => {
      const admin = await makeAccount({ role: 'admin', name: 'Paulina Mardones' })
      await signIn(page, admin)
      return admin
    }),
})

export const verifyButton = (page: Page) => page.getByRole('button', { name: 'Verificar', exact: true })

/** Presses «Verificar» on the review desk and confirms in the dialog, which names the lawyer. */
export async function verifyOnDesk(page: Page, name: string): Promise<void> {
  await verifyButton(page).click()
  await page
    .getByRole('dialog', { name: `¿Verificar a ${name}?` })
    .getByRole('button', { name: 'Verificar perfil' })
    .click()
}
export const VERIFIED_TITLE = 'Verificación exitosa'
export const ALREADY_VERIFIED = 'El abogado ya está verificado.'
