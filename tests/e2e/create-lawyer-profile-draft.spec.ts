import type { Page } from '@playwright/test'
import { axeFinds } from './clean.ts'
import { expect, lostAnswer, test } from './fixtures.ts'
import { reload } from './hand.ts'
import {
  chooseCard,
  combobox,
  field,
  fillAddress,
  fillAll,
  fillPersonal,
  fillProfessional,
  next,
  pdf,
  send,
  takePhoto,
  twoHalves,
} from './profile-form.ts'

const LAWYER = { role: 'lawyer', verificationStatus: 'profile_pending', name: 'Ana' } as const
const PATH = '/create-lawyer-profile'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const restored = (page: Page) => page.getByText('Recuperamos lo que habías escrito.')
/** How often each file was sent, and the form. */
function watchCalls(page: Page) {
  const calls = { avatars: 0, identidad: 0, submit: 0, notifyAdmin: 0 }
  page.on('request', (request) => {
    const last = new URL(request.url()).pathname.split('/').at(-1) as keyof typeof calls
    if (request.method() !== 'GET' && last in calls) calls[last]++
  })
  return calls
}

test('first-time 21: a reload keeps what was typed, and asks again for each file at its own field', async ({
  page,
  enter,
}) => {
  await enter(PATH, LAWYER)
  await expect(restored(page)).toHaveCount(0)
  await takePhoto(page, await twoHalves('png'))
  await fillAll(page)
  await reload(page)
  await expect(restored(page)).toBeVisible()
  // The card is asked for at its field; the photo is another step's, and the way there stands beside the words.
  await expect(page.getByLabel('Foto del carnet de identidad')).toHaveAccessibleDescription(
    /Vuelve a elegir tu carnet: los archivos no se guardan\./,
  )
  await expect(page.getByText('Tu foto de perfil no se guarda al cargar la página de nuevo.')).toBeVisible()
  await expect(title(page)).toHaveText('Información Profesional')
  await expect(combobox(page, 'Universidad')).toHaveValue('Universidad Diego Portales')
  await expect(page.getByText('1 seleccionada')).toBeVisible()
  await expect(field(page, 'Precio por consulta')).toHaveValue('35.000')
  await expect(field(page, 'Descripción')).toHaveValue(/Respondo el mismo día\.$/)
  const kept = await page.evaluate(
    () => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }),
  )
  expect(kept).not.toMatch(/carnet\.pdf|base64|blob:/)
  // One counter of steps.
  await expect(page.getByText('Paso 3 de 3')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Pasos para activar tu perfil' })).not.toHaveText(/[1-4]/)
  await page.getByRole('button', { name: 'Elegir mi foto' }).click()
  await expect(title(page)).toHaveText('Información Personal')
  await expect(page.getByText('Vuelve a elegir tu foto.', { exact: true })).toBeVisible()
  await expect(field(page, 'Teléfono')).toHaveValue('9876 5432')
  await takePhoto(page, await twoHalves('png'))
  await expect(page.getByText('Tu foto de perfil no se guarda')).toHaveCount(0)
  await next(page).click()
  await next(page).click()
  await chooseCard(page)
  await send(page).click()
  await page.waitForURL('**/onboarding/pending-review')
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft/.test(key)))
  await expect.poll(drafts).toEqual([])
})

test('log-out forgets the draft, in this tab and in others; an ended session does not', async ({
  page,
  visit,
  database,
  signIn,
  enter,
}) => {
  const account = await enter(PATH, LAWYER)
  await fillPersonal(page)
  await next(page).click()
  // The session ends behind the page's back: nothing is lost.
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

  // And in this one; somebody else at the same computer finds nothing.
  await fillPersonal(page)
  await page.getByRole('button', { name: 'Salir' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await enter(PATH, LAWYER)
  await expect(field(page, 'Teléfono')).toHaveValue('')
  await other.close()
})

test('a browser that forbids its storage still lets the form be sent', async ({ page, enter }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('QuotaExceededError')
    }
    Storage.prototype.setItem = refuse
    Storage.prototype.getItem = refuse
  })
  await enter(PATH, LAWYER)
  await fillAll(page)
  await send(page).click()
  await page.waitForURL('**/onboarding/pending-review')
})

