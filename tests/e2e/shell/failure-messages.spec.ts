import { makeProposal } from '../../../src/demo-data/conversations.ts'
import { expectNoToast, log, toasts, typeAndSend } from '../chat/chat-page.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { CLIENT_NAME, LAWYER_NAME, openChat, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { TOAST_DISMISS_TIMEOUT_MS } from '../harness/input-method.ts'

test('AUT-29 a failed log-out shows an error, and the user is still signed in', async ({
  parties,
  pageAs,
}) => {
  const page = await pageAs(parties.client)
  await visitPage(page, '/edit-profile')
  await page.route('**/api/rpc/accounts/logout', (route) => route.abort())
  const leave = page.getByRole('banner').getByRole('button', { name: 'Salir' })
  await leave.click()
  await expect(toasts(page).getByText('Error', { exact: true })).toBeVisible()
  await expect(toasts(page).getByText(/^Error al cerrar sesión: ./)).toBeVisible()
  await expect(leave).toBeEnabled()
  await page.unrouteAll()
  await leave.click()
  await expect(toasts(page).getByText('Has cerrado sesión correctamente.')).toBeVisible()
})

test('OPEN-66, CHA-13 if the toast code fails to load, a plain alert shows, with the title', async ({
  parties,
  pageAs,
}) => {
  const page = await pageAs(parties.client)
  await page.route(/toast-region|chat\/send/, (route) => route.abort())
  await openChat(page, LAWYER_NAME)
  await typeAndSend(page, 'Hola')
  await expect(toasts(page).getByRole('alert')).toContainText('Error al enviar')
  await expect(toasts(page).getByRole('alert')).toContainText('Se enviará cuando vuelva la conexión.')
  await expectAccessible(page)
})

test('OPEN-66 a toast whose code loads at the second try, and was requested twice, stays', async ({
  page,
  visit,
}) => {
  await visit(page, '/login')
  let tries = 0
  await page.route('**/toast-region-*.js*', async (route) => {
    tries += 1
    if (tries === 1) return route.abort()
    await new Promise((go) => setTimeout(go, tries * 500))
    await route.continue()
  })
  await page.getByLabel('Correo').fill('nadie@prueba.test')
  await page.getByLabel('Contraseña', { exact: true }).fill('secreta1')
  await page.getByRole('main').getByRole('button', { name: 'Iniciar Sesión' }).click()
  const errorToast = toasts(page).getByText('Error de inicio de sesión')
  await expect(errorToast).toBeVisible()
  // By then a second copy of the code would have loaded, which would start without toasts.
  await page.waitForTimeout(2_000)
  await expect(errorToast).toBeVisible()
})

test('H-08, OPEN-66 a toast stays next to the notice of a page that cannot be reached', async ({
  page,
  visit,
}) => {
  await visit(page, '/register')
  const roleToast = toasts(page).getByText('Selección de Rol Requerida')
  await expect(roleToast).toBeVisible()
  await page.route(/\/assets\/.*\.js|\.data\b|__manifest/, (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('No se pudo abrir la página.')).toBeVisible()
  await expect(roleToast).toBeVisible()
})

test('AUT-30, COL-12 failures that are only logged show no toast', async ({ parties, pageAs, database }) => {
  const page = await pageAs(parties.lawyer)
  let requests = 0
  await page.route('**/api/rpc/chat/unreadTotal*', (route) => {
    requests++
    return route.abort()
  })
  await database.sql('alter table lawyer_profiles rename column experience to experience_lost')
  try {
    await visitPage(page, '/find-colleagues')
    await expect(page.getByText('No pudimos cargar la lista')).toBeVisible({ timeout: 20_000 })
    // It gives up after the third try.
    await expect.poll(() => requests).toBeGreaterThan(2)
    await expectNoToast(page)
  } finally {
    await database.sql('alter table lawyer_profiles rename column experience_lost to experience')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('No pudimos cargar la lista')).toHaveCount(0)
  await expect(toasts(page)).toHaveText('', { timeout: TOAST_DISMISS_TIMEOUT_MS })
})

test('CHA-10 text, system message and proposal each look different', async ({
  parties,
  pageAs,
  database,
}) => {
  await makeProposal(
    database.platform,
    { chatId: parties.chatId, lawyerId: parties.lawyer.id },
    { summary: 'Demanda por despido', fee: 450_000 },
  )
  const page = await pageAs(parties.lawyer)
  await openChat(page, CLIENT_NAME)
  const bubble = log(page).locator('[data-message] > p[dir]', { hasText: 'Buenas tardes' })
  await expect(bubble).toBeVisible()
  // The proposal is a card with its details, the system message a line without a bubble.
  await expect(log(page).getByText('Demanda por despido')).toBeVisible()
  await expect(log(page).getByText('$450.000')).toBeVisible()
  const systemMessage = log(page)
    .getByText(/propuesta/i)
    .last()
  const backgrounds = await Promise.all(
    [bubble, systemMessage].map((part) =>
      part.evaluate((element) => getComputedStyle(element).backgroundColor),
    ),
  )
  expect(new Set(backgrounds).size).toBe(2)
})

test('OPEN-66 a page that fails on the server shows an error with the reference that is in the log, and «Reintentar» loads it', async ({
  parties,
  pageAs,
  database,
  app,
}) => {
  const page = await pageAs(parties.client)
  await database.sql('alter table session rename to session_lost')
  try {
    const answer = await page.goto('/dashboard')
    expect(answer?.status()).toBe(500)
    await expect(page.getByRole('heading', { name: 'Algo salió mal' })).toBeVisible()
    const errorText = (await page.getByText(/esta referencia/).textContent()) ?? ''
    const reference = /[0-9a-f]{8}$/.exec(errorText)?.[0] ?? 'none'
    await app.waitForLog(({ requestId, err }) => String(requestId).startsWith(reference) && err !== undefined)
    expect(await page.content()).not.toMatch(/session_lost|relation|at \w+ \(/)
    await expectAccessible(page)
  } finally {
    await database.sql('alter table session_lost rename to session')
  }
  await page.getByRole('link', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Panel|Hola/ })).toBeVisible()
})
