// The whole of Amparo by people only, in real browsers, from an empty database, on two processes (issue 8).

import type { Page } from '@playwright/test'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { freshRut } from '../../src/server/factories/lawyers.ts'
import { type App, startApp } from '../support/app.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { composer, log, write } from './chat-page.ts'
import { test as base, expect } from './fixtures.ts'
import { heading, mailTo, newBrowser, PASSWORD, proveEmail, register, signInByHand, toast } from './people.ts'
import {
  choose,
  chooseCard,
  field,
  fillProfessional,
  next,
  pdf,
  send,
  takePhoto,
  twoHalves,
} from './profile-form.ts'

const CLIENT = { name: 'Camila Rojas Fuentes', email: 'camila@correo.test' }
const LAWYER = { name: 'Rosa Ñancupil', email: 'rosa@estudio.test' }

const test = base.extend<{ house: { app: App; database: TestDatabase }; personAt(): Promise<Page> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  house: async ({}, use) => {
    const database = await testDatabase('journey')
    const app = await startApp({ databaseUrl: database.url, env: { APP_PROCESSES: '2' } })
    await use({ app, database })
    await app.stop()
    await database.close()
  },
  personAt: async ({ browser, contextOptions, house }, use) => {
    const pages: Page[] = []
    await use(async () => {
      const page = await newBrowser(browser, { ...contextOptions, baseURL: house.app.url })
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
})

/** Goes to a path and waits until the page can be used. */
async function go(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

async function deleteAccount(page: Page, path: string): Promise<void> {
  await go(page, path)
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(toast(page, 'Cuenta eliminada')).toBeVisible()
}

test('ROL-01 to ROL-03, ROL-06 the whole journey: from two registrations to a review, and nothing is left of those who go', async ({
  house,
  personAt,
}) => {
  test.setTimeout(180_000)
  const { app, database } = house
  const [client, lawyer, admin, visitor] = [
    await personAt(),
    await personAt(),
    await personAt(),
    await personAt(),
  ]

  await test.step('a client registers and publishes a case', async () => {
    await register(client, 'Soy Cliente', CLIENT)
    await client.getByRole('link', { name: 'Ingresar mi Causa' }).first().click()
    await expect(heading(client, 'Ingresa tu Causa')).toBeVisible()
    await client.getByRole('radio', { name: 'Despido injustificado', exact: true }).check()
    await next(client).click()
    await client.getByLabel('¿Cuántos días han pasado desde el despido?').fill('9')
    await client.getByRole('radio', { name: 'Sí, indefinido', exact: true }).check()
    await client
      .getByLabel(/^¿Qué motivo te dio tu empleador\?/)
      .fill('Necesidades de la empresa, sin finiquito.')
    await next(client).click()
    await client.getByRole('combobox', { name: 'Comuna donde ocurren los hechos' }).fill('temuco')
    await client.keyboard.press('Enter')
    await client.getByRole('button', { name: 'Enviar y Buscar Abogados' }).click()
    await expect(heading(client, '¡Tu caso ha sido ingresado!')).toBeVisible()
    // Nobody is verified yet.
    await expect(client.getByText('No se encontraron abogados recomendados por el momento.')).toBeVisible()
  })

  await test.step('a lawyer registers, proves the e-mail and sends the form with its files', async () => {
    await register(lawyer, 'Soy Abogado', LAWYER)
    await proveEmail(lawyer, app.url, LAWYER.email)
    await takePhoto(lawyer, await twoHalves('jpeg'))
    await field(lawyer, 'RUT').fill(freshRut())
    await field(lawyer, 'Teléfono').fill('98765432')
    await field(lawyer, 'Fecha de nacimiento').fill('1988-02-29')
    await next(lawyer).click()
    await choose(lawyer, 'Región', 'araucan')
    await choose(lawyer, 'Comuna', 'temuco')
    await field(lawyer, 'Calle').fill('Avenida Caupolicán')
    await next(lawyer).click()
    await chooseCard(lawyer, pdf('cédula.pdf'))
    await fillProfessional(lawyer)
    await choose(lawyer, 'Especialidades', 'despido injustificado')
    await lawyer.keyboard.press('Escape')
    await send(lawyer).click()
    await lawyer.waitForURL('**/onboarding/pending-review')
  })

  await test.step('an administrator, made by the operator, verifies from the e-mailed link', async () => {
    const team = { ...(await makeAccount(database.platform.db, { role: 'admin', name: 'Paulina Mardones' })) }
    await go(admin, '/login')
    await signInByHand(admin, team.email, team.password)
    await admin.waitForURL('**/admin-dashboard')
    await admin
      .getByRole('navigation', { name: 'Perfiles por revisar' })
      .getByRole('button', { name: new RegExp(LAWYER.name) })
      .click()
    await admin.getByRole('button', { name: 'Verificar', exact: true }).click()
    await expect(heading(admin, 'Verificación exitosa')).toBeVisible()
    await mailTo(lawyer, app.url, LAWYER.email, /^¡Tu perfil fue verificado!$/)
  })

  await test.step('the lawyer subscribes, finds the case in the market and begins the conversation', async () => {
    await go(lawyer, '/subscriptions')
    await lawyer
      .getByRole('listitem')
      .filter({ has: lawyer.getByRole('heading', { name: 'Básico', exact: true }) })
      .getByRole('button')
      .click()
    await lawyer.getByRole('dialog').getByRole('button', { name: 'Suscribir plan' }).click()
    await expect(toast(lawyer, '¡Suscripción exitosa!')).toBeVisible()
    await go(lawyer, '/dashboard')
    await expect(heading(lawyer, 'Panel de Abogado')).toBeVisible()
    await go(lawyer, '/casos-recientes')
    const card = lawyer.getByRole('group', {
      name: 'Consulta de Despido injustificado en Temuco',
      exact: true,
    })
    await expect(card).not.toContainText('Camila')
    await card.getByRole('button', { name: 'Iniciar Chat' }).click()
    await expect(lawyer).toHaveURL(/\/chat$/)
    await expect(lawyer.getByRole('heading', { name: CLIENT.name })).toBeVisible()
  })

  await test.step('both talk', async () => {
    await write(lawyer, 'Buenas tardes, leí su caso. ¿Firmó el finiquito?')
    await go(client, '/chat')
    await client.getByRole('link', { name: new RegExp(LAWYER.name) }).click()
    await expect(log(client).getByText('¿Firmó el finiquito?')).toBeVisible()
    await write(client, 'No, todavía no.')
    await expect(log(lawyer).getByText('No, todavía no.')).toBeVisible()
    await expect(composer(client)).toHaveValue('')
  })

  await test.step('a proposal, and its acceptance', async () => {
    await lawyer.getByRole('button', { name: 'Enviar Propuesta', exact: true }).click()
    const form = lawyer.getByRole('dialog')
    await form.getByLabel('Resumen').fill('Demanda por despido injustificado, hasta la sentencia.')
    await form.getByLabel('Honorarios').fill('380000')
    await form.getByRole('button', { name: 'Enviar propuesta', exact: true }).click()
    await expect(form).toHaveCount(0)
    const card = client.getByRole('article', { name: 'Propuesta de honorarios' })
    await card.getByRole('button', { name: 'Aceptar propuesta' }).click()
    await client.getByRole('dialog').getByRole('button', { name: 'Aceptar propuesta' }).click()
    await expect(client).toHaveURL(/\/case\/[0-9a-f-]{36}/)
    await expect(heading(client, 'Consulta de Despido injustificado en Temuco')).toBeVisible()
  })

  await test.step('tasks and documents, each seen at once by the other side', async () => {
    const path = new URL(client.url()).pathname
    await go(lawyer, path)
    await go(client, path)
    await lawyer.getByRole('button', { name: 'Agregar tarea' }).click()
    const name = lawyer.getByRole('textbox', { name: 'Nueva tarea' })
    await name.fill('Revisar el contrato')
    await name.press('Enter')
    await expect(client.getByText('Revisar el contrato')).toBeVisible()
    await lawyer.getByRole('button', { name: 'Opciones de Revisar el contrato' }).click()
    await lawyer.getByRole('menuitem', { name: 'Listo para Cliente' }).click()
    await expect(client.getByRole('region', { name: /^Listo para Cliente/ })).toContainText(
      'Revisar el contrato',
    )
    for (const page of [client, lawyer]) await page.getByRole('tab', { name: 'Documentos' }).click()
    await client.locator('input[type=file]').setInputFiles(pdf('contrato de trabajo.pdf'))
    await expect(toast(client, 'Documento subido correctamente.')).toBeVisible()
    const link = lawyer.getByRole('link', { name: /contrato de trabajo\.pdf/ })
    await expect(link).toBeVisible()
    const address = (await link.getAttribute('href')) ?? ''
    expect((await lawyer.request.get(address)).status()).toBe(200)
    expect([401, 404]).toContain((await visitor.request.get(address)).status())
  })

  await test.step('the lawyer finishes the case', async () => {
    for (const step of ['Pasar a «en progreso»', 'Finalizar causa']) {
      await lawyer.getByRole('button', { name: step }).click()
      await lawyer.getByRole('dialog').getByRole('button', { name: step }).click()
      await expect(lawyer.getByRole('dialog')).toHaveCount(0)
    }
    await expect(client.getByText('FINALIZADO', { exact: true })).toBeVisible()
    await go(lawyer, '/dashboard')
    await expect(lawyer.getByRole('main')).toContainText('Consulta de Despido injustificado en Temuco')
  })

  const [{ id: lawyerId = '' } = {}] = await database.sql<{ id: string }>(
    'select id from profiles where email = $1',
    [LAWYER.email],
  )
  await test.step('the client reviews, and everybody reads it on the public profile', async () => {
    await go(client, `/lawyer/${lawyerId}`)
    const form = client.getByRole('form', { name: 'Tu reseña' })
    await form.getByRole('radio', { name: /^5 estrellas/ }).check({ force: true })
    await form.getByLabel(/Tu comentario/).fill('Clara y puntual en todo.')
    await form.getByRole('button', { name: 'Enviar Reseña' }).click()
    await expect(toast(client, 'Valoración enviada')).toBeVisible()
    await go(visitor, `/lawyer/${lawyerId}`)
    await expect(visitor.getByRole('region', { name: 'Reseñas' }).getByRole('article')).toContainText(
      'Clara y puntual en todo.',
    )
    await expect(visitor.getByText('5,0').first()).toBeVisible()
    await go(visitor, '/buscar-abogados')
    await expect(visitor.getByRole('main')).toContainText(LAWYER.name)
  })

  await test.step('both delete their accounts, and nothing dangling is left', async () => {
    await deleteAccount(client, '/edit-profile')
    await deleteAccount(lawyer, '/edit-lawyer-profile')
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
    // Of their files no row is in use and none of the photo or the card is on the disk: the jobs have done it.
    await expect
      .poll(
        () =>
          database.sql(
            `select bucket, state from stored_files where state = 'used' and bucket in ('avatars', 'identidad')`,
          ),
        { timeout: 20_000 },
      )
      .toEqual([])
    // Every reference of the database points to a row (foreign keys hold), and no text of theirs names them.
    const named = await database.sql(
      'select content from messages where content ilike any($1) union all select title from cases where title ilike any($1)',
      [['%Camila%', '%Ñancupil%']],
    )
    expect(named).toEqual([])
  })
})
