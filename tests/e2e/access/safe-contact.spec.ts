import type { Page } from '@playwright/test'
import { answerAll, chooseOption, communeField, doneHeading, next, send } from '../cases/wizard-page.ts'
import { CLIENT_NAME, openChat, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

const section = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Contacto seguro' }) })
const saved = (page: Page) => page.getByText('Guardamos cómo contactarte.')

test('PLZ-70, PLZ-73, PLZ-74 a client says how to be contacted; the lawyer of the chat sees it above the conversation', async ({
  pageAs,
  parties,
}) => {
  const lawyer = await pageAs(parties.lawyer)
  await openChat(lawyer, CLIENT_NAME)
  await expect(lawyer.getByText('Contacto seguro:')).toHaveCount(0)
  const page = await pageAs(parties.client)
  await visitPage(page, '/edit-profile')
  const form = section(page)
  await expect(form.getByRole('radio', { name: /^Correo normal/ })).toBeChecked()
  await expect(
    form.getByText(/^Asunto neutro, sin nombres ni detalles\. El remitente seguirá siendo \S+\.$/),
  ).toBeVisible()
  await form.getByRole('radio', { name: /^Correo discreto/ }).check()
  await form.getByText('Solo en este horario').click()
  await form.getByLabel('Algo que tu abogado deba saber').fill('Mi hermana contesta mi teléfono.')
  // Nothing is sent without the hours, and everything stays.
  await form.getByRole('button', { name: 'Guardar contacto' }).click()
  await expect(form.getByText('Escribe en qué horario pueden llamarte.')).toBeVisible()
  await expect(form.getByLabel('¿En qué horario?')).toBeFocused()
  await form.getByLabel('¿En qué horario?').fill('lunes de 10:00 a 12:00')
  await page.route('**/api/rpc/safeContact/save', (route) => route.abort())
  await form.getByRole('button', { name: 'Guardar contacto' }).click()
  await expect(page.getByText('No se pudo guardar. Inténtalo de nuevo.')).toBeVisible()
  await expect(form.getByLabel('¿En qué horario?')).toHaveValue('lunes de 10:00 a 12:00')
  await page.unroute('**/api/rpc/safeContact/save')
  await form.getByRole('button', { name: 'Guardar contacto' }).click()
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(form.getByRole('radio', { name: /^Correo discreto/ })).toBeChecked()
  await expect(form.getByLabel('¿En qué horario?')).toHaveValue('lunes de 10:00 a 12:00')
  await visitPage(page, '/avisos/preferencias')
  await expect(page.getByRole('checkbox', { name: 'Discreción' })).toBeChecked()
  await lawyer.reload()
  await openChat(lawyer, CLIENT_NAME)
  await expect(lawyer.getByText('Contacto seguro:').locator('..')).toHaveText(
    'Contacto seguro: llama solo en este horario: lunes de 10:00 a 12:00. “Mi hermana contesta mi teléfono.”',
  )
})

test('PLZ-72 who wants no e-mails reads so in the preferences of notices, with the way back', async ({
  pageAs,
  makeAccount,
}) => {
  const page = await pageAs(await makeAccount())
  await visitPage(page, '/edit-profile')
  await section(page)
    .getByRole('radio', { name: /^No me escriban correos/ })
    .check()
  await section(page).getByRole('button', { name: 'Guardar contacto' }).click()
  await expect(saved(page)).toBeVisible()
  await visitPage(page, '/avisos/preferencias')
  await expect(page.getByRole('checkbox', { name: 'Discreción' })).toHaveCount(0)
  await page
    .getByText('Elegiste que no te escribamos correos, tampoco los que aquí dicen «Siempre por correo».')
    .getByRole('link', { name: 'Editar perfil' })
    .click()
  await expect(section(page).getByRole('radio', { name: /^No me escriban correos/ })).toBeChecked()
})

test('PLZ-73 neither lawyers nor administrators have the section; a band that fails says so and is tried again', async ({
  pageAs,
  parties,
}) => {
  const lawyer = await pageAs(parties.lawyer)
  await visitPage(lawyer, '/edit-profile')
  await expect(lawyer.getByRole('heading', { name: 'Chat' })).toBeVisible()
  await expect(section(lawyer)).toHaveCount(0)
  await lawyer.route('**/api/rpc/chat/safeContact*', (route) => route.fulfill({ status: 500 }))
  await openChat(lawyer, CLIENT_NAME)
  await expect(lawyer.getByText('No se pudo cargar el contacto seguro.')).toBeVisible()
  await lawyer.unroute('**/api/rpc/chat/safeContact*')
  await lawyer.getByRole('button', { name: 'Reintentar' }).click()
  await expect(lawyer.getByText('No se pudo cargar el contacto seguro.')).toHaveCount(0)
})

test('PLZ-70 the last step of a case about violence asks how to write; nothing else is lost, and other cases are not asked', async ({
  pageAs,
  makeAccount,
}) => {
  const page = await pageAs(await makeAccount())
  await visitPage(page, '/submit-case')
  await chooseOption(page, 'Violencia intrafamiliar (VIF)')
  await next(page).click()
  await chooseOption(page, 'Expareja')
  await chooseOption(page, 'No')
  await page.getByLabel('¿Cuándo ocurrió el último episodio?').fill('2026-11-01')
  await next(page).click()
  const question = page.getByRole('radiogroup', { name: '¿Cómo te escribimos sin ponerte en riesgo?' })
  // Until they choose: discreetly.
  await expect(question.getByRole('radio', { name: /^Correo discreto/ })).toBeChecked()
  await page.route('**/api/rpc/safeContact/save', (route) => route.abort())
  await question.getByRole('radio', { name: /^No me escriban correos/ }).click()
  await expect(page.getByText('No se pudo guardar. Inténtalo de nuevo.')).toBeVisible()
  await expect(question.getByRole('radio', { name: /^Correo discreto/ })).toBeChecked()
  await page.unroute('**/api/rpc/safeContact/save')
  await question.getByRole('radio', { name: /^No me escriban correos/ }).click()
  await expect(saved(page)).toBeVisible()
  await expect(question.getByRole('radio', { name: /^No me escriban correos/ })).toBeChecked()
  await communeField(page).fill('Camina')
  await page.keyboard.press('Enter')
  await send(page).click()
  await expect(doneHeading(page)).toBeVisible()
  await visitPage(page, '/edit-profile')
  await expect(section(page).getByRole('radio', { name: /^No me escriban correos/ })).toBeChecked()
  await visitPage(page, '/submit-case')
  await answerAll(page)
  await expect(page.getByText('Los abogados leen tu causa sin tu nombre.')).toBeVisible()
  await expect(question).toHaveCount(0)
})
