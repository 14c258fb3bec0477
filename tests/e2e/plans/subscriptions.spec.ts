import type { Page } from '@playwright/test'
import { makeAccount as makePerson } from '../../../src/demo-data/accounts.ts'
import { makeOpenCase } from '../../../src/demo-data/conversations.ts'
import { setPlan } from '../../../src/demo-data/lawyers.ts'
import type { PlanId } from '../../../src/platform/session/session.ts'
import { test as base, expect } from '../harness/fixtures.ts'
import { TOAST_DISMISS_TIMEOUT_MS } from '../harness/input-method.ts'

const test = base.extend<{
  /** Creates a verified lawyer with a plan and credits, and signs the page in. */
  signInLawyer(plan?: PlanId, credits?: number): Promise<{ id: string; email: string; password: string }>
}>({
  signInLawyer: ({ page, makeAccount, signIn, database }, use) =>
    use(async (plan, credits = 20) => {
      const account = await makeAccount({
        role: 'lawyer',
        verificationStatus: 'verified',
        name: 'Paula Rojas Soto',
      })
      if (plan) await setPlan(database.platform.db, account.id, plan, credits)
      await signIn(page, account)
      return account
    }),
})

const PATH = '/subscriptions'
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const button = (page: Page, name: string) => card(page, name).getByRole('button')
const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text, { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Suscribir plan' })

test('PLA-01 to PLA-09, LIM-10, H-12 everybody sees the four plans', async ({ page, visit }) => {
  await visit(page, PATH)
  await expect(page).toHaveTitle('Planes de Suscripción · Amparo')
  await expect(page.getByRole('heading', { level: 1, name: 'Planes de Suscripción' })).toBeVisible()
  await expect(page.getByText('Por ahora no se realiza ningún cobro.')).toBeVisible()
  for (const [name, price, features, label] of [
    [
      'Gratis',
      '$0',
      ['Perfil público', 'Los clientes pueden contactarte', 'Gestión de causas aceptadas'],
      'Registrarse gratis',
    ],
    [
      'Básico',
      '$46.000',
      ['20 créditos con la suscripción para contactar clientes', 'Acceso al mercado de casos abiertos'],
      'Suscribir plan',
    ],
    [
      'Intermedio',
      '$76.500',
      ['50 créditos con la suscripción para contactar clientes', 'Soporte prioritario por correo'],
      'Suscribir plan',
    ],
    [
      'Avanzado',
      '$145.000',
      [
        '100 créditos con la suscripción para contactar clientes',
        'Perfil destacado en las búsquedas',
        'Sello "Perfil Destacado"',
      ],
      'Suscribir plan',
    ],
  ] as const) {
    await expect(card(page, name).getByText(`${price} / mes`)).toBeVisible()
    for (const feature of features) await expect(card(page, name).getByText(feature)).toBeVisible()
    await expect(button(page, name)).toHaveText(label)
    await expect(button(page, name)).toBeEnabled({ enabled: name !== 'Gratis' })
    await expect(card(page, name).getByText('Recomendado')).toHaveCount(name === 'Avanzado' ? 1 : 0)
  }
})

test('PLA-02 four columns on large screens, one column on phones', async ({ page, visit }) => {
  const columnCount = async () => {
    const boxes = await Promise.all(
      ['Gratis', 'Básico', 'Intermedio', 'Avanzado'].map((name) => card(page, name).boundingBox()),
    )
    return new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, PATH)
  expect(await columnCount()).toBe(4)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await columnCount()).toBe(1)
})

test('PLA-10, TRAP-51 a visitor is sent to /login and returns from there', async ({
  page,
  visit,
  makeAccount,
}) => {
  const account = await makeAccount({ role: 'lawyer', verificationStatus: 'verified' })
  await visit(page, PATH)
  await button(page, 'Básico').click()
  await expect(toast(page, 'Inicio de sesión requerido')).toBeVisible()
  await expect(toast(page, 'Debes iniciar sesión para suscribirte.')).toBeVisible()
  await expect(page).toHaveURL(/\/login\?volver=%2Fsubscriptions$/)
  await page.getByLabel('Correo electrónico').fill(account.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page).toHaveURL(/\/subscriptions$/)
  await expect(button(page, 'Gratis')).toHaveText('Plan actual')
})

