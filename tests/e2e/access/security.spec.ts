import { totpCode } from '../../support/data/second-step.ts'
import { expect, test } from '../harness/fixtures.ts'

test('DAT-46, DAT-47, DAT-48, DAT-52, DAT-74 the second step: proof, QR, codes kept, the next sign-in, and off again', async ({
  page,
  visit,
  visitAs,
  database,
}) => {
  const account = await visitAs('/edit-profile', { role: 'client' })
  await page.getByRole('link', { name: 'Seguridad de tu cuenta' }).last().click()
  await expect(page.getByRole('heading', { name: 'Seguridad de tu cuenta', level: 1 })).toBeVisible()
  await database.sql('update session set proven_at = null where "userId" = $1', [account.id])

  // The proof, then the action goes on.
  await page.getByRole('button', { name: 'Activar' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await proof.getByLabel('Contraseña', { exact: true }).fill('equivocada')
  await proof.getByRole('button', { name: 'Confirmar' }).click()
  await expect(proof.getByText('La contraseña no es correcta.')).toBeVisible()
  await proof.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  const setup = page.getByRole('dialog', { name: 'Activa el código de la aplicación' })
  await expect(setup.getByRole('img', { name: 'Código QR para tu aplicación' })).toBeVisible()
  const secret = ((await setup.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '').replaceAll(' ', '')
  const code = setup.getByLabel('Código de la aplicación')
  await code.fill('000000')
  await setup.getByRole('button', { name: 'Activar' }).click()
  await expect(setup.getByText('El código no es correcto.')).toBeVisible()
  await code.fill(totpCode(secret))
  await setup.getByRole('button', { name: 'Activar' }).click()
  const kept = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const recovery = (await kept.getByRole('listitem').first().textContent()) ?? ''
  const download = page.waitForEvent('download')
  await kept.getByRole('button', { name: 'Descargar' }).click()
  expect((await download).suggestedFilename()).toBe('codigos-de-recuperacion-amparo.txt')
  await kept.getByRole('button', { name: 'Los guardé' }).click()
  await expect(
    page.getByText('Tu cuenta pide un segundo paso. Te quedan 10 códigos de recuperación.'),
  ).toBeVisible()

  // The next sign-in, with the page that was wanted.
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page.getByRole('link', { name: 'Iniciar Sesión' })).toBeVisible()
  await visit(page, '/login?volver=%2Fseguridad')
  await page.getByLabel('Correo electrónico').fill(account.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Falta un paso', level: 1 })).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('amparo')

  // DAT-74: one minute before the end there is more time for people who need it; what was typed stays.
  await page.getByLabel('Código de la aplicación').fill('000 000')
  await database.sql(
    "update sign_in_challenges set expires_at = app_now() + interval '61 seconds' where user_id = $1",
    [account.id],
  )
  await page.reload()
  await page.getByLabel('Código de la aplicación').fill('000 000')
  await page.getByRole('button', { name: 'Necesito más tiempo' }).click()
  await expect(page.getByText('Este paso vence en un minuto.')).toHaveCount(0)
  const [waiting] = await database.sql<{ left: number }>(
    'select extract(epoch from expires_at - app_now())::int as left from sign_in_challenges where user_id = $1',
    [account.id],
  )
  expect(waiting?.left).toBeGreaterThan(500)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('El código no es correcto.')).toBeVisible()
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await page.getByLabel('Código de recuperación').fill(recovery)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Has iniciado sesión correctamente.')).toBeVisible()
  await expect(page.getByText('Quedan 9 de 10')).toBeVisible()

  // DAT-47: new codes end the printed ones, so it asks first.
  await page.getByRole('button', { name: 'Crear códigos nuevos' }).click()
  const asked = page.getByRole('dialog', { name: '¿Crear códigos nuevos?' })
  await asked.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Quedan 9 de 10')).toBeVisible()
  await page.getByRole('button', { name: 'Crear códigos nuevos' }).click()
  await asked.getByRole('button', { name: 'Crear códigos' }).click()
  const fresh = page.getByRole('dialog', { name: 'Guarda tus códigos nuevos' })
  await expect(fresh.getByRole('listitem')).toHaveCount(10)
  await fresh.getByRole('button', { name: 'Los guardé' }).click()
  await expect(page.getByText('Quedan 10 de 10')).toBeVisible()

  // Off again: a dialog over which the proof opens, with the code.
  await database.sql('update session set proven_at = null where "userId" = $1', [account.id])
  await page.getByRole('button', { name: 'Quitar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await expect(proof.getByLabel('Código de la aplicación')).toBeVisible()
  await proof.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await proof.getByLabel('Código de la aplicación').fill(totpCode(secret, 1))
  await proof.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('No está activado')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('DAT-52 a proof that is not given: the dialog closes, nothing has happened, the reason is told', async ({
  page,
  visitAs,
  database,
}) => {
  const account = await visitAs('/seguridad', { role: 'lawyer' })
  await database.sql('update session set proven_at = null where "userId" = $1', [account.id])
  await page.getByRole('button', { name: 'Activar' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirma que eres tú' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Confirma que eres tú para continuar.')).toBeVisible()
  expect(await database.sql('select 1 from totp_secrets where user_id = $1', [account.id])).toEqual([])
})

test('DAT-53 the devices: ended from here, the other browser is signed out; ended elsewhere, the row goes', async ({
  page,
  browser,
  visitAs,
  signIn,
  app,
}) => {
  const account = await visitAs('/seguridad', { role: 'client' })
  await expect(page.getByText('Este dispositivo')).toBeVisible()
  const context = await browser.newContext({ baseURL: app.url })
  try {
    const other = await context.newPage()
    await signIn(other, account)
    await other.goto('/seguridad')
    await page.reload()
    await page.getByRole('button', { name: /^Cerrar sesión de / }).click()
    await expect(page.getByRole('button', { name: /^Cerrar sesión de / })).toHaveCount(0)
    await expect(other.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible()
  } finally {
    await context.close()
  }
})
