import type { Page } from '@playwright/test'
import { makeActiveCase } from '../../src/server/factories/conversations.ts'
import { docxPaper, photoOfPaper } from '../../src/server/factories/papers.ts'
import { makeDocument, makeTask } from '../../src/server/factories/workspace.ts'
import { pdf, picture } from '../support/files.ts'
import { newAddress } from '../support/http.ts'
import { column, dragTo, handle, options, shown } from './board-page.ts'
import { expectClean } from './clean.ts'
import { expect } from './fixtures.ts'
import { TAKEN_BACK } from './hand.ts'
import { test as base, CLIENT, go, LAWYER } from './parties.ts'

const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text, { exact: true })
const test = base.extend<{
  caseId: string
  /** A task of the case, last in «Por Analizar». */
  task(title: string): Promise<string>
}>({
  caseId: async ({ parties, database }, use) => {
    const ids = { clientId: parties.client.id, lawyerId: parties.lawyer.id }
    await use((await makeActiveCase(database.platform, ids)).caseId)
  },
  task: ({ parties, database, caseId }, use) =>
    use((title) => makeTask(database.platform, { caseId, lawyerId: parties.lawyer.id }, title)),
})

test('CAS-07 to CAS-12 the lawyer adds, drags by mouse and keyboard, uses the menu; the client sees it at once and only looks', async ({
  parties,
  browserOf,
  caseId,
}) => {
  const lawyer = await browserOf(parties.lawyer)
  const client = await browserOf(parties.client)
  // What drags writes styles: the policy lets it, and the browser has nothing to complain of.
  const said: string[] = []
  lawyer.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  for (const page of [lawyer, client]) {
    await go(page, `/case/${caseId}`)
    await expect(page.getByRole('tab')).toHaveText(['Tablero', 'Documentos', 'Propuesta', 'Chat'])
    await expect(page.getByRole('tab', { name: 'Tablero' })).toHaveAttribute('aria-selected', 'true')
    for (const name of ['Por Analizar', 'En Desarrollo', 'Listo para Cliente'])
      await expect(column(page, name)).toContainText('Sin tareas')
  }
  await expectClean(client)

  await lawyer.getByRole('button', { name: 'Agregar tarea' }).click()
  const name = lawyer.getByRole('textbox', { name: 'Nueva tarea' })
  await lawyer.keyboard.press('Enter')
  await expect(lawyer.getByText('Escribe el nombre de la tarea.')).toBeVisible()
  for (const title of ['Uno', 'Dos', 'Tres']) {
    await name.fill(title)
    await name.press('Enter')
    await expect(handle(lawyer, title)).toBeVisible()
    await expect(name).toHaveValue('')
  }
  await name.press('Escape')
  await expect(lawyer.getByRole('button', { name: 'Agregar tarea' })).toBeFocused()
  await expect.poll(() => shown(client)).toEqual([['Uno', 'Dos', 'Tres'], [], []])

  // By mouse, to another column.
  await dragTo(lawyer, handle(lawyer, 'Dos'), column(lawyer, 'En Desarrollo'))
  await expect.poll(() => shown(client)).toEqual([['Uno', 'Tres'], ['Dos'], []])

  // By keyboard: inside the column, then two columns on.
  await handle(lawyer, 'Tres').focus()
  const heard = lawyer.locator('[aria-live="assertive"]')
  await lawyer.keyboard.press('Space')
  await expect(heard).toHaveText('Tomaste «Tres»: posición 2 de 2 en Por Analizar.')
  await lawyer.keyboard.press('ArrowUp')
  await expect(heard).toHaveText('Por Analizar, posición 1 de 2.')
  await lawyer.keyboard.press('Space')
  await expect.poll(() => shown(client)).toEqual([['Tres', 'Uno'], ['Dos'], []])
  await handle(lawyer, 'Uno').focus()
  await lawyer.keyboard.press('Space')
  await lawyer.keyboard.press('ArrowRight')
  await lawyer.keyboard.press('ArrowRight')
  await expect(heard).toHaveText('Listo para Cliente, posición 1 de 1.')
  await lawyer.keyboard.press('Escape')
  await expect(heard).toHaveText(/^Movimiento cancelado\. «Uno» sigue en Por Analizar/)

  // By menu: a column, and a place; the focus goes with the task.
  await options(lawyer, 'Uno').click()
  await lawyer.getByRole('menuitem', { name: 'Listo para Cliente' }).click()
  await expect(options(lawyer, 'Uno')).toBeFocused()
  await options(lawyer, 'Dos').click()
  await lawyer.getByRole('menuitem', { name: 'Por Analizar' }).click()
  await options(lawyer, 'Dos').click()
  await lawyer.getByRole('menuitem', { name: 'Subir' }).click()
  await expect.poll(() => shown(client)).toEqual([['Dos', 'Tres'], [], ['Uno']])

  await options(lawyer, 'Tres').click()
  await lawyer.getByRole('menuitem', { name: 'Cambiar nombre' }).click()
  await lawyer.getByRole('textbox', { name: 'Nombre de la tarea' }).fill('Tres, con plazo')
  const named = Promise.withResolvers<void>()
  await lawyer.route(
    '**/api/rpc/workspace/renameTask',
    async (route) => {
      await named.promise
      await route.continue()
    },
    { times: 1 },
  )
  await lawyer.getByRole('button', { name: 'Guardar' }).click()
  await options(lawyer, 'Dos').click()
  await expect(lawyer.getByRole('menuitem', { name: 'Eliminar tarea' })).toBeVisible()
  named.resolve()
  // The name comes while another task's menu is open: that stays.
  await expect.poll(() => shown(client)).toEqual([['Dos', 'Tres, con plazo'], [], ['Uno']])
  await lawyer.getByRole('menuitem', { name: 'Eliminar tarea' }).click()
  const question = lawyer.getByRole('dialog')
  await expect(question).toContainText('No se puede deshacer')
  await question.getByRole('button', { name: 'Eliminar tarea' }).click()
  await expect(question).toHaveCount(0)
  const end = [['Tres, con plazo'], [], ['Uno']]
  await expect.poll(() => shown(client)).toEqual(end)

  // It is all saved, and the client has nothing to move it with.
  for (const page of [lawyer, client]) {
    await go(page, `/case/${caseId}`)
    await expect.poll(() => shown(page)).toEqual(end)
  }
  await expect(client.getByRole('button', { name: /Opciones de|Agregar tarea|Uno/ })).toHaveCount(0)
  await expect(client.getByText('ordena el tablero')).toContainText(LAWYER.split(' ')[0] ?? '')
  await expect(handle(lawyer, 'Uno')).toBeVisible()
  await expectClean(lawyer)
  expect(said).toEqual([])
})

