/** Locators and steps for the browser tests of a case's task board. */
import type { Locator, Page } from '@playwright/test'
import { expect } from '../harness/fixtures.ts'

export const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
export const dragHandle = (page: Page, title: string) =>
  page.getByRole('button', { name: title, exact: true })
export const optionsButton = (page: Page, title: string) =>
  page.getByRole('button', { name: `Opciones de ${title}` })

/** The titles of the tasks of each column, in the order of the page. */
export const boardTitles = (page: Page) =>
  page.evaluate(() =>
    ['por_analizar', 'en_desarrollo', 'listo_para_cliente'].map((status) =>
      [...document.querySelectorAll(`section[aria-labelledby="column-${status}"] li`)].map(
        (item) => item.textContent,
      ),
    ),
  )

/** Drags a task with the mouse to another column. */
export async function dragTo(page: Page, task: Locator, targetColumn: Locator) {
  // The menu buttons become enabled when the drag-and-drop code has loaded.
  await expect(page.getByRole('button', { name: /^Opciones de/ }).first()).toBeEnabled()
  // The mouse reaches only what is on the screen; the board is below the case's panel.
  await targetColumn.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const from = await task.boundingBox()
  const target = await targetColumn.boundingBox()
  if (!from || !target) throw new Error('the task or the column is not on the page')
  await page.mouse.move(from.x + 40, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 24, { steps: 5 })
  await page.mouse.move(target.x + 60, target.y + target.height - 30, { steps: 15 })
  await expect(targetColumn).toHaveClass(/inset-ring-primary/)
  await page.mouse.up()
}
