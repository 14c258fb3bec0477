import { makeActiveCase } from '../../../src/demo-data/conversations.ts'
import { expect, test } from '../harness/fixtures.ts'

test('H-03 a verified lawyer changes the name: the badge disappears until an administrator confirms the name', async ({
  page,
  makeAccount,
  database,
  visit,
  signIn,
}) => {
  const lawyer = await makeAccount({
    role: 'lawyer',
    verificationStatus: 'verified',
    name: 'Rocío Peña Lillo',
  })
  await signIn(page, lawyer)
  await visit(page, '/edit-profile')
  const name = page.getByLabel('Nombre completo')
  await name.fill('Rocío ✓ Verificada')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Este nombre no está permitido.')).toBeVisible()
  await name.fill('Rocío Lillo')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Tu nombre nuevo espera confirmación')).toBeVisible()
  await visit(page, `/lawyer/${lawyer.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Rocío Lillo' })).toBeVisible()
  await expect(page.getByText('Perfil Verificado')).toBeHidden()

  await signIn(page, await makeAccount({ role: 'admin' }))
  await visit(page, '/admin-dashboard')
  await expect(page.getByText('Antes: Rocío Peña Lillo')).toBeVisible()
  await page.getByRole('button', { name: 'Devolver a Rocío Lillo' }).click()
  await page.getByRole('button', { name: 'Devolver nombre' }).click()
  await expect(page.getByText('Escribe qué debe corregir el abogado.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Confirmar a Rocío Lillo' }).click()
  await expect(page.getByText('Nombre confirmado')).toBeVisible()
  // Do not expect an empty queue: lawyers of other tests may wait in it.
  await expect(page.getByText('Antes: Rocío Peña Lillo')).toBeHidden()
  await visit(page, `/lawyer/${lawyer.id}`)
  await expect(page.getByText('Perfil Verificado')).toBeVisible()
  expect(await database.sql('select verified_name from profiles where id = $1', [lawyer.id])).toEqual([
    { verified_name: 'Rocío Lillo' },
  ])
})

test('H-01 an author with an unconfirmed e-mail reads why the review is not public, and requests the e-mail again', async ({
  page,
  makeAccount,
  signIn,
  visit,
  database,
}) => {
  const lawyer = await makeAccount({ role: 'lawyer', verificationStatus: 'verified' })
  const client = await makeAccount({ emailConfirmed: false })
  await makeActiveCase(database.platform, { clientId: client.id, lawyerId: lawyer.id })
  await signIn(page, client)
  await visit(page, `/lawyer/${lawyer.id}`)
  await page.getByRole('radio', { name: /^5 estrellas/ }).check({ force: true })
  await page.getByRole('button', { name: 'Enviar Reseña' }).click()
  await expect(page.getByText('Tu reseña se publicará cuando confirmes tu correo.')).toHaveCount(2)
  await page.getByRole('button', { name: 'Reenviar correo de confirmación' }).click()
  await expect(page.getByText('Correo enviado')).toBeVisible()
})

test('H-04 a suspended user reads why at the login', async ({ page, makeAccount, database, visit }) => {
  const lawyer = await makeAccount({ role: 'lawyer', verificationStatus: 'verified' })
  await database.sql(
    `update "user" set suspended_at = app_now(), suspension_reason = 'Prueba' where id = $1`,
    [lawyer.id],
  )
  await visit(page, '/login')
  await page.getByLabel('Correo electrónico').fill(lawyer.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(lawyer.password)
  await page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByText(/^Tu cuenta está suspendida\. Escríbenos a \S+\.$/).first()).toBeVisible()
})
