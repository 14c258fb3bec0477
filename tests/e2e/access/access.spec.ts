import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { reload, TOAST_DISMISS_TIMEOUT_MS } from '../harness/input-method.ts'

const email = () => `persona-${crypto.randomUUID().slice(0, 8)}@prueba.test`
const password = (page: Page) => page.getByLabel('Contraseña', { exact: true })

async function chooseInBar(page: Page, role: 'Soy Cliente' | 'Soy Abogado') {
  await page.getByRole('button', { name: 'Registrarse' }).click()
  await expect(page.getByRole('dialog', { name: '¿Cómo quieres unirte?' })).toBeVisible()
  await page.getByRole('button', { name: role }).click()
  await page.waitForURL('**/register')
}

async function fillRegistration(page: Page, person: { name: string; email: string; password: string }) {
  await page.getByLabel('Nombre completo').fill(person.name)
  await page.getByLabel('Correo electrónico').fill(person.email)
  await password(page).fill(person.password)
  await page.getByLabel('Confirmar contraseña').fill(person.password)
}

const submitRegistration = (page: Page) =>
  page.locator('form').getByRole('button', { name: 'Registrarse' }).click()

async function logIn(page: Page, person: { email: string; password: string }) {
  await page.getByLabel('Correo electrónico').fill(person.email)
  await password(page).fill(person.password)
  await page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }).click()
}

test('AUT-01, OPEN-70 by keyboard: address, Tab, password, Enter', async ({ page, makeAccount, visit }) => {
  const { email, password } = await makeAccount()
  await visit(page, '/login')
  await page.getByLabel('Correo').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})

test('NAV-03 to NAV-06, AUT-07, AUT-14, AUT-16, AUT-28, AUT-03 a visitor registers as client from the bar, leaves and comes back', async ({
  page,
  visit,
}) => {
  const person = { name: 'Camila Rojas Fuentes', email: email(), password: 'secreta1' }
  await visit(page, '/login')
  await chooseInBar(page, 'Soy Cliente')
  await expect(page.getByText('Te registras como Cliente')).toBeVisible()
  await fillRegistration(page, person)
  await submitRegistration(page)

  await expect(page.getByText('¡Registro exitoso!')).toBeVisible()
  await expect(
    page.getByText('Tu cuenta ha sido creada. Sigue los siguientes pasos para completar tu perfil.'),
  ).toBeVisible()
  await page.waitForURL('**/dashboard')
  await expect(page.getByRole('heading', { name: 'Panel de Cliente' })).toBeVisible()
  // TRAP-18: one toast, no «¡Bienvenido!» at registration.
  await expect(page.getByText('¡Bienvenido!')).toHaveCount(0, { timeout: TOAST_DISMISS_TIMEOUT_MS })
  await expect(page.getByRole('banner').getByText(person.name)).toBeVisible()

  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page.getByText('Sesión cerrada', { exact: true })).toBeVisible()
  await expect(page.getByText('Has cerrado sesión correctamente.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Salir' })).toHaveCount(0)

  await visit(page, '/dashboard')
  await page.waitForURL('**/login?volver=%2Fdashboard')
  await logIn(page, person)
  await expect(page.getByText('¡Bienvenido!')).toBeVisible()
  await expect(page.getByText('Has iniciado sesión correctamente.')).toBeVisible()
  await page.waitForURL('**/dashboard')
})

test('HOM-07, HOM-13 to HOM-15, AUT-15, AUT-19 a lawyer registers from the home page with the keyboard', async ({
  page,
  visit,
  database,
}) => {
  const person = { name: 'Andrés Contreras Muñoz', email: email(), password: 'secreta1' }
  await visit(page, '/')
  await page.getByRole('button', { name: 'Comenzar Ahora' }).click()
  const next = page.getByRole('button', { name: 'Siguiente' })
  await expect(next).toBeDisabled()
  for (const role of ['Cliente', 'Abogado'])
    await expect(page.getByRole('dialog').getByText(role, { exact: true })).toBeVisible()
  await page.getByRole('radio', { name: 'Abogado' }).focus()
  await page.keyboard.press('Space')
  await expect(next).toBeEnabled()
  await next.press('Enter')
  await page.waitForURL('**/register')
  await expect(page.getByText('Te registras como Abogado')).toBeVisible()
  await fillRegistration(page, person)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/onboarding/verify-email')
  const rows = await database.sql<{ role: string; status: string }>(
    `select p.role, l.verification_status as status from profiles p join lawyer_profiles l using (id) where p.email = '${person.email}'`,
  )
  expect(rows).toEqual([{ role: 'lawyer', status: 'email_pending' }])
})

