/** Locators and steps for the browser tests of /submit-case. */
import type { Page } from '@playwright/test'

export const WIZARD_PATH = '/submit-case'
export const OFFLINE_MESSAGE = 'No hay conexión con Amparo. Revisa tu internet e inténtalo de nuevo.'
export const SUBMIT_FAILED = 'Error al ingresar la causa'

export const next = (page: Page) => page.getByRole('button', { name: 'Siguiente' })
export const back = (page: Page) => page.getByRole('button', { name: 'Anterior' })
export const send = (page: Page) => page.getByRole('button', { name: 'Enviar y Buscar Abogados' })
export const stepHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 2, name })
export const stepList = (page: Page) => page.getByRole('list', { name: 'Pasos para ingresar tu causa' })
export const toasts = (page: Page) => page.locator('[data-toasts]')
export const communeField = (page: Page) =>
  page.getByRole('combobox', { name: 'Comuna donde ocurren los hechos' })
export const chooseOption = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).check()
export const doneHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: '¡Tu caso ha sido ingresado!' })
export const NO_LAWYERS_FOUND = 'No se encontraron abogados recomendados por el momento.'

export const REASON_QUESTION = '¿Qué motivo te dio tu empleador? Cuéntanos también si firmaste finiquito.'

/** Fills in everything and stops at the third step. */
export async function answerAll(page: Page, days = '0', place = 'Camina') {
  await chooseOption(page, 'Despido injustificado')
  await next(page).click()
  await page.getByLabel('¿Cuántos días han pasado desde el despido?').fill(days)
  await chooseOption(page, 'Sí, indefinido')
  await page.getByLabel(REASON_QUESTION).fill('Necesidades de la empresa.')
  await next(page).click()
  await communeField(page).fill(place)
  await page.keyboard.press('Enter')
}
