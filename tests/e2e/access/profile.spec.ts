import type { Locator, Page } from '@playwright/test'
import { newClientAddress } from '../../support/network/http-client.ts'
import { type Account, test as base, expect } from '../harness/fixtures.ts'

const field = (page: Page | Locator, label: string) => page.getByLabel(label, { exact: true })

interface Mail {
  to: string
  subject: string
  text: string
}

/** Waits for the newest e-mail to an address with this subject. */
async function mailTo(page: Page, to: string, subject: string): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/dev/mailbox?to=${encodeURIComponent(to)}`)
      found = ((await answer.json()) as Mail[]).find((mail) => mail.subject === subject)
      return found !== undefined
    })
    .toBe(true)
  if (!found) throw new Error('no mail')
  return found
}

const linkIn = (mail: Mail) => {
  const address = /https?:\/\/\S+/.exec(mail.text)?.[0]
  if (!address) throw new Error(`no link in: ${mail.text}`)
  const url = new URL(address)
  return url.pathname + url.search
}

/** Opens /edit-profile with an account that is signed in in another browser, too. */
const test = base.extend<{ twoSessions: { account: Account; otherBrowser: Page } }>({
  twoSessions: async ({ contextPool, signIn, visitAs }, use, info) => {
    const account = await visitAs('/edit-profile')
    const context = await contextPool.acquire(newClientAddress())
    const otherBrowser = await context.newPage()
    await signIn(otherBrowser, account)
    await use({ account, otherBrowser })
    await contextPool.release(context, info.status === info.expectedStatus)
  },
})

async function logIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await field(page, 'Correo electrónico').fill(email)
  await field(page, 'Contraseña').fill(password)
  await page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }).click()
}

test('PRO-01 to PRO-03, AUT-26 the name changes at once, everywhere', async ({ page, visitAs }) => {
  const account = await visitAs('/edit-profile', { name: 'Nombre Antiguo' })
  await expect(field(page, 'Correo electrónico')).toHaveValue(account.email)
  await expect(field(page, 'Correo electrónico')).toHaveAttribute('readonly', '')
  await field(page, 'Nombre completo').fill('  Nombre   Nuevo ')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('Perfil actualizado')).toBeVisible()
  await expect(page.getByText('Tu información ha sido guardada.')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Nombre Nuevo')).toBeVisible()
  await expect(field(page, 'Nombre completo')).toHaveValue('Nombre Nuevo')
})

test('PRO-04 a name that cannot be saved stays in the field', async ({ page, visitAs }) => {
  await visitAs('/edit-profile')
  await page.route('**/api/rpc/accounts/updateName', (route) => route.abort())
  await field(page, 'Nombre completo').fill('Nombre Nuevo')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByText('No se pudo actualizar el perfil.')).toBeVisible()
  await expect(field(page, 'Nombre completo')).toHaveValue('Nombre Nuevo')
})

test('ROU-33 /edit-profile redirects visitors to the login and back', async ({
  page,
  visit,
  makeAccount,
}) => {
  const account = await makeAccount()
  await visit(page, '/edit-profile')
  await page.waitForURL('**/login?volver=%2Fedit-profile')
  await field(page, 'Correo electrónico').fill(account.email)
  await field(page, 'Contraseña').fill(account.password)
  await page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL('**/edit-profile')
})

test('OPEN-10 changing the password needs the current one and ends the other sessions', async ({
  page,
  visit,
  twoSessions: { account, otherBrowser },
}) => {
  await field(page, 'Contraseña actual').fill('equivocada')
  await field(page, 'Contraseña nueva').fill('nueva-clave')
  await field(page, 'Confirmar contraseña nueva').fill('nueva-clave')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.locator('form').getByText('La contraseña actual no es correcta.')).toBeVisible()
  await expect(field(page, 'Contraseña nueva')).toHaveValue('nueva-clave')

  await field(page, 'Contraseña actual').fill(account.password)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('Contraseña actualizada')).toBeVisible()
  await visit(page, '/dashboard')
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await visit(otherBrowser, '/dashboard')
  expect(new URL(otherBrowser.url()).pathname).toBe('/login')

  await page.context().clearCookies()
  await logIn(page, account.email, 'nueva-clave')
  await page.waitForURL('**/dashboard')
})

test('OPEN-10 «Cerrar otras sesiones» keeps this one', async ({
  page,
  visit,
  twoSessions: { otherBrowser },
}) => {
  await page.getByRole('button', { name: 'Cerrar otras sesiones' }).click()
  await expect(page.getByText('Se cerró 1 sesión.')).toBeVisible()
  await visit(otherBrowser, '/edit-profile')
  expect(new URL(otherBrowser.url()).pathname).toBe('/login')
})

test('H-10, B5: the browser whose cookie changed stays signed in, its other tab and the live stream too', async ({
  page,
  visit,
  visitAs,
}) => {
  await visitAs('/edit-profile')
  const second = await page.context().newPage()
  await visit(second, '/edit-profile')
  // The stream of the old cookie is closed; the leading tab, whichever it is, reconnects with the new cookie.
  const reconnected = Promise.race([page, second].map((tab) => tab.waitForResponse('**/api/events')))
  await page.getByRole('button', { name: 'Cerrar otras sesiones' }).click()
  await expect(page.getByText('No había otras sesiones abiertas.')).toBeVisible()
  expect((await reconnected).status()).toBe(200)
  await field(page, 'Nombre completo').fill('Nombre Nuevo')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(second.getByRole('banner').getByText('Nombre Nuevo')).toBeVisible()
  await second.close()
})

test('OPEN-10 recovery through the mailbox: same answer for everyone, the link works once', async ({
  page,
  visit,
  makeAccount,
}) => {
  const account = await makeAccount()
  await visit(page, '/login')
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.waitForURL('**/recuperar-contrasena')
  const ask = async (address: string) => {
    await field(page, 'Correo electrónico').fill(address)
    await page
      .locator('form')
      .getByRole('button', { name: /^Enviar/ })
      .click()
    await expect(page.getByText(`Si ${address} tiene una cuenta, te enviamos un enlace`)).toBeVisible()
  }
  await ask('nadie-conocido@prueba.test')
  await ask(account.email)

  const link = linkIn(await mailTo(page, account.email, 'Restablece tu contraseña'))
  await visit(page, link)
  await field(page, 'Contraseña nueva').fill('recuperada1')
  await field(page, 'Confirmar contraseña nueva').fill('otra-cosa')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page.locator('form').getByText('Las contraseñas no coinciden.')).toBeVisible()
  await field(page, 'Confirmar contraseña nueva').fill('recuperada1')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page.getByText('Contraseña actualizada')).toBeVisible()
  await page.waitForURL('**/login')

  await visit(page, link)
  await field(page, 'Contraseña nueva').fill('otra-vez-1')
  await field(page, 'Confirmar contraseña nueva').fill('otra-vez-1')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page.getByText('El enlace no es válido o ha expirado.')).toBeVisible()

  await logIn(page, account.email, 'recuperada1')
  await page.waitForURL('**/dashboard')
})

test('EML-01 to EML-05 the e-mailed link confirms the address and goes on to /login; a used, wrong or missing token shows an error', async ({
  page,
  visit,
  database,
}) => {
  const address = `confirma-${crypto.randomUUID().slice(0, 8)}@prueba.test`
  const body = {
    name: 'Camila Rojas',
    email: address,
    password: 'secreta1',
    confirmPassword: 'secreta1',
    role: 'client',
  }
  expect((await page.request.post('/api/accounts/register', { data: body })).status()).toBe(200)
  await page.context().clearCookies()
  const link = linkIn(await mailTo(page, address, 'Confirma tu correo'))
  expect(link).toContain('type=email')
  await visit(page, link)
  await expect(page.getByText('¡Correo verificado!')).toBeVisible()
  await expect(page.getByText('Te llevaremos al inicio de sesión en unos segundos.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ir a Iniciar Sesión' })).toBeVisible()
  await page.waitForURL('**/login')
  const rows = await database.sql<{ v: boolean }>(
    `select "emailVerified" as v from "user" where email = '${address}'`,
  )
  expect(rows).toEqual([{ v: true }])

  await visit(page, link)
  await expect(page.getByText('No se pudo verificar tu correo')).toBeVisible()
  await expect(page.getByText('El enlace no es válido o ha expirado.')).toBeVisible()
  await visit(page, '/email-verification?token=x&type=otra')
  await expect(page.getByText('No se pudo verificar tu correo')).toBeVisible()
  await visit(page, '/email-verification')
  await expect(page.getByText('Falta el código de verificación')).toBeVisible()
  await expect(page.getByText('Abre el enlace completo que recibiste por correo.')).toBeVisible()
})

test('DEL-01 to DEL-07, PRO-05, CAL-07, ROL-06 deletion in two steps: asks for the password, deletes the account, one toast, signing in again fails', async ({
  page,
  database,
  visitAs,
}) => {
  const account = await visitAs('/edit-profile')
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('¿Eliminar tu cuenta?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(dialog.getByText('Debes ingresar tu contraseña.')).toBeVisible()
  await dialog.getByLabel('Contraseña', { exact: true }).fill('equivocada')
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(dialog.getByText('Contraseña incorrecta.')).toBeVisible()
  await expect(page.getByText('Error al eliminar la cuenta')).toBeVisible()

  await dialog.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  await expect(page.getByText('Cuenta eliminada')).toBeVisible()
  await expect(page.getByText('Tu cuenta ha sido eliminada.')).toBeVisible()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText('Sesión cerrada', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Salir' })).toHaveCount(0)
  const rows = await database.sql<{ n: number }>(
    `select (select count(*) from "user" where id = '${account.id}') + (select count(*) from profiles where id = '${account.id}')
       + (select count(*) from account where "userId" = '${account.id}') + (select count(*) from session where "userId" = '${account.id}') as n`,
  )
  expect(Number(rows[0]?.n)).toBe(0)

  await logIn(page, account.email, account.password)
  await expect(page.getByText('Error de inicio de sesión')).toBeVisible()
})

test('AUT-25 other tabs follow login and logout', async ({ page, visit, visitAs }) => {
  await visitAs('/dashboard', { name: 'Persona De Dos Pestañas' })
  const other = await page.context().newPage()
  await visit(other, '/edit-profile')
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page.getByText('Sesión cerrada', { exact: true })).toBeVisible()
  await other.waitForURL('**/login?volver=%2Fedit-profile')
  await expect(other.getByRole('button', { name: 'Salir' })).toHaveCount(0)
})

test('OPEN-70 names of 120 characters, with spaces and without, make no page too wide', async ({
  page,
  visit,
  makeAccount,
  signIn,
}) => {
  // It loads twelve pages.
  test.slow()
  for (const name of ['María José '.repeat(11).trim().padEnd(120, 'a'), 'm'.repeat(120)]) {
    for (const role of ['client', 'lawyer'] as const) {
      const account = await makeAccount({ name, role, verificationStatus: 'verified' })
      await signIn(page, account)
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        for (const path of role === 'client' ? ['/dashboard', '/edit-profile'] : ['/']) {
          await visit(page, path)
          const wide = await page.evaluate(() =>
            [...document.querySelectorAll('main *, header *')]
              .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('svg'))
              .map((one) => one.outerHTML.slice(0, 80)),
          )
          if (path !== '/') expect(wide, `${path} at ${width}`).toEqual([])
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
        }
      }
    }
  }
})

test('DEL-05, DEL-06 the error of an earlier try disappears when the form is sent again; the landing page starts at its top', async ({
  page,
  visitAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const account = await visitAs('/edit-profile')
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  // The focused button is gone: the password field gets the focus.
  await expect(dialog.getByLabel('Contraseña', { exact: true })).toBeFocused()
  await dialog.getByLabel('Contraseña', { exact: true }).fill('equivocada')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Error al eliminar la cuenta')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Error al eliminar la cuenta')).toHaveCount(0)
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByLabel('Contraseña', { exact: true }).fill('equivocada')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Error al eliminar la cuenta')).toBeVisible()
  await dialog.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Cuenta eliminada')).toBeVisible()
  await expect(page.getByText('Error al eliminar la cuenta')).toHaveCount(0)
  // The landing page starts at its top, wherever the page was scrolled.
  await page.waitForURL((url) => url.pathname === '/')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('AUT-20, ROU-33 when the session ended on the server, the page says so and the guard redirects to /login', async ({
  page,
  database,
  visitAs,
}) => {
  const sessionEnded = page.getByText('Tu sesión terminó. Inicia sesión de nuevo.')
  const saves: (() => Promise<unknown>)[] = [
    async () => {
      await field(page, 'Nombre completo').fill('Nombre Nuevo')
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
    },
    async () => {
      await field(page, 'Contraseña actual').fill('clave-actual')
      await field(page, 'Contraseña nueva').fill('nueva-clave')
      await field(page, 'Confirmar contraseña nueva').fill('nueva-clave')
      await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    },
    () => page.getByRole('button', { name: 'Cerrar otras sesiones' }).click(),
    async () => {
      await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
      await page.getByRole('button', { name: 'Continuar' }).click()
      await field(page.getByRole('dialog'), 'Contraseña').fill('clave-actual')
      await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    },
  ]
  // Block the event stream and the badges: they would redirect the page before anything could be pressed
  // (tests/e2e/shell/live-events.spec.ts).
  await page.route(/\/api\/(events|rpc\/(chat\/unreadTotal|notices\/unseen))/, (route) => route.abort())
  for (const save of saves) {
    const account = await visitAs('/edit-profile')
    await database.sql(`delete from session where "userId" = '${account.id}'`)
    await save()
    await expect(sessionEnded.first()).toBeVisible()
    await page.waitForURL('**/login?volver=%2Fedit-profile')
  }
})

test('OPEN-59, PRO-01 while a lawyer is under review the name is read-only, with the reason', async ({
  page,
  visitAs,
}) => {
  await visitAs('/edit-profile', { role: 'lawyer', verificationStatus: 'admin_pending', name: 'Paula Soto' })
  const name = page.getByLabel('Nombre completo')
  await expect(name).toHaveValue('Paula Soto')
  await expect(name).not.toBeEditable()
  await expect(name).toHaveAccessibleDescription(
    'Tu perfil está en revisión: podrás cambiar tu nombre cuando termine.',
  )
  await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toHaveCount(0)
})
