import type { CDPSession, Page } from '@playwright/test'
import { newClientAddress } from '../../support/network/http-client.ts'
import { test as base, expect } from '../harness/fixtures.ts'

/** The page at `localhost`, because keys cannot belong to 127.0.0.1, with an authenticator of Chromium. */
const test = base.extend<{ local: Page; authenticator: { cdp: CDPSession; id: string } }>({
  local: async ({ browser, app }, use) => {
    const context = await browser.newContext({
      baseURL: `http://localhost:${app.port}`,
      locale: 'es-CL',
      extraHTTPHeaders: { 'x-forwarded-for': newClientAddress() },
    })
    await use(await context.newPage())
    await context.close()
  },
  authenticator: async ({ local }, use) => {
    const cdp = await local.context().newCDPSession(local)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await use({ cdp, id })
  },
})

test('DAT-44, DAT-45, DAT-47, DAT-52 a key: added with codes, second step, sign-in, proof, removed', async ({
  local: page,
  authenticator: { cdp, id },
  makeAccount,
  visit,
  database,
}) => {
  const account = await makeAccount({ role: 'client' })
  await visit(page, '/login?volver=%2Fseguridad')
  // No key yet: the browser cannot offer one.
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.getByLabel('Correo electrónico').fill(account.email)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Llaves de acceso' })).toBeVisible()

  // Cancelled, or the person is not recognised: told in the dialog, the name stays.
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar llave de acceso' })
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(dialog.getByText('Ponle un nombre a la llave.')).toBeVisible()
  await dialog.getByLabel('Nombre de la llave').fill('Mi teléfono')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('No se agregó la llave.')).toBeVisible()
  await expect(dialog.getByLabel('Nombre de la llave')).toHaveValue('Mi teléfono')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true })
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  const kept = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  await kept.getByRole('button', { name: 'Los guardé' }).click()
  await expect(page.getByText('Mi teléfono')).toBeVisible()
  await expect(page.getByText('Te quedan 10 códigos de recuperación.', { exact: false })).toBeVisible()

  // As the second step after the password.
  const leave = async () => {
    await page.getByRole('button', { name: 'Salir' }).click()
    await expect(page.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible()
  }
  await leave()
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled: false })
  await visit(page, '/login?volver=%2Fseguridad')
  await page.getByLabel('Correo electrónico').fill(account.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByRole('heading', { name: 'Falta un paso' })).toBeVisible()
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled: true })
  await page.getByRole('button', { name: 'Usar llave de acceso' }).click()
  await expect(page.getByText('Has iniciado sesión correctamente.')).toBeVisible()
  await expect(page.getByText('usada hoy')).toBeVisible()

  // Alone, by the button.
  await leave()
  await visit(page, '/login?volver=%2Fseguridad')
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
  await expect(page.getByRole('heading', { name: 'Llaves de acceso' })).toBeVisible()

  // As the proof, over the dialog that needs it.
  await database.sql('update session set proven_at = null where "userId" = $1', [account.id])
  await page.getByRole('button', { name: 'Quitar la llave Mi teléfono' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await expect(proof.getByLabel('Código de recuperación')).toBeVisible()
  await proof.getByRole('button', { name: 'Usar llave de acceso' }).click()
  await expect(page.getByText('Mi teléfono')).toHaveCount(0)
  await expect(page.getByText('Tu cuenta se abre solo con tu contraseña', { exact: false })).toBeVisible()

  // The key is on the device still, and unknown.
  await leave()
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
  await expect(page.getByText('No reconocemos esta llave.')).toBeVisible()
})

test('DAT-45 the browser offers the keys in the e-mail field', async ({
  local: page,
  authenticator: _,
  makeAccount,
  visit,
}) => {
  const account = await makeAccount({ role: 'client' })
  await visit(page, '/login?volver=%2Fseguridad')
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.getByLabel('Correo electrónico').fill(account.email)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await page.getByLabel('Nombre de la llave').fill('Mi teléfono')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Los guardé' }).click()
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page.getByRole('link', { name: 'Iniciar Sesión' }).first()).toBeVisible()
  await visit(page, '/login?volver=%2Fseguridad')
  // Chromium's authenticator chooses at once what a person would choose in the list.
  await page.getByLabel('Correo electrónico').focus()
  await expect(page.getByText('Has iniciado sesión correctamente.')).toBeVisible()
})

test('DAT-55 «Sí fui yo» with the key that is the only second step', async ({
  local: page,
  authenticator: _,
  makeAccount,
  visit,
  database,
}) => {
  const account = await makeAccount({ role: 'client' })
  await visit(page, '/login?volver=%2Fseguridad')
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.getByLabel('Correo electrónico').fill(account.email)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  await page.getByLabel('Nombre de la llave').fill('Mi teléfono')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Los guardé' }).click()
  await database.sql(
    `insert into email_changes (user_id, state, old_email, new_email, expires_at, changed_at, due_at)
     values ($1, 'en_disputa', 'antes-' || $2, $2, app_now(), app_now(), app_now() + interval '3 days')`,
    [account.id, account.email],
  )
  await visit(page, '/cambio-de-correo')
  const withKey = page.getByRole('button', { name: 'Sí fui yo, con llave de acceso' })
  await withKey.click()
  await expect(page.getByText('Ingresa un correo electrónico válido.')).toBeVisible()
  await expect(page.getByText('Ingresa tu contraseña.')).toBeVisible()
  await page.getByLabel('Correo actual de la cuenta').fill(account.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sí fui yo', exact: true }).click()
  await expect(page.getByText('Usa tu llave de acceso o ingresa un código de recuperación.')).toBeVisible()
  await withKey.click()
  await expect(page.getByText('Una persona decidirá')).toBeVisible()
})

base(
  'DAT-44 at 127.0.0.1 the buttons name the address where keys work',
  async ({ page, visit, visitAs, app }) => {
    await visit(page, '/login')
    await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
    const text = `Para usar llaves de acceso abre Amparo en http://localhost:${app.port}.`
    await expect(page.getByText(text)).toBeVisible()
    await visitAs('/seguridad', { role: 'lawyer' })
    await page.getByRole('button', { name: 'Agregar llave de acceso' }).click()
    await expect(page.getByText(text)).toBeVisible()
  },
)

test('DAT-44 a browser without keys says so', async ({ local: page, visit }) => {
  await page.addInitScript('delete window.PublicKeyCredential')
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Entrar con llave de acceso' }).click()
  await expect(page.getByText('Este navegador no admite llaves de acceso.')).toBeVisible()
})
