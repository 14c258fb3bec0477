import type { Page } from '@playwright/test'
import { completeProfile } from '../../../src/demo-data/lawyers.ts'
import { test as base, expect } from '../harness/fixtures.ts'
import { reload } from '../harness/input-method.ts'
import { combobox, field, twoColourImage } from '../onboarding/profile-form.ts'

/** Signs a verified lawyer in and opens /edit-lawyer-profile. */
const test = base.extend<{ lawyer: { id: string; email: string; password: string } }>({
  lawyer: async ({ page, makeAccount, signIn, visit }, use) => {
    const account = await makeAccount({
      name: 'Paula Rojas Soto',
      role: 'lawyer',
      verificationStatus: 'verified',
    })
    await signIn(page, account)
    await visit(page, '/edit-lawyer-profile')
    await use(account)
  },
})

const save = (page: Page) => page.getByRole('button', { name: 'Guardar' }).click()
const toastOf = (page: Page, text: string) => page.getByText(text, { exact: true }).first()
const price = (page: Page) => field(page, 'Precio de la consulta inicial')
const description = (page: Page) => field(page, 'Descripción profesional')

test('PRO-06, OPEN-59 the verified data is shown and cannot be changed', async ({ page, lawyer }) => {
  expect(lawyer.id).toBeTruthy()
  await expect(page.getByRole('heading', { level: 1, name: 'Editar Perfil Profesional' })).toBeVisible()
  const verified = page.locator('dl')
  for (const text of ['Paula Rojas Soto', 'Universidad de Chile', '9 años', 'Arriendo (conflictos)'])
    await expect(verified.getByText(text)).toBeVisible()
  await expect(verified.getByText(/^\d{1,2}\.\d{3}\.\d{3}-[\dK]$/)).toBeVisible()
  await expect(verified.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByText('Para cambiarlos, escríbenos a').getByRole('link')).toHaveAttribute(
    'href',
    /^mailto:/,
  )
  // FOO-11.
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})

test('PRO-09 to PRO-17 every editable field is saved and still there after a reload', async ({
  page,
  lawyer,
  database,
}) => {
  await expect(field(page, 'Teléfono')).toHaveValue('8765 4321')
  await price(page).fill('45500')
  await description(page).fill('Arriendos en Valparaíso.\n\nTambién los sábados.')
  await field(page, 'Teléfono').fill('11112222')
  await combobox(page, 'Región').fill('valparaiso')
  await page.getByRole('option', { name: 'Valparaíso' }).click()
  await expect(combobox(page, 'Comuna')).toHaveValue('')
  await combobox(page, 'Comuna').fill('vina')
  await page.getByRole('option', { name: 'Viña del Mar' }).click()
  await field(page, 'Calle').fill('Álvarez')
  await field(page, 'Número').fill('646')
  await page.getByLabel('Departamento u oficina').fill('')
  await save(page)
  await expect(toastOf(page, 'Perfil actualizado')).toBeVisible()
  await expect(toastOf(page, 'Tu información ha sido guardada.')).toBeVisible()
  const [row] = await database.sql('select * from lawyer_profiles where id = $1', [lawyer.id])
  expect(row).toMatchObject({
    price: 45_500,
    description: 'Arriendos en Valparaíso.\n\nTambién los sábados.',
    phone_number: '+56911112222',
    location: 'Viña del Mar, Valparaíso',
    address_street: 'Álvarez',
    address_number: '646',
    address_apartment: null,
    university: 'Universidad de Chile',
  })
  await reload(page)
  await expect(price(page)).toHaveValue('45.500')
  await expect(field(page, 'Teléfono')).toHaveValue('1111 2222')
  await expect(combobox(page, 'Comuna')).toHaveValue('Viña del Mar')
})

test('PRO-09 to PRO-13 each missing field shows an error, and the first of them has the focus', async ({
  page,
  lawyer,
  database,
}) => {
  const before = await database.sql('select * from lawyer_profiles where id = $1', [lawyer.id])
  await price(page).fill('')
  await description(page).fill(' ')
  await field(page, 'Teléfono').fill('1234567')
  await combobox(page, 'Región').fill('maule')
  await page.getByRole('option', { name: 'Maule' }).click()
  await field(page, 'Calle').fill('')
  await field(page, 'Número').fill('')
  await save(page)
  const errors = [
    [price(page), 'El precio es obligatorio.'],
    [description(page), 'La descripción es obligatoria.'],
    [field(page, 'Teléfono'), 'Teléfono inválido.'],
    [combobox(page, 'Comuna'), 'La comuna es obligatoria.'],
    [field(page, 'Calle'), 'La calle es obligatoria.'],
    [field(page, 'Número'), 'El número es obligatorio.'],
  ] as const
  for (const [control, text] of errors) {
    await expect(control).toHaveAttribute('aria-invalid', 'true')
    await expect(control).toHaveAccessibleDescription(new RegExp(text))
  }
  await expect(price(page)).toBeFocused()
  expect(await database.sql('select * from lawyer_profiles where id = $1', [lawyer.id])).toEqual(before)
})

