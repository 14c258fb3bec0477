import { once } from 'node:events'
import http from 'node:http'
import { startAppProcess } from '../../support/app/app-process.ts'
import { createReviewToken, createWaitingLawyer, resubmitProfile } from '../../support/data/waiting-lawyer.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { reload } from '../harness/input-method.ts'
import {
  ALREADY_VERIFIED,
  expect,
  test,
  VERIFIED_TITLE,
  verifyButton,
  verifyOnDesk,
} from './review-fixtures.ts'

const panel = (id: string, token?: string) =>
  `/admin/verify-profile?p_lawyer_id=${id}${token ? `&token=${token}` : ''}`

test('ROU-22, ADM-07 to ADM-09, OPEN-05 the e-mailed link verifies on load; URL and history keep no token', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  signInAsAdmin,
  database,
}) => {
  const lawyer = await makeWaitingLawyer()
  const token = await createReviewToken(database.platform, lawyer.submissionId)
  const second = await createReviewToken(database.platform, lawyer.submissionId)
  await signInAsAdmin()
  const referers: string[] = []
  page.on('request', (request) => referers.push(request.headers().referer ?? ''))
  await visit(page, panel(lawyer.id, token))
  await expect(page).toHaveTitle('Panel de Verificación de Admin · Amparo')
  await expect(page.getByRole('heading', { level: 1, name: 'Panel de Verificación de Admin' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: VERIFIED_TITLE })).toBeVisible()
  expect(await statusOf(lawyer.id)).toBe('verified')
  await expect(page).not.toHaveURL(/token=/)
  expect(page.url()).not.toContain(token)
  expect(JSON.stringify(await page.evaluate(() => history.state))).not.toContain(token)
  expect(referers.join()).not.toContain(token)
  expect(await page.content()).not.toContain(token)

  await visit(page, panel(lawyer.id, second))
  await expect(page.getByRole('heading', { name: 'Sin Acción Requerida' })).toBeVisible()
  await expect(page.getByText('Este abogado ya estaba verificado.')).toBeVisible()
  await page.getByRole('link', { name: 'Volver al inicio' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('ROU-11, ADM-01, ADM-02, OPEN-05 /verify-profile/{id} with a token verifies on load; a reload asks first, then shows why it cannot (TRAP-13)', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  signInAsAdmin,
  database,
}) => {
  const lawyer = await makeWaitingLawyer()
  const token = await createReviewToken(database.platform, lawyer.submissionId)
  await signInAsAdmin()
  await visit(page, `/verify-profile/${lawyer.id}?token=${token}`)
  await expect(page.getByRole('heading', { level: 1, name: VERIFIED_TITLE })).toBeVisible()
  expect(await statusOf(lawyer.id)).toBe('verified')
  await expect(page).not.toHaveURL(/token=/)
  await reload(page)
  await verifyButton(page).click()
  await expect(page.getByRole('alert')).toContainText(ALREADY_VERIFIED)
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.waitForURL('**/admin-dashboard')
})

test('OPEN-05 a visitor with the link signs in and returns: only then it verifies, and the token is never sent to /login', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  makeAccount,
  database,
  app,
}) => {
  const lawyer = await makeWaitingLawyer()
  const admin = await makeAccount({ role: 'admin' })
  const token = await createReviewToken(database.platform, lawyer.submissionId)
  await visit(page, panel(lawyer.id, token))
  await expect(page.getByRole('alert')).toContainText('Inicia sesión como administrador para continuar.')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.getByRole('main').getByRole('link', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL('**/login?volver=*')
  await page.getByLabel('Correo electrónico').fill(admin.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(admin.password)
  expect(await statusOf(lawyer.id)).toBe('admin_pending')
  await page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByRole('heading', { name: VERIFIED_TITLE })).toBeVisible()
  expect(new URL(page.url()).search).toBe(`?p_lawyer_id=${lawyer.id}`)
  expect(await statusOf(lawyer.id)).toBe('verified')
  expect(requests.join()).not.toContain(token)
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(token)
  expect(app.lines.join()).not.toContain(token)
})

