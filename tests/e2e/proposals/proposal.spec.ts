import type { Page } from '@playwright/test'
import { startFromCase } from '../../../src/capabilities/chat/commands.server.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { answerProposal, makeOpenCase, makeProposal } from '../../../src/demo-data/conversations.ts'
import { setPlan } from '../../../src/demo-data/lawyers.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { CLIENT_NAME, LAWYER_NAME, openChat } from '../harness/chat-parties.ts'
import { expect, loseResponse } from '../harness/fixtures.ts'
import { TOAST_DISMISS_TIMEOUT_MS } from '../harness/input-method.ts'
import { acceptButton, dialog, proposalCard, test, toast } from './proposal-page.ts'

const send = (page: Page) => page.getByRole('button', { name: 'Enviar Propuesta', exact: true })
const WAITING = 'Esperando respuesta de la otra parte.'

test('PRP-01 to PRP-11, PRP-14, PRP-15, PRP-17, PRP-18, OPEN-35, OPEN-36 sent by keyboard, visible to the other at once, accepted after a confirmation, and both open the case', async ({
  parties,
  pageAs,
}) => {
  const lawyer = await pageAs(parties.lawyer)
  const client = await pageAs(parties.client)
  await openChat(lawyer, CLIENT_NAME)
  await openChat(client, LAWYER_NAME)
  await expect(send(client)).toHaveCount(0)

  await send(lawyer).focus()
  await lawyer.keyboard.press('Enter')
  const form = dialog(lawyer)
  const submit = form.getByRole('button', { name: 'Enviar propuesta', exact: true })
  await submit.focus()
  await lawyer.keyboard.press('Enter')
  await expect(form.getByLabel('Resumen')).toBeFocused()
  await expect(form.getByLabel('Resumen')).toHaveAccessibleDescription(/Escribe un resumen de tu propuesta\./)
  const fee = form.getByLabel('Honorarios')
  await expect(fee).toHaveAccessibleDescription(
    /Ingresa los honorarios en pesos chilenos, sin decimales: entre \$1 y \$999\.999\.999\./,
  )
  // The form library sets the focus again in a timer; typing must not start before.
  await lawyer.evaluate(() => new Promise((done) => setTimeout(done)))
  await lawyer.keyboard.type('Demanda por despido injustificado, hasta la sentencia.')
  await fee.fill('0')
  await submit.click()
  await expect(fee).toHaveAttribute('aria-invalid', 'true')
  await fee.fill('380000')
  await expect(fee).toHaveValue('380.000')
  await fee.press('ArrowUp')
  await expect(fee).toHaveValue('381.000')
  await form.getByLabel('Plazo').fill('2020-01-31')
  await form.getByLabel('Condiciones').fill('Mitad al firmar\n\n  Mitad con la sentencia  ')
  await submit.click()
  await expect(form.getByLabel('Plazo')).toHaveAccessibleDescription(
    /El plazo no puede ser una fecha pasada\./,
  )
  await expect(toast(lawyer, 'Error al enviar propuesta')).toBeVisible()
  await expect(form.getByLabel('Resumen')).toHaveValue(
    'Demanda por despido injustificado, hasta la sentencia.',
  )
  await form.getByLabel('Plazo').fill('2099-12-15')
  await submit.click()
  await expect(form).toHaveCount(0)

  for (const page of [lawyer, client]) {
    await expect(proposalCard(page)).toContainText('Pendiente')
    await expect(proposalCard(page)).toContainText('$381.000')
    await expect(proposalCard(page)).toContainText('15 de diciembre, 2099')
    await expect(proposalCard(page).getByRole('listitem')).toHaveText([
      'Mitad al firmar',
      'Mitad con la sentencia',
    ])
    await expect(
      page.getByText(`Aviso: «${LAWYER_NAME}» ha enviado una propuesta.`, { exact: true }),
    ).toBeVisible()
  }
  await expect(proposalCard(lawyer)).toContainText(WAITING)
  await expect(acceptButton(lawyer)).toHaveCount(0)
  await expect(proposalCard(client)).not.toContainText(WAITING)
  await expect(proposalCard(client)).toContainText('Al aceptar, se inicia tu causa con Javiera.')

  await acceptButton(client).focus()
  await client.keyboard.press('Enter')
  const question = dialog(client)
  await expect(question.getByRole('heading', { name: '¿Aceptar esta propuesta?' })).toBeVisible()
  await expect(question).toContainText('tu abogado te pedirá además un mandato')
  await expect(question.getByRole('listitem')).toHaveText(['Mitad al firmar', 'Mitad con la sentencia'])
  await client.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(proposalCard(client)).toContainText('Pendiente')
  await acceptButton(client).click()
  await expectAccessible(client, '[role=dialog]')
  await question.getByRole('button', { name: 'Aceptar propuesta' }).click()

  await expect(client).toHaveURL(/\/case\/[0-9a-f-]{36}$/)
  await expect(client.getByText('ACTIVO')).toBeVisible()
  await expect(toast(client, 'La propuesta ha sido aceptada. El caso ha sido iniciado.')).toBeVisible()
  await expect(client.locator('#contenido')).toBeFocused()
  await client.getByRole('tab', { name: 'Propuesta' }).click()
  await expect(client.getByRole('tabpanel')).toContainText('$381.000')
  await expect(proposalCard(lawyer)).toContainText('Aceptada')
  await expect(proposalCard(lawyer)).not.toContainText(WAITING)
  await expect(
    lawyer.getByText('La propuesta ha sido aceptada. El caso ha sido iniciado.').first(),
  ).toBeVisible()
  await proposalCard(lawyer).getByRole('link', { name: 'Ver Causa' }).click()
  await expect(lawyer).toHaveURL((url) => url.pathname === new URL(client.url()).pathname)
  // The URL changes before the page does, and the chat contains the client's name several times.
  await expect(lawyer.getByRole('tablist')).toBeVisible()
  await expect(lawyer.getByText(CLIENT_NAME)).toBeVisible()
})

