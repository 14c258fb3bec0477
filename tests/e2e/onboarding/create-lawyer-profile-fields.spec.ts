import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import {
  chooseIdCard,
  chooseOption,
  choosePhoto,
  colourAt,
  combobox,
  field,
  fillAddress,
  fillPersonal,
  fillProfessional,
  next,
  pdf,
  send,
  twoColourImage,
} from './profile-form.ts'

const LAWYER = { role: 'lawyer', verificationStatus: 'profile_pending', name: 'Ana' } as const
const PATH = '/create-lawyer-profile'

const fieldError = (page: Page, text: string) => page.locator('form').getByText(text, { exact: true })
const incompleteToast = (page: Page) => page.locator('[data-toasts]').getByText('Formulario incompleto')
/** A disabled-looking «Siguiente» still reacts to a click: it shows what is missing. */
const pressBlocked = (page: Page) => next(page).click({ force: true })

test.beforeEach(async ({ visitAs }) => {
  await visitAs(PATH, LAWYER)
})

test('ONP-05, ONP-07, ONP-09 to ONP-14, H-09 the first step shows what is missing and invalid', async ({
  page,
}) => {
  await field(page, 'Nombre').fill('')
  await field(page, 'Apellido').fill('  ')
  await expect(next(page)).toBeDisabled()
  await pressBlocked(page)
  await expect(incompleteToast(page)).toBeVisible()
  await expect(
    page.locator('[data-toasts]').getByText('Revisa los campos marcados antes de continuar.'),
  ).toBeVisible()
  for (const text of [
    'El nombre es obligatorio.',
    'El apellido es obligatorio.',
    'RUT inválido.',
    'Teléfono inválido.',
    'La fecha de nacimiento es obligatoria.',
  ])
    await expect(fieldError(page, text)).toBeVisible()
  await expect(field(page, 'Nombre')).toBeFocused()

  await field(page, 'RUT').fill('12.345.678-4')
  await field(page, 'Teléfono').fill('12a34-56789')
  // ONP-13: digits alone, at most eight, 4+4.
  await expect(field(page, 'Teléfono')).toHaveValue('1234 5678')
  for (const whole of ['987654321', '+56 9 8765 4321']) {
    await field(page, 'Teléfono').clear()
    await field(page, 'Teléfono').pressSequentially(whole)
    await expect(field(page, 'Teléfono')).toHaveValue('8765 4321')
  }
  await expect(fieldError(page, 'Teléfono inválido.')).toHaveCount(0)
  await expect(fieldError(page, 'RUT inválido.')).toBeVisible()
  await field(page, 'RUT').fill('12345678-5')
  await expect(fieldError(page, 'RUT inválido.')).toHaveCount(0)
  // H-09: leaving the field adds the hyphen, if the check digit is correct.
  await field(page, 'RUT').fill('123456784')
  await field(page, 'RUT').blur()
  await expect(fieldError(page, 'RUT inválido.')).toBeVisible()
  await expect(field(page, 'RUT')).toHaveValue('123456784')
  await field(page, 'RUT').fill('123456785')
  await field(page, 'RUT').blur()
  await expect(field(page, 'RUT')).toHaveValue('12.345.678-5')
  await expect(fieldError(page, 'RUT inválido.')).toHaveCount(0)
  const years = (count: number) => `${new Date().getFullYear() - count}-12-31`
  await field(page, 'Fecha de nacimiento').fill(years(17))
  await expect(fieldError(page, 'La fecha de nacimiento es obligatoria.')).toBeVisible()
  await fillPersonal(page)
  await expect(next(page)).toBeEnabled()
  await expect(incompleteToast(page)).toHaveCount(0)
})

