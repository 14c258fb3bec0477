// Problems that first-time users had between the home page and their first case (findings 4, 5, 10, 13, 18,
// 25).
import type { Page } from '@playwright/test'
import { sendText } from '../../../src/demo-data/conversations.ts'
import { chooseOption, WIZARD_PATH } from '../cases/wizard-page.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { LAWYER_NAME, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

const FIRST_NAME = LAWYER_NAME.split(' ')[0]
const toasts = (page: Page) => page.locator('[data-toasts]')
const main = (page: Page) => page.getByRole('main')

async function register(page: Page): Promise<void> {
  await page.getByLabel('Nombre completo').fill('Juana Pérez')
  await page.getByLabel('Correo electrónico').fill(`${crypto.randomUUID()}@prueba.test`)
  await page.getByLabel('Contraseña', { exact: true }).fill('clave-larga-1')
  await page.getByLabel('Confirmar contraseña').fill('clave-larga-1')
  await page.locator('form').getByRole('button', { name: 'Registrarse' }).click()
}

test('18: from «Contactar» a visitor registers as a client and returns to write', async ({
  parties,
  pageAs,
}) => {
  const profile = `/lawyer/${parties.lawyer.id}`
  const page = await pageAs(null)
  await page.setViewportSize({ width: 390, height: 844 })
  await visitPage(page, profile)
  await page.getByRole('button', { name: 'Contactar' }).click()
  await page.waitForURL('**/login?volver=*')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Crea tu cuenta para escribirle a ${FIRST_NAME}`,
  )
  // Not shown as an error: nothing went wrong.
  await expect(toasts(page).getByText('Debes iniciar sesión para contactar a un abogado.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await main(page).getByRole('link', { name: 'Crear mi cuenta' }).click()
  await expect(page.getByText('Te registras como Cliente')).toBeVisible()
  // Going back and forth between the pages loses nothing.
  await main(page).getByRole('link', { name: 'Inicia sesión' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Crea tu cuenta para escribirle a ${FIRST_NAME}`,
  )
  await main(page).getByRole('link', { name: 'Crear mi cuenta' }).click()
  await register(page)
  await page.waitForURL(`**${profile}`)
  await expect(
    toasts(page).getByText(
      `Tu cuenta ha sido creada. Ahora puedes escribirle a ${FIRST_NAME}: presiona «Contactar».`,
    ),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Contactar' }).click()
  await page.waitForURL('**/chat')
  await expect(page.getByRole('heading', { name: LAWYER_NAME })).toBeVisible()
})

test('«Ingresar mi Causa» leads a visitor to registration as a client, and on to the form', async ({
  pageAs,
}) => {
  const page = await pageAs(null)
  await visitPage(page, WIZARD_PATH)
  await page.waitForURL('**/login?volver=%2Fsubmit-case')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crea tu cuenta para ingresar tu causa')
  await main(page).getByRole('link', { name: 'Crear mi cuenta' }).click()
  await register(page)
  await page.waitForURL(`**${WIZARD_PATH}`)
  await expect(toasts(page).getByText('Tu cuenta ha sido creada. Ahora cuéntanos tu problema.')).toBeVisible()
})

