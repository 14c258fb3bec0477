import { makeOpenCase } from '../../../src/demo-data/conversations.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test } from '../harness/chat-parties.ts'
import { expect, loseResponse } from '../harness/fixtures.ts'
import { goOffline, goOnline, reload } from '../harness/input-method.ts'
import {
  answerAll,
  back,
  chooseOption,
  communeField,
  doneHeading,
  NO_LAWYERS_FOUND,
  next,
  OFFLINE_MESSAGE,
  REASON_QUESTION,
  SUBMIT_FAILED,
  send,
  stepHeading,
  toasts,
  WIZARD_PATH,
} from './wizard-page.ts'

test('OPEN-46, WIZ-24 a reload keeps the answers, and so does a failure; log-out deletes them', async ({
  page,
  visit,
  signIn,
  database,
  visitAs,
}) => {
  const client = await visitAs(WIZARD_PATH)
  await answerAll(page)
  await reload(page)
  await expect(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible()
  await expect(stepHeading(page, /Resumen/)).toBeVisible()
  await expect(communeField(page)).toHaveValue('Camiña')
  await expect(page.getByRole('main').locator('dl')).toContainText('Necesidades de la empresa.')
  // Coming back to the form opens the last step that the answers allow.
  await visit(page, '/dashboard')
  await visit(page, WIZARD_PATH)
  await expect(stepHeading(page, /Resumen/)).toBeVisible()
  await expect(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible()

  await goOffline(page)
  await send(page).click()
  await expect(toasts(page).getByText(SUBMIT_FAILED)).toBeVisible()
  await expect(page.locator('form').getByText(OFFLINE_MESSAGE)).toBeVisible()
  await expect(stepHeading(page, /Resumen/)).toBeVisible()
  // WIZ-05 works offline, too: moving between steps needs no request.
  await back(page).click()
  await expect(page.getByLabel(REASON_QUESTION)).toHaveValue('Necesidades de la empresa.')
  await back(page).click()
  await expect(page.getByRole('radio', { name: 'Despido injustificado' })).toBeChecked()
  await next(page).click()
  await expect(stepHeading(page, /Paso 2 de 3/)).toBeFocused()
  await next(page).click()
  await goOnline(page)

  // Only the server's answer is lost: the next press finds the published case.
  const publish = '**/api/rpc/cases/publish'
  await page.route(publish, loseResponse)
  await send(page).click()
  await expect(page.locator('form').getByText(OFFLINE_MESSAGE)).toBeVisible()
  await page.unroute(publish)
  await send(page).click()
  await expect(doneHeading(page)).toBeVisible()
  const count = () =>
    database.sql<{ n: number }>(`select count(*)::int as n from cases where client_id = '${client.id}'`)
  expect(await count()).toEqual([{ n: 1 }])

  // The server's answer is lost, then the user changes the form: a warning shows, and the case is not
  // published twice.
  await visit(page, WIZARD_PATH)
  await answerAll(page, '7')
  await page.route(publish, loseResponse)
  await send(page).click()
  await expect(page.locator('form').getByText(OFFLINE_MESSAGE)).toBeVisible()
  await page.unroute(publish)
  await back(page).click()
  await page.getByLabel('¿Cuántos días han pasado desde el despido?').fill('8')
  await next(page).click()
  await send(page).click()
  await expect(
    page
      .locator('form')
      .getByText(
        'Tu causa ya se había ingresado con tus respuestas anteriores. Revísala en tu panel antes de enviar esta como una nueva.',
      ),
  ).toBeVisible()
  expect(await count()).toEqual([{ n: 2 }])

  // Refused by the server: its message shows, and nothing is lost.
  await database.sql(`insert into rate_limits (key, count, window_start) values ('cases:publish:${client.id}', 99, now())
    on conflict (key) do update set count = 99, window_start = now()`)
  await send(page).click()
  const tooMany = 'Ingresaste muchas causas en poco tiempo. Espera un rato antes de ingresar otra.'
  await expect(page.locator('form').getByText(tooMany)).toBeVisible()
  await expect(toasts(page).getByText(SUBMIT_FAILED)).toBeVisible()
  await expect(communeField(page)).toHaveValue('Camiña')
  expect(await count()).toEqual([{ n: 2 }])
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await signIn(page, client)
  await visit(page, WIZARD_PATH)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('WIZ-23 two tabs with the same answers publish one case, whichever comes first', async ({
  page,
  visit,
  signIn,
  makeAccount,
  database,
}) => {
  const client = await makeAccount()
  await signIn(page, client)
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await visit(tab, WIZARD_PATH)
    await answerAll(tab)
  }
  await Promise.all([send(page).click(), send(other).click()])
  for (const tab of [page, other]) await expect(doneHeading(tab)).toBeVisible()
  expect(await database.sql(`select id from cases where client_id = '${client.id}'`)).toHaveLength(1)
})

test('WIZ-32, WIZ-33 no lawyer to recommend, and a failed lookup, show the same text and block nothing', async ({
  page,
  visit,
  signIn,
  makeAccount,
  database,
}) => {
  await database.sql(
    `update lawyer_profiles set specialties = array_remove(specialties, 'Otro') where 'Otro' = any(specialties)`,
  )
  await signIn(page, await makeAccount())
  const publish = async (text: string) => {
    await visit(page, WIZARD_PATH)
    await chooseOption(page, 'Otro')
    await page.getByLabel('Describe brevemente el tipo de caso').fill(text)
    await next(page).click()
    await expect(stepHeading(page, /Paso 2 de 3/)).toBeFocused()
    await next(page).click()
    await communeField(page).fill('nunoa')
    await page.keyboard.press('Enter')
    await send(page).click()
    await expect(doneHeading(page)).toBeVisible()
    await expect(page.getByText(NO_LAWYERS_FOUND)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Ir a mi Panel' })).toBeVisible()
  }
  // WIZ-31: recommendations go by the specialty, never by the text.
  await publish('Divorcio')
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  const consoleMessages: string[] = []
  page.on('console', (message) => consoleMessages.push(message.text()))
  await page.route('**/api/rpc/search/recommended**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await publish('Un cerco movido')
  await expect.poll(() => consoleMessages.join('\n')).toContain('abogados recomendados')
})

test('H-06, B3: with three waiting cases a fourth is refused with a message and keeps its answers; deleting one makes room', async ({
  page,
  visit,
  database,
  visitAs,
}) => {
  const client = await visitAs(WIZARD_PATH, { emailConfirmed: false })
  const cases = ['Una', 'Otra', 'La tercera'].map((title) =>
    makeOpenCase(database.platform, client.id, { title }),
  )
  const [first] = await Promise.all(cases)
  await answerAll(page)
  await send(page).click()
  const refusal = page
    .locator('form')
    .getByText(/^Ya tienes 3 causas en espera de abogado\. Confirma tu correo/)
  await expect(refusal).toBeVisible()
  await visit(page, `/case/${first}`)
  await page.getByRole('main').getByRole('button', { name: 'Eliminar causa' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar causa' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await visit(page, WIZARD_PATH)
  await expect(page.getByRole('main').locator('dl')).toContainText('Necesidades de la empresa.')
  await send(page).click()
  await expect(doneHeading(page)).toBeVisible()
})