test('PRO-10 the arrow keys add and subtract a thousand; 0 is a valid price', async ({ page, lawyer }) => {
  expect(lawyer.id).toBeTruthy()
  await price(page).fill('1500')
  await price(page).press('ArrowUp')
  await expect(price(page)).toHaveValue('2.000')
  await price(page).press('ArrowDown')
  await price(page).press('ArrowDown')
  await price(page).press('ArrowDown')
  await expect(price(page)).toHaveValue('0')
  await save(page)
  await expect(toastOf(page, 'Perfil actualizado')).toBeVisible()
})

test('PRO-10 a price with decimals says that they were dropped', async ({ page, lawyer }) => {
  expect(lawyer.id).toBeTruthy()
  await price(page).fill('')
  await price(page).pressSequentially('40,000')
  await price(page).blur()
  await expect(page.getByText('Escríbelo sin decimales ni comas.')).toBeVisible()
  await price(page).fill('40000')
  await expect(page.getByText('Escríbelo sin decimales ni comas.')).toBeHidden()
  await expect(price(page)).toHaveValue('40.000')
})

test('TRAP-10 a profile without a street number must get one', async ({ page, lawyer, database }) => {
  await completeProfile(database.platform.db, lawyer.id, { address_number: null, address_apartment: null })
  await reload(page)
  await expect(field(page, 'Número')).toHaveValue('')
  await save(page)
  await expect(page.getByText('El número es obligatorio.')).toBeVisible()
  await expect(field(page, 'Número')).toBeFocused()
})

