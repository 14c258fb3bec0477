import { completeProfile } from '../../../src/demo-data/lawyers.ts'
import { expect, test } from '../harness/fixtures.ts'
import { reload } from '../harness/input-method.ts'

const it = test.extend<{ people: undefined }>({
  people: async ({ database, makeAccount, signIn, page }, use) => {
    await database.sql(`delete from "user" where name like '% Colega'`)
    const me = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name: 'Yo Misma Colega' })
    for (const [name, commune, region, experience, specialties] of [
      [
        'Álvaro Ñáñez Colega',
        'Ñuñoa',
        'Metropolitana de Santiago',
        12,
        ['Divorcio', 'Adopción', 'Otro', 'Defensa penal'],
      ],
      ['Bárbara Soto Colega', 'Quilpué', 'Valparaíso', 4, ['Acoso laboral']],
    ] as const) {
      const { id } = await makeAccount({ role: 'lawyer', verificationStatus: 'verified', name })
      await completeProfile(database.platform.db, id, {
        address_commune: commune,
        address_region: region,
        experience,
        specialties: [...specialties],
      })
    }
    await signIn(page, me)
    await use(undefined)
  },
})

it('COL-01 to COL-08, COL-11: the notice, the filters in the URL, the cards', async ({
  page,
  visit,
  people: _,
}) => {
  await visit(page, '/find-colleagues?texto=colega')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Buscar Colegas' })).toBeVisible()
  await expect(main.getByText('Colaboración profesional')).toBeVisible()
  const names = main.getByRole('heading', { level: 3 })
  await expect(names).toHaveText(['Álvaro Ñáñez Colega', 'Bárbara Soto Colega'])
  const first = main.getByRole('listitem').filter({ hasText: 'Álvaro' }).first()
  await expect(first).toContainText('Ñuñoa, Metropolitana de Santiago')
  await expect(first).toContainText('12 años de experiencia')
  await expect(first).toContainText('DivorcioAdopciónOtro')
  await expect(first).not.toContainText('Defensa penal')

  await page.getByLabel('Ubicación').fill('VALPARAISO')
  await expect(names).toHaveText(['Bárbara Soto Colega'])
  await expect(page).toHaveURL(/ubicacion=VALPARAISO/)
  await reload(page)
  await expect(names).toHaveText(['Bárbara Soto Colega'])
  await page.getByRole('combobox', { name: 'Experiencia' }).click()
  await expect(page.getByRole('option')).toHaveText(['Todas', '1+ años', '5+ años', '10+ años'])
  await page.getByRole('option', { name: '10+ años' }).click()
  await expect(main.getByRole('heading', { name: 'No se encontraron colegas' })).toBeVisible()
  // Text typed just before «Limpiar», not applied yet, must not come back.
  await page.getByLabel('Nombre o especialidad').pressSequentially('q')
  await page.getByRole('button', { name: 'Limpiar filtros' }).click()
  await expect(page.getByLabel('Ubicación')).toHaveValue('')
  await expect(page.getByLabel('Nombre o especialidad')).toHaveValue('')
  // This filter applies after the same delay: if the text came back, it would be in the URL by now.
  await page.getByLabel('Ubicación').fill('Nadie')
  await expect(page).toHaveURL(/\?ubicacion=Nadie$/)
  await page.getByLabel('Ubicación').fill('')
  await expect(page).toHaveURL(/colleagues$/)
  await page.getByLabel('Nombre o especialidad').fill('nanez')
  await expect(names).toHaveText(['Álvaro Ñáñez Colega'])
  await page.getByRole('combobox', { name: 'Especialidad', exact: true }).fill('divor')
  await page.getByRole('option', { name: 'Divorcio' }).click()
  await expect(page).toHaveURL(/especialidad=Divorcio/)
  await expect(names).toHaveText(['Álvaro Ñáñez Colega'])
})

it('COL-03 to COL-06: filters set while a list is loading are added to the earlier ones', async ({
  page,
  visit,
  people: _,
}) => {
  await visit(page, '/find-colleagues')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/find-colleagues.data*', async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  const experience = page.getByRole('combobox', { name: 'Experiencia' })
  await experience.click()
  // The text applies after a delay, when the years of experience have been chosen already.
  await page.getByLabel('Ubicación').evaluate((field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'ñuñoa')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.getByRole('option', { name: '10+ años' }).click()
  await expect(experience).toContainText('10+ años')
  await page.getByLabel('Nombre o especialidad').fill('colega')
  await page.keyboard.press('Enter')
  await page.getByLabel('Ubicación').press('Enter')
  release()
  await expect(page).toHaveURL(/\?(?=.*texto=colega)(?=.*ubicacion=)(?=.*experiencia=10)/)
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(['Álvaro Ñáñez Colega'])
})

it('COL-09, COL-10, GEN-09: «Referir Caso» only says that the feature is in development; nothing is sent or stored', async ({
  page,
  visit,
  database,
  people: _,
}) => {
  await visit(page, '/find-colleagues?texto=soto+colega')
  const before = await database.snapshot()
  const calls: string[] = []
  page.on('request', (request) => {
    // The navigation bar asks for both counts again, at any time.
    const isCount = /\/(chat\/unreadTotal|notices\/unseen)$/.test(request.url())
    if (request.method() !== 'GET' && !isCount) calls.push(request.url())
  })
  const opener = page.getByRole('button', { name: 'Referir Caso' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Referir Caso' })
  await dialog.getByLabel('Título del caso').fill('Término de arriendo')
  await dialog.getByLabel('Contacto del cliente').fill('9 1234 5678')
  await dialog.getByLabel('Descripción').fill('Detalle')
  await dialog.getByRole('button', { name: 'Enviar Referencia' }).click()
  const toasts = page.locator('[data-toasts]')
  await expect(toasts.getByText('Función en desarrollo')).toBeVisible()
  await expect(toasts.getByText('Esta función estará disponible pronto.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect(calls).toEqual([])
  expect(await database.snapshot()).toEqual(before)
  await opener.click()
  await expect(dialog.getByLabel('Título del caso')).toHaveValue('')
})

it('ROU-39, TRAP-32, a lawyer who is not verified sees the link, is redirected to their step and reads why', async ({
  page,
  visit,
  makeAccount,
  signIn,
  people: _,
}) => {
  await signIn(page, await makeAccount({ role: 'lawyer', verificationStatus: 'admin_pending' }))
  await visit(page, '/find-colleagues')
  await expect(page).toHaveURL(/\/onboarding\/pending-review$/)
  // The URL is the same before and after: wait for the answers of the whole redirect.
  const redirects = [/\/find-colleagues\.data/, /\/onboarding\/pending-review\.data/].map((data) =>
    page.waitForResponse(data),
  )
  await page.getByRole('banner').getByRole('link', { name: 'Buscar Colegas' }).click()
  await Promise.all(redirects)
  await expect(page.getByText('Podrás entrar ahí cuando tu perfil esté verificado.').first()).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Cargando…' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/onboarding\/pending-review$/)
})
