/** People who come to Amparo for the first time, each with a browser of their own, and the letters they get. */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { field } from './profile-form.ts'

export interface Mail {
  subject: string
  text: string
}

export const PASSWORD = 'clave-segura-9'

/** The newest e-mail to somebody whose subject fits, from the mailbox of an application; waits until it is there. */
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

/** A browser that nobody is signed in to. */
export const newBrowser = async (browser: Browser, options: BrowserContextOptions): Promise<Page> =>
  (await browser.newContext(options)).newPage()

export const toast = (page: Page, text: string) =>
  page.locator('[data-toasts]').getByText(text, { exact: true })
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** AUT-10, from the role that is chosen in the bar to the page behind the registration. */
export async function register(
  page: Page,
  role: 'Soy Cliente' | 'Soy Abogado',
  { name, email }: { name: string; email: string },
): Promise<void> {
  await page.goto('/')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.getByRole('banner').getByRole('button', { name: 'Registrarse' }).click()
  await page.getByRole('dialog').getByText(role).click()
  await page.waitForURL('**/register')
  await field(page, 'Nombre completo').fill(name)
  await field(page, 'Correo electrónico').fill(email)
  await field(page, 'Contraseña').fill(PASSWORD)
  await field(page, 'Confirmar contraseña').fill(PASSWORD)
  await page.locator('form').getByRole('button', { name: 'Registrarse' }).click()
  await page.waitForURL(role === 'Soy Abogado' ? '**/onboarding/verify-email' : '**/dashboard')
}

/** The code from the mailbox, typed in (ONV-01 to ONV-12). */
export async function proveEmail(page: Page, url: string, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(toast(page, 'Código enviado')).toBeVisible()
  const { subject } = await mailTo(page, url, email, /^Tu código de verificación: \d{6}$/)
  await page.getByLabel('Código de verificación').fill(/\d{6}$/.exec(subject)?.[0] ?? '')
  await page.getByRole('button', { name: 'Verificar', exact: true }).click()
  await expect(toast(page, '¡Email verificado!')).toBeVisible()
  await page.waitForURL('**/create-lawyer-profile')
}

export async function signInByHand(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Correo electrónico').fill(email)
  await field(page, 'Contraseña').fill(password)
  await page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }).click()
}
