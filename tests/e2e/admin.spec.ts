import type { Page } from '@playwright/test'
import { waitingDays, waitingText } from '../../src/capabilities/verification/ui/waiting.ts'
import { dayOf } from '../../src/chile/dates.ts'
import { sendAgain } from '../support/review.ts'
import { DONE, expect, test, verifyButton, verifyHere } from './review-fixtures.ts'

const queueOf = (page: Page) => page.getByRole('navigation', { name: 'Perfiles por revisar' })
const onDesk = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 3, name })).toBeVisible()

test('first-time 15, ROU-23, OPEN-03, ADM-14, ADM-15 from the queue: the document beside the data, verified in place, then the next one', async ({
  page,
  visit,
  waiting,
  statusOf,
  asAdmin,
  database,
}) => {
  // Middays: an hour that a clock change adds or takes brings none to another day.
  const { year, month, day } = dayOf(new Date())
  const since = (days: number) => new Date(Date.UTC(year, month - 1, day - days, 16))
  await waiting({ name: 'Ana Segunda', since: since(1) })
  const first = await waiting({ name: 'Tomás Primero', since: since(4), document: 'image' })
  const admin = await asAdmin()
  await visit(page, '/admin-dashboard')
  await expect(page).toHaveTitle('Panel de Administración · Amparo')
  // Midnight may have passed since.
  const [longest, shortest] = [4, 1].map((days) => waitingText(waitingDays(since(days), new Date())))
  await expect(page.getByText(`2 perfiles por revisar. El más antiguo espera hace ${longest}.`)).toBeVisible()
  await expect(queueOf(page).getByRole('listitem')).toHaveText([
    new RegExp(`Tomás Primero.*${longest}`),
    new RegExp(`Ana Segunda.*${shortest}`),
  ])
  await onDesk(page, 'Tomás Primero')
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
  // Looking closer is not another view.
  expect(await views()).toHaveLength(1)

  // Asked first, by name; «Cancelar» changes nothing.
  await verifyButton(page).click()
  const question = page.getByRole('dialog', { name: '¿Verificar a Tomás Primero?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(question).toHaveCount(0)
  expect(await statusOf(first.id)).toBe('admin_pending')

  await verifyHere(page, 'Tomás Primero')
  await expect(page.getByText(DONE, { exact: true })).toBeVisible()
  await expect(
    page.getByText('El perfil de Tomás Primero quedó verificado. Le avisaremos por correo.'),
  ).toBeVisible()
  expect(await statusOf(first.id)).toBe('verified')
  expect(new URL(page.url()).pathname).toBe('/admin-dashboard')
  await onDesk(page, 'Ana Segunda')
  await expect(page.getByText('1 perfil por revisar.')).toBeVisible()
  await expect(page.getByText('Paulina Mardones verificó a Tomás Primero')).toBeVisible()
  await expect(page.getByText('Paulina Mardones vio el carnet de Tomás Primero')).toBeVisible()
})

test('OPEN-02, OPEN-03 returned once with observations, sent again, then verified; all of it in the register', async ({
  page,
  visit,
  waiting,
  statusOf,
  asAdmin,
  database,
  app,
}) => {
  const lawyer = await waiting({ name: 'Cristóbal Améstica', document: 'image' })
  await waiting({ name: 'Berta Siguiente' })
  await asAdmin()
  await visit(page, '/admin-dashboard')
  await onDesk(page, 'Cristóbal Améstica')
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
  // Letters typed here do not walk through the queue.
  await page.keyboard.press('j')
  await page.keyboard.press('Backspace')
  await dialog.getByRole('button', { name: 'Devolver perfil' }).click()
  await expect(page.getByText('Cristóbal Améstica recibirá tus observaciones por correo.')).toBeVisible()
  await onDesk(page, 'Berta Siguiente')
  // The button that had the focus went with the profile: the keyboard goes on with the next one.
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

  await sendAgain(database.platform, lawyer.id)
  await visit(page, '/admin-dashboard')
  await queueOf(page)
    .getByRole('button', { name: /Cristóbal Améstica/ })
    .click()
  await expect(page.getByText(/^Devuelto el /)).toBeVisible()
  await verifyHere(page, 'Cristóbal Améstica')
  await expect(page.getByText(DONE, { exact: true })).toBeVisible()
  expect(await statusOf(lawyer.id)).toBe('verified')
})

test('OPEN-03 a PDF is framed, with headers that let only us frame it; a document that is gone says so', async ({
  page,
  visit,
  waiting,
  asAdmin,
}) => {
  await waiting({ name: 'Con Pdf', document: 'pdf', since: new Date(Date.now() - 9e6) })
  await waiting({ name: 'Sin Archivo', document: 'missing' })
  await asAdmin()
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
  await queueOf(page)
    .getByRole('button', { name: /Sin Archivo/ })
    .click()
  await expect(page.getByText('No se pudo abrir el documento.')).toBeVisible()
})

test('OPEN-03 by keyboard: J and K, the dialog and back; on a phone one profile at a time', async ({
  page,
  visit,
  waiting,
  asAdmin,
}) => {
  const since = (days: number) => new Date(Date.now() - days * 86_400_000)
  await waiting({ name: 'Uno Primero', since: since(3) })
  await waiting({ name: 'Dos Segundo', since: since(2) })
  await asAdmin()
  await visit(page, '/admin-dashboard')
  await onDesk(page, 'Uno Primero')
  await page.keyboard.press('j')
  await onDesk(page, 'Dos Segundo')
  await page.keyboard.press('j')
  await onDesk(page, 'Dos Segundo')
  await page.keyboard.press('k')
  await onDesk(page, 'Uno Primero')
  const back = page.getByRole('button', { name: 'Devolver con observaciones' })
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(back).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(queueOf(page)).toBeHidden()
  await expect(page.getByText('1 de 2')).toBeVisible()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await onDesk(page, 'Dos Segundo')
  await expect(page.getByText('2 de 2')).toBeVisible()
})

test('OPEN-03 an empty queue, data that do not come, and a profile that somebody else decided', async ({
  page,
  visit,
  waiting,
  asAdmin,
  database,
}) => {
  await asAdmin()
  await visit(page, '/admin-dashboard')
  await expect(page.getByRole('heading', { name: 'No hay perfiles por revisar.' })).toBeVisible()

  const lawyer = await waiting({ name: 'Lenta Respuesta' })
  await page.route('**/api/rpc/verification/submission*', (route) => route.abort())
  await visit(page, '/admin-dashboard')
  await expect(page.getByRole('alert')).toContainText('No hay conexión con Amparo.', { timeout: 30_000 })
  await page.unroute('**/api/rpc/verification/submission*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await onDesk(page, 'Lenta Respuesta')

  await database.sql(
    `update review_submissions set outcome = 'returned', reason = 'x', decided_at = now() where lawyer_id = $1`,
    [lawyer.id],
  )
  for (const table of ['profiles', 'lawyer_profiles'])
    await database.sql(`update ${table} set verification_status = 'profile_pending' where id = $1`, [
      lawyer.id,
    ])
  await verifyHere(page, 'Lenta Respuesta')
  await expect(page.getByText('El abogado aún no ha enviado su perfil a revisión.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No hay perfiles por revisar.' })).toBeVisible()
})

test('first-time 15: V and D decide by keyboard, ask first, and are letters where one types; the focus goes on', async ({
  page,
  visit,
  waiting,
  statusOf,
  asAdmin,
}) => {
  const since = (days: number) => new Date(Date.now() - days * 86_400_000)
  const [one, two] = [
    await waiting({ name: 'Uno Primero', since: since(3) }),
    await waiting({ name: 'Dos Segundo', since: since(2) }),
  ]
  await asAdmin()
  await visit(page, '/admin-dashboard')
  await onDesk(page, 'Uno Primero')

  // D asks for the reason; a V in it is a letter.
  await page.keyboard.press('d')
  const back = page.getByRole('dialog', { name: '¿Devolver este perfil?' })
  await back.getByLabel('Observaciones').fill('')
  await page.keyboard.type('vd')
  await expect(back.getByLabel('Observaciones')).toHaveValue('vd')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(back).toHaveCount(0)

  // V asks too, once however long it is held, and not together with a modifier.
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
  await onDesk(page, 'Dos Segundo')
  await expect(page.getByRole('heading', { name: 'Datos declarados' })).toBeFocused()
  expect(await statusOf(one.id)).toBe('verified')

  await page.keyboard.press('v')
  await confirmByKeys('Dos Segundo', two.id)
  await expect(page.getByRole('heading', { name: 'No hay perfiles por revisar.' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Perfiles por revisar' })).toBeFocused()
  expect(await statusOf(two.id)).toBe('verified')
})

test('first-time 15: on a phone the next profile starts in sight; a lost answer keeps the question', async ({
  page,
  visit,
  waiting,
  statusOf,
  asAdmin,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const one = await waiting({ name: 'Uno Primero', since: new Date(Date.now() - 9e6), document: 'image' })
  await waiting({ name: 'Dos Segundo', document: 'image' })
  await asAdmin()
  await visit(page, '/admin-dashboard')
  await onDesk(page, 'Uno Primero')
  await page.route('**/api/rpc/verification/verify', (route) => route.abort())
  await verifyHere(page, 'Uno Primero')
  const question = page.getByRole('dialog', { name: '¿Verificar a Uno Primero?' })
  await expect(question.getByRole('alert')).toContainText('No hay conexión con Amparo.')
  expect(await statusOf(one.id)).toBe('admin_pending')
  await page.unroute('**/api/rpc/verification/verify')
  await question.getByRole('button', { name: 'Verificar perfil' }).click()
  await onDesk(page, 'Dos Segundo')
  await expect(page.getByText('1 de 1')).toBeInViewport()
})
