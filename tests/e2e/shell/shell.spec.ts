import type { Page } from '@playwright/test'
import { expectNoToast } from '../chat/chat-page.ts'
import { expect, test } from '../harness/fixtures.ts'

const bar = (page: Page) => page.getByRole('banner')
const footer = (page: Page) => page.getByRole('contentinfo')
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function logIn(page: Page, account: { email: string; password: string }) {
  await field(page, 'Correo electrónico').fill(account.email)
  await field(page, 'Contraseña').fill(account.password)
  await page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }).click()
}

test('NAV-01 to NAV-03, NAV-13, NAV-15 the navigation bar of a visitor, on the home page and elsewhere', async ({
  page,
  visit,
}) => {
  await visit(page, '/')
  await expect(bar(page).getByRole('link', { name: 'Buscar con IA' })).toHaveAttribute('href', '/buscar-ia')
  await expect(bar(page).getByRole('link', { name: 'Iniciar Sesión' })).toHaveAttribute('href', '/login')
  await expect(bar(page).getByRole('button', { name: 'Registrarse' })).toBeVisible()
  for (const name of ['Chat', 'Panel', 'Buscar Colegas']) {
    await expect(bar(page).getByRole('link', { name, exact: true })).toHaveCount(0)
  }
  await expect(bar(page).getByRole('button', { name: 'Salir' })).toHaveCount(0)
  await visit(page, '/terminos')
  await expect(bar(page).getByRole('link', { name: 'Buscar con IA' })).toHaveCount(0)
  await bar(page).getByRole('link', { name: 'Amparo, inicio' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('NAV-07 to NAV-15, TRAP-44 the navigation bar of each role', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  for (const role of ['client', 'lawyer', 'admin'] as const) {
    await signIn(page, await makeAccount({ role, name: 'josefa pérez soto' }))
    await visit(page, '/')
    await expect(bar(page).getByText('JP', { exact: true })).toBeVisible()
    await expect(bar(page).getByText('josefa pérez soto')).toBeVisible()
    await expect(bar(page).getByRole('link', { name: 'Chat', exact: true })).toHaveAttribute('href', '/chat')
    await expect(bar(page).getByRole('link', { name: 'Panel', exact: true })).toHaveAttribute(
      'href',
      '/dashboard',
    )
    await expect(bar(page).getByRole('link', { name: 'Buscar Colegas' })).toHaveCount(
      role === 'lawyer' ? 1 : 0,
    )
    await expect(bar(page).getByRole('link', { name: 'Buscar con IA' })).toHaveCount(
      role === 'client' ? 1 : 0,
    )
    await bar(page).getByRole('button', { name: 'Salir', exact: true }).click()
    await expect(bar(page).getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
  }
})

test('OPEN-70 the menu on phones: same entries, focus trapped inside, Escape and navigation close it', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/')
  const opener = page.getByRole('button', { name: 'Menú' })
  const menu = page.getByRole('dialog', { name: 'Menú' })
  await opener.click()
  // The focus moves into the menu with its first paint.
  await expect(menu.locator(':focus')).toHaveCount(1)
  for (let press = 0; press < 10; press++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => {
        const at = document.activeElement
        const inside =
          at === document.body || at?.closest('[role=dialog]') || at?.hasAttribute('data-base-ui-focus-guard')
        return inside ? 'inside' : at?.outerHTML.slice(0, 120)
      }),
    ).toBe('inside')
  }
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await menu.getByRole('link', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL('**/login')
  await expect(menu).toHaveCount(0)
})

test('FOO-01, FOO-02 the footer’s links, and its anchor from the same and from another page', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  await visit(page, '/')
  const links = await footer(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  for (const href of ['/', '/buscar-abogados', '/#porque-atney', '/terminos', '/privacidad'])
    expect(links).toContain(href)
  const section = page.locator('#porque-atney')
  await footer(page).getByRole('link', { name: '¿Por qué elegirnos?' }).click()
  await expect(section).toBeInViewport()
  await visit(page, '/terminos')
  await footer(page).getByRole('link', { name: '¿Por qué elegirnos?' }).click()
  await page.waitForURL('**/#porque-atney')
  await expect(section).toBeInViewport()
  // TRAP-06: for a lawyer the same anchor is at the benefits.
  await signIn(page, await makeAccount({ role: 'lawyer' }))
  await visit(page, '/terminos')
  await footer(page).getByRole('link', { name: '¿Por qué elegirnos?' }).click()
  await page.waitForURL('**/#porque-atney')
  await expect(section).toBeInViewport()
  await expect(section.getByText('Nuevas oportunidades')).toBeVisible()
})

test('FOO-03 to FOO-17 the footer shows or not depending on the path prefix, after a load and after navigation', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  await visit(page, '/chatear')
  await expect(footer(page)).toHaveCount(0)
  await page.locator('main').getByRole('link', { name: 'Volver al inicio' }).click()
  await expect(footer(page)).toHaveCount(1)
  await signIn(page, await makeAccount())
  await visit(page, '/dashboard')
  await expect(footer(page)).toHaveCount(0)
  await visit(page, '/edit-profile')
  await expect(footer(page)).toHaveCount(1)
})

test('HOM-02 to HOM-05 the lawyer’s home: greeting, three benefits, the plans of the database', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  await signIn(page, await makeAccount({ role: 'lawyer', name: 'Andrés Contreras' }))
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1, name: '¡Hola, Andrés Contreras!' })).toBeVisible()
  await expect(
    page.getByText('Gestiona tus causas, conversa con tus clientes y haz crecer tu práctica.'),
  ).toBeVisible()
  const main = page.locator('main')
  await expect(main.getByRole('link', { name: 'Ir a mi Panel' })).toHaveAttribute('href', '/dashboard')
  await expect(main.getByRole('link', { name: 'Ver Planes' })).toHaveAttribute('href', '/subscriptions')
  for (const title of ['Nuevas oportunidades', 'Chat y propuestas', 'Causas en orden']) {
    await expect(main.getByRole('heading', { name: title })).toBeVisible()
  }
  await expect(main.getByRole('heading', { name: 'Planes para abogados' })).toBeVisible()
  for (const price of ['$0', '$46.000', '$76.500', '$145.000']) {
    await expect(main.getByText(price, { exact: true })).toBeVisible()
  }
  await expect(main.getByRole('link', { name: 'Suscríbete ahora' })).toHaveAttribute('href', '/subscriptions')
  await expect(page.getByText('¿No sabes a quién contactar?')).toHaveCount(0)
})

