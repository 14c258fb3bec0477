import { expectAccessible } from '../harness/accessibility.ts'
import { CLIENT_NAME, LAWYER_NAME, openChat, test } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { log } from './chat-page.ts'

test('SEG-74 a lawyer writes a quick reply, inserts it at the cursor with the name, changes and deletes it; nothing is sent', async ({
  pageAs,
  parties,
}) => {
  const page = await pageAs(parties.lawyer)
  await openChat(page, CLIENT_NAME)
  const button = page.getByRole('button', { name: 'Respuestas rápidas' })
  const popup = page.getByRole('dialog', { name: 'Respuestas rápidas' })
  await button.click()
  await expect(popup).toContainText('No tienes respuestas rápidas.')
  await expectAccessible(page)
  await popup.getByRole('button', { name: 'Crear respuesta' }).click()
  const form = page.getByRole('dialog', { name: 'Respuesta rápida' })
  await expect(form.getByLabel('Título')).toBeFocused()
  await form.getByRole('button', { name: 'Guardar respuesta' }).click()
  await expect(form).toContainText('Escribe un título.')
  await expect(form).toContainText('Escribe la respuesta.')
  await form.getByLabel('Título').fill('Recibí tus documentos')
  await form.getByLabel('Respuesta', { exact: true }).fill('Hola, {nombre}. Los reviso hoy.')
  await expectAccessible(page)
  await page.route('**/api/rpc/quickReplies/save', (route) => route.abort(), { times: 1 })
  await form.getByRole('button', { name: 'Guardar respuesta' }).click()
  await expect(form).toContainText('No hay conexión con Amparo.')
  await expect(form.getByLabel('Título')).toHaveValue('Recibí tus documentos')
  await form.getByRole('button', { name: 'Guardar respuesta' }).click()
  const list = page.getByRole('dialog', { name: 'Respuestas rápidas' })
  await expect(list.getByText('Recibí tus documentos', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(list).toHaveCount(0)
  await expect(button).toBeFocused()

  // Inserted where the cursor is; what was typed stays.
  const box = page.getByRole('textbox', { name: /^Mensaje para/ })
  await box.fill('Buenos días.  Saludos.')
  await box.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(13, 13))
  await button.click()
  const search = popup.getByRole('searchbox', { name: 'Buscar una respuesta' })
  await expect(search).toBeFocused()
  await search.fill('xyz')
  await expect(popup).toContainText('Sin resultados.')
  await search.fill('recibi')
  await page.keyboard.press('ArrowDown')
  await expect(popup.getByRole('button', { name: /^Recibí tus documentos/ })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await expect(box).toHaveValue(`Buenos días. Hola, ${CLIENT_NAME}. Los reviso hoy. Saludos.`)
  await expect(popup).toHaveCount(0)
  await expect(log(page)).not.toContainText('Los reviso hoy.')

  // Escape closes and keeps everything.
  await button.click()
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.click()
  await popup.getByRole('button', { name: 'Editar' }).click()
  await list.getByRole('button', { name: 'Editar «Recibí tus documentos»' }).click()
  await form.getByLabel('Título').fill('Acuso recibo')
  await form.getByRole('button', { name: 'Guardar respuesta' }).click()
  await list.getByRole('button', { name: 'Eliminar «Acuso recibo»' }).click()
  await expect(list).toContainText('No tienes respuestas rápidas.')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(list.getByText('Acuso recibo', { exact: true })).toBeVisible()
})

test('SEG-74 on a phone; a list that fails can be loaded again; clients have no button', async ({
  pageAs,
  parties,
  database,
}) => {
  await database.sql(
    `insert into quick_replies (id, lawyer_id, title, body)
     select gen_random_uuid(), $1, 'Respuesta ' || n, repeat('Hola, {nombre}. ', 20) from generate_series(1, 30) n`,
    [parties.lawyer.id],
  )
  const page = await pageAs(parties.lawyer)
  await page.setViewportSize({ width: 390, height: 760 })
  await openChat(page, CLIENT_NAME)
  let failing = true
  await page.route('**/api/rpc/quickReplies/list**', (route) => (failing ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Respuestas rápidas' }).click()
  const popup = page.getByRole('dialog', { name: 'Respuestas rápidas' })
  await expect(popup).toContainText('No se pudieron cargar tus respuestas rápidas.')
  failing = false
  await popup.getByRole('button', { name: 'Reintentar' }).click()
  await expect(popup.getByRole('listitem')).toHaveCount(30)
  const seen = await popup.boundingBox()
  expect(seen?.x).toBeGreaterThanOrEqual(0)
  expect((seen?.x ?? 0) + (seen?.width ?? 0)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await popup.getByRole('button', { name: /^Respuesta 7/ }).click()
  await expect(page.getByRole('textbox', { name: /^Mensaje para/ })).toHaveValue(/^Hola, Camila/)
  const client = await pageAs(parties.client)
  await openChat(client, LAWYER_NAME)
  await expect(client.getByRole('textbox', { name: /^Mensaje para/ })).toBeVisible()
  await expect(client.getByRole('button', { name: 'Respuestas rápidas' })).toHaveCount(0)
})

test('SEG-75 the head of a conversation has only buttons that do something', async ({ pageAs, parties }) => {
  for (const [account, partner, names] of [
    [parties.client, LAWYER_NAME, ['Buscar en la conversación', 'Bloquear', 'Reportar', 'Ver Perfil']],
    [parties.lawyer, CLIENT_NAME, ['Buscar en la conversación', 'Bloquear', 'Reportar', 'Enviar Propuesta']],
  ] as const) {
    const page = await pageAs(account)
    await openChat(page, partner)
    const head = page.locator('header', { has: page.getByRole('heading', { name: partner, level: 2 }) })
    await expect(head.getByRole('button').or(head.getByRole('link')).filter({ visible: true })).toHaveText(
      names.map((name) => (['Buscar en la conversación', 'Bloquear', 'Reportar'].includes(name) ? '' : name)),
    )
  }
})
