import { randomUUID } from 'node:crypto'
import { pdf } from '../../support/files/test-files.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

const QUESTION = { level: 2 } as const

test('DAT-23, DAT-24, DAT-25, DAT-26 ask without an account by keyboard, confirm the mailbox, prove who one is, read the answer', async ({
  page,
  pageAs,
  makeAccount,
  database,
}) => {
  const email = `rosa-${randomUUID()}@correo.test`
  const mails = () =>
    database.sql<{ subject: string; text: string }>(
      'select subject, text from local_mailbox where recipient = $1 order by id',
      [email],
    )
  await visitPage(page, '/solicitud-de-datos')
  const question = (name: string) => page.getByRole('heading', { ...QUESTION, name })
  const goOn = page.getByRole('button', { name: 'Continuar' })
  await expect(page.getByRole('heading', { level: 1, name: 'Pide por tus datos' })).toBeVisible()
  await goOn.press('Enter')
  await expect(page.getByText('Elige qué quieres pedir.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Saber qué guardan de mí' }).press('Space')
  await goOn.press('Enter')

  await expect(question('¿Quién pide?')).toBeFocused()
  await goOn.press('Enter')
  await expect(page.getByText('Revisa 2 respuestas')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Tu nombre completo').fill('Rosa Parra Soto')
  await page.getByRole('radio', { name: 'Por otra persona, a quien represento' }).press('Space')
  await expect(page.getByText(/Después de confirmar tu correo te pediremos el poder/)).toBeVisible()
  await goOn.press('Enter')

  await expect(question('¿Qué dato buscamos?')).toBeFocused()
  await expect(page.getByText(/No buscamos dentro de conversaciones/)).toBeVisible()
  await page.getByRole('radio', { name: 'Un RUT' }).press('Space')
  await page.getByLabel('RUT', { exact: true }).fill('11.111.111-2')
  await goOn.press('Enter')
  await expect(page.getByText('Escribe un RUT válido.')).toBeVisible()
  await page.getByLabel('RUT', { exact: true }).fill('11.111.111-1')
  await goOn.press('Enter')

  await expect(question('Cuéntanos más')).toBeFocused()
  await goOn.press('Enter')
  await expect(question('¿Dónde te respondemos?')).toBeFocused()
  await page.getByLabel('Tu correo').fill(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar código' }).press('Enter')

  await expect(question('Confirma tu correo')).toBeFocused()
  await expectAccessible(page)
  // A phone may reload the tab while its person reads the e-mail.
  await page.reload()
  await expect(question('Confirma tu correo')).toBeVisible()
  await expect.poll(async () => (await mails()).length).toBe(1)
  const code = /\d{6}$/.exec((await mails())[0]?.subject ?? '')?.[0] ?? ''
  await page.getByLabel('Código').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Enviar solicitud' }).press('Enter')
  await expect(page.getByText('El código no es correcto o venció.')).toBeVisible()
  await page.getByLabel('Código').fill(code)
  await page.getByRole('button', { name: 'Enviar solicitud' }).press('Enter')

  const title = page.getByRole('heading', { level: 1, name: /^Solicitud DA-\d{4}-\d{6}$/ })
  await expect(title).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Falta una prueba' })).toBeVisible()
  await expectAccessible(page)
  await page
    .getByLabel('Poder o documento que te permite pedir por otra persona')
    .setInputFiles({ name: 'poder.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await page.getByRole('button', { name: 'Enviar', exact: true }).press('Enter')
  await expect(page.getByText('Enviaste la prueba de que puedes pedir por otra persona')).toBeVisible()
  await expect(page.getByText('poder.pdf')).toBeVisible()

  const admin = await pageAs(await makeAccount({ role: 'admin' }))
  await visitPage(admin, '/admin/solicitudes')
  await admin.keyboard.press('j')
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('heading', { ...QUESTION, name: 'Saber qué guardan de mí' })).toBeFocused()
  await expect(admin.getByText('Falta la prueba de su identidad.')).toBeVisible()
  await admin.getByRole('button', { name: 'Buscar coincidencias' }).press('Enter')
  await expect(admin.getByText('Ningún dato coincide.')).toBeVisible()
  await expect(admin.getByText(/No buscamos dentro de conversaciones/)).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Pedir identidad' }).press('Enter')
  await admin.getByRole('dialog').getByRole('button', { name: 'Pedir identidad' }).click()
  await expect(admin.getByText('Todavía puede enviar la prueba de su identidad.')).toBeVisible()

  await expect.poll(async () => (await mails()).length).toBe(3)
  const path = /\/solicitud-de-datos\/seguimiento#[\w.-]+/.exec((await mails())[2]?.text ?? '')?.[0] ?? ''
  await visitPage(page, '/')
  await visitPage(page, path)
  await expect(page.getByRole('heading', { ...QUESTION, name: 'Confirma tu identidad' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar', exact: true }).press('Enter')
  await expect(page.getByText('Adjunta el archivo.')).toBeVisible()
  await page
    .getByLabel(/^Foto de tu cédula/)
    .setInputFiles({ name: 'cedula.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await page.getByRole('button', { name: 'Enviar', exact: true }).press('Enter')
  await expect(page.getByText('Enviaste la prueba de tu identidad')).toBeVisible()

  await visitPage(admin, '/admin/solicitudes')
  await admin.keyboard.press('j')
  await admin.keyboard.press('Enter')
  await admin.getByRole('button', { name: 'Aceptar y responder' }).press('Enter')
  const dialog = admin.getByRole('dialog', { name: 'Aceptar y responder' })
  await dialog.getByLabel('Respuesta').fill('No guardamos ningún dato con ese RUT.')
  await dialog.getByRole('button', { name: 'Aceptar y responder' }).click()
  await expect(admin.getByText('No hay solicitudes pendientes.')).toBeVisible()
  await expect.poll(async () => (await mails()).length).toBe(4)
  expect((await mails())[3]?.text).toContain('No guardamos ningún dato con ese RUT.')
  await page.reload()
  await expect(page.getByText('Aceptada', { exact: true })).toBeVisible()
  await expect(page.getByText('No guardamos ningún dato con ese RUT.')).toBeVisible()
})

test('DAT-24 offline and refused: what was typed stays, in words', async ({ page, visit, context }) => {
  await visit(page, '/solicitud-de-datos')
  const goOn = page.getByRole('button', { name: 'Continuar' })
  await page.getByRole('radio', { name: 'Otra consulta' }).check()
  await goOn.click()
  await page.getByLabel('Tu nombre completo').fill('Rosa Parra Soto')
  await page.getByRole('radio', { name: 'Por mí: los datos son míos' }).check()
  await goOn.click()
  await page.getByRole('radio', { name: 'Un teléfono' }).check()
  await page.getByLabel('Teléfono', { exact: true }).fill('1234')
  await goOn.click()
  await expect(page.getByText('Escribe los 8 dígitos del teléfono.')).toBeVisible()
  await page.getByLabel('Teléfono', { exact: true }).fill('12345678')
  await goOn.click()
  await goOn.click()
  await expect(page.getByText('Cuéntanos qué necesitas.')).toBeVisible()
  await page.getByLabel('¿Qué quieres saber o pedir?').fill('¿Qué guardan con este teléfono?')
  await goOn.click()
  await page.getByLabel('Tu correo').fill('nada')
  const send = page.getByRole('button', { name: 'Enviar código' })
  await send.click()
  await expect(page.getByLabel('Tu correo')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Tu correo').fill(`rosa-${randomUUID()}@correo.test`)
  await context.setOffline(true)
  await send.click()
  await expect(page.getByText('Sin conexión: tu solicitud no se ha enviado.').first()).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Volver' }).click()
  await expect(page.getByLabel('¿Qué quieres saber o pedir?')).toHaveValue('¿Qué guardan con este teléfono?')
  await goOn.click()
  await send.click()
  await expect(page.getByRole('heading', { name: 'Confirma tu correo' })).toBeVisible()
})

test('DAT-25 a link that is cut or unknown says so', async ({ page, visit }) => {
  await visit(page, '/solicitud-de-datos/seguimiento')
  await expect(page.getByText('El enlace está incompleto. Cópialo entero desde el correo.')).toBeVisible()
  await visit(page, '/')
  await visit(page, `/solicitud-de-datos/seguimiento#${randomUUID()}.x`)
  await expect(page.getByText(/Este enlace no es válido/)).toBeVisible()
  await expectAccessible(page)
})
