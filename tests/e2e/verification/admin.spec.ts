import type { Page } from '@playwright/test'
import { waitingDays, waitingText } from '../../../src/capabilities/verification/ui/waiting.ts'
import { dayInChile } from '../../../src/chile/dates.ts'
import { resubmitProfile } from '../../support/data/waiting-lawyer.ts'
import { expect, test, VERIFIED_TITLE, verifyButton, verifyOnDesk } from './review-fixtures.ts'

const queue = (page: Page) => page.getByRole('navigation', { name: 'Perfiles por revisar' })
const expectOnDesk = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 3, name })).toBeVisible()

test('ROU-23, OPEN-03, ADM-14, ADM-15 from the queue: the document next to the data, verified in place, then the next profile', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  signInAsAdmin,
  database,
}) => {
  // Midday, so that a daylight saving change of an hour does not move it to another day.
  const { year, month, day } = dayInChile(new Date())
  const since = (days: number) => new Date(Date.UTC(year, month - 1, day - days, 16))
  await makeWaitingLawyer({ name: 'Ana Segunda', submittedAt: since(1) })
  const first = await makeWaitingLawyer({ name: 'Tomás Primero', submittedAt: since(4), document: 'image' })
  const admin = await signInAsAdmin()
  await visit(page, '/admin-dashboard')
  await expect(page).toHaveTitle('Panel de Administración · Amparo')
  // Computed now: midnight may have passed since.
  const [longest, shortest] = [4, 1].map((days) => waitingText(waitingDays(since(days), new Date())))
  await expect(page.getByText(`2 perfiles por revisar. El más antiguo espera hace ${longest}.`)).toBeVisible()
  await expect(queue(page).getByRole('listitem')).toHaveText([
    new RegExp(`Tomás Primero.*${longest}`),
    new RegExp(`Ana Segunda.*${shortest}`),
  ])
  await expectOnDesk(page, 'Tomás Primero')
  const card = page.getByRole('img', { name: 'Carnet de identidad de Tomás Primero' })
  await expect(card).toBeVisible()
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1000)
  const views = () =>
    database.sql(`select 1 from audit_log where action = 'id_document.viewed' and actor_id = $1`, [admin.id])
  expect(await views()).toHaveLength(1)

  const narrow = (await card.boundingBox())?.width ?? 0
  await page.getByRole('button', { name: 'Acercar' }).click()
  await expect.poll(async () => (await card.boundingBox())?.width).toBeGreaterThan(narrow * 1.4)
  await page.getByRole('button', { name: 'Girar' }).click()
  const turned = await card.boundingBox()
  expect(turned?.height).toBeGreaterThan(turned?.width ?? 0)
  // Zooming and turning do not count as another view.
  expect(await views()).toHaveLength(1)

  // A dialog asks first, with the name; «Cancelar» changes nothing.
  await verifyButton(page).click()
  const question = page.getByRole('dialog', { name: '¿Verificar a Tomás Primero?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toHaveCount(0)
  expect(await statusOf(first.id)).toBe('admin_pending')

  await verifyOnDesk(page, 'Tomás Primero')
  await expect(page.getByText(VERIFIED_TITLE, { exact: true })).toBeVisible()
  await expect(
    page.getByText('El perfil de Tomás Primero quedó verificado. Le avisaremos por correo.'),
  ).toBeVisible()
  expect(await statusOf(first.id)).toBe('verified')
  expect(new URL(page.url()).pathname).toBe('/admin-dashboard')
  await expectOnDesk(page, 'Ana Segunda')
  await expect(page.getByText('1 perfil por revisar.')).toBeVisible()
  await expect(page.getByText('Paulina Mardones verificó a Tomás Primero')).toBeVisible()
  await expect(page.getByText('Paulina Mardones vio el carnet de Tomás Primero')).toBeVisible()
})

