/**
 * Steps of a new user through the UI: registering, confirming the e-mail, signing in; and the e-mails they
 * get.
 */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { field } from '../onboarding/profile-form.ts'
import { expect } from './fixtures.ts'
import { byMouse, type InputMethod } from './input-method.ts'

export interface Mail {
  subject: string
  text: string
}

export const PASSWORD = 'clave-segura-9'

/**
 * Waits for the newest e-mail to this address with a matching subject, in the application's local mailbox.
 */
export async function mailTo(page: Page, url: string, email: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`${url}/api/dev/mailbox?to=${encodeURIComponent(email)}`)
        found = ((await answer.json()) as Mail[]).find((mail) => subject.test(mail.subject))
        return found?.subject
      },
      { timeout: 20_000 },
    )
    .toMatch(subject)
  return found as Mail
}

/** A page in a new browser context, with nobody signed in. */
export const newVisitorPage = async (browser: Browser, options: BrowserContextOptions): Promise<Page> =>
  (await browser.newContext(options)).newPage()

export const toast = (page: Page, text: string) =>
  page.locator('[data-toasts]').getByText(text, { exact: true })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** AUT-10: registers, from choosing the role in the navigation bar to the page after registration. */
export async function register(
  page: Page,
  role: 'Soy Cliente' | 'Soy Abogado',
  { name, email }: { name: string; email: string },
  { press, write }: InputMethod = byMouse,
): Promise<void> {
  await page.goto('/')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await press(page.getByRole('banner').getByRole('button', { name: 'Registrarse' }))
  await press(page.getByRole('dialog').getByRole('button', { name: role }))
  await page.waitForURL('**/register')
  await write(field(page, 'Nombre completo'), name)
  await write(field(page, 'Correo electrónico'), email)
  await write(field(page, 'Contraseña'), PASSWORD)
  await write(field(page, 'Confirmar contraseña'), PASSWORD)
  await press(page.locator('form').getByRole('button', { name: 'Registrarse' }))
  await page.waitForURL(role === 'Soy Abogado' ? '**/onboarding/verify-email' : '**/dashboard')
}

/** Confirms the e-mail address with the code from the mailbox (ONV-01 to ONV-12). */
export async function verifyEmail(page: Page, url: string, email: string, input = byMouse): Promise<void> {
  await input.press(page.getByRole('button', { name: 'Enviar código' }))
  await expect(toast(page, 'Código enviado')).toBeVisible()
  const { subject } = await mailTo(page, url, email, /^Tu código de verificación: \d{6}$/)
  await input.write(page.getByLabel('Código de verificación'), /\d{6}$/.exec(subject)?.[0] ?? '')
  await input.press(page.getByRole('button', { name: 'Verificar', exact: true }))
  await expect(toast(page, '¡Email verificado!')).toBeVisible()
  await page.waitForURL('**/create-lawyer-profile')
}

export async function signInByForm(
  page: Page,
  email: string,
  password: string,
  input = byMouse,
): Promise<void> {
  await input.write(field(page, 'Correo electrónico'), email)
  await input.write(field(page, 'Contraseña'), password)
  await input.press(page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }))
}
