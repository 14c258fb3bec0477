import sharp from 'sharp'
import { giveIdCard } from '../../../src/demo-data/id-card.ts'
import { completeProfile, uniqueRut } from '../../../src/demo-data/lawyers.ts'
import { startAppProcess } from '../../support/app/app-process.ts'
import { expect, test } from '../harness/fixtures.ts'
import {
  chooseIdCard,
  choosePhoto,
  combobox,
  field,
  fillAddress,
  fillAll,
  fillPersonal,
  fillProfessional,
  next,
  send,
  twoColourImage,
} from './profile-form.ts'

const LAWYER = { role: 'lawyer', verificationStatus: 'profile_pending', name: 'Tomás Echeverría' } as const
const PATH = '/create-lawyer-profile'

test('ONP-01 to ONP-08, LIM-05, ONP-40 to ONP-43, ONP-52 the whole form up to the notice for the team, with real files', async ({
  page,
  visit,
  database,
  makeAccount,
  visitAs,
}) => {
  await makeAccount({ role: 'admin' })
  const account = await visitAs('/dashboard', LAWYER)
  // ROU-27.
  await page.waitForURL(`**${PATH}`)
  const header = page.getByRole('list', { name: 'Pasos para activar tu perfil' })
  await expect(header.getByRole('listitem')).toHaveText([
    /Verificar Email/,
    /Información Profesional/,
    /Verificación/,
    /Listo/,
  ])
  await expect(header.locator('[aria-current="step"]')).toHaveText(/Información Profesional/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Información Personal')
  // TRAP-40: two progress displays, each with its own name.
  await expect(page.getByRole('progressbar', { name: 'Paso 1 de 3' })).toBeVisible()
  await expect(field(page, 'Nombre')).toHaveValue('Tomás')
  await expect(next(page)).toBeDisabled()
  const rut = uniqueRut()
  await fillPersonal(page, rut)
  await choosePhoto(page, await twoColourImage('jpeg', 6))
  await expect(field(page, 'RUT')).toHaveValue(/^\d\d\.\d{3}\.\d{3}-[\dK]$/)
  await expect(field(page, 'Teléfono')).toHaveValue('9876 5432')
  await expect(next(page)).toBeEnabled()
  await next(page).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dirección')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(next(page)).toBeDisabled()
  await fillAddress(page)
  await page.getByRole('button', { name: 'Anterior' }).click()
  await expect(field(page, 'Nombre')).toHaveValue('Tomás')
  await next(page).click()
  await expect(combobox(page, 'Comuna')).toHaveValue('Ñuñoa')
  await next(page).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Información Profesional')
  await chooseIdCard(page)
  await expect(page.getByText('carnet.pdf')).toBeVisible()
  await fillProfessional(page)
  await send(page).click()
  await expect(page.getByText('Perfil Enviado')).toBeVisible()
  await expect(
    page.getByText('Tus datos han sido enviados para verificación. Te notificaremos pronto.'),
  ).toBeVisible()
  await page.waitForURL('**/onboarding/pending-review')

  const [row] = await database.sql<Record<string, unknown>>(
    `select l.*, p.name, p.avatar_url, p.verification_status as status,
       (select count(*) from review_submissions r where r.lawyer_id = l.id and r.outcome is null)::int as open
     from lawyer_profiles l join profiles p on p.id = l.id where l.id = '${account.id}'`,
  )
  expect(row).toMatchObject({
    status: 'admin_pending',
    verification_status: 'admin_pending',
    open: 1,
    name: 'Tomás Echeverría Lagos',
    rut,
    phone_number: '+56998765432',
    address_number: null,
    location: 'Ñuñoa, Metropolitana de Santiago',
    university: 'Universidad Diego Portales',
    graduation_year: 2015,
    specialties: ['Divorcio'],
    experience: 0,
    price: 35_000,
    description: 'Acompaño a familias en momentos difíciles.\nRespondo el mismo día.',
  })
  expect(row?.id_card_path).toMatch(new RegExp(`^identidad/${account.id}/[0-9a-f-]{36}\\.pdf$`))
  // ONP-20, OPEN-60: a JPEG of 512×512 without EXIF data, turned as its EXIF orientation said.
  expect(row?.avatar_url).toMatch(
    new RegExp(`^/archivos/avatars/${account.id}/[0-9a-f-]{36}\\.jpg(\\?t=\\d+)?$`),
  )
  const photo = await (await page.request.get(String(row?.avatar_url))).body()
  const metadata = await sharp(photo).metadata()
  expect([metadata.format, metadata.width, metadata.height, metadata.exif]).toEqual([
    'jpeg',
    512,
    512,
    undefined,
  ])
  // ONP-43: the administrators got an e-mail.
  await expect
    .poll(() => database.sql(`select subject from local_mailbox where text like '%Echeverría Lagos%'`))
    .not.toEqual([])
  // AUT-26: the bar shows the new name and photo without another login.
  await expect(page.getByRole('banner').getByText('Tomás Echeverría Lagos')).toBeVisible()
  // ROU-37: the form is no longer open to them.
  await visit(page, PATH)
  await page.waitForURL('**/onboarding/pending-review')
})

test('ROU-36, ROU-37, OPEN-07 users with nothing to fill in are redirected', async ({
  page,
  visit,
  visitAs,
}) => {
  await visit(page, PATH)
  await page.waitForURL('**/login?volver=%2Fcreate-lawyer-profile')
  const others = [
    { attributes: { role: 'client' }, target: '/dashboard' },
    {
      attributes: { role: 'lawyer', verificationStatus: 'email_pending' },
      target: '/onboarding/verify-email',
    },
    {
      attributes: { role: 'lawyer', verificationStatus: 'admin_pending' },
      target: '/onboarding/pending-review',
    },
    { attributes: { role: 'lawyer', verificationStatus: 'verified' }, target: '/dashboard' },
  ] as const
  for (const { attributes, target } of others) {
    await visitAs(PATH, attributes)
    expect(new URL(page.url()).pathname).toBe(target)
  }
})

test('ONP-04 «Cancelar» goes to the panel, which redirects back and says why; nothing is lost', async ({
  page,
  visitAs,
}) => {
  await visitAs(PATH, LAWYER)
  await fillPersonal(page)
  await next(page).click()
  const request = page.waitForRequest((request) => new URL(request.url()).pathname.startsWith('/dashboard'))
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await request
  await expect(page.getByText('Tu avance queda guardado')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Información Personal')
  await expect(field(page, 'Apellido')).toHaveValue('Echeverría Lagos')
})

/**
 * Server faults in the order in which a submission meets them, and the error that the page shows for each.
 */
const FAULTS: [fault: string, message: RegExp][] = [
  ['avatar-upload', /^Error al subir tu foto de perfil: /],
  ['id-card-upload', /^Error al subir tu carnet de identidad: /],
  ['signed-url', /^Error creando URL firmada para el carnet: /],
  ['lawyer-profile', /^Error al guardar tu perfil profesional: /],
  ['profile', /^Error al actualizar tu perfil: /],
  ['submit-review', /^Error al enviar el perfil a revisión: /],
]

test('ONP-44 to ONP-51, TRAP-53 each step of the submission fails once: an error shows, nothing is lost or half stored; if only the notice fails, the lawyer goes on', async ({
  page,
  database,
  makeAccount,
}) => {
  await makeAccount({ role: 'admin' })
  const faults = [...FAULTS.map(([fault]) => `once:${fault}`), 'notify-admin'].join()
  const app = await startAppProcess({ databaseUrl: database.url, env: { FAULTS: faults } })
  try {
    const { id, email, password } = await makeAccount(LAWYER)
    await page.request.post(`${app.url}/api/accounts/login`, {
      data: { email, password },
      headers: { origin: app.url },
    })
    await page.goto(app.url + PATH)
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await choosePhoto(page, await twoColourImage('png'))
    await fillAll(page)
    const toast = page.locator('[data-toasts] > div > *')
    for (const [fault, message] of FAULTS) {
      await send(page).click()
      const notice = page.locator('form').getByText(message)
      await expect(notice, fault).toBeVisible()
      await expect(toast.filter({ hasText: 'Error Inesperado' }).getByText(message), fault).toBeVisible()
      expect(await notice.textContent()).not.toMatch(/fault|error:/)
      await expect(field(page, 'Descripción')).toHaveValue(/^Acompaño a familias/)
      await expect(page.getByText('carnet.pdf')).toBeVisible()
      await expect(send(page)).toBeEnabled()
      const rows = await database.sql(
        `select verification_status, rut from lawyer_profiles where id = '${id}'`,
      )
      expect(rows, fault).toEqual([{ verification_status: 'profile_pending', rut: null }])
    }
    await send(page).click()
    await page.waitForURL('**/onboarding/pending-review')
    await expect(
      toast
        .filter({ hasText: 'Error Inesperado' })
        .getByText(/^Error al notificar al administrador: .+\. Por favor contacta a soporte\.$/),
    ).toBeVisible()
    await expect(page.getByText('Perfil Enviado')).toHaveCount(0)
  } finally {
    await app.stop()
  }
})

test('OPEN-62 for a RUT that another lawyer has, the form returns to its step and shows the error at the field', async ({
  page,
  database,
  makeAccount,
  visitAs,
}) => {
  const rut = uniqueRut()
  const other = await makeAccount({ ...LAWYER, verificationStatus: 'verified' })
  await completeProfile(database.platform.db, other.id, { rut })
  await visitAs(PATH, LAWYER)
  await fillAll(page, rut)
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Información Personal')
  await expect(field(page, 'RUT')).toBeFocused()
  await expect(field(page, 'RUT')).toHaveAccessibleDescription(/Este RUT ya está registrado\./)
  await field(page, 'RUT').fill(uniqueRut())
  await next(page).click()
  await next(page).click()
  await send(page).click()
  await page.waitForURL('**/onboarding/pending-review')
})

test('OPEN-02 a returned profile shows the reason and comes back filled in, with its card on file', async ({
  page,
  visit,
  database,
  makeAccount,
  signIn,
}) => {
  const account = await makeAccount({ ...LAWYER, name: 'Ana María Soto Pérez' })
  await completeProfile(database.platform.db, account.id)
  const before = await giveIdCard(database.platform, account.id)
  await database.sql(
    `insert into review_submissions (lawyer_id, outcome, reason, decided_at)
     values ('${account.id}', 'returned', 'La foto del carnet está borrosa.\nSube otra, por favor.', app_now())`,
  )
  await signIn(page, account)
  await visit(page, PATH)
  await expect(page.getByText('El equipo te pidió corregir lo siguiente:')).toBeVisible()
  await expect(page.getByText('La foto del carnet está borrosa.')).toBeVisible()
  await expect(field(page, 'Teléfono')).toHaveValue('8765 4321')
  await expect(field(page, 'Fecha de nacimiento')).toHaveValue('1988-04-17')
  await next(page).click()
  await expect(combobox(page, 'Comuna')).toHaveValue('Ñuñoa')
  await next(page).click()
  await expect(page.getByText('Carnet ya enviado')).toBeVisible()
  const link = page.getByRole('link', { name: 'Ver carnet' })
  const card = await page.request.get(String(await link.getAttribute('href')))
  expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  await expect(field(page, 'Precio por consulta')).toHaveValue('30.000')
  // Another card may be chosen and removed: the old one stays.
  await chooseIdCard(page)
  await page.getByRole('button', { name: 'Quitar carnet.pdf' }).click()
  await expect(page.getByText('Carnet ya enviado')).toBeVisible()
  await send(page).click()
  await page.waitForURL('**/onboarding/pending-review')
  const rows = await database.sql<{ id_card_path: string }>(
    `select id_card_path from lawyer_profiles where id = '${account.id}'`,
  )
  expect(rows).toEqual([{ id_card_path: before }])
})
