import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { expect, test } from '../harness/fixtures.ts'

const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)
const problem = (page: Page) => page.getByLabel(/problema/i)
const goal = (page: Page) => page.getByLabel(/objetivo/i)
const advice = (page: Page) => page.getByLabel('Recomendación del abogado')
const save = (page: Page) => page.getByRole('button', { name: 'Guardar borrador' })
const sendIt = (page: Page) => page.getByRole('button', { name: 'Enviar entrevista' })
const INCOMPLETE = 'Por favor completa tu problema y objetivo antes de enviar.'

test('INT-01 to INT-10, ROU-09, OPEN-57 an interview: draft, reload, sent, read-only; its lawyer answers in the same browser', async ({
  page,
  visit,
  makeAccount,
  signIn,
  database,
}) => {
  const lawyer = await makeAccount({ name: 'Ana Soto Pérez', role: 'lawyer', verificationStatus: 'verified' })
  await database.sql(`update profiles set avatar_url = '/favicon.svg' where id = '${lawyer.id}'`)
  const client = await makeAccount({ name: 'Camila Rojas' })
  const path = `/interview/${lawyer.id}`
  await page.goto(path)
  await expect(page).toHaveURL(/\/login\?volver=%2Finterview%2F/)

  await signIn(page, lawyer)
  await visit(page, path)
  await expect(page.getByText('Todavía no hay una entrevista enviada por un cliente')).toBeVisible()
  await advice(page).fill('Reúne tus liquidaciones.')
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Enviar recomendación' })).toHaveCount(0)

  await signIn(page, client)
  const leaks: string[] = []
  page.on('request', (request) => {
    if (/despidieron|indemnizaci/.test(request.url() + (request.postData() ?? ''))) leaks.push(request.url())
  })
  await visit(page, path)
  await expect(page.getByRole('heading', { level: 1, name: 'Entrevista inicial' })).toBeVisible()
  const head = page.locator('header').filter({ has: page.getByText('Ana Soto Pérez') })
  await expect(head.locator('img')).toHaveAttribute('src', /./)
  await expect(page.getByText('Esta entrevista se guarda solo en este navegador.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Volver al perfil' })).toHaveAttribute(
    'href',
    `/lawyer/${lawyer.id}`,
  )
  await expect(advice(page)).not.toBeEditable()
  await problem(page).fill('Me despidieron el lunes sin carta.')
  await sendIt(page).click()
  await expect(toast(page, INCOMPLETE)).toBeVisible()
  await expect(goal(page)).toBeFocused()
  await expect(goal(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await save(page).click()
  await expect(toast(page, 'Guardado exitoso')).toBeVisible()
  await expect(page.getByText('Borrador', { exact: true })).toBeVisible()

  await visit(page, path)
  await expect(problem(page)).toHaveValue('Me despidieron el lunes sin carta.')
  await expect(page.getByText('Borrador', { exact: true })).toBeVisible()
  await goal(page).fill('Una indemnización justa.')
  await sendIt(page).click()
  await expect(toast(page, 'Entrevista enviada')).toBeVisible()
  // INT-08, TRAP-47: redirected through the old URL.
  await expect(page.getByRole('heading', { name: 'Panel de Cliente' })).toBeVisible()
  await visit(page, path)
  await expect(page.getByText('Enviada', { exact: true })).toBeVisible()
  for (const field of [problem(page), goal(page), advice(page)]) await expect(field).not.toBeEditable()
  await expect(problem(page)).toHaveValue('Me despidieron el lunes sin carta.')
  await expect(save(page)).toHaveCount(0)
  await expect(sendIt(page)).toHaveCount(0)
  // INT-10: the texts never left the browser.
  expect(leaks).toEqual([])
  await expectAccessible(page)

  await signIn(page, lawyer)
  await visit(page, path)
  await expect(
    page
      .getByRole('button', { name: 'Entrevista de' })
      .or(page.getByRole('combobox', { name: 'Entrevista de' })),
  ).toContainText('Camila Rojas')
  for (const field of [problem(page), goal(page)]) await expect(field).not.toBeEditable()
  await expect(goal(page)).toHaveValue('Una indemnización justa.')
  const answer = page.getByRole('button', { name: 'Enviar recomendación' })
  // The lawyer's draft from before the interview is still there.
  await expect(advice(page)).toHaveValue('Reúne tus liquidaciones.')
  await advice(page).fill('')
  await answer.click()
  await expect(toast(page, 'Escribe tu recomendación antes de enviarla.')).toBeVisible()
  await advice(page).fill('Reclamar dentro de 60 días hábiles.')
  await save(page).click()
  await visit(page, path)
  await expect(advice(page)).toHaveValue('Reclamar dentro de 60 días hábiles.')
  await answer.click()
  await expect(toast(page, 'Entrevista enviada')).toBeVisible()
  await expect(advice(page)).not.toBeEditable()
  await expectAccessible(page)

  await signIn(page, client)
  await visit(page, path)
  await expect(advice(page)).toHaveValue('Reclamar dentro de 60 días hábiles.')
  await page.getByRole('button', { name: 'Borrar de este navegador' }).click()
  await page.getByRole('button', { name: 'Borrar entrevista' }).click()
  await expect(problem(page)).toHaveValue('')
  await expect(problem(page)).toBeEditable()
  await visit(page, path)
  // The stored interview is read after hydration; only then the fields are editable.
  await expect(problem(page)).toBeEditable()
  await expect(problem(page)).toHaveValue('')
})

test('INT-05, INT-06, OPEN-57 another user finds nothing, only a lawyer writes advice, log-out deletes the draft', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  const client = await makeAccount()
  const path = '/interview/00000000-0000-4000-8000-000000000000'
  await signIn(page, client)
  await visit(page, path)
  await problem(page).fill('Es privado.')
  await save(page).click()
  await expect(toast(page, 'Guardado exitoso')).toBeVisible()

  await signIn(page, await makeAccount({ role: 'lawyer', verificationStatus: 'verified' }))
  await visit(page, path)
  await expect(advice(page)).toBeEditable()
  for (const field of [problem(page), goal(page)]) await expect(field).not.toBeEditable()
  await expect(problem(page)).toHaveValue('')
  // Nobody has sent one: there is nothing to answer yet.
  await expect(page.getByText('En este navegador no hay entrevistas de clientes para ti.')).toBeVisible()
  await expect(save(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enviar recomendación' })).toHaveCount(0)

  await signIn(page, await makeAccount({ role: 'admin' }))
  await visit(page, path)
  // This notice shows until the page knows the role.
  await expect(page.getByText('El borrador se borra cuando cierras sesión.')).toHaveCount(0)
  for (const field of [problem(page), goal(page), advice(page)]) await expect(field).not.toBeEditable()
  await expect(save(page)).toHaveCount(0)

  await signIn(page, client)
  await visit(page, path)
  await expect(problem(page)).toHaveValue('Es privado.')
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(toast(page, 'Sesión cerrada')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Es privado.')
  await signIn(page, client)
  await visit(page, path)
  await expect(problem(page)).toBeEditable()
  await expect(problem(page)).toHaveValue('')
})

test('INT-09, OPEN-57 an interview sent in one tab is read-only in the other, and leaving asks before typed text is lost', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  const lawyer = await makeAccount({ name: 'Ana Soto', role: 'lawyer', verificationStatus: 'verified' })
  await signIn(page, await makeAccount())
  const path = `/interview/${lawyer.id}`
  await visit(page, path)
  await problem(page).fill('Me despidieron.')
  await page.getByRole('link', { name: 'Volver al perfil' }).click()
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText(
    '¿Salir sin guardar?',
  )
  await page.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(problem(page)).toHaveValue('Me despidieron.')
  await goal(page).fill('Volver.')

  const other = await page.context().newPage()
  await visit(other, path)
  await problem(other).fill('Otra versión.')
  await sendIt(page).click()
  await expect(page.getByRole('heading', { name: 'Panel de Cliente' })).toBeVisible()
  await expect(problem(other)).toHaveValue('Me despidieron.')
  await expect(problem(other)).not.toBeEditable()
  await expect(sendIt(other)).toHaveCount(0)
  await other.close()
})

test('INT-06, INT-07 without working browser storage both failures show, and what was typed stays', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  await signIn(page, await makeAccount())
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await visit(page, '/interview/00000000-0000-4000-8000-000000000000')
  await problem(page).fill('Me despidieron.')
  await goal(page).fill('Volver.')
  await save(page).click()
  await expect(toast(page, 'No se pudo guardar la entrevista.')).toBeVisible()
  await sendIt(page).click()
  await expect(toast(page, 'No se pudo enviar la entrevista.')).toBeVisible()
  await expect(page).toHaveURL(/\/interview\//)
  await expect(problem(page)).toHaveValue('Me despidieron.')
  await expect(goal(page)).toHaveValue('Volver.')
  await expectAccessible(page)
})
