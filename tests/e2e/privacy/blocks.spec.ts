import { expectAccessible } from '../harness/accessibility.ts'
import { test, visitPage } from '../harness/chat-parties.ts'
import { expect } from '../harness/fixtures.ts'

test('DAT-18, DAT-19 a lawyer blocks the own profile; it is not found; the team keeps the block, and the lawyer ends it', async ({
  pageAs,
  makeAccount,
}) => {
  const lawyer = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name: 'Ximena Quiroga' })
  const page = await pageAs(lawyer)
  const visitor = await pageAs(await makeAccount({ role: 'client' }))
  await visitPage(visitor, `/lawyer/${lawyer.id}`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Ximena Quiroga' })).toBeVisible()

  await visitPage(page, '/mis-datos/solicitud')
  await page.getByRole('radio', { name: 'Bloquear un dato' }).check()
  const goOn = page.getByRole('button', { name: 'Continuar' })
  await goOn.click()
  await page.getByRole('radio', { name: 'Una reseña' }).check()
  await expect(page.getByText('No hay reseñas tuyas ni sobre ti que se muestren.')).toBeVisible()
  await expectAccessible(page)
  await goOn.click()
  // Without one to name it goes no further.
  await expect(page.getByRole('heading', { level: 1, name: '¿Sobre qué dato?' })).toBeVisible()
  await page.getByRole('radio', { name: 'Mi perfil en la búsqueda y su dirección pública' }).check()
  await expectAccessible(page)
  await goOn.click()
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Solicitud DA-/ })).toBeVisible()
  await expect(
    page.getByText(/^Dejamos de usar este dato mientras lo revisamos\. Te respondemos a más tardar el /),
  ).toBeVisible()
  await expect(page.getByText('Bloqueado mientras se revisa')).toBeVisible()
  await expectAccessible(page)
  const address = page.url()
  await visitPage(visitor, `/lawyer/${lawyer.id}`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Abogado no encontrado' })).toBeVisible()

  const admin = await pageAs(await makeAccount({ role: 'admin' }))
  await visitPage(admin, '/admin/solicitudes')
  await admin.getByRole('link', { name: /Bloquear un dato/ }).click()
  await expect(admin.getByText('Al aceptar, el bloqueo se mantiene. Al rechazar, se levanta.')).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Mantener el bloqueo y responder' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Mantener el bloqueo y responder' })
  await dialog.getByLabel('Respuesta').fill('Mantenemos tu perfil fuera de la búsqueda.')
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Mantener el bloqueo y responder' }).click()
  await expect(admin.getByText('No hay solicitudes pendientes.')).toBeVisible()

  await expect(page.getByText('Aceptada', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Quitar el bloqueo' }).press('Enter')
  const ending = page.getByRole('dialog', { name: '¿Quitar el bloqueo?' })
  await expectAccessible(page)
  await ending.getByRole('button', { name: 'Quitar el bloqueo' }).click()
  await expect(page.getByText('Sin bloqueo')).toBeVisible()
  await visitPage(visitor, `/lawyer/${lawyer.id}`)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Ximena Quiroga' })).toBeVisible()

  // Once: the second block is refused in words, and what was typed stays.
  await visitPage(page, '/mis-datos/solicitud')
  await page.getByRole('radio', { name: 'Bloquear un dato' }).check()
  await goOn.click()
  await page.getByRole('radio', { name: 'Mi perfil en la búsqueda y su dirección pública' }).check()
  await goOn.click()
  await page.getByLabel('Detalle').fill('Otra vez')
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(
    page.getByText('Este dato ya estuvo bloqueado por una solicitud anterior.').first(),
  ).toBeVisible()
  await expect(page.getByLabel('Detalle')).toHaveValue('Otra vez')
  expect(page.url()).not.toBe(address)
})