test('the toast after a client’s registration links to the profile that it mentions', async ({ pageAs }) => {
  const page = await pageAs(null)
  await visitPage(page, '/')
  await page.getByRole('banner').getByRole('button', { name: 'Registrarse' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Soy Cliente' }).click()
  await register(page)
  await page.waitForURL('**/dashboard')
  await toasts(page).getByRole('button', { name: 'Ver mi perfil' }).click()
  await page.waitForURL('**/edit-profile')
})

test('the case form understands a problem in free text, and falls back to specialty names without an answer', async ({
  page,
  signIn,
  visit,
  makeAccount,
}) => {
  await signIn(page, await makeAccount())
  await visit(page, WIZARD_PATH)
  const search = page.getByLabel('Busca tu especialidad')
  const radio = (name: string) => page.getByRole('radio', { name, exact: true })
  for (const [problem, specialty] of [
    ['me hecharon de la pega y no me dan el finikito', 'Despido injustificado'],
    ['me quieren desalojar', 'Arriendo (conflictos)'],
  ] as const) {
    await search.fill(problem)
    await expect(radio(specialty)).toBeVisible()
    // «Otro» always stays, next to at most three suggestions.
    await expect(radio('Otro')).toBeVisible()
    expect(await page.getByRole('radio').count()).toBeLessThanOrEqual(4)
  }
  // The danger notice shows before a specialty is chosen.
  await expect(page.getByText('Si estás en peligro')).toHaveCount(0)
  await search.fill('mi pareja me pega y me amenaza')
  await expect(page.getByText('Si estás en peligro, llama a Carabineros al 133.')).toBeVisible()
  await expect(radio('Violencia intrafamiliar (VIF)')).toBeVisible()
  await chooseOption(page, 'Violencia intrafamiliar (VIF)')

  await page.route('**/api/rpc/search/understand', (route) => route.abort())
  await search.fill('no me pagan la pension')
  await expect(page.getByText('No se encontró la especialidad.')).toBeVisible()
  await search.fill('pension')
  await expect(radio('Pensión de alimentos')).toBeVisible()
})

test('the text of the search is carried to the case form, also through registration', async ({ pageAs }) => {
  const page = await pageAs(null)
  await visitPage(page, '/buscar-ia')
  await page.getByLabel('Cuéntanos tu problema').fill('me echaron sin aviso')
  await page.getByRole('banner').getByRole('link', { name: 'Ingresar causa' }).click()
  await page.waitForURL('**/login?volver=%2Fsubmit-case')
  await main(page).getByRole('link', { name: 'Crear mi cuenta' }).click()
  await register(page)
  await page.waitForURL(`**${WIZARD_PATH}`)
  await expect(page.getByLabel('Busca tu especialidad')).toHaveValue('me echaron sin aviso')
  await expect(page.getByRole('radio', { name: 'Despido injustificado' })).toBeVisible()
  // The text is never in the URL.
  expect(page.url()).not.toContain('echaron')
})

test('the navigation bar and the menu link to search, case and help; a lawyer’s to the market', async ({
  pageAs,
  makeAccount,
  parties,
}) => {
  const client = await makeAccount({ name: 'Maximiliano Fernández-Etcheberrigaray Undurraga' })
  for (const [who, entries] of [
    [null, ['Abogados', 'Ingresar causa', 'Ayuda']],
    [client, ['Abogados', 'Ingresar causa', 'Ayuda']],
    [parties.lawyer, ['Casos Recientes', 'Ayuda']],
  ] as const) {
    const page = await pageAs(who)
    await visitPage(page, '/terminos')
    for (const width of [1280, 1200, 1199, 390]) {
      await page.setViewportSize({ width, height: 844 })
      if (width < 1200) await page.getByRole('button', { name: 'Menú' }).click()
      const navigation = width < 1200 ? page.getByRole('dialog', { name: 'Menú' }) : page.getByRole('banner')
      for (const name of entries)
        await expect(navigation.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
      // Nothing is wider than the window.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      if (width < 1200) await navigation.getByRole('button', { name: 'Cerrar' }).click()
    }
  }
  // The navigation bar of the home page has one more link.
  const visitor = await pageAs(null)
  for (const page of [visitor, await pageAs(client)]) {
    await page.setViewportSize({ width: 1200, height: 844 })
    await visitPage(page, '/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Buscar con IA' })).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1200)
  }
  await visitor.getByRole('banner').getByRole('link', { name: 'Ayuda' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: '¿Cómo encuentro un abogado?' })).toBeVisible()
})

