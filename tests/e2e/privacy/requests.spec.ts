import { randomUUID } from 'node:crypto'
import { pdf } from '../../support/files/test-files.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

test('DAT-10, DAT-14, DAT-17 ask for a correction step by step; an administrator grants it by keyboard, and it is done', async ({
  pageAs,
  makeAccount,
  database,
}) => {
  const client = await makeAccount({ role: 'client', name: 'Camila Rojas Fuente' })
  const page = await pageAs(client)
  await visitPage(page, '/mis-datos#solicitudes')
  const part = page.getByRole('region', { name: 'Tus solicitudes' })
  await part.getByRole('link', { name: 'Hacer una solicitud' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '¿Qué quieres pedir?' })).toBeVisible()
  const goOn = page.getByRole('button', { name: 'Continuar' })
  await goOn.click()
  await expect(page.getByText('Elige qué quieres pedir.')).toBeVisible()
  await page.getByRole('radio', { name: 'Corregir un dato' }).check()
  await expect(page.getByText('Puedes hacerlo ahora en Editar perfil.')).toBeVisible()
  await expectAccessible(page)
  await goOn.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '¿Sobre qué dato?' })).toBeFocused()
  await page.getByRole('radio', { name: 'Nombre completo' }).check()
  await goOn.click()
  await expect(page.getByText('Cuéntanos qué dato quieres corregir.')).toBeVisible()
  await expect(page.getByLabel('Debe decir')).toBeFocused()
  await page.getByLabel('Debe decir').fill('Camila Rojas Fuentes')
  await expectAccessible(page)
  await goOn.click()
  await page
    .getByLabel('Prueba')
    .setInputFiles({ name: 'certificado.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Solicitud DA-\d{4}-\d{6}$/ })).toBeVisible()
  await expect(page.getByText(/^Te responderemos a más tardar el/)).toBeVisible()
  await expectAccessible(page)

  const admin = await pageAs(await makeAccount({ role: 'admin' }))
  await visitPage(admin, '/admin/solicitudes')
  await expect(admin.getByText('1 pendiente.')).toBeVisible()
  await admin.keyboard.press('j')
  await admin.keyboard.press('Enter')
  await expect(admin.getByRole('heading', { level: 2, name: 'Corregir un dato' })).toBeFocused()
  await expect(admin.getByText('Camila Rojas Fuente', { exact: true })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'certificado.pdf' })).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Corregir y responder' }).press('Enter')
  const dialog = admin.getByRole('dialog', { name: 'Corregir y responder' })
  await expect(dialog.getByText('Así le llegará la respuesta')).toBeVisible()
  await expect(dialog.getByText(/Si no estás de acuerdo, puedes reclamar/)).toBeVisible()
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Corregir y responder' }).click()
  await expect(admin.getByText('No hay solicitudes pendientes.')).toBeVisible()
  // Live, on the page of the person.
  await expect(page.getByText('Aceptada', { exact: true })).toBeVisible()
  await expect(page.getByText(/Ahora dice «Camila Rojas Fuentes»/)).toBeVisible()
  const [row] = await database.sql('select name from profiles where id = $1', [client.id])
  expect(row).toEqual({ name: 'Camila Rojas Fuentes' })
})

test('DAT-14, DAT-21 without connection nothing is sent and the draft stays, also after a reload', async ({
  pageAs,
  makeAccount,
}) => {
  const page = await pageAs(await makeAccount({ role: 'client' }))
  await visitPage(page, '/mis-datos/solicitud')
  await page.getByRole('radio', { name: 'Revisión humana de una sugerencia' }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('No guardamos tus búsquedas: pega aquí lo que viste.')).toBeVisible()
  const details = page.getByLabel('¿Qué sugerencia viste y qué quieres que revise una persona?')
  await details.fill('Me sugirió Derecho Penal.')
  await page.route('**/api/rpc/privacy/sendRequest', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByRole('main').getByText('Sin conexión: tu solicitud no se ha enviado.')).toBeVisible()
  await visitPage(page, '/mis-datos/solicitud')
  await expect(page.getByRole('radio', { name: 'Revisión humana de una sugerencia' })).toBeChecked()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(details).toHaveValue('Me sugirió Derecho Penal.')
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Solicitud DA-/ })).toBeVisible()
  await page.getByRole('button', { name: 'Retirar solicitud' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '¿Retirar esta solicitud?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Retirar solicitud' }).click()
  await expect(page.getByText('Retirada', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lo que se envió' })).toBeFocused()
  await visitPage(page, '/mis-datos/solicitud')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
})

test('DAT-20 a person who asks to erase everything reads what goes, what stays and why, and where to do it now', async ({
  pageAs,
  makeAccount,
}) => {
  const page = await pageAs(await makeAccount({ role: 'client' }))
  await visitPage(page, '/mis-datos/solicitud')
  await page.getByRole('radio', { name: 'Borrar un dato' }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('radio', { name: 'Todo: mi cuenta completa' }).check()
  await expect(page.getByText(/La otra parte conserva los mensajes.*\(art\. 7, ii y vi\)/)).toBeVisible()
  await expect(page.getByText('Puedes hacerlo ahora en Editar perfil.')).toBeVisible()
  await expectAccessible(page)
})

test('DAT-14, DAT-60 a request of somebody else is unknown; the empty queue says so', async ({
  pageAs,
  makeAccount,
}) => {
  const page = await pageAs(await makeAccount({ role: 'client' }))
  await visitPage(page, `/mis-datos/solicitud/${randomUUID()}`)
  await expect(page.getByText('No pudimos cargar la solicitud.')).toBeVisible()
  const admin = await pageAs(await makeAccount({ role: 'admin' }))
  await visitPage(admin, '/admin/solicitudes')
  await expect(admin.getByRole('heading', { name: 'Por responder' })).toBeVisible()
})
