/** People who come to Amparo for the first time, each with a browser of their own, and the letters they get. */
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { byMouse, type Hand } from './hand.ts'
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
  { press, write }: Hand = byMouse,
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

/** The code from the mailbox, typed in (ONV-01 to ONV-12). */
export async function proveEmail(page: Page, url: string, email: string, hand = byMouse): Promise<void> {
  await hand.press(page.getByRole('button', { name: 'Enviar código' }))
  await expect(toast(page, 'Código enviado')).toBeVisible()
  const { subject } = await mailTo(page, url, email, /^Tu código de verificación: \d{6}$/)
  await hand.write(page.getByLabel('Código de verificación'), /\d{6}$/.exec(subject)?.[0] ?? '')
  await hand.press(page.getByRole('button', { name: 'Verificar', exact: true }))
  await expect(toast(page, '¡Email verificado!')).toBeVisible()
  await page.waitForURL('**/create-lawyer-profile')
}

export async function signInByHand(
  page: Page,
  email: string,
  password: string,
  hand = byMouse,
): Promise<void> {
  await hand.write(field(page, 'Correo electrónico'), email)
  await hand.write(field(page, 'Contraseña'), password)
  await hand.press(page.locator('form').getByRole('button', { name: 'Iniciar Sesión' }))
}
