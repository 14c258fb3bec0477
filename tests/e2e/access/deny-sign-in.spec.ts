import { expect, test } from '../harness/fixtures.ts'

test('DAT-54 «No fui yo» in the e-mail: a press ends the sessions, and the link works once', async ({
  page,
  browser,
  app,
  database,
  visit,
  visitAs,
  signIn,
}) => {
  const account = await visitAs('/seguridad', { role: 'client' })
  const context = await browser.newContext({ baseURL: app.url })
  try {
    const stranger = await context.newPage()
    await signIn(stranger, account)
    const mail = () =>
      database.sql<{ text: string }>('select text from local_mailbox where recipient = $1 and subject = $2', [
        account.email,
        'Nuevo inicio de sesión en tu cuenta',
      ])
    await expect.poll(async () => (await mail()).length).toBe(1)
    const path = /\/no-fui-yo#[\w-]+/.exec((await mail())[0]?.text ?? '')?.[0] ?? ''
    await visit(page, path)
    // Opening the page has done nothing.
    expect(await database.sql('select 1 from session where "userId" = $1', [account.id])).toHaveLength(2)
    await page.getByRole('button', { name: 'No fui yo' }).click()
    await expect(page.getByRole('heading', { name: 'Cerramos todas tus sesiones' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Abre el correo que te enviamos' })).toBeFocused()
    await stranger.goto('/seguridad')
    await expect(stranger.getByRole('heading', { name: 'Iniciar Sesión' })).toBeVisible()
    await visit(page, '/login')
    await visit(page, path)
    await page.getByRole('button', { name: 'No fui yo' }).click()
    await expect(page.getByText('El enlace no es válido o ha expirado.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'No fui yo' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Elige otra contraseña' })).toBeVisible()
    await visit(page, '/no-fui-yo')
    await expect(page.getByText('Abre el enlace completo que recibiste por correo.')).toBeVisible()
  } finally {
    await context.close()
  }
})
