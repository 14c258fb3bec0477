import type { Page } from '@playwright/test'
import { completeProfile } from '../../../src/demo-data/lawyers.ts'
import { expect, test } from '../harness/fixtures.ts'

/**
 * Opens a page and holds back its script, so that it is not hydrated.
 * @returns releases the script, waits for hydration
 */
async function openUnhydrated(page: Page, path: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/react-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return async () => {
    expect(await page.locator('html').getAttribute('data-hydrated')).toBeNull()
    gate.resolve()
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  }
}

/** Clicks at the button's position: Playwright's click would wait until the button is enabled. */
async function pressEarly(
  page: Page,
  name: string,
  button: 'left' | 'right' | 'middle' = 'left',
): Promise<void> {
  const control = page.getByRole('button', { name, exact: true }).last()
  await control.scrollIntoViewIfNeeded()
  const box = await control.boundingBox()
  if (!box) throw new Error('no button')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button })
}

const dialog = (page: Page) => page.getByRole('dialog')

test('OPEN-66 a press before hydration takes effect after it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const hydrate = await openUnhydrated(page, '/')
  await pressEarly(page, 'Menú')
  await hydrate()
  await expect(dialog(page).getByRole('link', { name: 'Buscar con IA' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  // Only once: later presses are handled by the page alone.
  await page.getByRole('button', { name: 'Menú' }).click()
  await expect(dialog(page)).toBeVisible()
})

for (const way of ['its button', 'the key Enter'])
  test(`OPEN-66, AUT-01 a form submitted by ${way} before hydration is sent with what was typed`, async ({
    page,
    makeAccount,
  }) => {
    const { email, password } = await makeAccount()
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && sent.push(request.url()))
    const hydrate = await openUnhydrated(page, '/login')
    await page.getByLabel('Correo').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    if (way === 'its button') await pressEarly(page, 'Iniciar Sesión')
    else await page.getByLabel('Contraseña', { exact: true }).press('Enter')
    expect(sent).toEqual([])
    await hydrate()
    await page.waitForURL('**/dashboard')
    expect(sent.filter((url) => url.endsWith('/accounts/login'))).toHaveLength(1)
  })

test('OPEN-66 pressing elsewhere cancels an early press', async ({ page }) => {
  const hydrate = await openUnhydrated(page, '/')
  await pressEarly(page, 'Comenzar Ahora')
  await page.getByRole('heading', { level: 1 }).click()
  await hydrate()
  await page.locator('main').getByRole('button', { name: 'Comenzar Ahora' }).focus()
  // By then the dialog would have opened.
  await page.waitForLoadState('networkidle')
  await expect(dialog(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
})

test('OPEN-66 an early press on a part whose code loads later waits for it', async ({
  page,
  signIn,
  makeAccount,
}) => {
  const lawyer = await makeAccount({ role: 'lawyer', verificationStatus: 'verified' })
  await signIn(page, lawyer)
  // The card's own script loads after the page's.
  const gate = Promise.withResolvers<void>()
  await page.route('**/assets/credits-card-*.js', async (route) => {
    await gate.promise
    await route.continue()
  })
  const hydrate = await openUnhydrated(page, '/dashboard')
  await pressEarly(page, 'Ver movimientos')
  await hydrate()
  await expect(page.getByRole('button', { name: 'Ver movimientos' })).toBeDisabled()
  gate.resolve()
  await expect(page.getByRole('button', { name: 'Ocultar movimientos' })).toBeVisible()
})

for (const button of ['right', 'middle'] as const)
  test(`OPEN-66 an early press with the ${button} button of the mouse sends no form`, async ({ page }) => {
    const hydrate = await openUnhydrated(page, '/login')
    await page.getByLabel('Correo').fill('nadie@prueba.test')
    await pressEarly(page, 'Iniciar Sesión', button)
    await page.keyboard.press('Escape')
    await hydrate()
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' }).last()).toBeEnabled()
    // Longer than an early press is kept.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    await expect(page.getByLabel('Contraseña', { exact: true })).not.toHaveAttribute('aria-invalid', 'true')
  })

test('PRO-09, PRO-13, OPEN-66 before hydration the fields show what is stored; what is typed into them is kept', async ({
  page,
  database,
  makeAccount,
  signIn,
}) => {
  const lawyer = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name: 'Marta Soto' })
  await completeProfile(database.platform.db, lawyer.id, { description: 'Familia y arriendos.' })
  await signIn(page, lawyer)
  const hydrate = await openUnhydrated(page, '/edit-lawyer-profile')
  const description = page.getByLabel('Descripción profesional')
  await expect(description).toHaveValue('Familia y arriendos.')
  for (const name of ['Calle', 'Número'])
    await expect(page.getByLabel(name, { exact: true })).not.toHaveValue('')
  await description.press('End')
  await description.pressSequentially(' También sábados.')
  await hydrate()
  await expect(description).toHaveValue('Familia y arriendos. También sábados.')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Perfil actualizado').first()).toBeVisible()
  const [row] = await database.sql('select description from lawyer_profiles where id = $1', [lawyer.id])
  expect(row).toEqual({ description: 'Familia y arriendos. También sábados.' })

  const hydrateAgain = await openUnhydrated(page, '/edit-profile')
  const name = page.getByLabel('Nombre completo')
  await expect(name).toHaveValue('Marta Soto')
  await name.press('End')
  await name.pressSequentially(' Vera')
  await hydrateAgain()
  await expect(name).toHaveValue('Marta Soto Vera')
})

for (const [path, label, text, query] of [
  ['/buscar-abogados', 'Nombre del abogado', 'Soto Vera', 'nombre=Soto'],
  [
    '/buscar-ia',
    'Cuéntanos tu problema',
    'Me despidieron y no me pagan el finiquito',
    'especialidad=Despido',
  ],
] as const)
  test(`OPEN-51, OPEN-52, OPEN-66 text typed before ${path} is hydrated is searched for`, async ({
    page,
  }) => {
    const hydrate = await openUnhydrated(page, path)
    const field = page.getByLabel(label)
    await field.fill(text)
    await pressEarly(page, path === '/buscar-ia' ? 'Buscar abogados' : 'Buscar')
    await hydrate()
    await page.waitForURL((url) => decodeURIComponent(url.search).includes(query))
    await expect(field).toHaveValue(text)
  })