test('ONP-07 the first click counts, even if leaving the field shows an error that moves the button', async ({
  page,
}) => {
  await fillPersonal(page)
  await next(page).click()
  await combobox(page, 'Región').focus()
  const { x, y } = (await next(page).boundingBox()) ?? { x: 0, y: 0 }
  // Click at its upper edge: an error line that moved the button would leave the pointer above it.
  await page.mouse.move(x + 10, y + 6)
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.locator('[data-toasts]').getByText('Formulario incompleto')).toBeVisible()
  await expect(combobox(page, 'Región')).toBeFocused()
})

test('ONP-22 to ONP-27, OPEN-17, OPEN-63 region and commune', async ({ page }) => {
  await fillPersonal(page)
  await next(page).click()
  await pressBlocked(page)
  await expect(fieldError(page, 'La región es obligatoria.')).toBeVisible()
  await expect(fieldError(page, 'La comuna es obligatoria.')).toBeVisible()
  await expect(fieldError(page, 'La calle es obligatoria.')).toBeVisible()
  await expect(combobox(page, 'Región')).toBeFocused()
  await expect(combobox(page, 'Comuna')).toBeDisabled()
  await combobox(page, 'Región').click()
  await expect(page.getByRole('option')).toHaveCount(16)
  await expect(page.getByRole('option').first()).toHaveText('Arica y Parinacota')
  await combobox(page, 'Región').fill('zzz')
  await expect(page.getByText('No se encontraron resultados.')).toBeVisible()
  await chooseOption(page, 'Región', 'valparaiso')
  await combobox(page, 'Comuna').fill('zzz')
  await expect(page.getByText('No se encontraron resultados.')).toBeVisible()
  await chooseOption(page, 'Comuna', 'vina del mar')
  await expect(combobox(page, 'Comuna')).toHaveValue('Viña del Mar')
  await field(page, 'Calle').fill('Libertad')
  await expect(next(page)).toBeEnabled()
  await chooseOption(page, 'Región', 'los rios')
  await expect(combobox(page, 'Comuna')).toHaveValue('')
  await expect(next(page)).toBeDisabled()
  await chooseOption(page, 'Comuna', 'valdivia')
  await expect(next(page)).toBeEnabled()
})

test('ONP-28 to ONP-39 the last step shows what is missing, and the first invalid field has the focus', async ({
  page,
}) => {
  await fillPersonal(page)
  await next(page).click()
  await fillAddress(page)
  await next(page).click()
  await send(page).click()
  await expect(incompleteToast(page)).toBeVisible()
  for (const text of [
    'La foto del carnet es obligatoria.',
    'La universidad es obligatoria.',
    'El año de titulación es obligatorio.',
    'Debes seleccionar al menos una especialidad.',
    'Los años de experiencia son obligatorios.',
    'El precio es obligatorio.',
    'La descripción es obligatoria.',
  ])
    await expect(fieldError(page, text)).toBeVisible()
  await expect(page.getByLabel('Foto del carnet de identidad', { exact: true })).toBeFocused()

  await field(page, 'Año de titulación').fill('1949')
  await expect(fieldError(page, 'El año de titulación es obligatorio.')).toBeVisible()
  await field(page, 'Año de titulación').fill(String(new Date().getFullYear() + 1))
  await expect(fieldError(page, 'El año de titulación es obligatorio.')).toBeVisible()
  await field(page, 'Año de titulación').fill('1950')
  await expect(fieldError(page, 'El año de titulación es obligatorio.')).toHaveCount(0)
  await field(page, 'Años de experiencia').fill('71')
  await expect(fieldError(page, 'Los años de experiencia son obligatorios.')).toBeVisible()
  // ONP-38: steps of 1.000, shown as pesos.
  await field(page, 'Precio por consulta').fill('34500')
  await field(page, 'Precio por consulta').press('ArrowUp')
  await expect(field(page, 'Precio por consulta')).toHaveValue('35.000')
  await field(page, 'Precio por consulta').press('ArrowDown')
  await expect(field(page, 'Precio por consulta')).toHaveValue('34.000')

  await combobox(page, 'Universidad').click()
  await expect(page.getByRole('option')).toHaveCount(47)
  await expect(page.getByRole('option').last()).toHaveText('Otra')
  await combobox(page, 'Universidad').fill('hogwarts')
  await expect(page.getByText('No se encontraron resultados.')).toBeVisible()
  await page.keyboard.press('Escape')

  await field(page, 'Descripción').fill('x'.repeat(3001))
  await expect(page.getByText('3.001 de 3.000 caracteres')).toBeVisible()
  await expect(fieldError(page, 'La descripción puede tener hasta 3000 caracteres.')).toBeVisible()
})

