import type { Page } from '@playwright/test'
import { type CaseAttributes, makeOpenCase } from '../../../src/demo-data/conversations.ts'
import { setPlan } from '../../../src/demo-data/lawyers.ts'
import { axeViolations } from '../harness/accessibility.ts'
import { test } from '../harness/chat-parties.ts'
import { type Account, expect } from '../harness/fixtures.ts'
import { reload } from '../harness/input-method.ts'

const LONG =
  '¿Cuántos días han pasado desde el despido? 9\n¿Tenías contrato de trabajo escrito? Sí, indefinido\n' +
  '¿Qué motivo te dio tu empleador? Me dijeron que era por reestructuración, pero publicaron el mismo cargo en internet. Llevaba seis años y no firmé el finiquito. Mi número es 9 8765 4321 y me deben $1.850.000. '.repeat(
    3,
  )

const card = (page: Page, title: string) =>
  page.getByRole('main').getByRole('group', { name: title, exact: true })
const count = (page: Page) => page.getByRole('heading', { level: 2, name: /resultado\(s\) encontrados\./ })

interface MarketSetup {
  lawyer: Account
  client: Account
  publish(attributes: CaseAttributes): Promise<string>
}

const it = test.extend<{ setup: MarketSetup }>({
  /** An empty market, a signed-in lawyer with two credits, and a client who publishes cases. */
  setup: async ({ database, makeAccount, signIn, page }, use) => {
    await database.sql(`delete from cases where status = 'ingresado'`)
    const lawyer = await makeAccount({
      role: 'lawyer',
      verificationStatus: 'verified',
      name: 'Ana Soto Díaz',
    })
    await setPlan(database.platform.db, lawyer.id, 'basico', 2)
    const client = await makeAccount({ name: 'Camila Reservada' })
    await signIn(page, lawyer)
    await use({
      lawyer,
      client,
      publish: (attributes) => makeOpenCase(database.platform, client.id, attributes),
    })
  },
})

