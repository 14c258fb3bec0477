import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../harness/accessibility.ts'
import { LAWYER_NAME, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { TOAST_DISMISS_TIMEOUT_MS } from '../harness/input-method.ts'

const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)
const contact = (page: Page) => page.getByRole('button', { name: 'Contactar' })
const OPEN_CHAT = '**/api/rpc/chat/open'

test('PUB-01 to PUB-11, PUB-13, ROL-01, ROU-03, OPEN-54 a visitor sees the profile, and signs in to write', async ({
  parties,
  pageAs,
  database,
}) => {
  const { id } = parties.lawyer
  await database.sql(
    `update lawyer_profiles set plan = 'avanzado', price = 40000, experience = 12, address_commune = 'Maipú',
       university = 'Universidad de Chile', specialties = '{Despido injustificado,Acoso laboral}',
       description = E'Reviso tu contrato.\\n\\n<script>alert(1)</script>' where id = $1`,
    [id],
  )
  const page = await pageAs(null)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  for (const path of [`/perfil-abogado/${id}`, `/lawyer/${id}`]) {
    await visitPage(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(LAWYER_NAME)
    const main = page.getByRole('main')
    for (const text of [
      'Perfil Verificado',
      'Perfil Destacado',
      'Maipú',
      'Universidad de Chile',
      'Acoso laboral',
      'Método de Trabajo',
      '12',
      'Años de experiencia',
      'Reviso tu contrato.',
      '<script>alert(1)</script>',
      '$40.000',
    ])
      await expect(main.getByText(text).first()).toBeVisible()
    await expectAccessible(page)
    // TRAP-12: the same page, and two footers.
    await expect(page.getByRole('contentinfo')).toHaveCount(path.startsWith('/lawyer') ? 1 : 0)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/lawyer/${id}$`))
  }
  await expect(page).toHaveTitle(`${LAWYER_NAME} · Amparo`)
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /^Despido injustificado, Acoso laboral en Maipú\. Reviso tu contrato\./,
  )
  await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'profile')
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data.mainEntity).toMatchObject({
    '@type': 'Person',
    name: LAWYER_NAME,
    knowsAbout: expect.any(Array),
  })
  expect(JSON.stringify(data)).not.toMatch(/rut|phone|birth|street|@prueba/i)
  expect(complaints).toEqual([])

  await contact(page).click()
  await expect(toast(page, 'Inicio de sesión requerido')).toBeVisible()
  await expect(toast(page, 'Debes iniciar sesión para contactar a un abogado.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/login\\?volver=%2Flawyer%2F${id}$`))
  await page.getByLabel('Correo electrónico').fill(parties.client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(parties.client.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).last().click()
  await expect(page).toHaveURL(new RegExp(`/lawyer/${id}$`))
  await expect(toast(page, 'Inicio de sesión requerido')).toHaveCount(0, {
    timeout: TOAST_DISMISS_TIMEOUT_MS,
  })
})

test('PUB-15, PUB-16, CAL-09 a client opens one chat, however often they press; a failure shows why and can be retried', async ({
  parties,
  pageAs,
  makeAccount,
  database,
}) => {
  const client = await makeAccount({ name: 'Elena Ríos' })
  const page = await pageAs(client)
  await visitPage(page, `/lawyer/${parties.lawyer.id}`)
  await page.route(OPEN_CHAT, (route) => route.abort(), { times: 1 })
  await contact(page).click()
  await expect(toast(page, 'Error al contactar')).toBeVisible()
  await expect(contact(page)).toHaveAccessibleDescription(/No hay conexión con Amparo\./)
  let requests = 0
  page.on('request', (request) => {
    if (request.url().includes('/chat/open')) requests++
  })
  await contact(page).dblclick()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(page.getByRole('heading', { name: LAWYER_NAME })).toBeVisible()
  expect(requests).toBe(1)
  expect(await database.sql('select 1 from chats where client_id = $1', [client.id])).toHaveLength(1)
})

test('PUB-12, PUB-14, PUB-17 other lawyers cannot contact; the own profile links to its form; «Volver» leads back', async ({
  parties,
  pageAs,
  makeAccount,
}) => {
  const { id } = parties.lawyer
  const other = await pageAs(
    await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name: 'Otro Abogado' }),
  )
  await visitPage(other, `/lawyer/${id}`)
  await contact(other).click()
  await expect(toast(other, 'Acceso restringido')).toBeVisible()
  await expect(toast(other, 'Solo los clientes pueden contactar abogados.')).toBeVisible()
  await expect(other).toHaveURL(new RegExp(`/lawyer/${id}$`))
  await other.getByRole('link', { name: 'Volver' }).click()
  await expect(other).toHaveURL(/\/$/)

  const own = await pageAs(parties.lawyer)
  await visitPage(own, `/lawyer/${id}`)
  await expect(contact(own)).toHaveCount(0)
  await own.getByRole('link', { name: 'Editar Mi Perfil' }).click()
  await expect(own).toHaveURL(/\/edit-lawyer-profile$/)
})

test('PUB-02, PUB-04, PUB-09, PUB-19 to PUB-21, OPEN-54 clients, unverified lawyers and invalid ids are not found', async ({
  parties,
  pageAs,
  makeAccount,
}) => {
  const visitor = await pageAs(null)
  const waiting = await makeAccount({
    role: 'lawyer',
    verificationStatus: 'admin_pending',
    name: 'Ana Espera',
  })
  for (const id of [parties.client.id, waiting.id, '00000000-0000-4000-8000-000000000000', 'nada', '']) {
    const answer = await visitor.goto(`/lawyer/${id}`)
    expect(answer?.status()).toBe(404)
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Abogado no encontrado')
    await expect(visitor.getByText('El perfil que buscas no existe o no es un abogado.')).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/')
  }
  const own = await pageAs(waiting)
  await visitPage(own, `/lawyer/${waiting.id}`)
  await expect(own.getByRole('heading', { level: 1 })).toHaveText('Ana Espera')
  await expect(own.getByText('Perfil Verificado')).toHaveCount(0)
  await expect(own.getByText('por ahora solo tú puedes verlo')).toBeVisible()
  await expect(own.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  // Before the form is filled in, placeholders show.
  const beginning = await makeAccount({ role: 'lawyer', verificationStatus: 'profile_pending' })
  const empty = await pageAs(beginning)
  await visitPage(empty, `/lawyer/${beginning.id}`)
  for (const text of ['Ubicación no especificada', 'General', 'Descripción no disponible.'])
    await expect(empty.getByRole('main').getByText(text, { exact: true })).toBeVisible()
})

test('PUB-18 a profile that cannot be read shows an error, a link home and a retry', async ({
  parties,
  pageAs,
  database,
}) => {
  const page = await pageAs(null)
  await database.sql('alter table lawyer_profiles rename column university to elsewhere')
  try {
    await visitPage(page, `/lawyer/${parties.lawyer.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error al cargar')
    await expect(page.getByText('Ocurrió un error inesperado. Inténtalo de nuevo.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/')
  } finally {
    await database.sql('alter table lawyer_profiles rename column elsewhere to university')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(LAWYER_NAME)
})

test('docs/design.md §11 a first visit of a profile: 160 KB of JavaScript', async ({ parties, pageAs }) => {
  const page = await pageAs(null)
  const sizes: Promise<number>[] = []
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js'))
      sizes.push(answer.body().then((body) => gzipSync(body).length))
  })
  await page.goto(`/lawyer/${parties.lawyer.id}`)
  await page.waitForLoadState('networkidle')
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThanOrEqual(160_000)
})