test('PRO-07, PRO-08, AUT-26 the photo is cropped, saved, and at once in the navigation bar', async ({
  page,
  lawyer,
  database,
}) => {
  await page.locator('input[data-avatar]').setInputFiles(await twoColourImage('png'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cambiar foto' })).toBeVisible()
  await save(page)
  await expect(toastOf(page, 'Perfil actualizado')).toBeVisible()
  const [row] = await database.sql<{ avatar_url: string }>('select avatar_url from profiles where id = $1', [
    lawyer.id,
  ])
  expect(row?.avatar_url).toMatch(/^\/archivos\/avatars\/.+\.jpg\?t=\d+$/)
  await expect(page.locator(`img[src="${row?.avatar_url}"]`).first()).toBeVisible()
  await expect.poll(() => page.locator(`img[src="${row?.avatar_url}"]`).count()).toBeGreaterThan(1)
})

test('PRO-08 a failed photo upload: nothing is saved, everything stays in the form, the next try works', async ({
  page,
  lawyer,
  database,
}) => {
  await page.locator('input[data-avatar]').setInputFiles(await twoColourImage('jpeg'))
  await page.getByRole('dialog').getByRole('button', { name: 'Usar esta foto' }).click()
  await field(page, 'Número').fill('77')
  await page.route('**/api/files/avatars', (route) => route.abort())
  await save(page)
  await expect(toastOf(page, 'No se pudo actualizar el perfil.')).toBeVisible()
  await expect(field(page, 'Número')).toHaveValue('77')
  const number = () => database.sql('select address_number from lawyer_profiles where id = $1', [lawyer.id])
  expect(await number()).toEqual([{ address_number: '2401' }])
  await page.unroute('**/api/files/avatars')
  await save(page)
  await expect(toastOf(page, 'Perfil actualizado')).toBeVisible()
  expect(await number()).toEqual([{ address_number: '77' }])
})

test('PRO-16 a failed save shows an error and loses nothing', async ({ page, lawyer }) => {
  expect(lawyer.id).toBeTruthy()
  await page.route('**/api/rpc/lawyers/updateProfile', (route) => route.abort())
  await description(page).fill('Texto nuevo')
  await save(page)
  await expect(toastOf(page, 'No se pudo actualizar el perfil.')).toBeVisible()
  await expect(description(page)).toHaveValue('Texto nuevo')
  await page.unroute('**/api/rpc/lawyers/updateProfile')
  await save(page)
  await expect(toastOf(page, 'Perfil actualizado')).toBeVisible()
})

test('PRO-15 a profile that does not load shows an error, and a retry shows it', async ({
  page,
  lawyer,
  visit,
  database,
}) => {
  // Break the table: the read fails on the server and from the browser.
  await database.sql(`alter table lawyer_profiles rename column university to university_gone`)
  try {
    await visit(page, '/edit-lawyer-profile')
    await expect(page.getByRole('heading', { name: 'No se pudo cargar tu perfil.' })).toBeVisible()
  } finally {
    await database.sql(`alter table lawyer_profiles rename column university_gone to university`)
  }
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(price(page)).toHaveValue('30.000')
  expect(lawyer.id).toBeTruthy()
})

test('PRO-14 «Cancelar» leaves at once when nothing was typed, and asks when something was', async ({
  page,
  visit,
  lawyer,
}) => {
  expect(lawyer.id).toBeTruthy()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.waitForURL('**/dashboard')
  await visit(page, '/edit-lawyer-profile')
  await field(page, 'Calle').fill('Otra calle')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question.getByText('¿Salir sin guardar?')).toBeVisible()
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(field(page, 'Calle')).toHaveValue('Otra calle')
  await page.getByRole('banner').getByRole('link', { name: 'Amparo' }).click()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Amparo' }).click()
  await question.getByRole('button', { name: 'Salir sin guardar' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the confirmation before leaving loads only after typing, and falls back to the browser’s own dialog', async ({
  page,
  visit,
  lawyer,
}) => {
  expect(lawyer.id).toBeTruthy()
  let requests = 0
  await page.route('**/confirm-dialog-*.js*', (route) => {
    requests++
    return route.abort()
  })
  await visit(page, '/edit-lawyer-profile')
  await page.waitForLoadState('load')
  expect(requests).toBe(0)
  await field(page, 'Calle').fill('Otra calle')
  const home = page.getByRole('banner').getByRole('link', { name: 'Amparo' })
  page.once('dialog', (dialog) => dialog.dismiss())
  const question = page.waitForEvent('dialog')
  await home.click()
  expect((await question).message()).toBe(
    '¿Salir sin guardar? Se perderán los cambios que hiciste en tu perfil.',
  )
  expect(requests).toBeGreaterThan(0)
  await expect(field(page, 'Calle')).toHaveValue('Otra calle')
  page.once('dialog', (dialog) => dialog.accept())
  await home.click()
  await expect(page).toHaveURL(/\/$/)
})

test('after saving no confirmation shows, and log-out does not wait for one', async ({ page, lawyer }) => {
  expect(lawyer.id).toBeTruthy()
  await field(page, 'Calle').fill('Otra calle')
  await save(page)
  await expect(toastOf(page, 'Perfil actualizado')).toBeVisible()
  await field(page, 'Calle').fill('Y otra más')
  await page.getByRole('banner').getByRole('button', { name: 'Salir' }).click()
  await expect(toastOf(page, 'Sesión cerrada')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('the whole form by keyboard: fields in tab order, Enter saves', async ({ page, lawyer }) => {
  expect(lawyer.id).toBeTruthy()
  await page.getByRole('button', { name: 'Elegir foto' }).focus()
  const names: string[] = []
  for (let step = 0; step < 11; step++) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        const at = document.activeElement as HTMLInputElement
        return at.labels?.[0]?.textContent ?? at.textContent ?? ''
      }),
    )
  }
  expect(names).toEqual([
    expect.stringContaining('@'),
    'Precio de la consulta inicial',
    'Descripción profesional',
    'Teléfono',
    'Región',
    'Comuna',
    'Calle',
    'Número',
    'Departamento u oficina (opcional)',
    'Cancelar',
    'Guardar',
  ])
  await field(page, 'Número').fill('12')
  await field(page, 'Número').press('Enter')
  await expect(toastOf(page, 'Perfil actualizado')).toBeVisible()
})

test('PRO-18, DEL-06 the account is deleted by its password; a wrong one says «Error al eliminar»', async ({
  page,
  lawyer,
  database,
}) => {
  await field(page, 'Calle').fill('Sin guardar')
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('se borran tu foto y tu carnet de identidad')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await field(page, 'Contraseña').fill('equivocada')
  await page.keyboard.press('Enter')
  await expect(toastOf(page, 'Error al eliminar')).toBeVisible()
  await field(page, 'Contraseña').fill(lawyer.password)
  await page.keyboard.press('Enter')
  await expect(toastOf(page, 'Cuenta eliminada')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  expect(await database.sql('select 1 from lawyer_profiles where id = $1', [lawyer.id])).toEqual([])
})

base(
  'OPEN-08 users who are not verified lawyers are redirected',
  async ({ page, visit, makeAccount, signIn }) => {
    await visit(page, '/edit-lawyer-profile')
    await page.waitForURL('**/login?volver=%2Fedit-lawyer-profile')
    const redirects = [
      [{ role: 'client' }, '/edit-profile'],
      [{ role: 'admin' }, '/edit-profile'],
      [{ role: 'lawyer' }, '/onboarding/verify-email'],
      [{ role: 'lawyer', verificationStatus: 'profile_pending' }, '/create-lawyer-profile'],
      [{ role: 'lawyer', verificationStatus: 'admin_pending' }, '/onboarding/pending-review'],
    ] as const
    for (const [sketch, target] of redirects) {
      await signIn(page, await makeAccount(sketch))
      await visit(page, '/edit-lawyer-profile')
      expect(new URL(page.url()).pathname).toBe(target)
    }
  },
)

base(
  'OPEN-59 /edit-profile links lawyers to their professional profile',
  async ({ page, visit, makeAccount, signIn }) => {
    await signIn(page, await makeAccount({ role: 'lawyer', verificationStatus: 'verified' }))
    await visit(page, '/edit-profile')
    await page.getByRole('link', { name: 'Editar perfil profesional' }).click()
    await page.waitForURL('**/edit-lawyer-profile')
    await signIn(page, await makeAccount())
    await visit(page, '/edit-profile')
    await expect(page.getByRole('link', { name: 'Editar perfil profesional' })).toHaveCount(0)
  },
)