/** Serves a page of a foreign site: for the browser, «localhost» is another site than 127.0.0.1. */
async function serveForeignSite(html: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = http.createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(html),
  )
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://localhost:${port}/`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('OPEN-05, ADM-16, TRAP-28, abuse 6: an administrator lured by another site verifies nobody', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  signInAsAdmin,
  database,
  app,
}) => {
  // It loads sixteen pages.
  test.slow()
  const lawyer = await makeWaitingLawyer({ name: 'Rodrigo Impaciente' })
  const other = await makeWaitingLawyer()
  await signInAsAdmin()
  const foreign = await createReviewToken(database.platform, other.submissionId)
  const expired = await createReviewToken(database.platform, lawyer.submissionId, { seconds: -1 })
  // URLs without a token, and with a guessed, an expired and another profile's token.
  for (const path of [
    `/verify-profile/${lawyer.id}`,
    panel(lawyer.id),
    panel(lawyer.id, 'inventado'),
    panel(lawyer.id, expired),
    panel(lawyer.id, foreign),
    `/verify-profile/${lawyer.id}?token=${foreign}&confirmed=true`,
  ]) {
    await visit(page, path)
    await expect(page.getByRole('heading', { name: '¿Verificar a Rodrigo Impaciente?' })).toBeVisible()
    await reload(page)
    await expect(verifyButton(page)).toBeVisible()
  }
  await visit(page, panel(lawyer.id, expired))
  await expect(
    page.getByText('El enlace no es válido o ha expirado. Revisa el perfil y verifica con el botón.'),
  ).toBeVisible()

  // From another site: a link, a frame, an image, a form and a prefetch.
  const site = await serveForeignSite(`<meta charset="utf-8">
    <link rel="prefetch" href="${app.url}${panel(lawyer.id)}">
    <iframe src="${app.url}/verify-profile/${lawyer.id}"></iframe>
    <img src="${app.url}/verify-profile/${lawyer.id}">
    <form method="post" action="${app.url}/api/verification/verify" enctype="text/plain">
      <input name='{"lawyerId":"${lawyer.id}","confirmed":true,"x":"' value='"}'><button>Premio</button></form>
    <a href="${app.url}/verify-profile/${lawyer.id}">Gratis</a>`)
  await page.goto(site.url)
  const [refused] = await Promise.all([
    page.waitForResponse('**/api/verification/verify'),
    page.getByRole('button', { name: 'Premio' }).click(),
  ])
  expect(refused.status()).toBe(403)
  await page.goto(site.url)
  expect(page.frames()[1]?.url()).not.toContain('/verify-profile/')
  await page.getByRole('link', { name: 'Gratis' }).click()
  await site.close()
  await expect(verifyButton(page)).toBeVisible()
  expect(await statusOf(lawyer.id)).toBe('admin_pending')
  expect(await statusOf(other.id)).toBe('admin_pending')

  // Only the button verifies.
  await verifyButton(page).click()
  await expect(page.getByRole('heading', { name: VERIFIED_TITLE })).toBeVisible()
  expect(await statusOf(lawyer.id)).toBe('verified')
})

test('OPEN-02 a profile sent again after the page was opened is not verified by its button', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  signInAsAdmin,
  database,
}) => {
  const lawyer = await makeWaitingLawyer({ name: 'Rodrigo Cambiante' })
  await signInAsAdmin()
  await visit(page, `/verify-profile/${lawyer.id}`)
  await expect(page.getByRole('heading', { name: '¿Verificar a Rodrigo Cambiante?' })).toBeVisible()
  const returnProfile =
    "update review_submissions set outcome = 'returned', reason = 'x', decided_at = now() where id = $1"
  await database.sql(returnProfile, [lawyer.submissionId])
  await resubmitProfile(database.platform, lawyer.id)
  await verifyButton(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'El abogado volvió a enviar su perfil después de que lo abriste. Revísalo de nuevo.',
  )
  expect(await statusOf(lawyer.id)).toBe('admin_pending')
  await reload(page)
  await verifyButton(page).click()
  await expect(page.getByRole('heading', { name: VERIFIED_TITLE })).toBeVisible()
})