test('GEN-09 the role dialog closes with Escape and returns the focus', async ({ page, visit }) => {
  await visit(page, '/')
  const opener = page.getByRole('button', { name: 'Comenzar Ahora' })
  await opener.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/')
})

test('AUT-05, HOM-16 «Regístrate aquí» opens the dialog on / once, and not again after a reload', async ({
  page,
  visit,
}) => {
  await visit(page, '/login')
  await page.getByRole('link', { name: 'Regístrate aquí' }).click()
  await expect(page.getByRole('dialog', { name: '¿Cómo quieres unirte?' })).toBeVisible()
  // The state that opens the dialog is gone. Checked here because the dialog's code may load late after the
  // reload.
  expect(await page.evaluate(() => history.state.usr)).toBeNull()
  await reload(page)
  await expect(page.getByRole('button', { name: 'Comenzar Ahora' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('ROU-38, OPEN-68 /register without a role explains it and redirects home; the query cannot set the role', async ({
  page,
  visit,
}) => {
  await visit(page, '/register?role=client')
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText('Selección de Rol Requerida')).toBeVisible()
  await expect(page.getByText('Elige si quieres registrarte como Abogado o Cliente.')).toBeVisible()
})

test('AUT-06, AUT-17 the chosen role is kept on /login and after a reload of /register', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  await chooseInBar(page, 'Soy Abogado')
  await reload(page)
  await expect(page.getByText('Te registras como Abogado')).toBeVisible()
  await page.locator('main').getByRole('link', { name: 'Inicia sesión' }).click()
  await page.waitForURL('**/login')
  await expect(page.getByText('Entras como Abogado.')).toBeVisible()
})

test('AUT-10, AUT-11, AUT-13 each invalid field shows its error and keeps what was typed', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  await chooseInBar(page, 'Soy Cliente')
  await page.getByLabel('Nombre completo').fill('Camila')
  await page.getByLabel('Correo electrónico').fill('sin-arroba')
  await password(page).fill('12345')
  await page.getByLabel('Confirmar contraseña').fill('54321')
  await submitRegistration(page)
  await expect(page.getByText('Error de registro')).toBeVisible()
  const form = page.locator('form')
  await expect(form.getByText('Ingresa un correo electrónico válido.')).toBeVisible()
  await expect(form.getByText('La contraseña debe tener al menos 6 caracteres.')).toBeVisible()
  await expect(form.getByText('Las contraseñas no coinciden.')).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toBeFocused()
  await expect(page.getByLabel('Correo electrónico')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Nombre completo')).toHaveValue('Camila')
  await expect(password(page)).toHaveValue('12345')
})

test('H-10 a common password shows an error at the field before anything is sent, and a better one registers', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  await chooseInBar(page, 'Soy Cliente')
  await fillRegistration(page, { name: 'Camila Rojas', email: email(), password: 'Password' })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await submitRegistration(page)
  await expect(page.locator('form').getByText('Elige una contraseña menos común.')).toBeVisible()
  await expect(password(page)).toBeFocused()
  await expect(password(page)).toHaveValue('Password')
  expect(sent.filter((url) => url.includes('/register'))).toEqual([])
  await password(page).fill('secreta1')
  await page.getByLabel('Confirmar contraseña').fill('secreta1')
  await submitRegistration(page)
  await page.waitForURL('**/dashboard')
})

test('AUT-13 for an e-mail address already in use the server’s error shows at the field, and nothing typed is lost', async ({
  page,
  visit,
  makeAccount,
}) => {
  const taken = await makeAccount()
  await visit(page, '/')
  await chooseInBar(page, 'Soy Cliente')
  await fillRegistration(page, { name: 'Otra Persona', email: taken.email, password: 'secreta1' })
  await submitRegistration(page)
  await expect(page.locator('form').getByText('Ya existe una cuenta con este correo.')).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(taken.email)
})

test('AUT-02 the password can be shown and hidden again', async ({ page, visit }) => {
  await visit(page, '/login')
  await password(page).fill('secreta1')
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Ocultar contraseña' }).click()
  await expect(password(page)).toHaveAttribute('type', 'password')
})

test('AUT-04 a wrong password shows the same error as an unknown address and keeps what was typed', async ({
  page,
  visit,
  makeAccount,
}) => {
  const { email: known } = await makeAccount()
  for (const address of [known, email()]) {
    await visit(page, '/login')
    await logIn(page, { email: address, password: 'equivocada' })
    await expect(page.getByText('Error de inicio de sesión')).toBeVisible()
    await expect(page.locator('form').getByText('El correo o la contraseña no son correctos.')).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(address)
    await expect(password(page)).toHaveValue('equivocada')
  }
  // The toast belongs to a form that is not there any more.
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.waitForURL('**/recuperar-contrasena')
  // Its own lifetime would be ten seconds.
  await expect(page.getByText('Error de inicio de sesión')).toHaveCount(0, {
    timeout: TOAST_DISMISS_TIMEOUT_MS,
  })
})

test('OPEN-08 /login and /register redirect signed-in users to /dashboard', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  await signIn(page, await makeAccount())
  for (const path of ['/login', '/register']) {
    await visit(page, path)
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  }
})

test('abuse 39: ?volver= redirects to own pages only', async ({ page, visit, makeAccount }) => {
  const account = await makeAccount()
  await visit(page, '/login?volver=//evil.example/x')
  await logIn(page, account)
  await page.waitForURL('**/dashboard')
})

test('docs/design.md §3 without JavaScript no form can put a password into the URL', async ({
  browser,
  app,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.locator('form')).toHaveAttribute('method', 'post')
  await expect(page.locator('form').getByRole('button', { name: 'Iniciar Sesión' })).toBeDisabled()
  await context.close()
})

test('OPEN-08 an unknown URL answers 404 with a link home', async ({ page }) => {
  const answer = await page.goto('/no-existe')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Página no encontrada' })).toBeVisible()
  await page.locator('main').getByRole('link').first().click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('AUT-01 a lost connection shows an error in Spanish, and the form stays', async ({ page, visit }) => {
  await visit(page, '/login')
  await page.route('**/api/rpc/**', (route) => route.abort())
  await logIn(page, { email: 'alguien@prueba.test', password: 'secreta1' })
  await expect(
    page.locator('form').getByText('No hay conexión con Amparo. Revisa tu internet e inténtalo de nuevo.'),
  ).toBeVisible()
  await expect(password(page)).toHaveValue('secreta1')
})

test('ROU-38, OPEN-68 ?volver= is kept from /login through the home dialog and /register until after registration', async ({
  page,
  visit,
}) => {
  const person = { name: 'Camila Rojas', email: email(), password: 'secreta1' }
  await visit(page, '/edit-profile')
  await page.waitForURL('**/login?volver=%2Fedit-profile')
  await page.getByRole('link', { name: 'Regístrate aquí' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Cómo quieres unirte?' })
  await expect(dialog.getByRole('link', { name: 'Inicia sesión' })).toHaveAttribute(
    'href',
    '/login?volver=%2Fedit-profile',
  )
  await dialog.getByText('Cliente', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Siguiente' }).click()
  await page.waitForURL((url) => url.pathname === '/register' && url.search === '')
  await expect(page.locator('main').getByRole('link', { name: 'Inicia sesión' })).toHaveAttribute(
    'href',
    '/login?volver=%2Fedit-profile',
  )
  await reload(page)
  await expect(page.getByText('Te registras como Cliente')).toBeVisible()
  await fillRegistration(page, person)
  await submitRegistration(page)
  await page.waitForURL('**/edit-profile')
})

test('abuse 39: a foreign ?volver= is not kept on /register', async ({ page, visit }) => {
  await visit(page, '/login?volver=//evil.example/x')
  await chooseInBar(page, 'Soy Cliente')
  await expect(page.locator('main').getByRole('link', { name: 'Inicia sesión' })).toHaveAttribute(
    'href',
    '/login',
  )
})

test('HOM-14 the home dialog resets its choice when it closes', async ({ page, visit }) => {
  await visit(page, '/')
  const opener = page.getByRole('button', { name: 'Comenzar Ahora' })
  await opener.click()
  await page.getByRole('dialog').getByText('Abogado', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Siguiente' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await opener.click()
  await expect(page.getByRole('button', { name: 'Siguiente' })).toBeDisabled()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('AUT-10, AUT-11 an empty registration shows an error at every field, also at the confirmation', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  await chooseInBar(page, 'Soy Cliente')
  await submitRegistration(page)
  const form = page.locator('form')
  for (const text of ['Ingresa tu nombre completo.', 'Ingresa un correo electrónico válido.'])
    await expect(form.getByText(text)).toBeVisible()
  // Both passwords are empty: the error is about what is missing, not that they differ.
  await expect(form.getByText('La contraseña debe tener al menos 6 caracteres.')).toHaveCount(2)
  await expect(form.getByText('Las contraseñas no coinciden.')).toHaveCount(0)
})