test('OPEN-02, OPEN-03 returned once with observations, sent again, then verified; all of it in the audit log', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  signInAsAdmin,
  database,
  app,
}) => {
  const lawyer = await makeWaitingLawyer({ name: 'Cristóbal Améstica', document: 'image' })
  await makeWaitingLawyer({ name: 'Berta Siguiente' })
  await signInAsAdmin()
  await visit(page, '/admin-dashboard')
  await expectOnDesk(page, 'Cristóbal Améstica')
  await page.getByRole('button', { name: 'Devolver con observaciones' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Devolver este perfil?' })
  await dialog.getByRole('button', { name: 'Devolver perfil' }).click()
  await expect(dialog.getByText('Escribe qué debe corregir el abogado.')).toBeVisible()
  expect(await statusOf(lawyer.id)).toBe('admin_pending')
  await dialog.getByRole('button', { name: 'La foto del carnet está cortada.' }).click()
  const reason = dialog.getByLabel('Observaciones')
  await expect(reason).toBeFocused()
  await page.keyboard.type(' Falta el reverso.')
  await expect(reason).toHaveValue('La foto del carnet está cortada. Falta el reverso.')
  // J and K do not navigate the queue while typing.
  await page.keyboard.press('j')
  await page.keyboard.press('Backspace')
  await dialog.getByRole('button', { name: 'Devolver perfil' }).click()
  await expect(page.getByText('Cristóbal Améstica recibirá tus observaciones por correo.')).toBeVisible()
  await expectOnDesk(page, 'Berta Siguiente')
  // The focused button is gone with the profile: the focus moves to the next profile.
  await expect(page.getByRole('heading', { name: 'Datos declarados' })).toBeFocused()
  expect(await statusOf(lawyer.id)).toBe('profile_pending')
  await expect(
    page.getByText(
      'Paulina Mardones devolvió a Cristóbal Améstica: «La foto del carnet está cortada. Falta el reverso.»',
    ),
  ).toBeVisible()
  await expect
    .poll(async () => {
      const mails = await page.request.get(`${app.url}/api/dev/mailbox?to=${lawyer.email}`)
      return ((await mails.json()) as { subject: string }[]).map((mail) => mail.subject)
    })
    .toEqual(['Tu perfil necesita correcciones'])

  await resubmitProfile(database.platform, lawyer.id)
  await visit(page, '/admin-dashboard')
  await queue(page)
    .getByRole('button', { name: /Cristóbal Améstica/ })
    .click()
  await expect(page.getByText(/^Devuelto el /)).toBeVisible()
  await verifyOnDesk(page, 'Cristóbal Améstica')
  await expect(page.getByText(VERIFIED_TITLE, { exact: true })).toBeVisible()
  expect(await statusOf(lawyer.id)).toBe('verified')
})

test('OPEN-03 a PDF shows in a frame, with headers that allow only our own pages to frame it; a missing document shows an error', async ({
  page,
  visit,
  makeWaitingLawyer,
  signInAsAdmin,
}) => {
  await makeWaitingLawyer({ name: 'Con Pdf', document: 'pdf', submittedAt: new Date(Date.now() - 9e6) })
  await makeWaitingLawyer({ name: 'Sin Archivo', document: 'missing' })
  await signInAsAdmin()
  await visit(page, '/admin-dashboard')
  const frame = page.locator('iframe[title="Carnet de identidad de Con Pdf"]')
  await expect(frame).toBeVisible()
  const answer = await page.request.get((await frame.getAttribute('src')) ?? '')
  expect(answer.status()).toBe(200)
  const headers = answer.headers()
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['x-frame-options']).not.toBe('DENY')
  await queue(page)
    .getByRole('button', { name: /Sin Archivo/ })
    .click()
  await expect(page.getByText('No se pudo abrir el documento.')).toBeVisible()
})

test('OPEN-03 by keyboard: J and K, the dialog and back; on a phone one profile at a time', async ({
  page,
  visit,
  makeWaitingLawyer,
  signInAsAdmin,
}) => {
  const since = (days: number) => new Date(Date.now() - days * 86_400_000)
  await makeWaitingLawyer({ name: 'Uno Primero', submittedAt: since(3) })
  await makeWaitingLawyer({ name: 'Dos Segundo', submittedAt: since(2) })
  await signInAsAdmin()
  await visit(page, '/admin-dashboard')
  await expectOnDesk(page, 'Uno Primero')
  await page.keyboard.press('j')
  await expectOnDesk(page, 'Dos Segundo')
  await page.keyboard.press('j')
  await expectOnDesk(page, 'Dos Segundo')
  await page.keyboard.press('k')
  await expectOnDesk(page, 'Uno Primero')
  const returnButton = page.getByRole('button', { name: 'Devolver con observaciones' })
  await returnButton.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(returnButton).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(queue(page)).toBeHidden()
  await expect(page.getByText('1 de 2')).toBeVisible()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expectOnDesk(page, 'Dos Segundo')
  await expect(page.getByText('2 de 2')).toBeVisible()
})

