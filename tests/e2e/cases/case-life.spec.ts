import { advanceCase } from '../../../src/capabilities/cases/commands.server.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { makeActiveCase, makeOpenCase } from '../../../src/demo-data/conversations.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

test('SEG-36, SEG-37, SEG-41 the lawyer closes a case with its outcome; the client reads it at once and does not agree', async ({
  parties,
  pageAs,
  database,
}) => {
  const { caseId } = await makeActiveCase(database.platform, {
    clientId: parties.client.id,
    lawyerId: parties.lawyer.id,
  })
  await advanceCase(await actingAs(database.platform, parties.lawyer.id), { caseId, to: 'en progreso' })
  const [lawyer, client] = [await pageAs(parties.lawyer), await pageAs(parties.client)]
  for (const page of [lawyer, client]) await visitPage(page, `/case/${caseId}`)

  await lawyer.getByRole('button', { name: 'Finalizar causa' }).click()
  const form = lawyer.getByRole('dialog')
  await form.getByRole('button', { name: 'Finalizar', exact: true }).click()
  await expect(form).toContainText('Elige el resultado de la causa.')
  await expect(form).toContainText('Escribe un texto para tu cliente.')
  await form.getByText('Acuerdo', { exact: true }).click()
  await form.getByLabel('Texto para tu cliente').fill('La empresa paga en dos cuotas.')
  await form.getByLabel('Qué queda abierto').fill('Confirmar el pago.')
  await expectAccessible(lawyer)
  await lawyer.route('**/api/rpc/closings/close', (route) => route.abort(), { times: 1 })
  await form.getByRole('button', { name: 'Finalizar', exact: true }).click()
  await expect(form).toContainText('No hay conexión con Amparo.')
  await expect(form.getByLabel('Texto para tu cliente')).toHaveValue('La empresa paga en dos cuotas.')
  await form.getByRole('button', { name: 'Finalizar', exact: true }).click()
  await expect(form).toHaveCount(0)
  await expect(lawyer.getByRole('heading', { name: 'Cerraste la causa' })).toBeVisible()

  await expect(client.getByRole('heading', { name: 'Tu abogado cerró la causa' })).toBeVisible()
  const main = client.getByRole('main')
  for (const text of ['Acuerdo', 'La empresa paga en dos cuotas.', 'Confirmar el pago.'])
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: /Dejar Reseña/ })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Descargar todo' }).first()).toBeVisible()
  await expectAccessible(client)
  await main.getByRole('button', { name: 'No estoy de acuerdo' }).click()
  const why = client.getByRole('dialog')
  await why.getByRole('button', { name: 'No estoy de acuerdo' }).click()
  await expect(why).toContainText('Escribe por qué.')
  await why.getByLabel('¿Por qué no estás de acuerdo?').fill('Falta la primera cuota.')
  await expectAccessible(client)
  await why.getByRole('button', { name: 'No estoy de acuerdo' }).click()
  await expect(why).toHaveCount(0)
  for (const page of [lawyer, client]) {
    await expect(page.getByText('EN PROGRESO', { exact: true })).toBeVisible()
    await expect(page.getByText('Falta la primera cuota.')).toBeVisible()
  }
  await expect(lawyer.getByText(/^Podrás cerrarla desde el /)).toBeVisible()
  await expect(lawyer.getByRole('button', { name: 'Finalizar causa' })).toHaveCount(0)
})

test('SEG-32 to SEG-34 the client edits, keeps, withdraws and publishes a case again', async ({
  parties,
  pageAs,
  database,
}) => {
  const caseId = await makeOpenCase(database.platform, parties.client.id, {
    specialty: 'Otro',
    title: 'Consulta de Otro en Ñuñoa',
    details: [{ question: 'Describe brevemente el tipo de caso', answer: 'Ruidos de un vecino.' }],
  })
  await database.sql(
    `with old as (update cases set created_at = app_now() - interval '31 days' where id = $1 returning id, created_at)
     insert into open_case_questions (case_id, days, published_at) select id, 30, created_at from old`,
    [caseId],
  )
  const page = await pageAs(parties.client)
  await visitPage(page, `/case/${caseId}`)
  await page.getByRole('button', { name: 'Editar causa' }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByLabel('Describe brevemente el tipo de caso')
  await expect(text).toHaveValue('Ruidos de un vecino.')
  await text.fill('')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog).toContainText('Describe brevemente el tipo de caso para continuar.')
  await text.fill('Ruidos de dos vecinos.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Ruidos de dos vecinos.').first()).toBeVisible()

  await visitPage(page, '/dashboard')
  await expect(page.getByText('¿Sigues buscando abogado?')).toBeVisible()
  await page.getByRole('button', { name: 'Sí, sigue publicada' }).click()
  await expect(page.getByText('¿Sigues buscando abogado?')).toHaveCount(0)
  await visitPage(page, `/case/${caseId}`)
  await page.getByRole('button', { name: 'Retirar causa' }).click()
  await dialog.getByRole('button', { name: 'Retirar causa' }).click()
  await expect(dialog).toContainText('Elige por qué retiras la causa.')
  await dialog.getByText('Ya lo resolví', { exact: true }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Retirar causa' }).click()
  await expect(page.locator('[data-toasts]').getByText('Tu causa fue retirada.')).toBeVisible()
  await expect(page.getByText('RETIRADO', { exact: true })).toBeVisible()
  await expect(
    page.getByText(/^Retiraste esta causa\. Puedes volver a publicarla hasta el/).first(),
  ).toBeAttached()

  await visitPage(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Causas retiradas' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /Volver a publicar/ }).click()
  await expect(page.getByRole('heading', { name: 'Causas retiradas' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Causas en espera de abogado' })).toBeVisible()
})
