/** What a browser test of a case's board presses and reads. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
export const handle = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true })
export const options = (page: Page, title: string) =>
  page.getByRole('button', { name: `Opciones de ${title}` })

/** The titles of each column, as the page shows them. */
export const shown = (page: Page) =>
  page.evaluate(() =>
    ['por_analizar', 'en_desarrollo', 'listo_para_cliente'].map((status) =>
      [...document.querySelectorAll(`section[aria-labelledby="column-${status}"] li`)].map(
        (item) => item.textContent,
      ),
    ),
  )

/** By mouse, from one column to another. */
export async function dragTo(page: Page, what: Locator, to: Locator) {
  // What drags has come.
  await expect(page.getByRole('button', { name: /^Opciones de/ }).first()).toBeEnabled()
  const from = await what.boundingBox()
  const target = await to.boundingBox()
  if (!from || !target) throw new Error('not there')
  await page.mouse.move(from.x + 40, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 24, { steps: 5 })
  await page.mouse.move(target.x + 60, target.y + target.height - 30, { steps: 15 })
  await expect(to).toHaveClass(/inset-ring-primary/)
  await page.mouse.up()
}
