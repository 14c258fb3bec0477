import type { Page } from '@playwright/test'
import { axeViolations } from '../harness/accessibility.ts'
import { expect, loseResponse, test } from '../harness/fixtures.ts'
import { reload } from '../harness/input-method.ts'
import {
  chooseIdCard,
  choosePhoto,
  combobox,
  field,
  fillAddress,
  fillAll,
  fillPersonal,
  fillProfessional,
  next,
  pdf,
  send,
  twoColourImage,
} from './profile-form.ts'

const LAWYER = { role: 'lawyer', verificationStatus: 'profile_pending', name: 'Ana' } as const
const PATH = '/create-lawyer-profile'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const restored = (page: Page) => page.getByText('Recuperamos lo que habías escrito.')
/** Counts the uploads of each file and the calls that submit the form. */
function countCalls(page: Page) {
  const calls = { avatars: 0, identidad: 0, submit: 0, notifyAdmin: 0 }
  page.on('request', (request) => {
    const last = new URL(request.url()).pathname.split('/').at(-1) as keyof typeof calls
    if (request.method() !== 'GET' && last in calls) calls[last]++
  })
  return calls
}

test('a reload keeps what was typed, and asks again for each file at its own field', async ({
  page,
  visitAs,
}) => {
  await visitAs(PATH, LAWYER)
  await expect(restored(page)).toHaveCount(0)
  await choosePhoto(page, await twoColourImage('png'))
  await fillAll(page)
  await reload(page)
  await expect(restored(page)).toBeVisible()
  // The ID card's field asks for it again; the photo is on another step, so its notice has a button to go
  // there.
  await expect(page.getByLabel('Foto del carnet de identidad')).toHaveAccessibleDescription(
    /Vuelve a elegir tu carnet: los archivos no se guardan\./,
  )
  await expect(page.getByText('Tu foto de perfil no se guarda al cargar la página de nuevo.')).toBeVisible()
  await expect(title(page)).toHaveText('Información Profesional')
  await expect(combobox(page, 'Universidad')).toHaveValue('Universidad Diego Portales')
  await expect(page.getByText('1 seleccionada')).toBeVisible()
  await expect(field(page, 'Precio por consulta')).toHaveValue('35.000')
  await expect(field(page, 'Descripción')).toHaveValue(/Respondo el mismo día\.$/)
  const stored = await page.evaluate(
    () => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }),
  )
  expect(stored).not.toMatch(/carnet\.pdf|base64|blob:/)
  // Only one of the two step lists has numbers.
  await expect(page.getByText('Paso 3 de 3')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Pasos para activar tu perfil' })).not.toHaveText(/[1-4]/)
  await page.getByRole('button', { name: 'Elegir mi foto' }).click()
  await expect(title(page)).toHaveText('Información Personal')
  await expect(page.getByText('Vuelve a elegir tu foto.', { exact: true })).toBeVisible()
  await expect(field(page, 'Teléfono')).toHaveValue('9876 5432')
  await choosePhoto(page, await twoColourImage('png'))
  await expect(page.getByText('Tu foto de perfil no se guarda')).toHaveCount(0)
  await next(page).click()
  await next(page).click()
  await chooseIdCard(page)
  await send(page).click()
  await page.waitForURL('**/onboarding/pending-review')
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft/.test(key)))
  await expect.poll(drafts).toEqual([])
})

test('log-out deletes the draft, in this tab and in others; an ended session does not', async ({
  page,
  visit,
  database,
  signIn,
  visitAs,
}) => {
  const account = await visitAs(PATH, LAWYER)
  await fillPersonal(page)
  await next(page).click()
  // The session ends on the server: nothing is lost.
  await database.sql(`delete from session where "userId" = '${account.id}'`)
  await visit(page, PATH)
  await page.waitForURL('**/login?volver=%2Fcreate-lawyer-profile')
  await signIn(page, account)
  await visit(page, PATH)
  await expect(restored(page)).toBeVisible()
  await expect(title(page)).toHaveText('Dirección')

  // Logged out in another tab.
  const other = await page.context().newPage()
  await visit(other, '/edit-profile')
  await other.getByRole('button', { name: 'Salir' }).click()
  await page.waitForURL('**/login?volver=%2Fcreate-lawyer-profile')
  await signIn(page, account)
  await visit(page, PATH)
  await expect(title(page)).toHaveText('Información Personal')
  await expect(field(page, 'Teléfono')).toHaveValue('')
  await expect(restored(page)).toHaveCount(0)

  // Logged out in this tab; another user at the same computer finds nothing.
  await fillPersonal(page)
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await visitAs(PATH, LAWYER)
  await expect(field(page, 'Teléfono')).toHaveValue('')
  await other.close()
})

