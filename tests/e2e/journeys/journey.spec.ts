// The whole product through the UI, from an empty database, on two processes (issue 8), by keyboard alone
// (issue 9). URLs are only opened where a user would: on arrival, and from e-mails.

import type { Page } from '@playwright/test'
import { makeAccount } from '../../../src/demo-data/accounts.ts'
import { uniqueRut } from '../../../src/demo-data/lawyers.ts'
import { type AppProcess, startAppProcess } from '../../support/app/app-process.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'
import { chatRow, composer, log, toasts, typeAndSend as writeMessage } from '../chat/chat-page.ts'
import {
  heading,
  mailTo,
  newVisitorPage,
  PASSWORD,
  register,
  signInByForm,
  toast,
  verifyEmail,
} from '../harness/account-steps.ts'
import { test as base, expect } from '../harness/fixtures.ts'
import { TOAST_DISMISS_TIMEOUT_MS } from '../harness/input-method.ts'
import {
  byKeyboard,
  chooseMenuItem,
  focusByKeyboard,
  openTab,
  pickRadio,
  press,
  write,
} from '../harness/keyboard.ts'
import {
  chooseIdCard,
  chooseOption,
  field,
  fillProfessional,
  next,
  pdf,
  send,
  twoColourImage,
} from '../onboarding/profile-form.ts'

const CLIENT = { name: 'Camila Rojas Fuentes', email: 'camila@correo.test' }
const LAWYER = { name: 'Rosa Ñancupil', email: 'rosa@estudio.test' }