test('ADM-03, ADM-16, OPEN-01 client and lawyer read that they may not verify, and nothing is sent', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  makeAccount,
  signIn,
  database,
}) => {
  const lawyer = await makeWaitingLawyer()
  const token = await createReviewToken(database.platform, lawyer.submissionId)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/verification/')) calls.push(request.url())
  })
  for (const account of [await makeAccount(), lawyer]) {
    await signIn(page, account)
    for (const path of [`/verify-profile/${lawyer.id}?token=${token}`, panel(lawyer.id, token)]) {
      await visit(page, path)
      await expect(page.getByRole('alert')).toContainText('No tienes permisos para verificar abogados.')
      await expect(verifyButton(page)).toHaveCount(0)
    }
  }
  await visit(page, `/verify-profile/${lawyer.id}`)
  await page.getByRole('link', { name: 'Volver' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(calls).toEqual([])
  expect(await statusOf(lawyer.id)).toBe('admin_pending')
})

test('ADM-04, ADM-10 without an id', async ({ page, visit, signInAsAdmin }) => {
  await signInAsAdmin()
  await visit(page, '/verify-profile')
  await expect(page.getByRole('alert')).toContainText(
    'No se proporcionó un ID de abogado para la verificación.',
  )
  await visit(page, '/admin/verify-profile')
  await expect(page.getByRole('alert')).toContainText('ID de abogado no encontrado en la URL.')
  for (const id of ['nada', '00000000-0000-4000-8000-000000000000']) {
    await visit(page, `/verify-profile/${id}`)
    await verifyButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Abogado no encontrado.')
  }
})

test('ADM-05, ADM-06, ADM-11 failures: each page shows its own text, and a retry works', async ({
  page,
  visit,
  makeWaitingLawyer,
  statusOf,
  signInAsAdmin,
}) => {
  await signInAsAdmin()
  const [one, two] = [await makeWaitingLawyer(), await makeWaitingLawyer()]
  for (const [path, text, id] of [
    [
      `/verify-profile/${one.id}`,
      'Ocurrió un error al procesar la verificación. Por favor, contacta a soporte.',
      one.id,
    ],
    [panel(two.id), 'Ocurrió un error inesperado durante la verificación.', two.id],
  ] as const) {
    await visit(page, path)
    await page.route('**/api/rpc/verification/verify', (route) => route.abort())
    await verifyButton(page).click()
    await expect(page.getByRole('alert')).toContainText(text)
    await page.unroute('**/api/rpc/verification/verify')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('heading', { name: VERIFIED_TITLE })).toBeVisible()
    expect(await statusOf(id)).toBe('verified')
  }
})

test('ADM-12, CAL-13 the verification is kept when the e-mail cannot be sent, on both pages and on the review desk', async ({
  page,
}) => {
  const database = await createTestDatabase('dead-mail')
  // Nothing listens on this port.
  const app = await startAppProcess({ databaseUrl: database.url, env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  try {
    const { makeAccount } = await import('../../../src/demo-data/accounts.ts')
    const admin = await makeAccount(database.platform.db, { role: 'admin' })
    const { email, password } = admin
    await page.request.post(`${app.url}/api/accounts/login`, {
      data: { email, password },
      headers: { origin: app.url },
    })
    for (const path of [(id: string) => `/verify-profile/${id}`, panel]) {
      const lawyer = await createWaitingLawyer(database.platform)
      await page.goto(app.url + path(lawyer.id))
      await verifyButton(page).click()
      await expect(page.getByRole('heading', { name: 'Verificación exitosa, pero...' })).toBeVisible()
      await expect(
        page.getByText('El abogado fue verificado, pero no se pudo enviar el correo de aviso.'),
      ).toBeVisible()
    }
    const lawyer = await createWaitingLawyer(database.platform)
    await page.goto(`${app.url}/admin-dashboard`)
    await verifyOnDesk(page, lawyer.name)
    await expect(page.getByText('Verificación exitosa, pero...')).toBeVisible()
    await expect(
      page.getByText(
        `El perfil de ${lawyer.name} quedó verificado, pero no se pudo enviar el correo de aviso. Seguiremos intentando enviarlo.`,
      ),
    ).toBeVisible()
    await expect(page.getByText(VERIFIED_TITLE, { exact: true })).toHaveCount(0)
  } finally {
    await app.stop()
    await database.close()
  }
})