test('ONP-45, ONP-51 without a connection nothing is lost, and nothing is uploaded twice', async ({
  page,
  database,
  makeAccount,
  enter,
}) => {
  await makeAccount({ role: 'admin' })
  const account = await enter(PATH, LAWYER)
  await takePhoto(page, await twoHalves('jpeg'))
  await fillAll(page)
  const calls = watchCalls(page)
  await page.route('**/api/files/identidad', (route) => route.abort())
  await send(page).click()
  await expect(page.locator('form').getByText(/^Error al subir tu carnet de identidad: /)).toBeVisible()
  expect(calls).toEqual({ avatars: 1, identidad: 1, submit: 0, notifyAdmin: 0 })
  await page.unroute('**/api/files/identidad')

  await page.route('**/api/rpc/onboarding/submit', (route) => route.abort())
  await send(page).click()
  await expect(page.locator('form').getByText(/No hay conexión con Amparo\./)).toBeVisible()
  // It may have been done: asked, the server says that it was not.
  expect(calls).toEqual({ avatars: 1, identidad: 2, submit: 1, notifyAdmin: 1 })
  await page.unroute('**/api/rpc/onboarding/submit')

  // Now it is done, and only the answer gets lost.
  await page.route('**/api/rpc/onboarding/submit', lostAnswer)
  await send(page).click()
  await expect(page.getByText('Perfil Enviado')).toBeVisible()
  await page.waitForURL('**/onboarding/pending-review')
  expect(calls).toEqual({ avatars: 1, identidad: 2, submit: 2, notifyAdmin: 2 })
  const rows = await database.sql<{ n: number }>(
    `select count(*)::int as n from review_submissions where lawyer_id = '${account.id}'`,
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('a double press sends once, and the progress is said', async ({ page, makeAccount, enter }) => {
  await makeAccount({ role: 'admin' })
  await enter(PATH, LAWYER)
  await fillAll(page)
  const calls = watchCalls(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/files/identidad', async (route) => {
    await held
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

test('AUT-20 a session that ends before the sending leads to /login and back, with what was typed', async ({
  page,
  database,
  enter,
}) => {
  const account = await enter(PATH, LAWYER)
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

test('OPEN-70 the whole form by keyboard alone', async ({ page, enter }) => {
  await enter(PATH, LAWYER)
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
  // Files are the operating system's dialog: chosen past it.
  await chooseCard(page)
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

test('OPEN-70 on a phone each field has the whole width, and the way on comes first', async ({
  page,
  enter,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(PATH, LAWYER)
  await fillPersonal(page)
  await next(page).click()
  await fillAddress(page)
  const box = async (locator: ReturnType<typeof next>) => {
    const place = await locator.boundingBox()
    if (!place) throw new Error('not drawn')
    return place
  }
  const [on, back, cancel] = [
    await box(next(page)),
    await box(page.getByRole('button', { name: 'Anterior' })),
    await box(page.getByRole('button', { name: 'Cancelar' })),
  ]
  expect(on.width).toBeGreaterThan(340)
  expect(on.y).toBeLessThan(back.y)
  expect(back.y).toBe(cancel.y)
  for (const { height } of [on, back, cancel]) expect(height).toBeGreaterThanOrEqual(44)
  await next(page).click()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await chooseCard(page, pdf(`${'carnet-de-identidad-'.repeat(8)}.pdf`))
  expect(await overflow()).toBeLessThanOrEqual(0)
})

test('OPEN-70 axe finds nothing in any step, with errors or without, nor in the photo’s dialog', async ({
  page,
  enter,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(PATH, LAWYER)
  const clean = async (where: string) => {
    expect(await axeFinds(page), where).toEqual([])
  }
  await page.locator('input[data-avatar]').setInputFiles(await twoHalves('png'))
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Usar esta foto' })).toBeEnabled()
  await clean('dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const wrong = page.locator('form [aria-invalid="true"]').first()
  await next(page).click({ force: true })
  await expect(page.locator('[data-toasts]').getByText('Formulario incompleto')).toBeVisible()
  await expect(wrong).toBeVisible()
  await clean('first step')
  await fillPersonal(page)
  await next(page).click()
  await expect(title(page)).toHaveText('Dirección')
  await next(page).click({ force: true })
  await expect(wrong).toBeVisible()
  await clean('second step')
  await fillAddress(page)
  await next(page).click()
  await send(page).click()
  await expect(wrong).toBeVisible()
  await clean('third step, wrong')
  await chooseCard(page)
  await fillProfessional(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await clean('third step, filled in, dark')
})