test('HOM-06 to HOM-12, TRAP-44 the landing page for visitor, client and administrator', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  const main = page.locator('main')
  for (const role of [null, 'client', 'admin'] as const) {
    if (role) await signIn(page, await makeAccount({ role }))
    await visit(page, '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Encuentra al abogado que necesitas, sin complicaciones',
    )
    if (role)
      await expect(main.getByRole('link', { name: 'Ir a mi Panel' })).toHaveAttribute('href', '/dashboard')
    else await expect(main.getByRole('button', { name: 'Comenzar Ahora' })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Búsqueda Inteligente' })).toBeVisible()
    await expect(main.getByRole('link', { name: 'Buscar con IA' })).toHaveAttribute('href', '/buscar-ia')
    await expect(page.locator('#porque-atney').getByRole('heading', { level: 3 })).toHaveText([
      'Publica tu caso en 1 minuto',
      'Sugerencias con IA',
      'Tú eliges a tu abogado',
      'Chat privado',
      'Propuestas registradas',
      'Abogados verificados',
    ])
    const unsure = main.getByRole('link', { name: 'Ingresar mi Causa' })
    if (role === 'admin') await expect(unsure).toHaveCount(0)
    else await expect(unsure).toHaveAttribute('href', '/submit-case')
  }
})

test('HOM-01, ROU-24, AUT-25 after a login in another tab the home page shows its spinner, then the signed-in page', async ({
  page,
  visit,
  makeAccount,
}) => {
  const account = await makeAccount()
  await visit(page, '/')
  const other = await page.context().newPage()
  await visit(other, '/login')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.data*', async (route) => {
    await released
    await route.continue()
  })
  await logIn(other, account)
  await expect(page.getByText('Cargando…')).toBeVisible()
  release()
  await expect(page.locator('main').getByRole('link', { name: 'Ir a mi Panel' })).toBeVisible()
  await expect(page.getByText('Cargando…')).toHaveCount(0)
})

test('HOM-01, abuse 39: a page from the back-forward cache, and one whose session ended on the server, check the session again', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  const account = await makeAccount()
  await visit(page, '/')
  await signIn(page, account)
  // Wait for the navigation bar's own requests: after the session ends they would detect it, too.
  const barRequests = Promise.all([
    page.waitForResponse('**/api/rpc/chat/unreadTotal'),
    page.waitForResponse('**/api/rpc/notices/unseen'),
    page.waitForResponse('**/api/events'),
  ])
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.locator('main').getByRole('link', { name: 'Ir a mi Panel' })).toBeVisible()
  await barRequests
  await page.context().clearCookies()
  await bar(page).getByRole('button', { name: 'Salir' }).click()
  await expect(bar(page).getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
})

test('NAV-12 a slow log-out goes to the home page, not by way of /login', async ({
  page,
  visit,
  signIn,
  makeAccount,
}) => {
  await signIn(page, await makeAccount())
  await visit(page, '/dashboard')
  // The event stream learns of the end before this page has the answer.
  const streamRejected = page.waitForResponse(
    (response) => response.url().includes('/api/events') && response.status() === 401,
  )
  await page.route('**/api/rpc/accounts/logout', async (route) => {
    const response = await route.fetch()
    await streamRejected
    await page.waitForTimeout(500)
    await route.fulfill({ response })
  })
  const paths: string[] = []
  page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname))
  await bar(page).getByRole('button', { name: 'Salir' }).click()
  await expect(bar(page).getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
  expect(paths).toEqual(['/'])
})