test('ONP-33 to ONP-36, LIM-05, OPEN-19, OPEN-20 specialties: 46 in 8 categories, search, chips and suggestions', async ({
  page,
}) => {
  await fillPersonal(page)
  await next(page).click()
  await fillAddress(page)
  await next(page).click()
  const box = combobox(page, 'Especialidades')
  await expect(page.getByText('Marca "Otro" si atiendes otras materias.')).toBeVisible()
  await box.click()
  await expect(page.getByRole('option')).toHaveCount(46)
  await expect(page.getByRole('listbox').getByRole('group')).toHaveCount(8)
  const height = await page
    .locator('[popover]')
    .filter({ has: page.getByRole('listbox') })
    .evaluate((list) => list.getBoundingClientRect().height)
  expect(height).toBeLessThanOrEqual(300)
  await box.fill('no existe')
  await expect(page.getByText('No se encontró la especialidad.')).toBeVisible()
  await box.fill('pension')
  await page.keyboard.press('Enter')
  await box.fill('despido')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 seleccionadas')).toBeVisible()
  const hints = page.getByRole('group', { name: 'Especialidades relacionadas' })
  await hints.getByRole('button', { name: 'Filiación y paternidad' }).click()
  await expect(page.getByRole('button', { name: 'Quitar Filiación y paternidad' })).toBeVisible()
  await expect(hints.getByRole('button', { name: 'Filiación y paternidad' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Quitar Despido injustificado' }).click()
  await expect(page.getByText('2 seleccionadas')).toBeVisible()
})

test('ONP-29, ONP-30, LIM-02 the card is checked before anything is sent', async ({ page }) => {
  await fillPersonal(page)
  await next(page).click()
  await fillAddress(page)
  await next(page).click()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await chooseIdCard(page, { name: 'carnet.docx', mimeType: 'application/msword', buffer: Buffer.from('x') })
  await expect(page.locator('[data-toasts]').getByText('Formato incorrecto')).toBeVisible()
  await expect(fieldError(page, 'Solo se admiten archivos PDF, JPG o PNG.')).toBeVisible()
  const large = { ...pdf('grande.pdf'), buffer: Buffer.alloc(10 * 1024 * 1024 + 1, pdf().buffer) }
  await chooseIdCard(page, large)
  await expect(page.locator('[data-toasts]').getByText('Archivo muy grande')).toBeVisible()
  await expect(fieldError(page, 'El archivo no debe superar los 10MB.')).toBeVisible()
  await chooseIdCard(page, await twoColourImage('png'))
  await expect(fieldError(page, 'El archivo no debe superar los 10MB.')).toHaveCount(0)
  await expect(page.getByText('retrato.png')).toBeVisible()
  await expect(page.locator('form img[src^="blob:"]')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar retrato.png' }).click()
  await expect(page.getByText('Elige un archivo')).toBeVisible()
  expect(sent).toEqual([])
})

test('ONP-29 the server refuses an ID card file with another content type, and the form shows it', async ({
  page,
}) => {
  await fillPersonal(page)
  await next(page).click()
  await fillAddress(page)
  await next(page).click()
  await chooseIdCard(page, { ...pdf(), buffer: Buffer.from('<html><script>alert(1)</script></html>') })
  await fillProfessional(page)
  await send(page).click()
  await expect(page.locator('form').getByText(/^Error al subir tu carnet de identidad: .+/)).toBeVisible()
})

test('ONP-15 to ONP-21, LIM-03, GEN-09, GEN-10 the photo', async ({ page }) => {
  const input = page.locator('input[data-avatar]')
  const dialog = page.getByRole('dialog')
  const preview = page.locator('form img[src^="blob:"]')
  expect(await input.getAttribute('accept')).toContain('image/png')
  const png = await twoColourImage('png')
  await input.setInputFiles({ ...png, buffer: Buffer.alloc(5 * 1024 * 1024 + 1, png.buffer) })
  await expect(page.locator('[data-toasts]').getByText('Archivo muy grande')).toBeVisible()
  await expect(fieldError(page, 'La imagen no debe superar los 5MB.')).toBeVisible()
  await input.setInputFiles(pdf())
  await expect(page.locator('[data-toasts]').getByText('Formato incorrecto')).toBeVisible()
  await expect(fieldError(page, 'Solo se admiten imágenes PNG o JPG.')).toBeVisible()
  await input.setInputFiles({ ...png, buffer: Buffer.from('no es una imagen') })
  await expect(page.locator('[data-toasts]').getByText('Error al recortar')).toBeVisible()
  await expect(fieldError(page, 'No se pudo procesar la imagen.')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  // GEN-09: closing the dialog changes nothing; the same picture can be opened again.
  for (const way of ['Escape', 'Cancelar', 'Cerrar']) {
    await input.setInputFiles(png)
    await expect(dialog.getByRole('heading', { name: 'Recorta tu foto' })).toBeVisible()
    if (way === 'Escape') await page.keyboard.press('Escape')
    else await dialog.getByRole('button', { name: way }).click()
    await expect(dialog).toHaveCount(0)
    await expect(preview).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Elegir foto' })).toBeFocused()
  }

  await input.setInputFiles(png)
  const zoom = dialog.getByRole('slider', { name: 'Acercar' })
  const turn = dialog.getByRole('slider', { name: 'Girar' })
  const range = (slider: typeof zoom) =>
    slider.evaluate((one: HTMLInputElement) => [one.min, one.max, one.step, one.value])
  expect(await range(zoom)).toEqual(['1', '3', '0.1', '1'])
  expect(await range(turn)).toEqual(['0', '360', '1', '0'])
  await zoom.press('ArrowRight')
  await expect(zoom).toHaveAttribute('aria-valuetext', '1,1×')
  await zoom.press('End')
  await expect(zoom).toHaveAttribute('aria-valuetext', '3×')
  await zoom.press('Home')
  await turn.press('ArrowRight')
  await expect(turn).toHaveAttribute('aria-valuetext', '1°')
  await turn.press('Home')
  await dialog.getByRole('button', { name: '90°' }).click()
  await expect(turn).toHaveAttribute('aria-valuetext', '90°')
  await dialog.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(preview).toBeVisible()
  const photo = async () => {
    const url = await preview.evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL()
    })
    return Buffer.from(url.split(',')[1] ?? '', 'base64')
  }
  // Turned clockwise: the left half is now on top.
  expect([await colourAt(await photo(), 0.5, 0.1), await colourAt(await photo(), 0.5, 0.9)]).toEqual([
    'red',
    'blue',
  ])
  // Arrow keys move the picture in its frame.
  await input.setInputFiles(png)
  const frame = dialog.getByRole('group', { name: /Encuadre de la foto/ })
  // Wait until the picture has loaded: before, there is nothing to move.
  await expect(dialog.getByRole('button', { name: 'Usar esta foto' })).toBeEnabled()
  await frame.focus()
  for (let press = 0; press < 40; press++) await page.keyboard.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => colourAt(await photo(), 0.9, 0.5)).toBe('red')
  // With an EXIF orientation the browser and the canvas agree.
  await choosePhoto(page, await twoColourImage('jpeg', 6))
  await expect.poll(async () => colourAt(await photo(), 0.5, 0.1)).toBe('red')
  expect(await colourAt(await photo(), 0.5, 0.9)).toBe('blue')
  await page.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(preview).toHaveCount(0)
})