it('MKT-01, MKT-13, PLA-12, MKT-05, MKT-10, CAL-10, PLA-18 from the paywall to a plan, a filter, a case and its chat, which the client sees at once', async ({
  page,
  visit,
  pageAs,
  database,
  setup: { lawyer, client, publish },
}) => {
  await setPlan(database.platform.db, lawyer.id, 'gratis', 0)
  await publish({ title: 'Consulta de Divorcio en Talca', specialty: 'Divorcio', commune: 'Talca' })
  await publish({ title: 'Consulta de Adopción en Arica', specialty: 'Adopción', commune: 'Arica' })
  await visit(page, '/casos-recientes')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Acceso Exclusivo para Suscriptores' }),
  ).toBeVisible()
  await expect(
    page.getByText(
      'El acceso al mercado de casos está disponible en los planes Básico, Intermedio y Avanzado.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Ir a mi Panel' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  expect(await page.content()).not.toContain('Divorcio en Talca')
  await page.getByRole('link', { name: 'Ver Planes' }).click()
  await expect(page).toHaveURL(/\/subscriptions$/)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Básico', exact: true }) })
    .getByRole('button')
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suscribir plan' }).click()
  await expect(page.locator('[data-toasts]').getByText('¡Suscripción exitosa!')).toBeVisible()

  await visit(page, '/casos-recientes')
  await expect(page.getByRole('heading', { level: 1, name: 'Casos Recientes' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('20créditos disponibles')
  await expect(count(page)).toHaveText('2 resultado(s) encontrados.')
  await page.getByRole('combobox', { name: 'Especialidades' }).click()
  await page.getByRole('option', { name: 'Divorcio' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Aplicar Filtros' }).click()
  await expect(page).toHaveURL(/\?especialidad=Divorcio$/)
  await expect(count(page)).toHaveText('1 resultado(s) encontrados.')
  await expect(card(page, 'Consulta de Adopción en Arica')).toHaveCount(0)

  const clientsPage = await pageAs(client)
  await visit(clientsPage, '/chat')
  await expect(clientsPage.getByRole('main')).not.toContainText('Ana Soto Díaz')
  const found = card(page, 'Consulta de Divorcio en Talca')
  await expect(found.getByText(/^Usa 1 crédito\. Te quedan \d+\.$/)).toBeVisible()
  await found.getByRole('button', { name: 'Iniciar Chat' }).click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(page.getByRole('main')).toContainText('Camila R.')
  // The case's title shows under the name.
  await expect(
    page.getByRole('region', { name: 'Conversación' }).getByText('Consulta de Divorcio en Talca'),
  ).toBeVisible()
  await expect(clientsPage.getByRole('main')).toContainText('Ana Soto Díaz')

  await page.goBack()
  await expect(page.getByRole('main')).toContainText('19créditos disponibles')
  await expect(card(page, 'Consulta de Divorcio en Talca').getByText('Sin costo: ya conversan')).toBeVisible()
})

it('MKT-03 to MKT-05: what is chosen while a list is loading stays chosen', async ({
  page,
  visit,
  setup: { publish },
}) => {
  await publish({ title: 'Consulta de Divorcio en Talca', specialty: 'Divorcio', commune: 'Talca' })
  await visit(page, '/casos-recientes')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/casos-recientes.data*', async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  const choose = async (list: string, option: string) => {
    await page.getByRole('combobox', { name: list }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  const apply = page.getByRole('button', { name: 'Aplicar Filtros' })
  await choose('Especialidades', 'Divorcio')
  await apply.click()
  await choose('Comunas', 'Talca')
  release()
  await expect(page).toHaveURL(/\?especialidad=Divorcio$/)
  await expect(count(page)).toHaveText('1 resultado(s) encontrados.')
  await apply.click()
  await expect(page).toHaveURL(/\?especialidad=Divorcio&comuna=Talca$/)
})

it('MKT-07 to MKT-09, LIM-11, OPEN-49, OPEN-50: a card, its four lines, «Ver más» and «Ver menos», what is redacted', async ({
  page,
  visit,
  database,
  setup: { publish },
}) => {
  const id = await publish({
    title: 'Consulta de Despido injustificado en San Miguel',
    specialty: 'Despido injustificado',
    commune: 'San Miguel',
    description: LONG,
  })
  await publish({ title: 'Consulta corta', specialty: 'Otro', commune: 'Ancud', description: 'Una línea.' })
  await database.sql(`update cases set urgency = 'alta' where id = $1`, [id])
  await visit(page, '/casos-recientes')
  const long = card(page, 'Consulta de Despido injustificado en San Miguel')
  await expect(long.getByText('Urgente', { exact: true })).toBeVisible()
  await expect(long.getByRole('list')).toContainText('Despido injustificadoSan Miguelrecién')
  await expect(long).toContainText('[dato oculto]')
  await expect(long).toContainText('$1.850.000')
  expect(await page.content()).not.toMatch(/8765|Camila Reservada/)
  const text = long.getByText('¿Cuántos días han pasado')
  const lines = () =>
    text.evaluate((element) =>
      Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    )
  expect(await lines()).toBe(4)
  await long.getByRole('button', { name: 'Ver más' }).click()
  expect(await lines()).toBeGreaterThan(6)
  await expect(long.getByRole('button', { name: 'Ver menos' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await lines()).toBe(4)
  const short = card(page, 'Consulta corta')
  await expect(short.getByRole('button', { name: 'Ver más' })).toHaveCount(0)
  await expect(short.getByText(/Urgente|Prioridad|urgencia/)).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])
})

it('MKT-03 to MKT-06, MKT-11: filters with search and «Seleccionar todas», kept in the URL; «Limpiar»; no results', async ({
  page,
  visit,
  setup: { publish },
}) => {
  await publish({ title: 'Uno', specialty: 'Divorcio', commune: 'Ñuñoa' })
  await publish({ title: 'Dos', specialty: 'Acoso laboral', commune: 'Talca' })
  await publish({ title: 'Tres', specialty: 'Divorcio', commune: 'Talca' })
  await visit(page, '/casos-recientes?comuna=Talca&comuna=Atl%C3%A1ntida&especialidad=Magia')
  await expect(count(page)).toHaveText('2 resultado(s) encontrados.')
  await expect(page.getByRole('combobox', { name: 'Comunas' })).toHaveText('1 seleccionada')
  await page.getByRole('combobox', { name: 'Comunas' }).click()
  await page.getByRole('combobox', { name: 'Buscar en Comunas' }).fill('nunoa')
  await page.getByRole('option', { name: 'Ñuñoa' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Aplica los filtros para ver los cambios.')).toBeVisible()
  await expect(count(page)).toHaveText('2 resultado(s) encontrados.')
  await page.getByRole('button', { name: 'Aplicar Filtros' }).click()
  await expect(count(page)).toHaveText('3 resultado(s) encontrados.')
  await reload(page)
  await expect(count(page)).toHaveText('3 resultado(s) encontrados.')
  await page.getByRole('combobox', { name: 'Especialidades' }).click()
  await page.getByRole('option', { name: 'Seleccionar todas' }).click()
  await expect(page.getByRole('combobox', { name: 'Especialidades', exact: true })).toHaveText(
    '16 seleccionadas',
  )
  await page.getByRole('combobox', { name: 'Buscar en Especialidades' }).fill('xyz')
  await expect(page.getByText('No se encontró la especialidad.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Limpiar' }).click()
  await expect(page).toHaveURL(/\/casos-recientes$/)
  await expect(count(page)).toHaveText('3 resultado(s) encontrados.')
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Comunas' })).toHaveText('2 seleccionadas')
  await visit(page, '/casos-recientes?comuna=Tortel')
  await expect(page.getByRole('heading', { name: 'No hay casos disponibles' })).toBeVisible()
  await expect(count(page)).toHaveText('0 resultado(s) encontrados.')
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(count(page)).toHaveText('3 resultado(s) encontrados.')
})

it('OPEN-70 on a phone the filters are a sheet; «Mis especialidades» selects the lawyer’s own', async ({
  page,
  visit,
  database,
  setup: { lawyer, publish },
}) => {
  await database.sql(`update lawyer_profiles set specialties = '{Divorcio,Adopción}' where id = $1`, [
    lawyer.id,
  ])
  await publish({ title: 'Mío', specialty: 'Divorcio', commune: 'Talca' })
  await publish({ title: 'Ajeno', specialty: 'Otro', commune: 'Talca' })
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/casos-recientes')
  await page.getByRole('button', { name: 'Filtros' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await sheet.getByRole('button', { name: 'Mis especialidades' }).click()
  await expect(sheet.getByRole('combobox', { name: 'Especialidades' })).toHaveText('1 seleccionada')
  await sheet.getByRole('button', { name: 'Aplicar Filtros' }).click()
  await expect(sheet).toBeHidden()
  await expect(count(page)).toHaveText('1 resultado(s) encontrados.')
  await expect(card(page, 'Mío')).toBeVisible()
  await expect(page.getByRole('button', { name: /Filtros.*1 en uso/ })).toBeVisible()
})

it('OPEN-32 without credits, and for a case that is gone, a message shows and nothing is spent', async ({
  page,
  visit,
  database,
  setup: { lawyer, publish },
}) => {
  await setPlan(database.platform.db, lawyer.id, 'basico', 0)
  const id = await publish({ title: 'Uno', commune: 'Talca' })
  await visit(page, '/casos-recientes')
  await card(page, 'Uno').getByRole('button', { name: 'Iniciar Chat' }).click()
  const toasts = page.locator('[data-toasts]')
  await expect(toasts.getByText('Sin créditos', { exact: true })).toBeVisible()
  const text = 'No tienes créditos disponibles. Revisa los planes para seguir contactando clientes.'
  await expect(card(page, 'Uno').getByText(text)).toBeVisible()
  await expect(card(page, 'Uno').getByRole('link', { name: 'Ver Planes' })).toBeVisible()
  await database.sql('delete from cases where id = $1', [id])
  await card(page, 'Uno').getByRole('button', { name: 'Iniciar Chat' }).click()
  await expect(toasts.getByText('Este caso ya no está disponible.')).toBeVisible()
  await expect(card(page, 'Uno').getByText('Este caso ya no está disponible.')).toBeVisible()
  await expect(card(page, 'Uno').getByRole('button', { name: 'Iniciar Chat' })).toHaveCount(0)
})

it('OPEN-50 new cases are announced and load on demand; a case that leaves is marked; «Cargar más» loads the rest', async ({
  page,
  visit,
  database,
  setup: { client, publish },
}) => {
  await database.sql(
    `insert into cases (title, description, client_id, commune, created_at)
     select 'Antiguo ' || n, 'Texto', $1, 'Talca', now() - n * interval '1 hour' from generate_series(1, 25) as s (n)`,
    [client.id],
  )
  const leaving = await publish({ title: 'Se va', commune: 'Talca' })
  await visit(page, '/casos-recientes')
  await expect(count(page)).toHaveText('26 resultado(s) encontrados.')
  await page.getByRole('button', { name: 'Cargar más' }).click()
  await expect(card(page, 'Antiguo 25')).toBeVisible()
  const before = await card(page, 'Antiguo 1').boundingBox()
  await publish({ title: 'Recién llegado', commune: 'Talca' })
  const news = page.getByRole('button', { name: 'Hay casos nuevos' })
  await expect(news).toBeVisible({ timeout: 30_000 })
  // Each refresh requests the changed cases, then the first page of the list, which the press will show.
  const fetches: ('case' | 'head')[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/api/rpc/cases/market')) return
    fetches.push(request.postDataJSON().json.after === undefined ? 'head' : 'case')
  })
  expect(await card(page, 'Antiguo 1').boundingBox()).toEqual(before)
  await expect(card(page, 'Recién llegado')).toHaveCount(0)
  // A repeated event about a case that is still open changes nothing.
  await database.sql(
    `insert into events (audience, kind, ref) select 'mercado', 'case', id from cases where title = 'Antiguo 2'`,
  )
  await database.sql('delete from cases where id = $1', [leaving])
  await database.sql(`insert into events (audience, kind, ref) values ('mercado', 'case', $1)`, [leaving])
  await expect(card(page, 'Se va').getByText('Este caso ya no está disponible.')).toBeVisible({
    timeout: 30_000,
  })
  await expect
    .poll(() => [fetches.filter((one) => one === 'case').length > 1, fetches.at(-1)], { timeout: 30_000 })
    .toEqual([true, 'head'])
  await expect(card(page, 'Antiguo 2').getByRole('button', { name: 'Iniciar Chat' })).toBeVisible()
  await news.click()
  await expect(card(page, 'Recién llegado')).toBeVisible()
  await expect(count(page)).toHaveText('26 resultado(s) encontrados.')
  await expect(news).toHaveCount(0)
})

it('MKT-12 a market that cannot be read shows an error and a retry', async ({
  page,
  visit,
  database,
  setup: { publish },
}) => {
  await publish({ title: 'Uno', specialty: 'Divorcio', commune: 'Talca' })
  await database.sql('alter table cases rename to cases_away')
  try {
    await visit(page, '/casos-recientes')
    await expect(page.getByRole('heading', { name: 'No se pudieron cargar los casos.' })).toBeVisible()
  } finally {
    await database.sql('alter table cases_away rename to cases')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(card(page, 'Uno')).toBeVisible()
})
