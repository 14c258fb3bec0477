import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'

const WRONG_CODE_MESSAGE = 'El código de verificación es incorrecto o ha expirado.'
const STEPS = ['Verificar Email', 'Información Profesional', 'Verificación', 'Listo']

const code = (page: Page) => page.getByLabel('Código de verificación')
const verify = (page: Page) => page.getByRole('button', { name: 'Verificar', exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Enviar código' })
const toast = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)

/** Waits for the newest code that was e-mailed to an address. */
async function mailedCode(page: Page, to: string): Promise<string> {
  let found = ''
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/dev/mailbox?to=${encodeURIComponent(to)}`)
      const [mail] = (await answer.json()) as { subject: string }[]
      found = /^Tu código de verificación: (\d{6})$/.exec(mail?.subject ?? '')?.[1] ?? ''
      return found
    })
    .toMatch(/^\d{6}$/)
  return found
}

test.describe('the code page', () => {
  test('ONV-01 to ONV-08, ONV-12, OPEN-27 from requesting the code to the profile form, by keyboard', async ({
    page,
    visitAs,
  }) => {
    const account = await visitAs('/onboarding/verify-email', { role: 'lawyer' })
    const steps = page.getByRole('list', { name: 'Pasos para activar tu perfil' }).getByRole('listitem')
    await expect(steps).toHaveCount(4)
    for (const [at, step] of STEPS.entries()) await expect(steps.nth(at)).toContainText(step)
    await expect(steps.first()).toHaveAttribute('aria-current', 'step')
    await expect(page.getByText(account.email)).toBeVisible()
    await expect(
      page.getByText('¿No lo encuentras? Revisa las carpetas de Promociones y Spam.'),
    ).toBeVisible()
    await expect(page.getByText(/¿Necesitas ayuda\? Escríbenos a .+@.+\./)).toBeVisible()
    await expect(code(page)).toHaveCount(0)

    await send(page).focus()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Código enviado')).toBeVisible()
    await expect(toast(page, 'Revisa tu correo e ingresa el código de 6 dígitos.')).toBeVisible()
    await expect(code(page)).toBeFocused()
    await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(page.getByRole('button', { name: /^Reenviar en \d+ s$/ })).toBeDisabled()

    await expect(verify(page)).toBeDisabled()
    await page.keyboard.type('12345')
    await expect(verify(page)).toBeDisabled()
    await page.keyboard.type('6789')
    await expect(code(page)).toHaveValue('123456')
    await expect(verify(page)).toBeEnabled()

    await code(page).fill(await mailedCode(page, account.email))
    await page.keyboard.press('Enter')
    await expect(toast(page, '¡Email verificado!')).toBeVisible()
    await expect(toast(page, 'Ahora completa tu perfil profesional.')).toBeVisible()
    await expect(page).toHaveURL(/\/create-lawyer-profile$/)
    // OPEN-07: the page now redirects them.
    await page.goto('/onboarding/verify-email')
    await expect(page).toHaveURL(/\/create-lawyer-profile$/)
  })

  test('ONV-11, OPEN-12 a wrong code shows an error and keeps the input; a reload keeps the state; pasting works', async ({
    page,
    visit,
    visitAs,
  }) => {
    const account = await visitAs('/onboarding/verify-email', { role: 'lawyer' })
    await send(page).click()
    const right = await mailedCode(page, account.email)
    const wrong = right === '000000' ? '000001' : '000000'
    await code(page).fill(wrong)
    await verify(page).click()
    await expect(toast(page, 'Error de verificación')).toBeVisible()
    await expect(toast(page, WRONG_CODE_MESSAGE)).toBeVisible()
    await expect(code(page)).toHaveValue(wrong)
    await expect(code(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(code(page)).toHaveAccessibleDescription(new RegExp(WRONG_CODE_MESSAGE.slice(0, -1)))
    await expect(code(page)).toBeFocused()
    // The boxes are full: what is typed after a tap on the first one replaces the code.
    await code(page).click({ position: { x: 20, y: 20 } })
    await page.keyboard.type(right)
    await expect(code(page)).toHaveValue(right)

    await visit(page, '/onboarding/verify-email')
    await expect(code(page)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Reenviar en \d+ s$/ })).toBeDisabled()
    await code(page).evaluate(
      (input, text) => {
        const data = new DataTransfer()
        data.setData('text/plain', text)
        input.focus()
        input.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
        document.execCommand('insertText', false, text)
      },
      `${right.slice(0, 3)} ${right.slice(3)}`,
    )
    await expect(code(page)).toHaveValue(right)
    await verify(page).click()
    await expect(page).toHaveURL(/\/create-lawyer-profile$/)
  })

  test('ONV-06, OPEN-12 after a minute another code can be requested, and invalidates the first', async ({
    page,
    visit,
    database,
    visitAs,
  }) => {
    const account = await visitAs('/onboarding/verify-email', { role: 'lawyer' })
    await send(page).click()
    const first = await mailedCode(page, account.email)
    await database.sql(
      "update email_codes set sent_at = sent_at - interval '58 seconds' where lawyer_id = $1",
      [account.id],
    )
    await visit(page, '/onboarding/verify-email')
    const again = page.getByRole('button', { name: '¿No recibiste el código? Reenviar' })
    await expect(again).toBeEnabled()
    await again.click()
    await expect(toast(page, 'Código enviado')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Reenviar en \d+ s$/ })).toBeDisabled()
    await expect.poll(() => mailedCode(page, account.email)).not.toBe(first)
    await code(page).fill(await mailedCode(page, account.email))
    await verify(page).click()
    await expect(page).toHaveURL(/\/create-lawyer-profile$/)
  })

  test('ONV-10 the code cannot be sent: the error stays on the page, and the button can be pressed again', async ({
    page,
    visitAs,
  }) => {
    await visitAs('/onboarding/verify-email', { role: 'lawyer' })
    await page.route('**/api/rpc/onboarding/sendCode', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({
          json: {
            defined: true,
            code: 'SERVICE_UNAVAILABLE',
            status: 503,
            message: 'No se pudo enviar el código. Inténtalo de nuevo más tarde.',
            data: { retryAfter: 60 },
          },
        }),
      }),
    )
    await send(page).click()
    await expect(
      page.getByRole('main').getByText('No se pudo enviar el código. Inténtalo de nuevo más tarde.'),
    ).toBeVisible()
    await expect(code(page)).toHaveCount(0)
    await page.unroute('**/api/rpc/onboarding/sendCode')
    // The same text without a connection.
    await page.reload()
    await page.route('**/api/rpc/onboarding/sendCode', (route) => route.abort())
    await send(page).click()
    await expect(
      page.getByRole('main').getByText('No se pudo enviar el código. Inténtalo de nuevo más tarde.'),
    ).toBeVisible()
    await page.unroute('**/api/rpc/onboarding/sendCode')
    await send(page).click()
    await expect(code(page)).toBeVisible()
  })
})

test('ONR-01 to ONR-03, OPEN-27 the waiting page, and the redirect once the team has decided', async ({
  page,
  database,
  visitAs,
}) => {
  const account = await visitAs('/onboarding/pending-review', {
    role: 'lawyer',
    verificationStatus: 'admin_pending',
  })
  await expect(page.locator('[aria-current=step]')).toContainText('Verificación')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tu perfil está en revisión')
  await expect(
    page.getByText(
      'Nuestro equipo está verificando tus antecedentes. Te avisaremos por correo electrónico cuando tu perfil esté verificado.',
    ),
  ).toBeVisible()
  await expect(page.getByText(/¿Necesitas ayuda\? Escríbenos a/)).toBeVisible()
  for (const table of ['profiles', 'lawyer_profiles'])
    await database.sql(`update ${table} set verification_status = 'profile_pending' where id = $1`, [
      account.id,
    ])
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL(/\/create-lawyer-profile$/)
})