const test = base.extend<{
  /** An application with two processes over an empty database. */
  server: { app: AppProcess; database: TestDatabase }
  /** A page in a new browser context. */
  newVisitor(colorScheme?: 'light' | 'dark'): Promise<Page>
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  server: async ({}, use) => {
    const database = await createTestDatabase('journey')
    const app = await startAppProcess({ databaseUrl: database.url, env: { APP_PROCESSES: '2' } })
    await use({ app, database })
    await app.stop()
    await database.close()
  },
  newVisitor: async ({ browser, contextOptions, server }, use) => {
    const pages: Page[] = []
    await use(async (colorScheme = 'light') => {
      const page = await newVisitorPage(browser, { ...contextOptions, colorScheme, baseURL: server.app.url })
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

/** Opens a URL, typed or from an e-mail, and waits until the page is hydrated. */
async function go(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

const bar = (page: Page, name: string | RegExp) => page.getByRole('banner').getByRole('link', { name })

/** From any page: through the navigation bar to the profile, and deletes the account. */
async function deleteAccount(page: Page, name: string): Promise<void> {
  await press(bar(page, name))
  await expect(heading(page, 'Editar perfil')).toBeVisible()
  if (name === LAWYER.name) {
    await press(page.getByRole('link', { name: 'Editar perfil profesional' }))
    // Wait for it: the page before has such a button, too.
    await expect(heading(page, 'Editar Perfil Profesional')).toBeVisible()
  }
  await press(page.getByRole('button', { name: 'Eliminar cuenta' }))
  const dialog = page.getByRole('dialog')
  await press(dialog.getByRole('button', { name: 'Continuar' }))
  await write(dialog.getByLabel('Contraseña', { exact: true }), PASSWORD)
  await press(dialog.getByRole('button', { name: 'Eliminar mi cuenta' }))
  await expect(toast(page, 'Cuenta eliminada')).toBeVisible()
  await page.waitForURL((url) => url.pathname === '/')
}

test('ROL-01 to ROL-03, ROL-06, OPEN-70 the whole journey by keyboard alone: from two registrations to a review, and deleted accounts leave nothing behind', async ({
  server,
  newVisitor,
}) => {
  test.setTimeout(240_000)
  const { app, database } = server
  const [client, lawyer, admin, visitor] = [
    await newVisitor(),
    await newVisitor('dark'),
    await newVisitor(),
    await newVisitor(),
  ]

  await test.step('a client registers and publishes a case', async () => {
    await register(client, 'Soy Cliente', CLIENT, byKeyboard)
    await press(client.getByRole('link', { name: 'Ingresar mi Causa' }).first())
    await expect(heading(client, 'Ingresa tu Causa')).toBeVisible()
    await pickRadio(client.getByRole('radio', { name: 'Despido injustificado', exact: true }))
    await press(next(client))
    // The skip link stays on the present step.
    await press(client.getByRole('link', { name: 'Saltar al contenido' }))
    await write(client.getByLabel('¿Cuántos días han pasado desde el despido?'), '9')
    await pickRadio(client.getByRole('radio', { name: 'Sí, indefinido', exact: true }))
    await write(
      client.getByLabel(/^¿Qué motivo te dio tu empleador\?/),
      'Necesidades de la empresa, sin finiquito.',
    )
    await press(next(client))
    await chooseOption(client, 'Comuna donde ocurren los hechos', 'temuco', byKeyboard)
    await press(client.getByRole('button', { name: 'Enviar y Buscar Abogados' }))
    await expect(heading(client, '¡Tu caso ha sido ingresado!')).toBeVisible()
    // No lawyer is verified yet.
    await expect(client.getByText('No se encontraron abogados recomendados por el momento.')).toBeVisible()
  })

  await test.step('a lawyer registers, verifies the e-mail and sends the form with its files', async () => {
    await register(lawyer, 'Soy Abogado', LAWYER, byKeyboard)
    await verifyEmail(lawyer, app.url, LAWYER.email, byKeyboard)
    await byKeyboard.upload(
      await twoColourImage('jpeg'),
      lawyer.locator('input[data-avatar]'),
      lawyer.getByRole('button', { name: 'Elegir foto' }),
    )
    const crop = lawyer.getByRole('dialog', { name: 'Recorta tu foto' })
    await focusByKeyboard(crop.getByRole('group', { name: /^Encuadre de la foto/ }))
    await lawyer.keyboard.press('ArrowLeft')
    await focusByKeyboard(crop.getByRole('slider', { name: 'Acercar' }))
    await lawyer.keyboard.press('ArrowRight')
    await expect(crop.getByRole('slider', { name: 'Acercar' })).toHaveValue('1.1')
    await press(crop.getByRole('button', { name: 'Usar esta foto' }))
    await write(field(lawyer, 'RUT'), uniqueRut())
    await write(field(lawyer, 'Teléfono'), '98765432')
    await write(field(lawyer, 'Fecha de nacimiento'), '29021988')
    await press(next(lawyer))
    await chooseOption(lawyer, 'Región', 'araucan', byKeyboard)
    await chooseOption(lawyer, 'Comuna', 'temuco', byKeyboard)
    await write(field(lawyer, 'Calle'), 'Avenida Caupolicán')
    await press(next(lawyer))
    await chooseIdCard(lawyer, pdf('cédula.pdf'), byKeyboard)
    await fillProfessional(lawyer, byKeyboard)
    await chooseOption(lawyer, 'Especialidades', 'despido injustificado', byKeyboard)
    await lawyer.keyboard.press('Escape')
    await press(send(lawyer))
    await lawyer.waitForURL('**/onboarding/pending-review')
  })

  await test.step('an administrator, created by the operator, verifies the lawyer', async () => {
    const team = { ...(await makeAccount(database.platform.db, { role: 'admin', name: 'Paulina Mardones' })) }
    await go(admin, '/login')
    await signInByForm(admin, team.email, team.password, byKeyboard)
    await admin.waitForURL('**/admin-dashboard')
    await press(
      admin
        .getByRole('navigation', { name: 'Perfiles por revisar' })
        .getByRole('button', { name: new RegExp(LAWYER.name) }),
    )
    await press(admin.getByRole('button', { name: 'Verificar', exact: true }))
    await press(
      admin
        .getByRole('dialog', { name: `¿Verificar a ${LAWYER.name}?` })
        .getByRole('button', { name: 'Verificar perfil' }),
    )
    await expect(toast(admin, 'Verificación exitosa')).toBeVisible()
  })

  await test.step('the lawyer subscribes, finds the case in the market and starts the chat', async () => {
    const { text } = await mailTo(lawyer, app.url, LAWYER.email, /^¡Tu perfil fue verificado!$/)
    await go(lawyer, /https?:\S+\/login\b/.exec(text)?.[0] ?? '')
    await expect(heading(lawyer, 'Panel de Abogado')).toBeVisible()
    await press(lawyer.getByRole('link', { name: 'Ver planes' }))
    await press(
      lawyer
        .getByRole('listitem')
        .filter({ has: lawyer.getByRole('heading', { name: 'Básico', exact: true }) })
        .getByRole('button'),
    )
    await press(lawyer.getByRole('dialog').getByRole('button', { name: 'Suscribir plan' }))
    await expect(toast(lawyer, '¡Suscripción exitosa!')).toBeVisible()
    await press(bar(lawyer, 'Panel'))
    await expect(heading(lawyer, 'Panel de Abogado')).toBeVisible()
    await press(lawyer.getByRole('link', { name: 'Ver Casos Recientes' }))
    const card = lawyer.getByRole('group', {
      name: 'Consulta de Despido injustificado en Temuco',
      exact: true,
    })
    await expect(card).not.toContainText('Camila')
    await press(card.getByRole('button', { name: 'Iniciar Chat' }))
    await expect(lawyer).toHaveURL(/\/chat$/)
    // H-05: the full name shows after the client's first answer.
    await expect(lawyer.getByRole('heading', { name: 'Camila R.' })).toBeVisible()
  })

  await test.step('both write', async () => {
    await writeMessage(lawyer, 'Buenas tardes, leí su caso. ¿Firmó el finiquito?', byKeyboard)
    await press(bar(client, /^Chat/))
    await press(chatRow(client, LAWYER.name))
    await expect(log(client).getByText('¿Firmó el finiquito?')).toBeVisible()
    await writeMessage(client, 'No, todavía no.', byKeyboard)
    await expect(log(lawyer).getByText('No, todavía no.')).toBeVisible()
    await expect(lawyer.getByRole('heading', { name: CLIENT.name })).toBeVisible()
    await expect(composer(client)).toHaveValue('')
  })

  await test.step('a proposal, and its acceptance', async () => {
    await press(lawyer.getByRole('button', { name: 'Enviar Propuesta', exact: true }))
    const form = lawyer.getByRole('dialog')
    await write(form.getByLabel('Resumen'), 'Demanda por despido injustificado, hasta la sentencia.')
    await write(form.getByLabel('Honorarios'), '380000')
    await press(form.getByRole('button', { name: 'Enviar propuesta', exact: true }))
    await expect(form).toHaveCount(0)
    const card = client.getByRole('article', { name: 'Propuesta de honorarios' })
    await press(card.getByRole('button', { name: 'Aceptar propuesta' }))
    await press(client.getByRole('dialog').getByRole('button', { name: 'Aceptar propuesta' }))
    await expect(client).toHaveURL(/\/case\/[0-9a-f-]{36}/)
    await expect(heading(client, 'Consulta de Despido injustificado en Temuco')).toBeVisible()
  })

  await test.step('tasks and documents, each visible at once to the other side', async () => {
    await press(lawyer.getByRole('link', { name: 'Ver Causa', exact: true }).first())
    await press(lawyer.getByRole('button', { name: 'Agregar tarea' }))
    await write(lawyer.getByRole('textbox', { name: 'Nueva tarea' }), 'Revisar el contrato')
    await lawyer.keyboard.press('Enter')
    await expect(client.getByText('Revisar el contrato')).toBeVisible()
    await lawyer.keyboard.press('Escape')
    await chooseMenuItem(
      lawyer.getByRole('button', { name: 'Opciones de Revisar el contrato' }),
      'Listo para Cliente',
    )
    await expect(client.getByRole('region', { name: /^Listo para Cliente/ })).toContainText(
      'Revisar el contrato',
    )
    for (const page of [client, lawyer]) await openTab(page.getByRole('tab', { name: 'Documentos' }))
    await byKeyboard.upload(
      pdf('contrato de trabajo.pdf'),
      client.locator('input[type=file]'),
      client.getByRole('button', { name: 'Subir Archivo' }),
    )
    // A focused toast does not expire; Escape closes it and returns the focus.
    await focusByKeyboard(toasts(client).getByRole('button', { name: 'Cerrar' }).last())
    await expect(toast(client, 'Documento subido correctamente.')).toBeVisible()
    await client.keyboard.press('Escape')
    await expect(toasts(client)).toHaveText('', { timeout: TOAST_DISMISS_TIMEOUT_MS })
    const link = lawyer.getByRole('link', { name: /contrato de trabajo\.pdf/ })
    await expect(link).toBeVisible()
    const address = (await link.getAttribute('href')) ?? ''
    expect((await lawyer.request.get(address)).status()).toBe(200)
    expect([401, 404]).toContain((await visitor.request.get(address)).status())
    // The closing appears above the tabs, and pushes a focus there off the screen.
    await focusByKeyboard(client.getByRole('link', { name: 'Volver al panel' }))
  })

  await test.step('the lawyer finishes the case', async () => {
    const dialog = lawyer.getByRole('dialog')
    await press(lawyer.getByRole('button', { name: 'Pasar a «en progreso»' }))
    await press(dialog.getByRole('button', { name: 'Pasar a «en progreso»' }))
    await expect(dialog).toHaveCount(0)
    await press(lawyer.getByRole('button', { name: 'Finalizar causa' }))
    await dialog.getByRole('radio', { name: 'Acuerdo', exact: true }).press('Space')
    await dialog.getByLabel('Texto para tu cliente').fill('Hubo acuerdo.')
    await press(dialog.getByRole('button', { name: 'Finalizar', exact: true }))
    await expect(dialog).toHaveCount(0)
    await expect(client.getByText('FINALIZADO', { exact: true })).toBeVisible()
    await press(bar(lawyer, 'Panel'))
    await expect(lawyer.getByRole('main')).toContainText('Consulta de Despido injustificado en Temuco')
  })

  await test.step('the client reviews, and everybody reads it on the public profile', async () => {
    await press(
      client.getByRole('list', { name: 'Partes de la causa' }).getByRole('link', { name: LAWYER.name }),
    )
    const form = client.getByRole('form', { name: 'Tu reseña' })
    await pickRadio(form.getByRole('radio', { name: /^5 estrellas/ }))
    await write(form.getByLabel(/Tu comentario/), 'Clara y puntual en todo.')
    await press(form.getByRole('button', { name: 'Enviar Reseña' }))
    await expect(toast(client, 'Valoración enviada')).toBeVisible()
    // H-01: it becomes public when the e-mail is confirmed, here in another tab.
    await expect(client.getByText('Tu reseña se publicará cuando confirmes tu correo.').first()).toBeVisible()
    const { text } = await mailTo(client, app.url, CLIENT.email, /^Confirma tu correo/)
    const confirming = await client.context().newPage()
    await confirming.goto(/https?:\S+email-verification\S+/.exec(text)?.[0] ?? '')
    await expect(confirming.getByText('¡Correo verificado!')).toBeVisible()
    await confirming.close()
    await go(visitor, '/buscar-abogados')
    await expect(visitor.getByRole('main')).toContainText(LAWYER.name)
    await press(visitor.getByRole('main').getByRole('link', { name: LAWYER.name }).first())
    await expect(visitor.getByRole('region', { name: 'Reseñas' }).getByRole('article')).toContainText(
      'Clara y puntual en todo.',
    )
    await expect(visitor.getByText('5,0').first()).toBeVisible()
    expect(new URL(visitor.url()).pathname).toBe(new URL(client.url()).pathname)
  })

  await test.step('both delete their accounts, and nothing dangling is left', async () => {
    await deleteAccount(client, CLIENT.name)
    await deleteAccount(lawyer, LAWYER.name)
    await go(visitor, '/buscar-abogados')
    await expect(visitor.getByRole('main')).not.toContainText(LAWYER.name)
    const [left] = await database.sql(
      `select (select count(*)::int from "user" where email = any($1)) as users,
        (select count(*)::int from profiles where email = any($1)) as profiles,
        (select count(*)::int from session s where not exists (select from "user" u where u.id = s."userId")) as sessions,
        (select count(*)::int from reviews) as reviews,
        (select count(*)::int from cases where status = 'ingresado') as open_cases,
        (select count(*)::int from proposals where status = 'pending') as pending`,
      [[CLIENT.email, LAWYER.email]],
    )
    expect(left).toMatchObject({ users: 0, profiles: 0, sessions: 0, open_cases: 0, pending: 0 })
    // No avatar or ID card is in use any more. A job deletes the files.
    await expect
      .poll(
        () =>
          database.sql(
            `select bucket, state from stored_files where state = 'used' and bucket in ('avatars', 'identidad')`,
          ),
        { timeout: 20_000 },
      )
      .toEqual([])
    // No text names them. Foreign keys make sure that no reference dangles.
    const named = await database.sql(
      'select content from messages where content ilike any($1) union all select title from cases where title ilike any($1)',
      [['%Camila%', '%Ñancupil%']],
    )
    expect(named).toEqual([])
  })
})
