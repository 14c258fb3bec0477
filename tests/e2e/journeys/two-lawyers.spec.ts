/** Issue 4 end to end, through the UI alone: only the administrator's account is created by the test. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { uniqueRut } from '../../../src/demo-data/lawyers.ts'
import {
  heading,
  type Mail,
  mailTo,
  newVisitorPage,
  register,
  signInByForm,
  toast,
  verifyEmail,
} from '../harness/account-steps.ts'
import { test as base, expect } from '../harness/fixtures.ts'
import type { FilePayload } from '../harness/input-method.ts'
import {
  chooseIdCard,
  chooseOption,
  choosePhoto,
  combobox,
  field,
  fillProfessional,
  next,
  pdf,
  send,
  twoColourImage,
} from '../onboarding/profile-form.ts'

interface Person {
  name: string
  first: string
  last: string
  email: string
  rut: string
}

const SUBMITTED_MESSAGE = 'Tus datos han sido enviados para verificación. Te notificaremos pronto.'
const REASON = 'La foto del carnet no se lee bien.'

const test = base.extend<{
  /** Waits for the newest e-mail to this address with a matching subject. */
  mailTo(email: string, subject: RegExp): Promise<Mail>
  /** A page in a new browser context. */
  newVisitor(): Promise<Page>
}>({
  mailTo: ({ app, page }, use) => use((email, subject) => mailTo(page, app.url, email, subject)),
  newVisitor: ({ browser, contextOptions }, use) => use(() => newVisitorPage(browser, contextOptions)),
})

/** A photo of an ID card as a phone takes it: larger than any screen. */
async function photoOfCard(format: 'jpeg' | 'png', name: string): Promise<FilePayload> {
  const card = { create: { width: 1000, height: 630, channels: 3 as const, background: '#e3efed' } }
  const buffer = await sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#6b5b4b' } })
    .composite([{ input: card, left: 700, top: 485 }])
    .toFormat(format)
    .toBuffer()
  return { name, mimeType: `image/${format}`, buffer }
}

async function fillUntilCard(page: Page, { first, last, rut }: Person) {
  await expect(field(page, 'Nombre')).toHaveValue(first)
  await expect(field(page, 'Apellido')).toHaveValue(last)
  await field(page, 'RUT').fill(rut)
  await field(page, 'Teléfono').fill('98765432')
  await field(page, 'Fecha de nacimiento').fill('1988-02-29')
  await next(page).click()
  await chooseOption(page, 'Región', 'araucan')
  await chooseOption(page, 'Comuna', 'temuco')
  await field(page, 'Calle').fill('Avenida Caupolicán')
  await next(page).click()
  await expect(heading(page, 'Información Profesional')).toBeVisible()
}

