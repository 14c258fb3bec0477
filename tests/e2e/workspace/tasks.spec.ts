import type { Page } from '@playwright/test'
import { makeActiveCase } from '../../../src/demo-data/conversations.ts'
import { giveTask } from '../../../src/demo-data/workspace.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { optionsButton } from './board-page.ts'

const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title }).last()
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(Date.now() + days * 86_400_000)

test('SEG-26, SEG-27 the lawyer writes the details of a task by keyboard; the client sees them at once and ticks; the lawyer is told', async ({
  pageAs,
  parties,
  database,
}) => {
  const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const { caseId } = await makeActiveCase(database.platform, ids)
  await giveTask(database.platform, { caseId, ...ids }, 'Traer el contrato', { assignee: null, days: null })
  const lawyer = await pageAs(parties.lawyer)
  const client = await pageAs(parties.client)
  await client.setViewportSize({ width: 390, height: 844 })
  for (const page of [lawyer, client]) await visitPage(page, `/case/${caseId}`)

  await optionsButton(lawyer, 'Traer el contrato').focus()
  await lawyer.keyboard.press('Enter')
  await lawyer.getByRole('menuitem', { name: 'Editar detalles' }).press('Enter')
  const dialog = lawyer.getByRole('dialog', { name: 'Editar detalles' })
  await dialog.getByLabel('Vence el').fill(dayIn(-1))
  await dialog.getByRole('radio', { name: 'Cliente' }).check({ force: true })
  await dialog.getByLabel('Nota').fill('El original, con firma.')
  await dialog.getByRole('button', { name: 'Agregar paso' }).press('Enter')
  await lawyer.keyboard.type('Contrato')
  await lawyer.keyboard.press('Enter')
  await expectAccessible(lawyer)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Escribe el paso o quítalo.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Quitar el paso 2' }).click()
  // The server judges the day; what was typed stays.
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('Elige un día desde hoy.')).toBeVisible()
  await expect(dialog.getByLabel('Nota')).toHaveValue('El original, con firma.')
  await dialog.getByLabel('Vence el').fill(dayIn(0))
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(optionsButton(lawyer, 'Traer el contrato')).toBeFocused()

  const own = card(client, 'Traer el contrato')
  await expect(own).toContainText('Vence hoy')
  await expect(own).toContainText('0/1')
  await expect(own).toContainText('Cliente')
  await own.getByRole('button', { name: 'Ver detalle' }).click()
  await expect(own.getByText('El original, con firma.')).toBeVisible()
  await own.getByRole('checkbox', { name: 'Contrato', exact: true }).check()
  await expect(own).toContainText('1/1')
  await own.getByRole('checkbox', { name: 'Marcar como hecha' }).focus()
  await client.keyboard.press('Space')
  await expect(own).toContainText('Hecha hoy')
  await expectAccessible(client)
  await expect(lawyer.getByText('Hecha hoy')).toBeVisible()
  await expect(lawyer.getByRole('banner').getByRole('link', { name: /^Avisos, \d sin ver/ })).toBeVisible()

  // The lawyer may undo it; the client sees that.
  await optionsButton(lawyer, 'Traer el contrato').click()
  await lawyer.getByRole('menuitem', { name: 'Dejar pendiente' }).click()
  await expect(own).toContainText('Vence hoy')
})

