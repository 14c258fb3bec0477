import { expect, test } from '../harness/fixtures.ts'

const NEW = 'camila.nueva@correo.test'

test('DAT-43, DAT-55 change of address: dialog, link, «No fui yo» of the old address, «Sí fui yo», decision', async ({
  page,
  browser,
  app,
  database,
  visit,
  visitAs,
  signIn,
  makeAccount,
}) => {
  const person = await visitAs('/seguridad', { role: 'client' })
  const linkTo = async (address: string, subject: string, pattern: RegExp) => {
    const find = () =>
      database.sql<{ text: string }>('select text from local_mailbox where recipient = $1 and subject = $2', [
        address,
        subject,
      ])
    await expect.poll(async () => (await find()).length).toBe(1)
    return pattern.exec((await find())[0]?.text ?? '')?.[0] ?? ''
  }
  await expect(page.getByText(person.email, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar correo' }).click()
  const field = page.getByLabel('Correo nuevo')
  await field.fill('no es un correo')
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByText('Ingresa un correo electrónico válido.')).toBeVisible()
  await expect(field).toHaveValue('no es un correo')
  await field.fill(NEW)
  await field.press('Enter')
  await expect(page.getByText(`Falta confirmar ${NEW}`)).toBeVisible()

  const confirmPath = await linkTo(NEW, 'Confirma tu nuevo correo', /\/email-verification\?[\w=&-]+/)
  await visit(page, confirmPath)
  await expect(page).toHaveURL(/\/cambio-de-correo#confirmar=/)
  // Opening the page has done nothing.
  expect(await database.sql('select 1 from "user" where email = $1', [NEW])).toEqual([])
  await expect(page.getByRole('heading', { level: 1, name: 'Confirma tu nuevo correo' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirmar mi nuevo correo' }).click()
  await expect(page.getByText(`Desde ahora entras con ${NEW}.`)).toBeVisible()
  await page.getByRole('link', { name: 'Ver la seguridad de mi cuenta' }).click()
  await expect(page.getByText(NEW, { exact: true })).toBeVisible()

  const undoPath = await linkTo(
    person.email,
    'El correo de tu cuenta cambió',
    /\/cambio-de-correo#no-fui-yo=[\w-]+/,
  )
  const context = await browser.newContext({ baseURL: app.url })
  try {
    const old = await context.newPage()
    await visit(old, undoPath)
    await old.getByRole('button', { name: 'No fui yo' }).click()
    await expect(old.getByText('Detuvimos tu cuenta')).toBeVisible()
  } finally {
    await context.close()
  }
  await visit(page, '/cambio-de-correo')
  await page.getByLabel('Correo actual de la cuenta').fill(NEW)
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada')
  await page.getByRole('button', { name: 'Sí fui yo', exact: true }).click()
  await expect(page.getByText('El correo o la contraseña no son correctos.')).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sí fui yo', exact: true }).click()
  await expect(page.getByText('Una persona decidirá')).toBeVisible()

  const admin = await makeAccount({ role: 'admin' })
  const desk = await browser.newContext({ baseURL: app.url })
  try {
    const adminPage = await desk.newPage()
    await signIn(adminPage, admin)
    await visit(adminPage, '/admin/solicitudes')
    await expect(adminPage.getByRole('heading', { name: 'Cambios de correo en disputa' })).toBeVisible()
    await expect(adminPage.getByText(NEW)).toHaveCount(0)
    await adminPage.getByRole('button', { name: 'Abrir' }).click()
    await expect(adminPage.getByText(NEW)).toBeVisible()
    await adminPage.getByRole('button', { name: 'Mantener el correo nuevo' }).click()
    const dialog = adminPage.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Mantener el correo nuevo' }).click()
    await expect(dialog.getByText('con al menos 20 caracteres')).toBeVisible()
    await dialog.getByRole('textbox').fill('Mostró su cédula por videollamada y coincide.')
    await dialog.getByRole('button', { name: 'Mantener el correo nuevo' }).click()
    // While the dialog is open, the heading behind it has no role.
    await expect(dialog).toHaveCount(0)
    await expect(adminPage.getByRole('heading', { name: 'Cambios de correo en disputa' })).toHaveCount(0)
  } finally {
    await desk.close()
  }
  expect(await database.sql(`select state from email_changes where user_id = $1`, [person.id])).toEqual([
    { state: 'hecho' },
  ])
})
