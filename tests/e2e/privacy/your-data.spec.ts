import { expectAccessible } from '../harness/accessibility.ts'
import { expect, test } from '../harness/fixtures.ts'

test('DAT-03 «Qué guardamos» tells what for, why and until when, for the role of the reader', async ({
  page,
  visitAs,
  database,
}) => {
  const account = await visitAs('/edit-profile', { role: 'lawyer', verificationStatus: 'verified' })
  await page.getByRole('link', { name: 'Ver tus datos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tus datos' })).toBeVisible()
  await expect(
    page.getByText('Aquí ves qué guardamos de ti, por qué y hasta cuándo, y puedes pedir cambios.'),
  ).toBeVisible()
  const part = page.getByRole('region', { name: 'Qué guardamos' })
  for (const fact of ['Para qué', 'Base legal', 'Hasta cuándo', 'Quién lo recibe', 'De dónde viene'])
    await expect(part.getByText(fact, { exact: true }).first()).toBeVisible()
  await part.getByRole('heading', { name: 'RUT y fecha de nacimiento', level: 3 }).click()
  await expect(part.getByText(/••\.•••\.•\d\d-[\dK]/)).toBeVisible()
  await database.sql('update session set proven_at = null')
  await part.getByRole('button', { name: 'Mostrar' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await dialog.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(part.getByText(/^\d{1,2}\.\d{3}\.\d{3}-[\dK]$/)).toBeVisible()
  await part.getByRole('heading', { name: 'Mensajes', level: 3 }).click()
  await expect(part.getByText('0 mensajes', { exact: true })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expectAccessible(page)
})

test('DAT-04 a part that cannot be loaded says so and can be retried; the rest stays', async ({
  page,
  visitAs,
  database,
}) => {
  await database.sql('alter table quick_replies rename to quick_replies_away')
  try {
    await visitAs('/mis-datos', { role: 'lawyer', verificationStatus: 'verified' })
    await expect(page.getByText('No pudimos cargar esta parte.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Qué guardamos' })).toBeVisible()
    await expectAccessible(page)
  } finally {
    await database.sql('alter table quick_replies_away rename to quick_replies')
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Mensajes' })).toBeVisible()
})

test('DAT-04 on a phone the parts fold, and the first is open', async ({ page, visitAs }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await visitAs('/mis-datos', { role: 'client' })
  const first = page.getByRole('button', { name: 'Qué guardamos' })
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('Nombre y correo')).toBeVisible()
  await first.press('Enter')
  await expect(page.getByText('Nombre y correo')).toBeHidden()
  await first.press('Enter')
  await expect(page.getByText('Nombre y correo')).toBeVisible()
  await expectAccessible(page)
})

test('DAT-05, DAT-08 prepare a copy, see it become ready, download it', async ({
  page,
  visitAs,
  database,
}) => {
  const account = await visitAs('/mis-datos#descargar', { role: 'client' })
  const part = page.getByRole('region', { name: 'Descargar' })
  await expect(part.getByText('Te pediremos confirmar que eres tú.')).toBeVisible()
  await database.sql('update session set proven_at = null where "userId" = $1', [account.id])
  await part.getByRole('button', { name: 'Preparar mi copia' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await dialog.getByLabel('Contraseña', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await expect(part.getByText('Tu copia de datos está lista')).toBeVisible()
  await expect(part.getByText(/Hasta el \d+ de \S+ de \d{4} · 0,1 MB/)).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Descargar', exact: true }).click()
  expect((await downloading).suggestedFilename()).toBe('amparo-datos.zip')
  await database.sql(`update data_copies set state = 'fallida' where user_id = $1`, [account.id])
  await page.reload()
  await expect(part.getByText('No pudimos preparar tu copia. Puedes pedirla de nuevo.')).toBeVisible()
  await database.sql(`update data_copies set state = 'preparando' where user_id = $1`, [account.id])
  await page.reload()
  await expect(
    part.getByText('Estamos preparando tu copia. Te avisaremos por correo; puedes cerrar esta página.'),
  ).toBeVisible()
  await expectAccessible(page)
})

test('DAT-01, DAT-36 «Quién vio tus datos» is empty at first; a look that one does not recognise becomes a request', async ({
  page,
  visitAs,
  makeAccount,
  database,
}) => {
  const account = await visitAs('/mis-datos', { role: 'client' })
  for (const title of [
    'Qué guardamos',
    'Descargar',
    'Tus solicitudes',
    'Tus consentimientos',
    'Quién vio tus datos',
  ])
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  const part = page.getByRole('region', { name: 'Quién vio tus datos' })
  await expect(part.getByText('Nadie de nuestro equipo ha visto tus datos personales.')).toBeVisible()
  const admin = await makeAccount({ role: 'admin' })
  await database.sql(
    `insert into audit_log (actor_id, action, object, person_id, purpose)
     values ($1, 'account.viewed', $2::text, $2::text::uuid, 'support')`,
    [admin.id, account.id],
  )
  await page.reload()
  await expect(
    part.getByText('Equipo de Amparo · Los datos de tu cuenta · Soporte pedido por la persona'),
  ).toBeVisible()
  await expectAccessible(page)
  await part.getByRole('link', { name: /^Esto no lo reconozco/ }).click()
  await expect(page.getByRole('radio', { name: 'Otra consulta' })).toBeChecked()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByLabel('¿Qué quieres saber o pedir?')).toHaveValue(
    /^No reconozco este acceso a mis datos: .+ Los datos de tu cuenta\. Soporte pedido por la persona\.$/,
  )
})

test('DAT-03 what there is nothing of is behind «Ver todo»', async ({ page, visitAs }) => {
  await visitAs('/mis-datos', { role: 'client' })
  const part = page.getByRole('region', { name: 'Qué guardamos' })
  await expect(
    part.getByText('Perfil', { exact: true }).or(part.getByText('Tu cuenta')).first(),
  ).toBeVisible()
  const group = part
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { level: 3, name: 'Tus derechos' }) })
  await group.getByRole('heading', { level: 3, name: 'Tus derechos' }).click()
  await expect(group.getByText('Copias de tus datos')).toBeHidden()
  await group.getByRole('button', { name: /^Ver todo \(\d+ más\)$/ }).press('Enter')
  await expect(group.getByText('Copias de tus datos')).toBeVisible()
})