test('ROU-05, ROU-06 the old URLs of the panel announce their redirect, also without JavaScript', async ({
  page,
  browser,
  app,
  visit,
  makeAccount,
  signIn,
}) => {
  await signIn(page, await makeAccount())
  for (const path of ['/client-dashboard', '/lawyer-dashboard']) {
    await page.goto(path)
    await page.waitForURL('**/dashboard')
    await expect(page.getByRole('heading', { name: 'Panel de Cliente' })).toBeVisible()
  }
  const noScriptContext = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url })
  const noScriptPage = await noScriptContext.newPage()
  // It redirects after a second: remove that to read the text.
  const refresh = /<meta http-equiv="refresh" content="1;url=\/dashboard"[^>]*>/
  const html = await (await noScriptContext.request.get('/lawyer-dashboard')).text()
  expect(html).toMatch(refresh)
  await noScriptPage.route('/lawyer-dashboard', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html.replace(refresh, '') }),
  )
  await noScriptPage.goto('/lawyer-dashboard')
  await expect(noScriptPage.getByText('Redirigiendo a tu nuevo dashboard...')).toBeVisible()
  await noScriptPage.unrouteAll()
  await noScriptPage.goto('/lawyer-dashboard')
  await noScriptPage.waitForURL('**/login**')
  await noScriptContext.close()
  await visit(page, '/')
})

test('ROU-26, ROU-28, ROU-29, ROU-31, OPEN-07 where /dashboard leads for each user', async ({
  page,
  visit,
  database,
  makeAccount,
  signIn,
}) => {
  const at = async (path: string) => {
    await visit(page, path)
    return new URL(page.url()).pathname
  }
  const { setVerification } = await import('../../../src/demo-data/lawyers.ts')
  const lawyer = await makeAccount({ role: 'lawyer' })
  await signIn(page, lawyer)
  expect(await at('/dashboard')).toBe('/onboarding/verify-email')
  await setVerification(database.platform.db, lawyer.id, 'admin_pending')
  expect(await at('/dashboard')).toBe('/onboarding/pending-review')
  await expect(page.getByText('Tu perfil está en revisión')).toBeVisible()
  expect(await at('/onboarding/verify-email')).toBe('/onboarding/pending-review')
  await setVerification(database.platform.db, lawyer.id, 'verified')
  expect(await at('/onboarding/pending-review')).toBe('/dashboard')
  await expect(page.getByRole('heading', { name: 'Panel de Abogado' })).toBeVisible()
  await signIn(page, await makeAccount({ role: 'client' }))
  expect(await at('/onboarding/pending-review')).toBe('/dashboard')
  await expect(page.getByRole('heading', { name: 'Panel de Cliente' })).toBeVisible()
})

test('docs/design.md §3 the flash message of a server redirect shows once', async ({ page, app, visit }) => {
  await page.context().addCookies([{ name: 'aviso', value: 'caso-sin-acceso', url: app.url }])
  await visit(page, '/terminos')
  await expect(page.getByText('No se pudo cargar el caso o no tienes acceso.')).toBeVisible()
  expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain('aviso')
  await page.context().addCookies([{ name: 'aviso', value: '<b>otro</b>', url: app.url }])
  await visit(page, '/privacidad')
  const cookieNames = async () => (await page.context().cookies()).map((cookie) => cookie.name)
  await expect.poll(cookieNames).not.toContain('aviso')
  await expectNoToast(page)
})

test('AUT-22 to AUT-24 when the profile is missing or cannot be read, the user stays signed in; a failed read shows an error', async ({
  page,
  visit,
  database,
  makeAccount,
  signIn,
}) => {
  const account = await makeAccount({ name: 'Nombre De Registro' })
  await signIn(page, account)
  await database.sql(`delete from profiles where id = '${account.id}'`)
  await visit(page, '/')
  await expect(bar(page).getByText('Nombre De Registro')).toBeVisible()
  await expectNoToast(page)
  await database.sql('alter table profiles rename column avatar_url to avatar_lost')
  try {
    await visit(page, '/terminos')
    await expect(page.getByText(/^No se pudo cargar el perfil del usuario: /)).toBeVisible()
    await expect(bar(page).getByRole('button', { name: 'Salir' })).toBeVisible()
  } finally {
    await database.sql('alter table profiles rename column avatar_lost to avatar_url')
  }
})

test('STA-01 to STA-04 the legal pages: date, contents, support address', async ({ page, visit }) => {
  for (const [path, title] of [
    ['/terminos', 'Términos y Condiciones'],
    ['/privacidad', 'Política de Privacidad'],
  ] as const) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText('Última actualización: 2 de julio de 2025')).toBeVisible()
    await expect(page.getByRole('link', { name: 'soporte@amparo.test' }).first()).toBeVisible()
  }
})
