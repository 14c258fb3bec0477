import { makeProposal } from '../../src/server/factories/conversations.ts'
import { expectNoToast, log, toasts, write } from './chat-page.ts'
import { expectClean } from './clean.ts'
import { expect } from './fixtures.ts'
import { TAKEN_BACK } from './hand.ts'
import { CLIENT, go, LAWYER, openChat, test } from './parties.ts'

test('AUT-29 a log-out that fails says so, and the person is still signed in', async ({
  parties,
  browserOf,
}) => {
  const page = await browserOf(parties.client)
  await go(page, '/edit-profile')
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

test('OPEN-66, CHA-13 a toast whose own program does not come is said plainly, with its title', async ({
  parties,
  browserOf,
}) => {
  const page = await browserOf(parties.client)
  await page.route(/toast-region|chat\/send/, (route) => route.abort())
  await openChat(page, LAWYER)
  await write(page, 'Hola')
  await expect(toasts(page).getByRole('alert')).toContainText('Error al enviar')
  await expect(toasts(page).getByRole('alert')).toContainText('Se enviará cuando vuelva la conexión.')
  await expectClean(page)
})

test('OPEN-66 a toast whose program comes at the second try, and was asked for twice, stays', async ({
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
  const said = toasts(page).getByText('Error de inicio de sesión')
  await expect(said).toBeVisible()
  // Longer than another copy of the program would take; it would begin with no toasts.
  await page.waitForTimeout(2_000)
  await expect(said).toBeVisible()
})

test('H-08, OPEN-66 what is being said goes on beside the notice of a page that cannot be reached', async ({
  page,
  visit,
}) => {
  await visit(page, '/register')
  const said = toasts(page).getByText('Selección de Rol Requerida')
  await expect(said).toBeVisible()
  await page.route(/\/assets\/.*\.js|\.data\b|__manifest/, (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText('No se pudo abrir la página.')).toBeVisible()
  await expect(said).toBeVisible()
})

test('AUT-30, COL-12 what is only logged when it fails brings no toast', async ({
  parties,
  browserOf,
  database,
}) => {
  const page = await browserOf(parties.lawyer)
  let asked = 0
  await page.route('**/api/rpc/chat/unreadTotal*', (route) => {
    asked++
    return route.abort()
  })
  await database.sql('alter table lawyer_profiles rename column experience to experience_lost')
  try {
    await go(page, '/find-colleagues')
    await expect(page.getByText('No pudimos cargar la lista')).toBeVisible({ timeout: 20_000 })
    // After the third time it gives up.
    await expect.poll(() => asked).toBeGreaterThan(2)
    await expectNoToast(page)
  } finally {
    await database.sql('alter table lawyer_profiles rename column experience_lost to experience')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('No pudimos cargar la lista')).toHaveCount(0)
  await expect(toasts(page)).toHaveText('', { timeout: TAKEN_BACK })
})

test('CHA-10 text, system message and proposal each look different', async ({
  parties,
  browserOf,
  database,
}) => {
  await makeProposal(
    database.platform,
    { chatId: parties.chatId, lawyerId: parties.lawyer.id },
    { summary: 'Demanda por despido', fee: 450_000 },
  )
  const page = await browserOf(parties.lawyer)
  await openChat(page, CLIENT)
  const bubble = log(page).locator('[data-message] > p[dir]', { hasText: 'Buenas tardes' })
  await expect(bubble).toBeVisible()
  // The card is a group of its own with its facts, the system message a line without a bubble.
  await expect(log(page).getByText('Demanda por despido')).toBeVisible()
  await expect(log(page).getByText('$450.000')).toBeVisible()
  const line = log(page)
    .getByText(/propuesta/i)
    .last()
  const looks = await Promise.all(
    [bubble, line].map((part) => part.evaluate((element) => getComputedStyle(element).backgroundColor)),
  )
  expect(new Set(looks).size).toBe(2)
})

test('OPEN-66 a page that cannot be made says so, with the reference that the log has, and «Reintentar» makes it', async ({
  parties,
  browserOf,
  database,
  app,
}) => {
  const page = await browserOf(parties.client)
  await database.sql('alter table session rename to session_lost')
  try {
    const answer = await page.goto('/dashboard')
    expect(answer?.status()).toBe(500)
    await expect(page.getByRole('heading', { name: 'Algo salió mal' })).toBeVisible()
    const told = (await page.getByText(/esta referencia/).textContent()) ?? ''
    const reference = /[0-9a-f]{8}$/.exec(told)?.[0] ?? 'none'
    await app.logged(({ requestId, err }) => String(requestId).startsWith(reference) && err !== undefined)
    expect(await page.content()).not.toMatch(/session_lost|relation|at \w+ \(/)
    await expectClean(page)
  } finally {
    await database.sql('alter table session_lost rename to session')
  }
  await page.getByRole('link', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Panel|Hola/ })).toBeVisible()
})
