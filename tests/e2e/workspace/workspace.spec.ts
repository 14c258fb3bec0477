import type { Page } from '@playwright/test'
import { makeActiveCase } from '../../../src/demo-data/conversations.ts'
import { makeDocument, makeTask } from '../../../src/demo-data/workspace.ts'
import { createDocx, drawDocumentPhoto } from '../../support/files/sample-documents.ts'
import { pdf, picture } from '../../support/files/test-files.ts'
import { newClientAddress } from '../../support/network/http-client.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test as base, CLIENT_NAME, LAWYER_NAME, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'
import { TOAST_DISMISS_TIMEOUT_MS } from '../harness/input-method.ts'
import { boardTitles, column, dragHandle, dragTo, optionsButton } from './board-page.ts'

const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text, { exact: true })
const test = base.extend<{
  caseId: string
  /** Creates a task of the case, last in «Por Analizar». */
  createTask(title: string): Promise<string>
}>({
  caseId: async ({ parties, database }, use) => {
    const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
    await use((await makeActiveCase(database.platform, ids)).caseId)
  },
  createTask: ({ parties, database, caseId }, use) =>
    use((title) => makeTask(database.platform, { caseId, lawyerId: parties.lawyer.id }, title)),
})

test('CAS-07 to CAS-12 the lawyer adds, drags by mouse and keyboard, uses the menu; the client sees it at once, read-only', async ({
  parties,
  pageAs,
  caseId,
}) => {
  const lawyer = await pageAs(parties.lawyer)
  const client = await pageAs(parties.client)
  // Dragging writes inline styles: check that the content security policy allows it.
  const complaints: string[] = []
  lawyer.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  for (const page of [lawyer, client]) {
    await visitPage(page, `/case/${caseId}`)
    await expect(page.getByRole('tab')).toHaveText(['Tablero', 'Documentos', 'Propuesta', 'Chat'])
    await expect(page.getByRole('tab', { name: 'Tablero' })).toHaveAttribute('aria-selected', 'true')
    for (const name of ['Por Analizar', 'En Desarrollo', 'Listo para Cliente'])
      await expect(column(page, name)).toContainText('Sin tareas')
  }
  await expectAccessible(client)

  await lawyer.getByRole('button', { name: 'Agregar tarea' }).click()
  const name = lawyer.getByRole('textbox', { name: 'Nueva tarea' })
  await lawyer.keyboard.press('Enter')
  await expect(lawyer.getByText('Escribe el nombre de la tarea.')).toBeVisible()
  for (const title of ['Uno', 'Dos', 'Tres']) {
    await name.fill(title)
    await name.press('Enter')
    await expect(dragHandle(lawyer, title)).toBeVisible()
    await expect(name).toHaveValue('')
  }
  await name.press('Escape')
  await expect(lawyer.getByRole('button', { name: 'Agregar tarea' })).toBeFocused()
  await expect.poll(() => boardTitles(client)).toEqual([['Uno', 'Dos', 'Tres'], [], []])

  // By mouse, to another column.
  await dragTo(lawyer, dragHandle(lawyer, 'Dos'), column(lawyer, 'En Desarrollo'))
  await expect.poll(() => boardTitles(client)).toEqual([['Uno', 'Tres'], ['Dos'], []])

  // By keyboard: inside the column, then two columns on.
  await dragHandle(lawyer, 'Tres').focus()
  const announcement = lawyer.locator('[aria-live="assertive"]')
  await lawyer.keyboard.press('Space')
  await expect(announcement).toHaveText('Tomaste «Tres»: posición 2 de 2 en Por Analizar.')
  await lawyer.keyboard.press('ArrowUp')
  await expect(announcement).toHaveText('Por Analizar, posición 1 de 2.')
  await lawyer.keyboard.press('Space')
  await expect.poll(() => boardTitles(client)).toEqual([['Tres', 'Uno'], ['Dos'], []])
  await dragHandle(lawyer, 'Uno').focus()
  await lawyer.keyboard.press('Space')
  await lawyer.keyboard.press('ArrowRight')
  await lawyer.keyboard.press('ArrowRight')
  await expect(announcement).toHaveText('Listo para Cliente, posición 1 de 1.')
  await lawyer.keyboard.press('Escape')
  await expect(announcement).toHaveText(/^Movimiento cancelado\. «Uno» sigue en Por Analizar/)

  // By menu, to a column and to a position; the focus moves with the task.
  await optionsButton(lawyer, 'Uno').click()
  await lawyer.getByRole('menuitem', { name: 'Listo para Cliente' }).click()
  await expect(optionsButton(lawyer, 'Uno')).toBeFocused()
  await optionsButton(lawyer, 'Dos').click()
  await lawyer.getByRole('menuitem', { name: 'Por Analizar' }).click()
  await optionsButton(lawyer, 'Dos').click()
  await lawyer.getByRole('menuitem', { name: 'Subir' }).click()
  await expect.poll(() => boardTitles(client)).toEqual([['Dos', 'Tres'], [], ['Uno']])

  await optionsButton(lawyer, 'Tres').click()
  await lawyer.getByRole('menuitem', { name: 'Cambiar nombre' }).click()
  await lawyer.getByRole('textbox', { name: 'Nombre de la tarea' }).fill('Tres, con plazo')
  const release = Promise.withResolvers<void>()
  await lawyer.route(
    '**/api/rpc/workspace/renameTask',
    async (route) => {
      await release.promise
      await route.continue()
    },
    { times: 1 },
  )
  await lawyer.getByRole('button', { name: 'Guardar' }).click()
  await optionsButton(lawyer, 'Dos').click()
  await expect(lawyer.getByRole('menuitem', { name: 'Eliminar tarea' })).toBeVisible()
  release.resolve()
  // The new name arrives while another task's menu is open: the menu stays open.
  await expect.poll(() => boardTitles(client)).toEqual([['Dos', 'Tres, con plazo'], [], ['Uno']])
  await lawyer.getByRole('menuitem', { name: 'Eliminar tarea' }).click()
  const question = lawyer.getByRole('dialog')
  await expect(question).toContainText('No se puede deshacer')
  await question.getByRole('button', { name: 'Eliminar tarea' }).click()
  await expect(question).toHaveCount(0)
  const finalBoard = [['Tres, con plazo'], [], ['Uno']]
  await expect.poll(() => boardTitles(client)).toEqual(finalBoard)

  // Everything is saved, and the client has no controls to change it.
  for (const page of [lawyer, client]) {
    await visitPage(page, `/case/${caseId}`)
    await expect.poll(() => boardTitles(page)).toEqual(finalBoard)
  }
  await expect(client.getByRole('button', { name: /Opciones de|Agregar tarea|Uno/ })).toHaveCount(0)
  await expect(client.getByText('ordena el tablero')).toContainText(LAWYER_NAME.split(' ')[0] ?? '')
  await expect(dragHandle(lawyer, 'Uno')).toBeVisible()
  await expectAccessible(lawyer)
  expect(complaints).toEqual([])
})