test('PLA-12, PLA-14, OPEN-33 after a confirmation the plan is active: page, navigation, panel and after a reload', async ({
  page,
  signInLawyer,
  visit,
  database,
}) => {
  const { id } = await signInLawyer()
  await visit(page, PATH)
  await expect(page.getByText('Tienes 0 créditos disponibles del plan Gratis.')).toBeVisible()
  await expect(button(page, 'Gratis')).toHaveText('Plan actual')
  await expect(button(page, 'Gratis')).toBeDisabled()
  await button(page, 'Básico').click()
  await expect(dialog(page)).toContainText('¿Suscribirte al plan Básico?')
  await expect(dialog(page)).toContainText('Empiezas con los 20 créditos del plan.')
  await expect(dialog(page)).toContainText('Por ahora no se realiza ningún cobro.')
  await dialog(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(button(page, 'Básico')).toBeFocused()
  expect(await database.sql('select plan from lawyer_profiles where id = $1', [id])).toEqual([
    { plan: 'gratis' },
  ])

  await button(page, 'Básico').click()
  await confirm(page).click()
  await expect(toast(page, '¡Suscripción exitosa!')).toBeVisible()
  await expect(toast(page, 'Tu plan Básico está activo. Tienes 20 créditos disponibles.')).toBeVisible()
  await expect(button(page, 'Básico')).toHaveText('Plan actual')
  await expect(button(page, 'Básico')).toBeDisabled()
  await expect(button(page, 'Gratis')).toHaveText('Registrarse gratis')
  // The pressed button is disabled now, so the focus moves to the line with the current plan.
  await expect(page.getByText('Tienes 20 créditos disponibles del plan Básico.')).toBeFocused()
  await page.getByRole('link', { name: 'Panel' }).first().click()
  await expect(page.getByText('Plan Básico').first()).toBeVisible()
  await expect(
    page.getByText(
      '0 de 20 créditos usados por mes de uso. Los créditos vienen con la suscripción y no se renuevan solos.',
    ),
  ).toBeVisible()
  await visit(page, PATH)
  await expect(button(page, 'Básico')).toHaveText('Plan actual')
})

test('PLA-14 a double press subscribes once', async ({ page, signInLawyer, visit, database }) => {
  const { id } = await signInLawyer('basico', 7)
  await visit(page, PATH)
  await button(page, 'Avanzado').click()
  await expect(dialog(page)).toContainText(
    'conservas tus créditos y recibes la diferencia hasta los 100 del plan nuevo.',
  )
  await confirm(page).dblclick()
  await expect(button(page, 'Avanzado')).toHaveText('Plan actual')
  await expect(toast(page, 'Error de suscripción')).toHaveCount(0, { timeout: TOAST_DISMISS_TIMEOUT_MS })
  expect(
    await database.sql('select kind, amount from credit_movements where lawyer_id = $1 order by id', [id]),
  ).toEqual([
    { kind: 'grant', amount: 7 },
    // H-06: the difference between the two plans.
    { kind: 'grant', amount: 80 },
  ])
})

test('PLA-13, OPEN-33 a lower plan is possible only after 30 days, and its card shows from when', async ({
  page,
  signInLawyer,
  visit,
}) => {
  await signInLawyer('avanzado', 100)
  await visit(page, PATH)
  await button(page, 'Básico').click()
  await expect(toast(page, 'Error de suscripción')).toBeVisible()
  await expect(
    card(page, 'Básico').getByText(/^Podrás cambiar a un plan menor desde el \d+ de [a-z]+, \d{4}\.$/),
  ).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('PLA-13, OPEN-33 a client and a lawyer under review read why they cannot subscribe', async ({
  page,
  makeAccount,
  signIn,
  visit,
}) => {
  for (const [sketch, text] of [
    [{ role: 'client' }, 'Solo los abogados pueden suscribirse a un plan.'],
    [
      { role: 'lawyer', verificationStatus: 'admin_pending' },
      'Podrás suscribirte a un plan cuando tu perfil esté verificado.',
    ],
  ] as const) {
    await signIn(page, await makeAccount(sketch))
    await visit(page, PATH)
    await button(page, 'Intermedio').click()
    await expect(toast(page, 'Error de suscripción')).toBeVisible()
    await expect(toast(page, text)).toBeVisible()
    await expect(card(page, 'Intermedio').getByText(text)).toBeVisible()
  }
})

test('PLA-13 without a connection an error shows, and the next try works', async ({
  page,
  signInLawyer,
  visit,
}) => {
  await signInLawyer()
  await visit(page, PATH)
  await page.route('**/api/rpc/plans/subscribe', (route) => route.abort())
  await button(page, 'Básico').click()
  await confirm(page).click()
  await expect(toast(page, 'Error de suscripción')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(button(page, 'Básico')).toHaveText('Suscribir plan')
  await page.unroute('**/api/rpc/plans/subscribe')
  await button(page, 'Básico').click()
  await confirm(page).click()
  await expect(toast(page, '¡Suscripción exitosa!')).toBeVisible()
  await expect(toast(page, 'Error de suscripción')).toHaveCount(0, { timeout: TOAST_DISMISS_TIMEOUT_MS })
})

test('AUT-26 a plan taken elsewhere shows here live', async ({ page, signInLawyer, visit, app }) => {
  await signInLawyer()
  await visit(page, PATH)
  await expect(button(page, 'Gratis')).toHaveText('Plan actual')
  const answer = await page.context().request.post('/api/plans/subscribe', {
    data: { planId: 'intermedio' },
    headers: { origin: app.url },
  })
  expect(answer.status()).toBe(200)
  await expect(button(page, 'Intermedio')).toHaveText('Plan actual')
  await expect(page.getByText('Tienes 50 créditos disponibles del plan Intermedio.')).toBeVisible()
})

test('DAL-02 to DAL-04, PLA-15 to PLA-17, H-12 the credits card, updated live by a spent credit', async ({
  page,
  signInLawyer,
  visit,
  app,
  database,
}) => {
  await signInLawyer('basico', 6)
  await visit(page, '/dashboard')
  const low = page.getByText('Te quedan pocos créditos. ¡Considera comprar más para no perder oportunidades!')
  await expect(page.getByText('créditos disponibles')).toBeVisible()
  await expect(
    page.getByText(
      '0 de 20 créditos usados por mes de uso. Los créditos vienen con la suscripción y no se renuevan solos.',
    ),
  ).toBeVisible()
  await expect(page.getByText('Todavía no has usado créditos en este tiempo.')).toBeVisible()
  await expect(low).toHaveCount(0)
  await page.getByRole('button', { name: 'Comprar Créditos' }).click()
  await expect(toast(page, 'Función en desarrollo')).toBeVisible()
  await expect(toast(page, 'Esta función estará disponible pronto.')).toBeVisible()

  const owner = await makePerson(database.platform.db)
  const caseId = await makeOpenCase(database.platform, owner.id)
  const answer = await page.context().request.post('/api/chat/start-from-case', {
    data: { caseId },
    headers: { origin: app.url },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await expect(page.getByText('1 de 20 créditos usados por mes de uso')).toBeVisible()
  await expect(low).toBeVisible()
  await expect(page.getByText('1 en total')).toBeVisible()
  await expect(page.getByRole('figure').getByRole('listitem')).toHaveCount(13)
  await page.getByRole('button', { name: 'Ver movimientos' }).click()
  const movements = page.getByRole('region', { name: 'Movimientos de créditos' })
  await expect(movements.getByRole('listitem')).toHaveText([
    /^Chat iniciado desde el mercado.*−1saldo 5$/,
    /^Créditos del plan Básico.*\+6saldo 6$/,
  ])
})

test('LIM-09 on the plan gratis no warning of few credits shows', async ({ page, signInLawyer, visit }) => {
  await signInLawyer()
  await visit(page, '/dashboard')
  await expect(page.getByText('Plan Gratis').first()).toBeVisible()
  await expect(page.getByText('créditos disponibles')).toBeVisible()
  await expect(page.getByText('Te quedan pocos créditos.')).toHaveCount(0)
})