test('OPEN-03 an empty queue, data that do not load, and a profile that somebody else has decided', async ({
  page,
  visit,
  makeWaitingLawyer,
  signInAsAdmin,
  database,
}) => {
  await signInAsAdmin()
  await visit(page, '/admin-dashboard')
  await expect(page.getByRole('heading', { name: 'No hay perfiles por revisar.' })).toBeVisible()

  const lawyer = await makeWaitingLawyer({ name: 'Lenta Respuesta' })
  await page.route('**/api/rpc/verification/submission*', (route) => route.abort())
  await visit(page, '/admin-dashboard')
  await expect(page.getByRole('alert')).toContainText('No hay conexión con Amparo.', { timeout: 30_000 })
  await page.unroute('**/api/rpc/verification/submission*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expectOnDesk(page, 'Lenta Respuesta')

  await database.sql(
    `update review_submissions set outcome = 'returned', reason = 'x', decided_at = now() where lawyer_id = $1`,
    [lawyer.id],
  )
  for (const table of ['profiles', 'lawyer_profiles'])
    await database.sql(`update ${table} set verification_status = 'profile_pending' where id = $1`, [
      lawyer.id,
    ])
  await verifyOnDesk(page, 'Lenta Respuesta')
  await expect(page.getByText('El abogado aún no ha enviado su perfil a revisión.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No hay perfiles por revisar.' })).toBeVisible()
})

test('the keys V and D decide after a confirmation and are plain letters in text fields; the focus moves on', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  signInAsAdmin,
}) => {
  const since = (days: number) => new Date(Date.now() - days * 86_400_000)
  const [one, two] = [
    await makeWaitingLawyer({ name: 'Uno Primero', submittedAt: since(3) }),
    await makeWaitingLawyer({ name: 'Dos Segundo', submittedAt: since(2) }),
  ]
  await signInAsAdmin()
  await visit(page, '/admin-dashboard')
  await expectOnDesk(page, 'Uno Primero')

  // D asks for the reason; a V typed into it is a letter.
  await page.keyboard.press('d')
  const returnDialog = page.getByRole('dialog', { name: '¿Devolver este perfil?' })
  await returnDialog.getByLabel('Observaciones').fill('')
  await page.keyboard.type('vd')
  await expect(returnDialog.getByLabel('Observaciones')).toHaveValue('vd')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(returnDialog).toHaveCount(0)

  // V asks for confirmation, too, but not together with a modifier key.
  await page.keyboard.press('Control+v')
  await page.keyboard.press('v')
  const confirmByKeys = async (name: string, id: string) => {
    const dialog = page.getByRole('dialog', { name: `¿Verificar a ${name}?` })
    await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    expect(await statusOf(id)).toBe('admin_pending')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Verificar perfil' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await confirmByKeys('Uno Primero', one.id)
  await expectOnDesk(page, 'Dos Segundo')
  await expect(page.getByRole('heading', { name: 'Datos declarados' })).toBeFocused()
  expect(await statusOf(one.id)).toBe('verified')

  await page.keyboard.press('v')
  await confirmByKeys('Dos Segundo', two.id)
  await expect(page.getByRole('heading', { name: 'No hay perfiles por revisar.' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Perfiles por revisar' })).toBeFocused()
  expect(await statusOf(two.id)).toBe('verified')
})

test('on a phone the next profile starts in view; a failed request keeps the dialog open', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  signInAsAdmin,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const one = await makeWaitingLawyer({
    name: 'Uno Primero',
    submittedAt: new Date(Date.now() - 9e6),
    document: 'image',
  })
  await makeWaitingLawyer({ name: 'Dos Segundo', document: 'image' })
  await signInAsAdmin()
  await visit(page, '/admin-dashboard')
  await expectOnDesk(page, 'Uno Primero')
  await page.route('**/api/rpc/verification/verify', (route) => route.abort())
  await verifyOnDesk(page, 'Uno Primero')
  const question = page.getByRole('dialog', { name: '¿Verificar a Uno Primero?' })
  await expect(question.getByRole('alert')).toContainText('No hay conexión con Amparo.')
  expect(await statusOf(one.id)).toBe('admin_pending')
  await page.unroute('**/api/rpc/verification/verify')
  await question.getByRole('button', { name: 'Verificar perfil' }).click()
  await expectOnDesk(page, 'Dos Segundo')
  await expect(page.getByText('1 de 1')).toBeInViewport()
})

test('PLZ-78 «Reglas y directorio» says the version, the oldest review, what is overdue and what is unconfirmed', async ({
  page,
  visit,
  signInAsAdmin,
}) => {
  await signInAsAdmin()
  await visit(page, '/admin-dashboard')
  const rows = page.getByRole('region', { name: 'Reglas y directorio' }).getByRole('listitem')
  await expect(rows).toHaveText([
    /^Reglas de plazos.*revisi(ón|ones) vencidas?Versión \d+, \d+ en total, \d+ por confirmar\. Revisión más antigua: \d+ de \w+ de \d{4}\.$/,
    /^Directorio de ayuda gratuita.*Versión \d+, \d+ en total, \d+ por confirmar\. Revisión más antigua: \d+ de \w+ de \d{4}\.$/,
  ])
})