test('ONV-12, ONP-08, ONP-52, ONR-02, ADM-14, ADM-15, OPEN-02, OPEN-03, OPEN-05, MAI-01 to MAI-03 two lawyers from registration to verification, one of them returned once with a reason', async ({
  page: admin,
  newVisitor,
  visit,
  app,
  mailTo,
  makeAccount,
  database,
}) => {
  test.slow()
  const stamp = Date.now()
  const rosa: Person = {
    name: 'Rosa Ñancupil',
    first: 'Rosa',
    last: 'Ñancupil',
    email: `rosa-${stamp}@estudio.test`,
    rut: uniqueRut(),
  }
  const pedro: Person = {
    name: 'Pedro Álvarez',
    first: 'Pedro',
    last: 'Álvarez',
    email: `pedro-${stamp}@estudio.test`,
    rut: uniqueRut(),
  }
  const team = await makeAccount({ role: 'admin', name: 'Paulina Mardones' })
  const statusOf = async ({ email }: Person) =>
    (
      await database.sql<{ status: string }>(
        `select p.verification_status as status from profiles p join lawyer_profiles l on l.id = p.id
         where p.email = $1 and p.verification_status = l.verification_status`,
        [email],
      )
    )[0]?.status

  const [hers, his] = [await newVisitor(), await newVisitor()]
  for (const [page, person] of [
    [hers, rosa],
    [his, pedro],
  ] as const) {
    await test.step(`${person.first}: registers and verifies the e-mail`, async () => {
      await register(page, 'Soy Abogado', person)
      await verifyEmail(page, app.url, person.email)
      expect(await statusOf(person)).toBe('profile_pending')
    })
  }

  await test.step('Rosa sends a photo and a card photographed with a phone', async () => {
    await choosePhoto(hers, await twoColourImage('jpeg', 6))
    await fillUntilCard(hers, rosa)
    // A file that is no image in spite of its name is refused; the field asks again, and nothing else is
    // lost.
    await chooseIdCard(hers, {
      name: 'carnet.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no soy un png'),
    })
    await fillProfessional(hers)
    await send(hers).click()
    const refused = 'Error al subir tu carnet de identidad: Solo se admiten archivos PDF, JPG o PNG.'
    await expect(hers.locator('form').getByText(refused)).toBeVisible()
    const input = hers.getByLabel('Foto del carnet de identidad', { exact: true })
    await expect(input).toBeFocused()
    await expect(input).toHaveAccessibleDescription(/Solo se admiten archivos PDF, JPG o PNG\./)
    await chooseIdCard(hers, await photoOfCard('jpeg', 'carnet borroso.jpg'))
    await expect(hers.locator('form').getByText(refused)).toHaveCount(0)
    await expect(input).not.toHaveAttribute('aria-invalid', 'true')
    await send(hers).click()
    await expect(toast(hers, SUBMITTED_MESSAGE)).toBeVisible()
    await hers.waitForURL('**/onboarding/pending-review')
    await expect(heading(hers, 'Tu perfil está en revisión')).toBeVisible()
    expect(await statusOf(rosa)).toBe('admin_pending')
  })

  await test.step('Pedro sends a PDF and no photo', async () => {
    await fillUntilCard(his, pedro)
    await chooseIdCard(his, pdf('cédula de Pedro.pdf'))
    await fillProfessional(his)
    await send(his).click()
    await expect(toast(his, 'Perfil Enviado')).toBeVisible()
    await his.waitForURL('**/onboarding/pending-review')
    expect(await statusOf(pedro)).toBe('admin_pending')
  })

  await test.step('the administrator opens the e-mailed link, signs in, and Pedro is verified', async () => {
    const notice = await mailTo(team.email, /^Nuevo perfil de abogado por verificar: Pedro Álvarez$/)
    const link = /https?:\S+\/admin\/verify-profile\?\S+[\w-]/.exec(notice.text)?.[0] ?? ''
    await visit(admin, link)
    await admin.getByRole('main').getByRole('link', { name: 'Iniciar Sesión' }).click()
    await admin.waitForURL('**/login?volver=*')
    expect(await statusOf(pedro)).toBe('admin_pending')
    await signInByForm(admin, team.email, team.password)
    await expect(admin.getByRole('heading', { name: 'Verificación exitosa' })).toBeVisible()
    expect(await statusOf(pedro)).toBe('verified')
  })

  await test.step('Rosa is returned from the panel, with a reason', async () => {
    await visit(admin, '/dashboard')
    await admin.waitForURL('**/admin-dashboard')
    const panel = admin.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Panel' })
    await expect(panel).toHaveAttribute('aria-current', 'page')
    await admin
      .getByRole('navigation', { name: 'Perfiles por revisar' })
      .getByRole('button', { name: /Rosa Ñancupil/ })
      .click()
    const card = admin.getByRole('img', { name: 'Carnet de identidad de Rosa Ñancupil' })
    await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2400)
    await admin.getByRole('button', { name: 'Devolver con observaciones' }).click()
    const dialog = admin.getByRole('dialog', { name: '¿Devolver este perfil?' })
    await dialog.getByRole('button', { name: REASON }).click()
    await expect(dialog.getByLabel('Observaciones')).toHaveValue(REASON)
    await dialog.getByRole('button', { name: 'Devolver perfil' }).click()
    await expect(toast(admin, 'Perfil devuelto')).toBeVisible()
    expect(await statusOf(rosa)).toBe('profile_pending')
    expect((await mailTo(rosa.email, /^Tu perfil necesita correcciones$/)).text).toContain(REASON)
  })

  await test.step('Rosa is redirected to the form, which shows her data and the reason; she replaces the card', async () => {
    await hers.bringToFront()
    await hers.waitForURL('**/create-lawyer-profile', { timeout: 45_000 })
    await expect(hers.getByText('El equipo te pidió corregir lo siguiente:')).toBeVisible()
    await expect(hers.getByText(REASON)).toBeVisible()
    await expect(field(hers, 'Apellido')).toHaveValue(rosa.last)
    await next(hers).click()
    await expect(combobox(hers, 'Comuna')).toHaveValue('Temuco')
    await next(hers).click()
    await expect(hers.getByText('Carnet ya enviado')).toBeVisible()
    await chooseIdCard(hers, await photoOfCard('png', 'carnet nítido.png'))
    await send(hers).click()
    await hers.waitForURL('**/onboarding/pending-review')
    expect(await statusOf(rosa)).toBe('admin_pending')
  })

  await test.step('the administrator reads the earlier reason and verifies Rosa', async () => {
    await visit(admin, '/admin-dashboard')
    await admin
      .getByRole('navigation', { name: 'Perfiles por revisar' })
      .getByRole('button', { name: /Rosa Ñancupil/ })
      .click()
    await expect(admin.getByText(`«${REASON}»`).first()).toBeVisible()
    await admin.getByRole('button', { name: 'Verificar', exact: true }).click()
    await admin
      .getByRole('dialog', { name: '¿Verificar a Rosa Ñancupil?' })
      .getByRole('button', { name: 'Verificar perfil' })
      .click()
    await expect(toast(admin, 'Verificación exitosa')).toBeVisible()
    expect(await statusOf(rosa)).toBe('verified')
    await expect(admin.getByText('Paulina Mardones verificó a Rosa Ñancupil')).toBeVisible()
    await expect(admin.getByText('Paulina Mardones verificó a Pedro Álvarez')).toBeVisible()
  })

  await test.step('both get an e-mail and see the lawyer’s panel', async () => {
    for (const [page, person] of [
      [hers, rosa],
      [his, pedro],
    ] as const) {
      const { text } = await mailTo(person.email, /^¡Tu perfil fue verificado!$/)
      expect(text).toContain(`Hola, ${person.name}`)
      await visit(page, '/dashboard')
      await expect(heading(page, 'Panel de Abogado')).toBeVisible()
    }
  })
  const idCards = await database.sql<{ email: string; content_type: string; state: string }>(
    `select p.email, f.content_type, f.state from stored_files f join profiles p on p.id = f.owner_id
     where f.bucket = 'identidad' and p.email = any($1) and f.state = 'used' order by p.email`,
    [[rosa.email, pedro.email]],
  )
  expect(idCards.map(({ email, content_type }) => [email, content_type])).toEqual([
    [pedro.email, 'application/pdf'],
    [rosa.email, 'image/png'],
  ])
  await hers.context().close()
  await his.context().close()
})
