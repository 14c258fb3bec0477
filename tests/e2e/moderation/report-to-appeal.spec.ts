import { sendText } from '../../../src/demo-data/conversations.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { CLIENT_NAME, LAWYER_NAME, openChat, test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

const THREAT = 'Si no me pagas hoy voy a ir a tu trabajo.'

/** The desk shows all reports of the worker's database, also those of other tests. */
test.beforeEach(({ database }) => database.sql('truncate reports, sanctions cascade'))

test('DAT-65, DAT-66, DAT-74 a client reports a conversation on a phone: what happened, which messages, and nothing is lost by a failure', async ({
  parties,
  pageAs,
  database,
}) => {
  const { client, lawyer, chatId } = parties
  await sendText(database.platform, chatId, lawyer.id, THREAT)
  const page = await pageAs(client)
  await page.setViewportSize({ width: 390, height: 844 })
  await openChat(page, LAWYER_NAME)
  await page.getByRole('button', { name: 'Reportar la conversación' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reportar la conversación' })
  await expect(dialog.getByRole('radio')).toHaveCount(8)
  await expect(dialog.getByRole('checkbox', { name: THREAT })).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar reporte' }).click()
  await expect(dialog).toContainText('Elige qué pasó.')
  const summary = dialog.getByRole('region', { name: 'Revisa 2 respuestas' })
  await expect(summary).toBeFocused()
  await summary.getByRole('button', { name: 'Elige al menos un mensaje.' }).click()
  await expect(dialog.getByRole('checkbox', { name: THREAT })).toBeFocused()
  await expect(dialog.getByText('Si estás en peligro')).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Amenazas o acoso' }).check()
  for (const number of ['133', '149', '1455'])
    await expect(dialog.getByRole('link', { name: number })).toHaveAttribute('href', `tel:${number}`)
  await expect(dialog.getByText('secreto profesional')).toHaveCount(0)
  // Own messages cannot be chosen.
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  await dialog.getByRole('checkbox', { name: THREAT }).check()
  await dialog.getByRole('textbox', { name: 'Detalle' }).fill('Me dio miedo.')
  await expectAccessible(page)
  await page.route('**/api/rpc/moderation/report', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Enviar reporte · 1 mensaje' }).click()
  await expect(dialog).toContainText('No hay conexión con Amparo.')
  await expect(dialog.getByRole('textbox', { name: 'Detalle' })).toHaveValue('Me dio miedo.')
  await dialog.getByRole('button', { name: 'Enviar reporte · 1 mensaje' }).click()
  await expect(page.getByText('Una persona de nuestro equipo lo revisará.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const rows = await database.sql('select reason, detail from reports where reporter_id = $1', [client.id])
  expect(rows).toEqual([{ reason: 'amenazas', detail: 'Me dio miedo.' }])
  await page.getByRole('button', { name: 'Ver tus reportes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tus reportes')
  const row = page.getByRole('listitem').filter({ hasText: `Mensaje de ${LAWYER_NAME}` })
  await expect(row).toContainText(THREAT)
  await expect(row).toContainText('Recibido')
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Amenazas o acoso' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu reporte')
  await expect(page.getByText(`Mensaje de ${LAWYER_NAME}`)).toBeVisible()
  await expect(page.getByText(THREAT)).toBeVisible()
  await expectAccessible(page)
})

test('DAT-66 «Pedir más mensajes» asks first, and threats stand first on the desk', async ({
  parties,
  pageAs,
  makeAccount,
  database,
}) => {
  const { client, lawyer, chatId } = parties
  const store = (id: string, reason: string, age: string) =>
    database.sql(
      `insert into reports (id, reporter_id, reported_id, object, object_id, chat_id, reason, created_at)
       values ($1, $2, $3, 'conversation', $1, $4, $5, app_now() - $6::interval)`,
      [id, client.id, lawyer.id, chatId, reason, age],
    )
  const threat = crypto.randomUUID()
  await store(crypto.randomUUID(), 'publicidad', '3 days')
  await store(threat, 'amenazas', '1 day')
  const page = await pageAs(await makeAccount({ role: 'admin', name: 'Paulina Mardones' }))
  await visitPage(page, '/admin/reportes')
  const queue = page.getByRole('navigation', { name: 'Reportes' })
  await expect(queue.getByRole('button').first()).toContainText('Amenazas o acoso')
  await expect(page.getByText('2 por decidir').first()).toBeVisible()
  await page.getByRole('button', { name: 'Empezar a revisar' }).click()
  const ask = page.getByRole('button', { name: 'Pedir más mensajes' })
  const stateOf = async () => (await database.sql('select state from reports where id = $1', [threat]))[0]
  await ask.click()
  const dialog = page.getByRole('dialog', { name: '¿Pedir más mensajes?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await stateOf()).toEqual({ state: 'en_revision' })
  await ask.click()
  await dialog.getByRole('button', { name: 'Pedir más mensajes' }).click()
  await expect(page.getByText('Pedimos más mensajes a quien reporta.')).toBeVisible()
  expect(await stateOf()).toEqual({ state: 'esperando' })
})

test('DAT-70 an announced suspension stands on every page; a suspended lawyer is offered nothing that is refused', async ({
  parties,
  pageAs,
  database,
}) => {
  const { lawyer } = parties
  const page = await pageAs(lawyer)
  await openChat(page, CLIENT_NAME)
  await expect(page.getByRole('button', { name: 'Enviar Propuesta' })).toBeVisible()
  const [sanction] = await database.sql<{ id: string }>(
    `insert into sanctions (user_id, kind, state, rule, reason, starts_at)
     values ($1, 'suspender', 'anunciada', 2, 'Anuncia presentarse en su trabajo.', '2031-05-04 12:00-04') returning id`,
    [lawyer.id],
  )
  await visitPage(page, '/mis-datos')
  await expect(page.getByText('Tu cuenta será suspendida el 4 de mayo de 2031.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Lee el motivo y responde antes.' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu cuenta será suspendida')
  await expect(page.getByText('Tu cuenta será suspendida el')).toHaveCount(0)
  await database.sql(`update sanctions set state = 'vigente', starts_at = app_now() where id = $1`, [
    sanction?.id,
  ])
  await database.sql('update profiles set suspended_at = app_now() where id = $1', [lawyer.id])
  await visitPage(page, '/edit-profile')
  await expect(page.getByLabel('Nombre completo')).not.toBeEditable()
  await expect(page.getByText('no puedes cambiar tu nombre por ahora')).toBeVisible()
  await openChat(page, CLIENT_NAME)
  await expect(page.getByRole('main').getByText('Tu cuenta está suspendida.')).toBeVisible()
  for (const name of ['Enviar Propuesta', 'Reportar la conversación', `Bloquear a ${CLIENT_NAME}`])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await visitPage(page, '/casos-recientes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu cuenta está suspendida')
})

test('DAT-69 to DAT-72 from a report to the appeal: the desk decides, the person is suspended, appeals, and another administrator restores all', async ({
  parties,
  pageAs,
  makeAccount,
  database,
}) => {
  const { client, lawyer, chatId } = parties
  await sendText(database.platform, chatId, lawyer.id, THREAT)
  const reportId = crypto.randomUUID()
  await database.sql(
    `insert into reports (id, reporter_id, reported_id, object, object_id, chat_id, reason)
     values ($1, $2, $3, 'conversation', $4, $4, 'amenazas')`,
    [reportId, client.id, lawyer.id, chatId],
  )
  await database.sql(
    `insert into report_evidence (report_id, seq, is_reported, text, written_at) values ($1, 2, true, $2, app_now())`,
    [reportId, THREAT],
  )
  const [one, other] = await Promise.all([
    makeAccount({ role: 'admin', name: 'Paulina Mardones' }),
    makeAccount({ role: 'admin', name: 'Otra Persona' }),
  ])
  const desk = await pageAs(one)
  await visitPage(desk, '/admin/reportes')
  await expect(desk.getByText(THREAT)).toHaveCount(0)
  await desk.getByRole('navigation', { name: 'Reportes' }).getByText('Amenazas o acoso').first().waitFor()
  await desk.getByRole('button', { name: 'Empezar a revisar' }).press('Enter')
  await expect(desk.getByText(THREAT)).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('radio', { name: 'Suspender' }).check()
  await desk.getByRole('button', { name: 'Riesgo grave: suspender ahora' }).click()
  await desk.getByRole('button', { name: 'Suspender ahora' }).click()
  await expect(desk.getByText('El motivo debe tener al menos 20 caracteres.').first()).toBeVisible()
  await desk.getByRole('textbox', { name: 'Motivo' }).fill('Anuncia presentarse en el trabajo de la clienta.')
  await desk.getByRole('textbox', { name: 'Riesgo grave' }).fill('Dice que irá hoy mismo a su trabajo.')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Suspender ahora' }).click()
  await expect(desk.getByText('Decisión registrada.')).toBeVisible()

  const person = await pageAs(lawyer)
  await visitPage(person, '/dashboard')
  await person.getByRole('link', { name: 'Puedes ver tus datos y apelar.' }).click()
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Tu cuenta está suspendida')
  await expect(person.getByText('2, amenazas o acoso')).toBeVisible()
  await expectAccessible(person)
  await person.getByRole('button', { name: 'Apelar' }).click()
  await expect(person.getByText('Escribe tu respuesta.')).toBeVisible()
  const field = person.getByRole('textbox', { name: '¿Por qué crees que hay un error?' })
  await field.fill('Alguien usó mi cuenta.')
  await person.route('**/api/rpc/moderation/appeal', (route) => route.abort(), { times: 1 })
  await person.getByRole('button', { name: 'Apelar' }).click()
  await expect(person.getByText('No hay conexión con Amparo.').first()).toBeVisible()
  await expect(field).toHaveValue('Alguien usó mi cuenta.')
  await person.getByRole('button', { name: 'Apelar' }).click()
  await expect(person.getByText(/Te responderemos en 10 días/)).toBeVisible()
  await expect(field).toHaveCount(0)

  const second = await pageAs(other)
  await second.setViewportSize({ width: 390, height: 844 })
  await visitPage(second, '/admin/reportes')
  await second.getByRole('button', { name: 'Leer' }).click()
  await expect(second.getByText('Alguien usó mi cuenta.')).toBeVisible()
  await second.getByRole('textbox', { name: 'Motivo' }).fill('La sesión era de otra persona.')
  await expectAccessible(second)
  await second.getByRole('button', { name: 'Aceptar la apelación' }).click()
  await expect(second.getByText('No hay reportes pendientes.')).toBeVisible()
  // Live, on the open page of the person.
  await expect(person.getByRole('heading', { level: 1 })).toHaveText('Decisiones sobre tu cuenta')
  await expect(person.getByText('La sesión era de otra persona.').first()).toBeVisible()
})