test('OPEN-32, OPEN-35, OPEN-50 with another active case, form, card and confirmation name the case, and link to it', async ({
  parties,
  pageAs,
  database,
}) => {
  const { platform } = database
  const [clientId, lawyerId] = [parties.client.id, parties.lawyer.id]
  const first = await makeProposal(platform, { chatId: parties.chatId, lawyerId })
  const activeCaseId = await answerProposal(platform, { clientId, proposalId: first.id }, 'accept')
  const lawyer = await pageAs(parties.lawyer)
  await openChat(lawyer, CLIENT_NAME)
  await send(lawyer).click()
  const form = dialog(lawyer)
  await expect(form).toContainText('Al aceptar, se inicia la causa con Camila.')
  await form.getByRole('button', { name: 'Volver' }).click()
  await expect(form).toHaveCount(0)

  // Meanwhile the lawyer presses «Iniciar Chat» on another case of the client, in another tab.
  const title = `Término de arriendo de ${CLIENT_NAME}`
  const caseId = await makeOpenCase(platform, clientId, { title })
  await setPlan(platform.db, lawyerId, 'basico', 5)
  await startFromCase(await actingAs(platform, lawyerId), { caseId })
  await send(lawyer).click()
  await expect(form).toContainText('Para la causa «Término de arriendo de [dato oculto]»')
  await expectAccessible(lawyer, '[role=dialog]')
  await form.getByLabel('Resumen').fill('Término del contrato')
  await form.getByLabel('Honorarios').fill('90000')
  await form.getByRole('button', { name: 'Enviar propuesta', exact: true }).click()
  await expect(form).toHaveCount(0)
  await expect(proposalCard(lawyer).last()).toContainText(
    'Para la causa «Término de arriendo de [dato oculto]»',
  )
  await expect(proposalCard(lawyer).last().getByRole('link')).toHaveCount(0)

  const client = await pageAs(parties.client)
  await openChat(client, LAWYER_NAME)
  const second = proposalCard(client).last()
  await expect(second).toContainText(`Para la causa «${title}»`)
  await expect(second.getByRole('link', { name: 'Ver Causa' })).toHaveAttribute('href', `/case/${caseId}`)
  await expect(proposalCard(client).first().getByRole('link', { name: 'Ver Causa' })).toHaveAttribute(
    'href',
    `/case/${activeCaseId}`,
  )
  await acceptButton(client).click()
  await expect(dialog(client)).toContainText(`Para la causa «${title}»`)
  await expectAccessible(client, '[role=dialog]')
  await dialog(client).getByRole('button', { name: 'Aceptar propuesta' }).click()
  await expect(client).toHaveURL(new RegExp(`/case/${caseId}$`))
  await expect(proposalCard(lawyer).last()).toContainText(`Para la causa «${title}»`)
  await expect(proposalCard(lawyer).last().getByRole('link', { name: 'Ver Causa' })).toHaveAttribute(
    'href',
    `/case/${caseId}`,
  )
})

