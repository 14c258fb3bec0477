import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { completeProfile } from '../../../src/demo-data/lawyers.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { expect, test } from '../harness/fixtures.ts'
import { reload } from '../harness/input-method.ts'

const TEXT =
  'Me despidieron hace dos semanas por necesidades de la empresa. Trabajaba en Tortel y puedo pagar unas 40 lucas.'
const NO_RESULTS = 'No se encontraron abogados con los filtros seleccionados.'
const ADDRESS = { address_commune: 'Tortel', address_region: 'Aysén del General Carlos Ibáñez del Campo' }

const count = (page: Page, total: number) =>
  page.getByRole('heading', { name: `${total} abogado(s) encontrado(s).`, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const cards = (page: Page) => page.getByRole('article')
const chip = (page: Page, name: string) => page.getByRole('button', { name: `Quitar filtro ${name}` })

test('CRD-01 to CRD-07, AIS-01 to AIS-08, AIS-11, LIM-07, LIM-12, OPEN-52, OPEN-53, TRAP-14 a visitor describes a problem, gets matching lawyers, reads a profile, signs in and writes', async ({
  page,
  visit,
  makeAccount,
  database,
}) => {
  const { db } = database.platform
  const star = await makeAccount({
    role: 'lawyer',
    verificationStatus: 'verified',
    name: 'Sara Estrella Pino',
  })
  const plain = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name: 'Tomás Llano' })
  const specialties = [
    'Acoso laboral',
    'No pago de cotizaciones',
    'Accidentes del trabajo',
    'Despido injustificado',
  ]
  await completeProfile(db, star.id, { ...ADDRESS, specialties, price: 40_000, experience: 12 })
  await completeProfile(db, plain.id, {
    ...ADDRESS,
    specialties: ['Despido injustificado'],
    price: 20_000,
    experience: 1,
  })
  await database.sql(
    "update lawyer_profiles set plan = 'avanzado', rating_sum = 14, rating_count = 3 where id = $1",
    [star.id],
  )
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  // Delay the results: the progress bar waits at 90.
  const late = Promise.withResolvers<void>()
  await page.route('**/api/rpc/search/lawyers**', async (route) => {
    await late.promise
    await route.continue()
  })

  await visit(page, '/buscar-ia')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Búsqueda Inteligente')
  await expect(page.getByText('abogado(s) encontrado(s)')).toHaveCount(0)
  await page.getByLabel('Cuéntanos tu problema').fill(TEXT)
  await expect(page.getByText('111 de 1.000 caracteres')).toBeVisible()
  await button(page, 'Buscar abogados').click()
  const bar = page.getByRole('progressbar', { name: 'Analizando tu solicitud con IA...' })
  await expect(bar).toBeVisible()
  await expect(page.getByText('Analizando tu solicitud con IA...').first()).toBeVisible()
  // A second press during it does nothing.
  await button(page, 'Buscar abogados').click()
  await expect(bar).toHaveAttribute('aria-valuenow', '90')
  await expect(cards(page)).toHaveCount(0)
  late.resolve()
  await expect(count(page, 2)).toBeVisible()
  await expect(bar).toHaveCount(0)
  expect(requests.filter((one) => one.includes('search/understand'))).toHaveLength(1)
  expect(requests.filter((one) => one.includes('despidieron'))).toEqual([])
  await expect(page.getByText('Entendimos que buscas ayuda por despido injustificado.')).toContainText(
    'Por qué: escribiste «Me despidieron»',
  )
  for (const name of ['Despido injustificado', 'Tortel', 'Hasta $40.000'])
    await expect(chip(page, name)).toBeVisible()
  expect(new URL(page.url()).search).toBe(
    '?especialidad=Despido+injustificado&comuna=Tortel&precio=40000&busqueda=1',
  )

  const [first, second] = [cards(page).first(), cards(page).nth(1)]
  for (const text of [
    'Sara Estrella Pino',
    'Destacado',
    '4,7',
    '(3 reseñas)',
    'Tortel',
    '12 años de experiencia',
    '$40.000 / consulta',
    'Por qué: atiende Despido injustificado, está en Tortel, cobra hasta $40.000.',
  ])
    await expect(first).toContainText(text)
  await expect(first.getByRole('img', { name: '5 de 5 estrellas' })).toBeVisible()
  // The matching specialty comes first, though it is the fourth of the profile.
  await expect(first).toContainText(/Despido injustificado\s*Acoso laboral\s*No pago de cotizaciones/)
  await expect(first).not.toContainText('Accidentes del trabajo')
  for (const text of ['TL', 'Nuevo', '0,0', '(0 reseñas)', '1 año de experiencia'])
    await expect(second).toContainText(text)
  await expect(second).not.toContainText('Destacado')
  await expectAccessible(page)

  await first.getByRole('link', { name: 'Ver Perfil', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/lawyer/${star.id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sara Estrella Pino')
  // Back shows the results and the text, without another search.
  await page.goBack()
  await expect(count(page, 2)).toBeVisible()
  await expect(page.getByLabel('Cuéntanos tu problema')).toHaveValue(TEXT)
  await page.goForward()
  await button(page, 'Contactar').click()
  await expect(page).toHaveURL(/\/login/)
  const client = await makeAccount()
  await page.getByLabel('Correo').fill(client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(client.password)
  await button(page, 'Iniciar Sesión').click()
  await expect(page).toHaveURL(new RegExp(`/lawyer/${star.id}$`))
  await button(page, 'Contactar').click()
  await expect(page).toHaveURL(/\/chat/)
  await expect(page.getByText('Sara Estrella Pino').first()).toBeVisible()
  // The visitor's text is not kept in the new session.
  await page.getByRole('link', { name: 'Amparo' }).first().click()
  await page.getByRole('link', { name: 'Buscar con IA' }).first().click()
  await expect(page.getByLabel('Cuéntanos tu problema')).toHaveValue('')
})

test('AIS-02, AIS-03, AIS-09, AIS-10, OPEN-52, docs/design.md §9 the AI search: a follow-up question, danger, filters only, no results, and a failed search that keeps everything', async ({
  page,
  visit,
  makeAccount,
  database,
}) => {
  // It runs many searches, each with a progress animation.
  test.slow()
  const { id } = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name: 'Úrsula Dote' })
  await completeProfile(database.platform.db, id, {
    ...ADDRESS,
    specialties: ['Compra o venta de propiedad'],
  })
  await visit(page, '/buscar-ia')
  const problem = page.getByLabel('Cuéntanos tu problema')
  await problem.fill('le dono la casa en vida a mi hijo o hago como que se la vendo? qué conviene')
  await button(page, 'Buscar abogados').click()
  const question = page.getByRole('group', {
    name: '¿La propiedad viene de alguien que falleció, o es una compra o una venta entre vivos?',
  })
  await expect(page.getByText('Puede que busques ayuda por compra o venta de propiedad.')).toBeVisible()
  await question.getByRole('button', { name: 'Es por una herencia' }).click()
  await expect(chip(page, 'Herencias y posesiones')).toBeVisible()
  await expect(page.getByText('Buscamos ayuda por herencias y posesiones, como elegiste.')).toBeVisible()
  await expect(chip(page, 'Compra o venta de propiedad')).toHaveCount(0)
  await page.goBack()
  await expect(chip(page, 'Compra o venta de propiedad')).toBeVisible()

  await problem.fill('mi marido me pega y me amenaza')
  await button(page, 'Buscar abogados').click()
  for (const number of ['1455', '149', '133', '*4141'])
    await expect(page.getByRole('link', { name: `Llamar al ${number}` })).toHaveAttribute(
      'href',
      `tel:${number}`,
    )
  await expect(page.getByText('abogado(s) encontrado(s).')).toBeVisible()
  await expectAccessible(page)

  // A text that is too long shows an error, and nothing is sent.
  await problem.fill('a'.repeat(1_001))
  await button(page, 'Buscar abogados').click()
  await expect(problem).toHaveAccessibleDescription('Tu texto puede tener hasta 1.000 caracteres.')

  // Filters only.
  await problem.fill('')
  await page.getByRole('form', { name: 'Filtros' }).getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page.getByRole('radiogroup', { name: 'Experiencia' }).getByRole('radio')).toHaveCount(5)
  // Wait for the search of this filter, so that the next one is that of the commune.
  const experienceSearch = page.waitForResponse(
    (answer) =>
      answer.url().includes('/api/rpc/search/lawyers') &&
      answer.request().postDataJSON().json.experience !== undefined,
  )
  await page.getByText('10+ años', { exact: true }).click()
  await experienceSearch
  await page.getByRole('combobox', { name: 'Comuna' }).fill('laguna bla')
  // The button is pressed while the filter's search is still pending.
  const slow = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  await page.route(
    '**/api/rpc/search/lawyers**',
    async (route) => {
      isAsked.resolve()
      await slow.promise
      await route.continue().catch(() => {})
    },
    { times: 1 },
  )
  await page.getByRole('option', { name: 'Laguna Blanca' }).click()
  await isAsked.promise
  await button(page, 'Buscar abogados').click()
  await expect(page.getByRole('heading', { name: NO_RESULTS })).toBeVisible()
  await expect(count(page, 0)).toBeVisible()
  slow.resolve()
  await expectAccessible(page)
  // The suggestion removes one filter and keeps the rest.
  await button(page, 'Buscar sin la comuna').click()
  await expect(chip(page, 'Laguna Blanca')).toHaveCount(0)
  await expect(chip(page, '10+ años')).toBeVisible()
  await page.goBack()
  await expect(chip(page, 'Laguna Blanca')).toBeVisible()

  await page.route('**/api/rpc/search/**', (route) => route.abort())
  await problem.fill(TEXT)
  await button(page, 'Buscar abogados').click()
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Error en la búsqueda' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(problem).toHaveValue(TEXT)
  await expect(chip(page, 'Laguna Blanca')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/rpc/search/**')
  await button(page, 'Reintentar').click()
  await expect(page.getByText('abogado(s) encontrado(s).')).toBeVisible()
  // The user's own choice is kept; the other filter was suggested from the text.
  await expect(chip(page, 'Laguna Blanca')).toBeVisible()
  await expect(chip(page, 'Despido injustificado')).toBeVisible()
})

test('SEA-01, SEA-02, AIS-09, OPEN-51 all verified lawyers at first; filters in the URL, by keyboard, back and forward; more pages; on phones a sheet', async ({
  page,
  visit,
  makeAccount,
  database,
}) => {
  const { db } = database.platform
  const place = { address_commune: 'Timaukel', address_region: 'Magallanes y de la Antártica Chilena' }
  for (let at = 0; at < 22; at += 1) {
    const name = at === 0 ? 'Ñandú Ibáñez Çelik' : `Abogada Número ${String(at).padStart(2, '0')}`
    const { id } = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name })
    await completeProfile(db, id, {
      ...place,
      specialties: ['Servidumbres y deslindes'],
      experience: at,
      price: 10_000 + at * 1_000,
    })
  }
  await makeAccount({ role: 'lawyer', verificationStatus: 'admin_pending', name: 'Ñandú Pendiente' })

  await visit(page, '/buscar-abogados')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encuentra tu Abogado Ideal')
  await expect(cards(page).first()).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/buscar-abogados$/)
  // By keyboard alone.
  const specialty = page.getByRole('combobox', { name: 'Especialidad' })
  await specialty.focus()
  await page.keyboard.type('deslindes')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?especialidad=Servidumbres\+y\+deslindes$/)
  await expect(count(page, 22)).toBeVisible()
  await expect(cards(page)).toHaveCount(20)
  await expect(cards(page).first()).toContainText('Abogada Número 21')
  await button(page, 'Cargar más').click()
  await expect(cards(page)).toHaveCount(22)
  await expect(cards(page).last()).toContainText('Menos de 1 año')
  await page.getByRole('radio', { name: '10+ años' }).check({ force: true })
  await expect(count(page, 12)).toBeVisible()
  await page.getByLabel('Precio máximo').fill('24.000,50')
  await page.keyboard.press('Enter')
  await expect(count(page, 5)).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(count(page, 22)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Cualquiera' })).toBeChecked()
  await page.goForward()
  await expect(count(page, 12)).toBeVisible()
  await reload(page)
  await expect(count(page, 12)).toBeVisible()
  // A filter set right after «Limpiar filtros» must not restore the removed ones.
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.getByRole('form', { name: 'Filtros' }).getByRole('button', { name: 'Limpiar filtros' }).click()
  const name = page.getByLabel('Nombre del abogado')
  await name.fill('ibanez nandu')
  await name.press('Enter')
  await expect(count(page, 1)).toBeVisible()
  await expect(cards(page)).toContainText('Ñandú Ibáñez Çelik')
  expect(new URL(page.url()).search).toBe('?nombre=ibanez+nandu')
  expect(
    requests.filter((url) => url.includes('.data')),
    'filters do not wait for a loader',
  ).toEqual([])
  // A name that was typed but not submitted applies with the next filter.
  await name.fill('abogada')
  await page.getByRole('radio', { name: '10+ años' }).check({ force: true })
  await expect(page).toHaveURL(/\?nombre=abogada&experiencia=10/)
  await expect(name).toHaveValue('abogada')
  // «Limpiar» clears this field, too, whether it was applied or not.
  await name.fill('ibanez')
  await page.getByRole('form', { name: 'Filtros' }).getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page).toHaveURL(/abogados$/)
  await expect(name).toHaveValue('')
  await name.fill('%zzz_')
  await button(page, 'Buscar').click()
  await expect(page.getByRole('heading', { name: NO_RESULTS })).toBeVisible()
  await expectAccessible(page)

  await page.route('**/api/rpc/search/lawyers**', (route) => route.abort())
  await name.fill('nadie que se llame así')
  await button(page, 'Buscar').click()
  await expect(page.getByRole('alert').getByRole('heading', { name: 'Error en la búsqueda' })).toBeVisible({
    timeout: 30_000,
  })
  await page.unroute('**/api/rpc/search/lawyers**')
  await button(page, 'Reintentar').click()
  await expect(page.getByRole('heading', { name: NO_RESULTS })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Limpiar filtros' }).last().click()
  await expect(cards(page).first()).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Filtros' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await sheet.getByRole('combobox', { name: 'Comuna' }).fill('timaukel')
  await page.getByRole('option', { name: 'Timaukel' }).click()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Ver 22 abogados' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(count(page, 22)).toBeVisible()
  await expectAccessible(page)
})

test('docs/design.md §11 a first visit of the searches: 170 KB of JavaScript', async ({ browser, app }) => {
  for (const path of ['/buscar-ia', '/buscar-abogados']) {
    const context = await browser.newContext({ baseURL: app.url })
    const page = await context.newPage()
    const sizes: Promise<number>[] = []
    page.on('response', (answer) => {
      if (new URL(answer.url()).pathname.endsWith('.js'))
        sizes.push(answer.body().then((body) => gzipSync(body).length))
    })
    await page.goto(path)
    // Scripts load late: the network may be idle before that.
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(50_000)
    expect(total, path).toBeLessThanOrEqual(170_000)
    await context.close()
  }
})