test('SEG-27 a tick that fails is undone with its reason; another person’s task has no box', async ({
  pageAs,
  parties,
  database,
}) => {
  const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
  const { caseId } = await makeActiveCase(database.platform, ids)
  await giveTask(database.platform, { caseId, ...ids }, 'Mía', { assignee: 'client', days: 1 })
  await giveTask(database.platform, { caseId, ...ids }, 'Suya', {
    ...{ assignee: 'lawyer', days: 1, items: ['Un paso'] },
  })
  const page = await pageAs(parties.client)
  await visitPage(page, `/case/${caseId}`)
  await expect(card(page, 'Suya').getByRole('checkbox')).toHaveCount(0)
  await card(page, 'Suya').getByRole('button', { name: 'Ver detalle' }).click()
  await expect(card(page, 'Suya').getByText('Un paso')).toBeVisible()
  await expect(card(page, 'Suya').getByRole('checkbox')).toHaveCount(0)
  await page.route('**/api/rpc/workspace/tickTask', (route) => route.abort())
  const box = card(page, 'Mía').getByRole('checkbox')
  await box.click()
  await expect(page.locator('[data-toasts]').getByText('No se pudo actualizar la tarea.')).toBeVisible()
  await expect(box).not.toBeChecked()
  await page.unroute('**/api/rpc/workspace/tickTask')
  await box.click()
  await expect(card(page, 'Mía')).toContainText('Hecha hoy')
})

test('SEG-28 «Tus tareas» by due day over all cases; live; done today stays; empty and failing', async ({
  pageAs,
  makeAccount,
  database,
}) => {
  const client = await makeAccount()
  const cases: { caseId: string; lawyerId: string }[] = []
  for (const _ of [1, 2]) {
    const { id: lawyerId } = await makeAccount({ role: 'lawyer', verificationStatus: 'verified' })
    const { caseId } = await makeActiveCase(database.platform, { clientId: client.id, lawyerId })
    cases.push({ caseId, lawyerId })
  }
  const [one, two] = cases
  if (!one || !two) throw new Error('no cases')
  const page = await pageAs(client)
  await visitPage(page, '/tareas')
  await expect(page.getByText('No tienes tareas pendientes.')).toBeVisible()
  await expectAccessible(page)

  const late = await giveTask(database.platform, one, 'Tarde', { assignee: 'client', days: 0 })
  await database.sql('update tasks set due_on = due_on - 3 where id = $1', [late])
  await giveTask(database.platform, two, 'Ahora', { assignee: 'client', days: 0 })
  await giveTask(database.platform, one, 'Esta semana', {
    ...{ assignee: 'client', days: 4, note: 'Con copia.', items: ['Uno', 'Dos'] },
  })
  await giveTask(database.platform, two, 'En un mes', { assignee: 'client', days: 40 })
  await giveTask(database.platform, two, 'Cuando puedas', { assignee: 'client', days: null })
  await giveTask(database.platform, two, 'Del abogado', { assignee: 'lawyer', days: 0 })
  await expect(page.getByText('5 pendientes en 2 causas.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    ...['Atrasadas 1', 'Hoy 1', 'Próximos 7 días 1', 'Más adelante 1', 'Sin fecha 1', 'Tu calendario'],
  ])
  await expect(page.getByText('Atrasada', { exact: true })).toBeVisible()
  await expect(page.getByText('Vence hoy')).toBeVisible()
  await expect(page.getByText('Del abogado')).toHaveCount(0)
  const row = card(page, 'Esta semana')
  await row.getByRole('button', { name: 'Ver detalle' }).click()
  await row.getByRole('checkbox', { name: 'Dos' }).check()
  await expect(row).toContainText('1/2')
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Marcar como hecha: Ahora' }).check()
  await expect(page.getByText('4 pendientes en 2 causas.')).toBeVisible()
  await expect(card(page, 'Ahora')).toContainText('Hecha hoy')
  await visitPage(page, '/tareas')
  await expect(page.getByRole('checkbox', { name: 'Marcar como hecha: Ahora' })).toBeChecked()

  // The panel shows the next ones, with a link to all.
  await visitPage(page, '/dashboard')
  const panel = page.getByRole('region', { name: 'Tus tareas' })
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  await panel.getByRole('checkbox', { name: 'Marcar como hecha: Tarde' }).check()
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)

  await database.sql('alter table task_items rename to task_items_away')
  try {
    await panel.getByRole('link', { name: 'Ver todas' }).click()
    await expect(page.getByText('No se pudieron cargar las tareas.')).toBeVisible()
  } finally {
    await database.sql('alter table task_items_away rename to task_items')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('3 pendientes en 2 causas.')).toBeVisible()
})