test('PRP-02, PRP-04, H-11 a proposal that fails to send keeps what was typed, after closing and a reload; sent twice it is stored once', async ({
  parties,
  pageAs,
  database,
}) => {
  const lawyer = await pageAs(parties.lawyer)
  await openChat(lawyer, CLIENT_NAME)
  await send(lawyer).click()
  const form = dialog(lawyer)
  await expect(form.getByLabel('Resumen')).toBeVisible()
  await expectAccessible(lawyer, '[role=dialog]')
  await form.getByLabel('Resumen').fill('Escritura de alzamiento')
  const fee = form.getByLabel('Honorarios')
  // H-11: a decimal, pasted or typed, shows an error; it is not sent, and what was typed stays.
  const submit = form.getByRole('button', { name: 'Enviar propuesta', exact: true })
  const decimalError = form.getByText('Escribe el monto en pesos, sin decimales.')
  await fee.fill('$ 450.000,50')
  await expect(fee).toHaveValue('450.000,50')
  await expect(decimalError).toBeVisible()
  await submit.click()
  await expect(fee).toBeFocused()
  await expect(fee).toHaveValue('450.000,50')
  await expect(decimalError).toBeVisible()
  for (const [typed, shown] of [
    ['1500,50', '1.500,50'],
    ['1.500,5', '1.500,5'],
    ['1500.50', '1.500.50'],
  ] as const) {
    await fee.clear()
    await expect(decimalError).toHaveCount(0)
    await fee.pressSequentially(typed)
    await fee.blur()
    await expect(fee).toHaveValue(shown)
    await expect(decimalError).toBeVisible()
  }
  // PRP-02: thousands separators are not decimals, and a trailing comma is removed.
  await fee.clear()
  await fee.pressSequentially('1.500.000,')
  await fee.blur()
  await expect(fee).toHaveValue('1.500.000')
  await expect(decimalError).toHaveCount(0)
  await fee.fill('450000')
  await lawyer.route('**/api/rpc/proposals/create', loseResponse, { times: 1 })
  await submit.click()
  await expect(toast(lawyer, 'Error al enviar propuesta')).toBeVisible()
  await expect(form).toContainText('No hay conexión con Amparo.')
  await form.getByRole('button', { name: 'Volver' }).click()
  await expect(form).toHaveCount(0)
  await openChat(lawyer, CLIENT_NAME)
  await send(lawyer).click()
  await expect(form.getByLabel('Resumen')).toHaveValue('Escritura de alzamiento')
  await expect(fee).toHaveValue('450.000')
  await submit.click()
  await expect(form).toHaveCount(0)
  await expect(proposalCard(lawyer)).toHaveCount(1)
  await expect(proposalCard(lawyer)).toContainText('$450.000')
  expect(await database.sql('select 1 from proposals where chat_id = $1', [parties.chatId])).toHaveLength(1)
  await send(lawyer).click()
  await expect(form.getByLabel('Resumen')).toHaveValue('')
})

test('PRP-05 a card that fails to load shows an error without a toast, and a retry; all cards are one request', async ({
  parties,
  pageAs,
  database,
}) => {
  for (const fee of [100_000, 200_000, 300_000])
    await makeProposal(database.platform, { chatId: parties.chatId, lawyerId: parties.lawyer.id }, { fee })
  const client = await pageAs(parties.client)
  let requests = 0
  await client.route('**/api/rpc/proposals/byIds', async (route) => {
    requests++
    if (requests > 1) return route.continue()
    const error = {
      defined: true,
      code: 'INTERNAL_SERVER_ERROR',
      status: 500,
      message: 'x',
      data: { reference: 'r' },
    }
    return route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ json: error }),
    })
  })
  await openChat(client, LAWYER_NAME)
  await expect(client.getByText('No se pudo cargar la propuesta.')).toHaveCount(3)
  await expect(client.locator('[data-toasts]').getByText('No se pudo cargar')).toHaveCount(0, {
    timeout: TOAST_DISMISS_TIMEOUT_MS,
  })
  expect(requests).toBe(1)
  await client.getByRole('button', { name: 'Reintentar' }).first().click()
  await expect(proposalCard(client)).toHaveCount(1)
})
