// What a new lawyer sees before there is any work (findings 14 and 27 of the first-time users).
import { makeChat, makeOpenCase, makeProposal } from '../../../src/demo-data/conversations.ts'
import { setPlan, setVerification } from '../../../src/demo-data/lawyers.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { expect, test } from '../harness/fixtures.ts'

test('an empty panel shows the first steps, each ticked when done, until there is work', async ({
  page,
  visitAs,
  makeAccount,
  database,
  app,
}) => {
  const client = await makeAccount({ name: 'Camila Rojas' })
  const lawyer = await visitAs('/dashboard', { role: 'lawyer', verificationStatus: 'verified' })
  const steps = page.getByRole('region', { name: 'Primeros pasos' })
  await expect(steps.getByRole('listitem')).toHaveText([
    /^Perfil verificado: listo/,
    /Elige un plan(?!: listo)/,
    /Responde a un caso(?!: listo)/,
    /Envía una propuesta(?!: listo)/,
  ])
  await expect(steps.getByText('1 de 4 listos')).toBeVisible()
  for (const [name, to] of [
    ['Ver cómo te ven', `/lawyer/${lawyer.id}`],
    ['Comparar planes', '/subscriptions'],
    ['Ir al mercado', '/casos-recientes'],
    ['Abrir conversaciones', '/chat'],
  ] as const)
    await expect(steps.getByRole('link', { name })).toHaveAttribute('href', to)
  for (const box of ['Propuestas por Revisar', 'Causas Activas', 'Causas Completadas'])
    await expect(page.getByRole('region', { name: box })).toHaveCount(0)
  await expect(page.getByText('Aún no tienes reseñas.')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Lo de hoy' }).getByRole('link')).toHaveCount(1)
  await expect(page.getByText('Te quedan pocos créditos.')).toHaveCount(0)
  await expectAccessible(page)

  // Each step is ticked without a reload.
  const post = async (path: string, data: object) => {
    const answer = await page.context().request.post(path, { data, headers: { origin: app.url } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await post('/api/plans/subscribe', { planId: 'basico' })
  await expect(steps.getByText('2 de 4 listos')).toBeVisible()
  await expect(steps.getByText('Elige un plan: listo')).toBeVisible()
  const caseId = await makeOpenCase(database.platform, client.id)
  await post('/api/chat/start-from-case', { caseId })
  await expect(steps.getByText('Responde a un caso: listo')).toBeVisible()

  const chatId = await makeChat(database.platform, { clientId: client.id, lawyerId: lawyer.id })
  await makeProposal(database.platform, { chatId, lawyerId: lawyer.id })
  await expect(page.getByRole('region', { name: 'Propuestas por Revisar' })).toContainText('Camila')
  await expect(page.getByRole('region', { name: 'Causas Activas' })).toContainText(
    'No tienes causas activas.',
  )
  await expect(steps).toHaveCount(0)
})

test('the warning of few credits shows on paid plans only', async ({ page, visitAs, visit, database }) => {
  const lawyer = await visitAs('/dashboard', { role: 'lawyer', verificationStatus: 'verified' })
  const low = page.getByText('Te quedan pocos créditos. ¡Considera comprar más para no perder oportunidades!')
  await expect(page.getByText('créditos disponibles')).toBeVisible()
  await expect(low).toHaveCount(0)
  await setPlan(database.platform.db, lawyer.id, 'basico', 0)
  await visit(page, '/dashboard')
  await expect(low).toBeVisible()
})

test('a lawyer under review reads what comes next and what to do meanwhile, and every redirect is explained', async ({
  page,
  visitAs,
  visit,
  database,
}) => {
  const lawyer = await visitAs('/onboarding/pending-review', {
    role: 'lawyer',
    verificationStatus: 'admin_pending',
    name: 'Pedro Álvarez',
  })
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Qué sigue' })).toBeVisible()
  await expect(main.getByText('podrás enviar tu perfil otra vez')).toBeVisible()
  // It promises no duration.
  await expect(main).not.toContainText(/\d+ (horas?|días?|minutos?)/)
  await expectAccessible(page)

  // Every link of the page and of the navigation bar opens a page; «Panel» is this one.
  const bar = page.getByRole('navigation', { name: 'Principal' })
  await expect(bar.getByRole('link', { name: 'Panel' })).toHaveAttribute('aria-current', 'page')
  await expect(bar.getByRole('link', { name: 'Casos Recientes' })).toHaveCount(0)
  for (const [name, path, heading] of [
    [/^Mira tu perfil/, `/lawyer/${lawyer.id}`, 'Pedro Álvarez'],
    [/^Compara los planes/, '/subscriptions', 'Planes de Suscripción'],
    [/^Revisa tu cuenta/, '/edit-profile', 'Editar perfil'],
    [/^Lee la ayuda/, '/ayuda', 'Ayuda'],
  ] as const) {
    await main.getByRole('link', { name }).click()
    await page.waitForURL(`**${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(main.locator('a[href="/edit-lawyer-profile"]')).toHaveCount(0)
    await bar.getByRole('link', { name: 'Panel' }).click()
    await page.waitForURL('**/onboarding/pending-review')
  }

  // Links that every lawyer has explain why they do not work yet.
  await bar.getByRole('link', { name: 'Chat' }).click()
  await expect(
    main.getByText('Podrás conversar con clientes cuando tu perfil esté verificado.'),
  ).toBeVisible()
  await main.getByRole('link', { name: 'Ver estado de mi perfil' }).click()
  await page.waitForURL('**/onboarding/pending-review')
  const explanation = page
    .locator('[data-toasts]')
    .getByText('Podrás entrar ahí cuando tu perfil esté verificado.')
  await expect(explanation).toHaveCount(0)
  await bar.getByRole('link', { name: 'Buscar Colegas' }).click()
  await expect(explanation).toBeVisible()
  await expect(page).toHaveURL(/\/onboarding\/pending-review$/)

  // After verification every link works.
  await setVerification(database.platform.db, lawyer.id, 'verified')
  await visit(page, '/onboarding/pending-review')
  await page.waitForURL('**/dashboard')
  await expect(bar.getByRole('link')).toContainText([
    'Panel',
    'Chat',
    'Casos Recientes',
    'Buscar Colegas',
    'Ayuda',
  ])
})
