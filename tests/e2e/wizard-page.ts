/** Locators and steps for the browser tests of /submit-case. */
import type { Page } from '@playwright/test'

export const PATH = '/submit-case'
export const OFFLINE = 'No hay conexión con Amparo. Revisa tu internet e inténtalo de nuevo.'
export const FAILED = 'Error al ingresar la causa'

export const next = (page: Page) => page.getByRole('button', { name: 'Siguiente' })
export const back = (page: Page) => page.getByRole('button', { name: 'Anterior' })
export const send = (page: Page) => page.getByRole('button', { name: 'Enviar y Buscar Abogados' })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name })
export const step = (page: Page) => page.getByRole('list', { name: 'Pasos para ingresar tu causa' })
export const toasts = (page: Page) => page.locator('[data-toasts]')
export const commune = (page: Page) => page.getByRole('combobox', { name: 'Comuna donde ocurren los hechos' })
export const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check()
export const done = (page: Page) =>
  page.getByRole('heading', { level: 1, name: '¡Tu caso ha sido ingresado!' })
export const NONE = 'No se encontraron abogados recomendados por el momento.'

export const REASON = '¿Qué motivo te dio tu empleador? Cuéntanos también si firmaste finiquito.'

/** Fills in everything and stops at the third step. */
export async function answerAll(page: Page, days = '0', place = 'Camina') {
  await choose(page, 'Despido injustificado')
  await next(page).click()
  await page.getByLabel('¿Cuántos días han pasado desde el despido?').fill(days)
  await choose(page, 'Sí, indefinido')
  await page.getByLabel(REASON).fill('Necesidades de la empresa.')
  await next(page).click()
  await commune(page).fill(place)
  await page.keyboard.press('Enter')
}
