import { encryptSecret } from '../../../src/capabilities/security/codes.server.ts'
import { publish } from '../../../src/platform/realtime/publish.server.ts'
import { waitForSecondStep } from '../../support/data/second-step.ts'
import { axeViolations } from '../harness/accessibility.ts'
import { expect, test } from '../harness/fixtures.ts'

test('DAT-50 a lost second step: the link by e-mail, the wait in a session, «Cancelar» in the e-mail', async ({
  page,
  visit,
  visitAs,
  database,
  app,
}) => {
  const account = await visitAs('/seguridad', { role: 'client' })
  await database.sql(`insert into totp_secrets (user_id, sealed, confirmed_at) values ($1, $2, app_now())`, [
    account.id,
    await encryptSecret(database.platform, account.id, 'AAAA'),
  ])
  const linkIn = async (subject: string) => {
    const find = () =>
      database.sql<{ text: string }>('select text from local_mailbox where recipient = $1 and subject = $2', [
        account.email,
        subject,
      ])
    await expect.poll(async () => (await find()).length).toBe(1)
    return /\/recuperar-acceso#[\w=-]+/.exec((await find())[0]?.text ?? '')?.[0] ?? ''
  }
  // From «Falta un paso», in a browser without a session.
  const session = await page.context().cookies()
  await page.context().clearCookies()
  await page
    .context()
    .addCookies([{ name: 'amparo-paso', value: await waitForSecondStep(database, account.id), url: app.url }])
  await visit(page, '/segundo-paso')
  await page.getByRole('link', { name: 'Perdí mi segundo paso' }).click()
  await page.getByLabel('Correo electrónico').fill(account.email)
  await page.getByLabel('Contraseña', { exact: true }).fill('equivocada')
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByText('El correo o la contraseña no son correctos.')).toBeVisible()
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByText('Revisa tu correo')).toBeVisible()
  await visit(page, await linkIn('Quitar el segundo paso de tu cuenta'))
  await page.reload()
  await page.getByRole('button', { name: 'Empezar la espera de 72 horas' }).click()
  await expect(page.getByText('Empezó la espera')).toBeVisible()

  // The session sees it, and the e-mail cancels it.
  const cancel = await linkIn('Pidieron quitar el segundo paso de tu cuenta')
  await page.context().addCookies(session)
  await visit(page, '/seguridad')
  await expect(page.getByText('Pidieron quitar el segundo paso de tu cuenta.')).toBeVisible()
  const other = await page.context().newPage()
  await visit(other, cancel)
  await expect(other.getByRole('heading', { level: 1, name: '¿Cancelar la solicitud?' })).toBeVisible()
  await expect(other).toHaveTitle(/^¿Cancelar la solicitud\?/)
  await other.getByRole('main').getByRole('button', { name: 'Cancelar la solicitud' }).click()
  await expect(other.getByText('Tu cuenta sigue pidiendo el segundo paso.', { exact: false })).toBeVisible()
  await expect(page.getByText('Pidieron quitar el segundo paso de tu cuenta.')).toHaveCount(0)
})

test('DAT-50 every page of the person says so, live; «Cancelar» there ends it', async ({
  page,
  visit,
  visitAs,
  database,
}) => {
  const account = await visitAs('/mis-datos', { role: 'client' })
  const ASKED = 'Pidieron quitar el segundo paso de tu cuenta.'
  const notice = page.getByRole('alert').filter({ hasText: ASKED })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
  const begin = () =>
    database.sql(`insert into factor_losses (user_id, due_at) values ($1, app_now() + interval '72 hours')`, [
      account.id,
    ])
  await begin()
  await database.platform.db
    .transaction()
    .execute((tx) =>
      publish(tx, database.platform.wake, [{ user_id: account.id, kind: 'security', ref: account.id }]),
    )
  await expect(notice).toBeVisible()
  await visit(page, '/privacidad')
  await expect(notice).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await notice.getByRole('button', { name: 'Cancelar' }).press('Enter')
  await expect(notice).toHaveCount(0)
  await expect(page.getByText('Cancelado: tu cuenta sigue pidiendo el segundo paso.')).toBeVisible()
  const [row] = await database.sql('select state from factor_losses where user_id = $1', [account.id])
  expect(row).toEqual({ state: 'cancelada' })

  // Cancelled in another tab: the page learns it from the refusal.
  await begin()
  await visit(page, '/privacidad')
  await expect(notice).toBeVisible()
  await database.sql(`update factor_losses set state = 'cancelada' where user_id = $1`, [account.id])
  await notice.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Ya no hay una solicitud que cancelar.')).toBeVisible()
  await expect(notice).toHaveCount(0)
})