test('an empty chat explains what happens next and offers a client ways to begin', async ({
  parties,
  pageAs,
  makeAccount,
  database,
}) => {
  await database.sql(`update lawyer_profiles set specialties = '{Despido injustificado}' where id = $1`, [
    parties.lawyer.id,
  ])
  const client = await makeAccount({ name: 'Juana Pérez' })
  const page = await pageAs(client)
  await page.setViewportSize({ width: 390, height: 844 })
  await visitPage(page, '/buscar-ia')
  await page.getByLabel('Cuéntanos tu problema').fill('me echaron sin aviso')
  await page.getByRole('button', { name: 'Buscar abogados' }).click()
  await page.getByRole('main').getByRole('link', { name: LAWYER_NAME }).first().click()
  await page.getByRole('button', { name: 'Contactar' }).filter({ visible: true }).click()
  await page.waitForURL('**/chat')
  const conversation = page.getByRole('region', { name: 'Conversación' })
  await expect(page.getByRole('log')).toBeVisible()
  await expect(conversation.getByText('Sin mensajes aún')).toBeVisible()
  await expect(page.getByText(/La respuesta llega a este mismo chat/)).toBeVisible()
  const box = page.getByPlaceholder('Escribe un mensaje')
  const starters = page.getByRole('list', { name: 'Cómo empezar' })
  await starters.getByRole('button', { name: 'Usar lo que busqué' }).click()
  await expect(box).toHaveValue('me echaron sin aviso')
  await expect(box).toBeFocused()
  await expect(starters).toHaveCount(0)
  await box.fill('')
  await starters.getByRole('button', { name: 'Contar qué pasó' }).click()
  await expect(box).toHaveValue('Hola. Necesito ayuda con esto: ')
  // Nothing is sent before the person sends it.
  await expect(conversation.getByText('Sin mensajes aún')).toBeVisible()
  // The lawyer's side of the same empty chat offers none of that.
  const lawyer = await pageAs(parties.lawyer)
  await visitPage(lawyer, '/chat')
  await lawyer.getByRole('link', { name: /Juana/ }).click()
  const lawyersSide = lawyer.getByRole('region', { name: 'Conversación' })
  await expect(lawyersSide.getByText('Sin mensajes aún')).toBeVisible()
  await expect(lawyer.getByPlaceholder('Escribe un mensaje')).toBeVisible()
  await expect(lawyer.getByRole('list', { name: 'Cómo empezar' })).toHaveCount(0)
  await expect(lawyer.getByText(/La respuesta llega a este mismo chat/)).toHaveCount(0)
  await page.keyboard.type('me despidieron')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText('Hola. Necesito ayuda con esto: me despidieron')).toBeVisible()
  await box.fill('')
  await expect(starters).toHaveCount(0)
})

test('OPEN-58: an empty chat whose lawyer deleted the account promises no answer', async ({
  parties,
  pageAs,
  database,
}) => {
  await database.sql('delete from messages where chat_id = $1', [parties.chatId])
  await database.sql('update chats set lawyer_id = null where id = $1', [parties.chatId])
  const page = await pageAs(parties.client)
  await visitPage(page, '/chat')
  await page.getByRole('link', { name: /Usuario eliminado/ }).click()
  const conversation = page.getByRole('region', { name: 'Conversación' })
  await expect(conversation.getByText('Sin mensajes aún')).toBeVisible()
  await expect(page.getByText(/eliminó su cuenta/)).toBeVisible()
  await expect(page.getByText(/La respuesta llega a este mismo chat/)).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Cómo empezar' })).toHaveCount(0)
})

test('a client’s panel lists the lawyers they wrote to, updated live', async ({
  parties,
  pageAs,
  database,
  makeAccount,
}) => {
  const card = (page: Page) => page.getByRole('region', { name: 'Tus conversaciones' })
  const page = await pageAs(parties.client)
  await visitPage(page, '/dashboard')
  const chats = card(page)
  await expect(chats.getByRole('link', { name: new RegExp(LAWYER_NAME) })).toContainText(
    'me despidieron el lunes',
  )
  await sendText(database.platform, parties.chatId, parties.lawyer.id, 'Le respondo hoy')
  await expect(chats).toContainText('Le respondo hoy')
  await expect(chats).toContainText('mensaje sin leer')
  await expectAccessible(page)
  await chats.getByRole('link', { name: new RegExp(LAWYER_NAME) }).click()
  await expect(page.getByRole('log')).toContainText('Le respondo hoy')
  const newClient = await pageAs(await makeAccount())
  await visitPage(newClient, '/dashboard')
  await expect(newClient.getByRole('heading', { name: 'No tienes causas activas' })).toBeVisible()
  await expect(card(newClient)).toHaveCount(0)
})