test('CAS-13, CAS-14, CAS-15, OPEN-42 a move that fails goes back with its text; a board that cannot be read says so; a finished one stays', async ({
  parties,
  browserOf,
  database,
  caseId,
  task,
}) => {
  for (const title of ['Uno', 'Dos']) await task(title)
  const page = await browserOf(parties.lawyer)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await go(page, `/case/${caseId}`)
  await page.route('**/api/rpc/workspace/moveTask', (route) => route.abort())
  await dragTo(page, handle(page, 'Uno'), column(page, 'Listo para Cliente'))
  await expect(toast(page, 'No se pudo actualizar la tarea.')).toBeVisible()
  await expect(page.getByRole('alert').getByText('La tarea volvió a su lugar.')).toBeVisible()
  await expect.poll(() => shown(page)).toEqual([['Uno', 'Dos'], [], []])
  await page.unroute('**/api/rpc/workspace/moveTask')
  await options(page, 'Uno').click()
  const moved = page.waitForResponse('**/api/rpc/workspace/moveTask')
  await page.getByRole('menuitem', { name: 'Bajar' }).click()
  await expect(page.getByText('La tarea volvió a su lugar.')).toHaveCount(0)
  await expect.poll(() => shown(page)).toEqual([['Dos', 'Uno'], [], []])
  // It is shown before it is stored.
  await moved
  await go(page, `/case/${caseId}`)
  await expect.poll(() => shown(page)).toEqual([['Dos', 'Uno'], [], []])

  await database.sql('alter table tasks rename to tasks_away')
  try {
    await go(page, `/case/${caseId}`)
    await expect(page.getByText('No se pudieron cargar las tareas.')).toBeVisible()
  } finally {
    await database.sql('alter table tasks_away rename to tasks')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(() => shown(page)).toEqual([['Dos', 'Uno'], [], []])

  await page.getByRole('button', { name: 'Pasar a «en progreso»' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pasar a «en progreso»' }).click()
  await page.getByRole('button', { name: 'Finalizar causa' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Finalizar causa' }).click()
  await expect(page.getByText('el tablero ya no cambia')).toBeVisible()
  await expect(options(page, 'Uno')).toHaveCount(0)
  expect(await shown(page)).toEqual([['Dos', 'Uno'], [], []])
})

test('CAS-10, OPEN-44 a finger that stays on a task drags it, also to the column that is not in sight', async ({
  parties,
  browser,
  app,
  caseId,
  task,
  database,
}) => {
  for (const title of ['Uno', 'Dos', 'Tres']) await task(title)
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'es-CL',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  })
  try {
    const { email, password } = parties.lawyer
    const headers = { origin: app.url }
    await context.request.post('/api/accounts/login', { data: { email, password }, headers })
    const page = await context.newPage()
    await go(page, `/case/${caseId}`)
    await expect(options(page, 'Uno')).toBeEnabled()
    const card = handle(page, 'Uno')
    // In the middle: at the edge of the screen the page goes on by itself, and leaves the board behind.
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
    // At the edge the board goes on by itself; back on the next column it stays.
    const board = page.getByRole('region', { name: 'Tablero de tareas' })
    await expect.poll(() => board.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100)
    const second = column(page, 'En Desarrollo')
    await expect(async () => {
      const place = await second.boundingBox()
      if (!place) throw new Error('no column')
      at = { x: Math.round(Math.min(Math.max(place.x + place.width / 2, 30), 310)), y: at.y }
      await send('touchMove')
      await expect(second).toHaveClass(/inset-ring-primary/, { timeout: 80 })
    }).toPass({ timeout: 10_000, intervals: [20] })
    await send('touchEnd')
    await expect.poll(() => shown(page)).toEqual([['Dos', 'Tres'], ['Uno'], []])
    await expect
      .poll(() =>
        database.sql(`select title from tasks where case_id = $1 and status = 'en_desarrollo'`, [caseId]),
      )
      .toEqual([{ title: 'Uno' }])

    // A finger that only passes scrolls the page and drags nothing.
    await expect(page.getByRole('button', { name: 'Opciones de Uno' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  } finally {
    await context.close()
  }
})

test('CAS-16 to CAS-24, CAS-26 both parties bring several documents, open and delete them; each sees it at once', async ({
  parties,
  browserOf,
  caseId,
  database,
}) => {
  const lawyer = await browserOf(parties.lawyer)
  const client = await browserOf(parties.client)
  for (const page of [lawyer, client]) {
    await go(page, `/case/${caseId}?tab=documentos`)
    await expect(page.getByRole('heading', { name: 'Documentos Compartidos', exact: true })).toBeVisible()
    await expect(page.getByText('No hay documentos compartidos.')).toBeVisible()
  }
  await expectClean(client)

  // Several at once; while the first is on its way it says so.
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
    { name: 'Foto del contrato.jpg', mimeType: 'image/jpeg', buffer: await photoOfPaper('Contrato') },
    { name: 'Borrador.docx', mimeType: 'application/octet-stream', buffer: docxPaper(['Demanda']) },
    { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    { name: 'roto.pdf', mimeType: 'application/pdf', buffer: pdf().subarray(0, 300) },
    { name: 'equivocado.pdf', mimeType: 'application/pdf', buffer: pdf() },
  ])
  await expect(client.getByText('Subiendo...').first()).toBeVisible()
  await expect(client.getByRole('progressbar', { name: 'Subiendo Foto del contrato.jpg' })).toBeVisible()
  await expect(
    client.getByText('Solo se admiten archivos PDF, Word, Excel, JPG o PNG.').first(),
  ).toBeVisible()
  // What was chosen by mistake is taken back before it leaves.
  await client.getByRole('button', { name: 'Cancelar equivocado.pdf' }).click()
  await expect(client.getByText('equivocado.pdf')).toHaveCount(0)
  await expect(client.locator('body')).not.toBeFocused()
  gate.resolve()
  await expect(toast(client, 'Documento subido correctamente.')).toBeVisible()
  // CAS-23: the server's reason, titled «Error».
  await expect(toast(client, 'No se pudo leer el archivo. Elige otro.')).toBeVisible()
  await expect(client.locator('[data-toasts]').getByText('Error', { exact: true }).first()).toBeVisible()
  for (const page of [lawyer, client])
    for (const name of ['Foto del contrato.jpg', 'Borrador.docx'])
      await expect(page.getByRole('link', { name })).toBeVisible()
  // What the server refused stays in the list with the server's reason.
  const panel = client.getByRole('tabpanel')
  await expect(panel.getByText('No se pudo leer el archivo. Elige otro.')).toBeVisible()
  await expectClean(client)
  for (const name of ['roto.pdf', 'virus.exe'])
    await client.getByRole('button', { name: `Quitar ${name}` }).click()
  await expect(lawyer.getByRole('tab', { name: 'Documentos' })).toContainText('2')

  // CAS-18: in a tab of its own.
  const opening = lawyer.waitForEvent('popup')
  await lawyer.getByRole('link', { name: 'Foto del contrato.jpg' }).click()
  const opened = await opening
  await expect(opened).toHaveURL(
    new RegExp(`/archivos/certificados/case_documents/${caseId}/[0-9a-f-]{36}-Foto-del-contrato\\.jpg$`),
  )
  await expect.poll(() => opened.evaluate(() => document.images[0]?.naturalWidth)).toBe(900)
  await opened.close()

  // A line that breaks: the file stays to be sent again.
  await lawyer.route('**/api/rpc/workspace/addDocument', (route) => route.abort(), { times: 1 })
  const offline = 'No hay conexión con Amparo. Revisa tu internet e inténtalo de nuevo.'
  const again = lawyer.waitForEvent('filechooser')
  await lawyer.getByRole('button', { name: 'Subir Archivo' }).click()
  await (await again).setFiles({ name: 'Minuta.png', mimeType: 'image/png', buffer: await picture('png') })
  await expect(toast(lawyer, offline)).toBeVisible()
  await lawyer.getByRole('button', { name: 'Reintentar Minuta.png' }).click()
  await expect(toast(lawyer, 'Documento subido correctamente.')).toBeVisible()
  await expect(toast(lawyer, offline)).toHaveCount(0, { timeout: TAKEN_BACK })
  await expect(client.getByRole('link', { name: 'Minuta.png' })).toBeVisible()
  await expect(client.getByText(`${LAWYER} · hoy`)).toBeVisible()

  // CAS-19, CAS-20, CAS-26: either deletes, asked first; what cannot be deleted stays.
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
    await database.sql('select file_name from case_documents where case_id = $1 order by file_name', [
      caseId,
    ]),
  ).toEqual([{ file_name: 'Borrador.docx' }, { file_name: 'Minuta.png' }])
})

test('CAS-22, CAS-25, ROU-35 documents that cannot be read say so; a copied link opens for nobody else and not after log-out', async ({
  parties,
  browserOf,
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
  const page = await browserOf(parties.client)
  await database.sql('alter table case_documents rename to documents_away')
  try {
    await go(page, `/case/${caseId}?tab=documentos`)
    await expect(page.getByText('No se pudieron cargar los documentos.')).toBeVisible()
    await expectClean(page)
  } finally {
    await database.sql('alter table documents_away rename to case_documents')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  const link = page.getByRole('link', { name: 'Carta.pdf' })
  await expect(link).toHaveAttribute('target', '_blank')
  expect(await link.getAttribute('href')).toBe(paper.file_url)
  await expect(page.getByText(`${CLIENT} · hoy`)).toBeVisible()
  // The npm Chromium has no PDF viewer: what the server answers is looked at.
  expect((await page.request.get(paper.file_url)).status()).toBe(200)
  const outsider = await browserOf(await makeAccount({ role: 'lawyer', verificationStatus: 'verified' }))
  const visitor = await browserOf(null)
  for (const other of [outsider, visitor])
    expect((await other.request.get(paper.file_url)).status()).toBe(404)
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page).not.toHaveURL(/\/case\//)
  expect((await page.request.get(paper.file_url)).status()).toBe(404)
})
