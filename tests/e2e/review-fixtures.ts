/** What the administrator's browser tests start from. */
import type { Page } from '@playwright/test'
import { type WaitingSketch, waitingLawyer } from '../support/review.ts'
import { test as base, expect } from './fixtures.ts'

export { expect }

/** Starts each test with an empty queue and an administrator in the browser. */
export const test = base.extend<{
  waiting(sketch?: WaitingSketch): ReturnType<typeof waitingLawyer>
  statusOf(id: string): Promise<string | undefined>
  asAdmin(): Promise<{ id: string; email: string; password: string }>
}>({
  waiting: async ({ database }, use) => {
    await database.sql('delete from review_submissions where outcome is null')
    await use((sketch) => waitingLawyer(database.platform, sketch))
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
  asAdmin: ({ page, makeAccount, signIn }, use) =>
    use(async () => {
      const admin = await makeAccount({ role: 'admin', name: 'Paulina Mardones' })
      await signIn(page, admin)
      return admin
    }),
})

export const verifyButton = (page: Page) => page.getByRole('button', { name: 'Verificar', exact: true })

/** «Verificar» on the desk, and yes to the question, which names the person. */
export async function verifyHere(page: Page, name: string): Promise<void> {
  await verifyButton(page).click()
  await page
    .getByRole('dialog', { name: `¿Verificar a ${name}?` })
    .getByRole('button', { name: 'Verificar perfil' })
    .click()
}
export const DONE = 'Verificación exitosa'
export const ALREADY = 'El abogado ya está verificado.'