test('without browser storage the form can still be sent', async ({ page, visitAs }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('QuotaExceededError')
    }
    Storage.prototype.setItem = refuse
    Storage.prototype.getItem = refuse
  })
  await visitAs(PATH, LAWYER)
  await fillAll(page)
  await send(page).click()
  await page.waitForURL('**/onboarding/pending-review')
})

test('ONP-45, ONP-51 without a connection nothing is lost, and nothing is uploaded twice', async ({
  page,
  database,
  makeAccount,
  visitAs,
}) => {
  await makeAccount({ role: 'admin' })
  const account = await visitAs(PATH, LAWYER)
  await choosePhoto(page, await twoColourImage('jpeg'))
  await fillAll(page)
  const calls = countCalls(page)
  await page.route('**/api/files/identidad', (route) => route.abort())
  await send(page).click()
  await expect(page.locator('form').getByText(/^Error al subir tu carnet de identidad: /)).toBeVisible()
  expect(calls).toEqual({ avatars: 1, identidad: 1, submit: 0, notifyAdmin: 0 })
  await page.unroute('**/api/files/identidad')

  await page.route('**/api/rpc/onboarding/submit', (route) => route.abort())
  await send(page).click()
  await expect(page.locator('form').getByText(/No hay conexión con Amparo\./)).toBeVisible()
  // The form may have been submitted: the page checks with the server, and it was not.
  expect(calls).toEqual({ avatars: 1, identidad: 2, submit: 1, notifyAdmin: 1 })
  await page.unroute('**/api/rpc/onboarding/submit')

  // Now it is submitted, and only the answer is lost.
  await page.route('**/api/rpc/onboarding/submit', loseResponse)
  await send(page).click()
  await expect(page.getByText('Perfil Enviado')).toBeVisible()
  await page.waitForURL('**/onboarding/pending-review')
  expect(calls).toEqual({ avatars: 1, identidad: 2, submit: 2, notifyAdmin: 2 })
  const rows = await database.sql<{ n: number }>(
    `select count(*)::int as n from review_submissions where lawyer_id = '${account.id}'`,
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('a double press sends once, and the progress shows', async ({ page, makeAccount, visitAs }) => {
  await makeAccount({ role: 'admin' })
  await visitAs(PATH, LAWYER)
  await fillAll(page)
  const calls = countCalls(page)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/files/identidad', async (route) => {
    await released
    await route.continue()
  })
  await send(page).dblclick()
  await expect(page.getByRole('progressbar', { name: 'Subiendo tu carnet de identidad…' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Enter')
  await send(page).click({ force: true })
  release()
  await expect(page.getByText('Perfil Enviado')).toBeVisible()
  await page.waitForURL('**/onboarding/pending-review')
  expect(calls).toEqual({ avatars: 0, identidad: 1, submit: 1, notifyAdmin: 1 })
})

test('AUT-20 when the session ended before submitting, /login leads back with what was typed', async ({
  page,
  database,
  visitAs,
}) => {
  const account = await visitAs(PATH, LAWYER)
  await fillAll(page)
  await database.sql(`delete from session where "userId" = '${account.id}'`)
  await send(page).click()
  await page.waitForURL('**/login?volver=%2Fcreate-lawyer-profile')
  await field(page, 'Correo electrónico').fill(account.email)
  await field(page, 'Contraseña').fill(account.password)
  await page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL(`**${PATH}`)
  await expect(restored(page)).toBeVisible()
  await expect(field(page, 'Descripción')).toHaveValue(/^Acompaño a familias/)
})

test('OPEN-70 the whole form by keyboard alone', async ({ page, visitAs }) => {
  await visitAs(PATH, LAWYER)
  const { keyboard } = page
  const tabTo = async (name: string | RegExp, role: 'textbox' | 'combobox' | 'button' = 'textbox') => {
    const target = page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
    for (let press = 0; press < 30; press++) {
      await keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`Tab never reached ${name}`)
  }
  await field(page, 'Nombre').focus()
  await tabTo('Apellido')
  await keyboard.type('Soto')
  await tabTo('RUT')
  await keyboard.type('11111111-1')
  await tabTo('Teléfono')
  await keyboard.type('87654321')
  await page.keyboard.press('Tab')
  await keyboard.type('01021990')
  await keyboard.press('Enter')
  await expect(title(page)).toHaveText('Dirección')
  await tabTo('Región', 'combobox')
  await keyboard.type('nuble')
  await keyboard.press('Enter')
  await tabTo('Comuna', 'combobox')
  await keyboard.type('chillan v')
  await keyboard.press('Enter')
  await tabTo('Calle')
  await keyboard.type('Arauco')
  await tabTo('Siguiente', 'button')
  await keyboard.press('Enter')
  await expect(title(page)).toHaveText('Información Profesional')
  // The file dialog belongs to the operating system: set the file directly.
  await chooseIdCard(page)
  await tabTo('Universidad', 'combobox')
  await keyboard.type('otra')
  await keyboard.press('Enter')
  await tabTo('Año de titulación')
  await keyboard.type('2010')
  await tabTo('Especialidades', 'combobox')
  await keyboard.type('drogas')
  await keyboard.press('Enter')
  await keyboard.press('Escape')
  await tabTo('Años de experiencia')
  await keyboard.type('3')
  await tabTo('Precio por consulta')
  await keyboard.type('20000')
  await tabTo('Descripción')
  await keyboard.type('Defensa penal.')
  await tabTo('Enviar a Revisión', 'button')
  await keyboard.press('Enter')
  await page.waitForURL('**/onboarding/pending-review')
})

test('OPEN-70 on a phone each field has the whole width, and «Siguiente» comes first', async ({
  page,
  visitAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visitAs(PATH, LAWYER)
  await fillPersonal(page)
  await next(page).click()
  await fillAddress(page)
  const box = async (locator: ReturnType<typeof next>) => {
    const rect = await locator.boundingBox()
    if (!rect) throw new Error('not visible')
    return rect
  }
  const [forward, back, cancel] = [
    await box(next(page)),
    await box(page.getByRole('button', { name: 'Anterior' })),
    await box(page.getByRole('button', { name: 'Cancelar' })),
  ]
  expect(forward.width).toBeGreaterThan(340)
  expect(forward.y).toBeLessThan(back.y)
  expect(back.y).toBe(cancel.y)
  for (const { height } of [forward, back, cancel]) expect(height).toBeGreaterThanOrEqual(44)
  await next(page).click()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await chooseIdCard(page, pdf(`${'carnet-de-identidad-'.repeat(8)}.pdf`))
  expect(await overflow()).toBeLessThanOrEqual(0)
})

test('OPEN-70 axe finds nothing in any step, with errors or without, nor in the photo’s dialog', async ({
  page,
  visitAs,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visitAs(PATH, LAWYER)
  const expectNoViolation = async (where: string) => {
    expect(await axeViolations(page), where).toEqual([])
  }
  await page.locator('input[data-avatar]').setInputFiles(await twoColourImage('png'))
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Usar esta foto' })).toBeEnabled()
  await expectNoViolation('dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const invalidField = page.locator('form [aria-invalid="true"]').first()
  await next(page).click({ force: true })
  await expect(page.locator('[data-toasts]').getByText('Formulario incompleto')).toBeVisible()
  await expect(invalidField).toBeVisible()
  await expectNoViolation('first step')
  await fillPersonal(page)
  await next(page).click()
  await expect(title(page)).toHaveText('Dirección')
  await next(page).click({ force: true })
  await expect(invalidField).toBeVisible()
  await expectNoViolation('second step')
  await fillAddress(page)
  await next(page).click()
  await send(page).click()
  await expect(invalidField).toBeVisible()
  await expectNoViolation('third step, wrong')
  await chooseIdCard(page)
  await fillProfessional(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolation('third step, filled in, dark')
})