test('CAS-13, CAS-14, CAS-15, OPEN-42 a failed move is undone with an error; a board that cannot be read shows an error; that of a finished case is read-only', async ({
  parties,
  pageAs,
  database,
  caseId,
  createTask,
}) => {
  for (const title of ['Uno', 'Dos']) await createTask(title)
  const page = await pageAs(parties.lawyer)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visitPage(page, `/case/${caseId}`)
  await page.route('**/api/rpc/workspace/moveTask', (route) => route.abort())
  await dragTo(page, dragHandle(page, 'Uno'), column(page, 'Listo para Cliente'))
  await expect(toast(page, 'No se pudo actualizar la tarea.')).toBeVisible()
  await expect(page.getByRole('alert').getByText('La tarea volvió a su lugar.')).toBeVisible()
  await expect.poll(() => boardTitles(page)).toEqual([['Uno', 'Dos'], [], []])
  await page.unroute('**/api/rpc/workspace/moveTask')
  await optionsButton(page, 'Uno').click()
  const moved = page.waitForResponse('**/api/rpc/workspace/moveTask')
  await page.getByRole('menuitem', { name: 'Bajar' }).click()
  await expect(page.getByText('La tarea volvió a su lugar.')).toHaveCount(0)
  await expect.poll(() => boardTitles(page)).toEqual([['Dos', 'Uno'], [], []])
  // The move shows before it is stored (optimistic update).
  await moved
  await visitPage(page, `/case/${caseId}`)
  await expect.poll(() => boardTitles(page)).toEqual([['Dos', 'Uno'], [], []])

  await database.sql('alter table tasks rename to tasks_away')
  try {
    await visitPage(page, `/case/${caseId}`)
    await expect(page.getByText('No se pudieron cargar las tareas.')).toBeVisible()
  } finally {
    await database.sql('alter table tasks_away rename to tasks')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(() => boardTitles(page)).toEqual([['Dos', 'Uno'], [], []])

  await page.getByRole('button', { name: 'Pasar a «en progreso»' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pasar a «en progreso»' }).click()
  await page.getByRole('button', { name: 'Finalizar causa' }).click()
  const closing = page.getByRole('dialog')
  await closing.getByText('Acuerdo', { exact: true }).click()
  await closing.getByLabel('Texto para tu cliente').fill('Hubo acuerdo.')
  await closing.getByRole('button', { name: 'Finalizar', exact: true }).click()
  await expect(page.getByText('el tablero ya no cambia')).toBeVisible()
  await expect(optionsButton(page, 'Uno')).toHaveCount(0)
  expect(await boardTitles(page)).toEqual([['Dos', 'Uno'], [], []])
})

test('CAS-10, OPEN-44 a long press with a finger drags a task, also to a column outside the screen', async ({
  parties,
  browser,
  app,
  caseId,
  createTask,
  database,
}) => {
  for (const title of ['Uno', 'Dos', 'Tres']) await createTask(title)
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'es-CL',
    extraHTTPHeaders: { 'x-forwarded-for': newClientAddress() },
  })
  try {
    const { email, password } = parties.lawyer
    const headers = { origin: app.url }
    await context.request.post('/api/accounts/login', { data: { email, password }, headers })
    const page = await context.newPage()
    await visitPage(page, `/case/${caseId}`)
    await expect(optionsButton(page, 'Uno')).toBeEnabled()
    const card = dragHandle(page, 'Uno')
    // Center it: near the edge of the screen the page would scroll and move the board away.
    await card.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const box = await card.boundingBox()
    if (!box) throw new Error('no card')
    const touch = await context.newCDPSession(page)
    let at = { x: Math.round(box.x + 100), y: Math.round(box.y + 20) }
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd') =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [at] })
    await send('touchStart')
    await expect(page.getByText(/^Tomaste «Uno»/)).toBeAttached()
    for (let step = 0; step < 12; step++) {
      at = { x: Math.min(at.x + 20, 380), y: at.y }
      await send('touchMove')
    }
    // At its edge the board scrolls; over the next column it stops.
    const board = page.getByRole('region', { name: 'Tablero de tareas' })
    await expect.poll(() => board.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100)
    const second = column(page, 'En Desarrollo')
    await expect(async () => {
      const rect = await second.boundingBox()
      if (!rect) throw new Error('no column')
      at = { x: Math.round(Math.min(Math.max(rect.x + rect.width / 2, 30), 310)), y: at.y }
      await send('touchMove')
      await expect(second).toHaveClass(/inset-ring-primary/, { timeout: 80 })
    }).toPass({ timeout: 10_000, intervals: [20] })
    await send('touchEnd')
    await expect.poll(() => boardTitles(page)).toEqual([['Dos', 'Tres'], ['Uno'], []])
    await expect
      .poll(() =>
        database.sql(`select title from tasks where case_id = $1 and status = 'en_desarrollo'`, [caseId]),
      )
      .toEqual([{ title: 'Uno' }])

    // The page itself does not scroll sideways.
    await expect(page.getByRole('button', { name: 'Opciones de Uno' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  } finally {
    await context.close()
  }
})

test('CAS-16 to CAS-24, CAS-26 both parties upload several documents, open and delete them; the other sees it at once', async ({
  parties,
  pageAs,
  caseId,
  database,
}) => {
  const lawyer = await pageAs(parties.lawyer)
  const client = await pageAs(parties.client)
  for (const page of [lawyer, client]) {
    await visitPage(page, `/case/${caseId}?tab=documentos`)
    await expect(page.getByRole('heading', { name: 'Documentos Compartidos', exact: true })).toBeVisible()
    await expect(page.getByText('No hay documentos compartidos.')).toBeVisible()
  }
  await expectAccessible(client)

  // Several files at once; progress shows while the first is uploading.
  const gate = Promise.withResolvers<void>()
  await client.route(
    '**/api/files/certificados/*',
    async (route) => {
      await gate.promise
      await route.continue()
    },
    { times: 1 },
  )
  const choosing = client.waitForEvent('filechooser')
  await client.getByRole('button', { name: 'Subir Archivo' }).click()
  await (await choosing).setFiles([
    { name: 'Foto del contrato.jpg', mimeType: 'image/jpeg', buffer: await drawDocumentPhoto('Contrato') },
    { name: 'Borrador.docx', mimeType: 'application/octet-stream', buffer: createDocx(['Demanda']) },
    { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    { name: 'roto.pdf', mimeType: 'application/pdf', buffer: pdf().subarray(0, 300) },
    { name: 'equivocado.pdf', mimeType: 'application/pdf', buffer: pdf() },
  ])
  await expect(client.getByText('Subiendo...').first()).toBeVisible()
  await expect(client.getByRole('progressbar', { name: 'Subiendo Foto del contrato.jpg' })).toBeVisible()
  await expect(
    client.getByText('Solo se admiten archivos PDF, Word, Excel, JPG o PNG.').first(),
  ).toBeVisible()
  // A file chosen by mistake can be cancelled before its upload starts.
  await client.getByRole('button', { name: 'Cancelar equivocado.pdf' }).click()
  await expect(client.getByText('equivocado.pdf')).toHaveCount(0)
  await expect(client.locator('body')).not.toBeFocused()
  gate.resolve()
  await expect(toast(client, 'Documento subido correctamente.')).toBeVisible()
  // CAS-23: the server's reason, with the title «Error».
  await expect(toast(client, 'No se pudo leer el archivo. Elige otro.')).toBeVisible()
  await expect(client.locator('[data-toasts]').getByText('Error', { exact: true }).first()).toBeVisible()
  for (const page of [lawyer, client])
    for (const name of ['Foto del contrato.jpg', 'Borrador.docx'])
      await expect(page.getByRole('link', { name })).toBeVisible()
  // A refused file stays in the list with the server's reason.
  const panel = client.getByRole('tabpanel')
  await expect(panel.getByText('No se pudo leer el archivo. Elige otro.')).toBeVisible()
  await expectAccessible(client)
  for (const name of ['roto.pdf', 'virus.exe'])
    await client.getByRole('button', { name: `Quitar ${name}` }).click()
  await expect(lawyer.getByRole('tab', { name: 'Documentos' })).toContainText('2')

  // CAS-18: it opens in a new tab.
  const opening = lawyer.waitForEvent('popup')
  await lawyer.getByRole('link', { name: 'Foto del contrato.jpg' }).click()
  const opened = await opening
  await expect(opened).toHaveURL(
    new RegExp(`/archivos/certificados/case_documents/${caseId}/[0-9a-f-]{36}-Foto-del-contrato\\.jpg$`),
  )
  await expect.poll(() => opened.evaluate(() => document.images[0]?.naturalWidth)).toBe(900)
  await opened.close()

  // After a network error the file stays in the list with a retry.
  await lawyer.route('**/api/rpc/workspace/addDocument', (route) => route.abort(), { times: 1 })
  const offline = 'Sin conexión. El archivo no se envió.'
  const again = lawyer.waitForEvent('filechooser')
  await lawyer.getByRole('button', { name: 'Subir Archivo' }).click()
  await (await again).setFiles({ name: 'Minuta.png', mimeType: 'image/png', buffer: await picture('png') })
  await expect(toast(lawyer, offline)).toBeVisible()
  await lawyer.getByRole('button', { name: 'Reintentar Minuta.png' }).click()
  await expect(toast(lawyer, 'Documento subido correctamente.')).toBeVisible()
  await expect(toast(lawyer, offline)).toHaveCount(0, { timeout: TOAST_DISMISS_TIMEOUT_MS })
  await expect(client.getByRole('link', { name: 'Minuta.png' })).toBeVisible()
  await expect(client.getByText(`${LAWYER_NAME} · hoy`)).toBeVisible()

  // CAS-19, CAS-20, CAS-26: either party deletes, after a confirmation; if that fails, the document stays.
  const question = lawyer.getByRole('dialog')
  await lawyer.getByRole('button', { name: 'Eliminar Foto del contrato.jpg' }).click()
  await lawyer.route('**/api/rpc/workspace/deleteDocument', (route) => route.abort(), { times: 1 })
  await question.getByRole('button', { name: 'Eliminar documento' }).click()
  await expect(question).toContainText('No hay conexión con Amparo.')
  await expect(client.getByRole('link', { name: 'Foto del contrato.jpg' })).toBeVisible()
  await question.getByRole('button', { name: 'Eliminar documento' }).click()
  await expect(toast(lawyer, 'Documento eliminado.')).toBeVisible()
  for (const page of [lawyer, client])
    await expect(page.getByRole('link', { name: 'Foto del contrato.jpg' })).toHaveCount(0)
  expect(
    await database.sql(
      'select file_name from case_documents where case_id = $1 and deleted_at is null order by file_name',
      [caseId],
    ),
  ).toEqual([{ file_name: 'Borrador.docx' }, { file_name: 'Minuta.png' }])
})

test('CAS-22, CAS-25, ROU-35 documents that cannot be read show an error; a copied link opens for nobody else and not after log-out', async ({
  parties,
  pageAs,
  database,
  makeAccount,
  caseId,
}) => {
  const { platform } = database
  const paper = await makeDocument(platform, {
    caseId,
    userId: parties.client.id,
    name: 'Carta.pdf',
    bytes: pdf(),
  })
  const page = await pageAs(parties.client)
  await database.sql('alter table case_documents rename to documents_away')
  try {
    await visitPage(page, `/case/${caseId}?tab=documentos`)
    await expect(page.getByText('No se pudieron cargar los documentos.')).toBeVisible()
    await expectAccessible(page)
  } finally {
    await database.sql('alter table documents_away rename to case_documents')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  const link = page.getByRole('link', { name: 'Carta.pdf' })
  await expect(link).toHaveAttribute('target', '_blank')
  expect(await link.getAttribute('href')).toBe(paper.file_url)
  await expect(page.getByText(`${CLIENT_NAME} · hoy`)).toBeVisible()
  // The npm Chromium has no PDF viewer: check the server's answer instead.
  expect((await page.request.get(paper.file_url)).status()).toBe(200)
  const outsider = await pageAs(await makeAccount({ role: 'lawyer', verificationStatus: 'verified' }))
  const visitor = await pageAs(null)
  for (const other of [outsider, visitor])
    expect((await other.request.get(paper.file_url)).status()).toBe(404)
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page).not.toHaveURL(/\/case\//)
  expect((await page.request.get(paper.file_url)).status()).toBe(404)
})
