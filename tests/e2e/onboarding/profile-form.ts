/** Locators and steps for the form of /create-lawyer-profile, and real files to upload. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { uniqueRut } from '../../../src/demo-data/lawyers.ts'
import { byMouse, type FilePayload } from '../harness/input-method.ts'

/** A field by its label. Restricted to inputs: the list that opens under a field has the same label. */
export const field = (page: Page | Locator, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('input, textarea'))
export const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
export const next = (page: Page) => page.getByRole('button', { name: 'Siguiente' })
export const send = (page: Page) => page.getByRole('button', { name: 'Enviar a Revisión' })

const RED = { r: 220, g: 30, b: 30 }
const BLUE = { r: 30, g: 30, b: 220 }

/** An image with a red left and a blue right half. @param orientation EXIF; 6 shows it turned clockwise */
export async function twoColourImage(format: 'png' | 'jpeg', orientation?: number): Promise<FilePayload> {
  const half = { create: { width: 300, height: 300, channels: 3 as const, background: RED } }
  const whole = sharp({ create: { width: 600, height: 300, channels: 3, background: BLUE } })
  const painted = whole.composite([{ input: half, left: 0, top: 0 }])
  const buffer = await (format === 'png' ? painted.png() : painted.jpeg({ quality: 95 }))
    .withMetadata(orientation ? { orientation } : {})
    .toBuffer()
  return { name: `retrato.${format}`, mimeType: `image/${format}`, buffer }
}

/**
 * The colour of a photo at a point.
 * @param across share of the width, 0 to 1
 * @param down share of the height
 */
export async function colourAt(
  photo: Buffer,
  across: number,
  down: number,
): Promise<'red' | 'blue' | 'other'> {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels
  const [r = 0, , b = 0] = data.subarray(at, at + 3)
  return r > 150 && b < 90 ? 'red' : b > 150 && r < 90 ? 'blue' : 'other'
}

/** The smallest PDF of one page that every reader accepts. */
export function pdf(name = 'carnet.pdf'): FilePayload {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 120] >>',
  ]
  let text = '%PDF-1.4\n'
  const xrefEntries = objects.map((body, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  text += `xref\n0 4\n0000000000 65535 f \n${xrefEntries.join('')}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') }
}

export async function fillPersonal(page: Page, rut = uniqueRut()) {
  await field(page, 'Nombre').fill('Tomás')
  await field(page, 'Apellido').fill('Echeverría Lagos')
  await field(page, 'RUT').fill(rut)
  await field(page, 'Teléfono').fill('98765432')
  await field(page, 'Fecha de nacimiento').fill('1988-02-29')
}

export async function chooseOption(page: Page, label: string, text: string, input = byMouse) {
  await input.write(combobox(page, label), text)
  await page.keyboard.press('Enter')
}

export async function fillAddress(page: Page) {
  await chooseOption(page, 'Región', 'metropolitana')
  await chooseOption(page, 'Comuna', 'nunoa')
  await field(page, 'Calle').fill('Avenida Irarrázaval')
}

export const chooseIdCard = (page: Page, file: FilePayload = pdf(), input = byMouse) =>
  input.upload(file, page.getByLabel('Foto del carnet de identidad', { exact: true }))

export async function fillProfessional(page: Page, input = byMouse) {
  const { write } = input
  await chooseOption(page, 'Universidad', 'diego portales', input)
  await write(field(page, 'Año de titulación'), '2015')
  await chooseOption(page, 'Especialidades', 'divorcio', input)
  await page.keyboard.press('Escape')
  await write(field(page, 'Años de experiencia'), '0')
  await write(field(page, 'Precio por consulta'), '35000')
  await write(
    field(page, 'Descripción'),
    'Acompaño a familias en momentos difíciles.\nRespondo el mismo día.',
  )
}

/** Fills in all three steps and chooses the ID card, without sending. */
export async function fillAll(page: Page, rut?: string) {
  await fillPersonal(page, rut)
  await next(page).click()
  await fillAddress(page)
  await next(page).click()
  await chooseIdCard(page)
  await fillProfessional(page)
}

/** Chooses a photo and accepts the proposed crop. */
export async function choosePhoto(page: Page, file: FilePayload) {
  await page.locator('input[data-avatar]').setInputFiles(file)
  await page.getByRole('dialog').getByRole('button', { name: 'Usar esta foto' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
