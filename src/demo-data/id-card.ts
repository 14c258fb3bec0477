import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { formatLongDate } from '../chile/dates.ts'
import { formatRut } from '../chile/rut.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { storeFile, type UploadedFile } from './store-file.ts'
import { drawText } from './stroke-font.ts'

export interface CardHolder {
  name: string
  /** As in 12345678-5. */
  rut: string
  /** YYYY-MM-DD. */
  birthDate: string
}

const INK = '#16233b'
const MUTED = '#5a6478'

const labelledText = (y: number, label: string, value: string) =>
  drawText(label, { x: 330, y, size: 14, colour: MUTED, weight: 1.8 }) +
  drawText(value, { x: 330, y: y + 38, size: 24, colour: INK, weight: 3 })

/**
 * Draws an ID card as a JPEG, clearly marked as a specimen, with the data that a reviewer compares. Its
 * letters are paths, so that it looks the same on a machine without fonts.
 */
export function drawIdCard({ name, rut, birthDate }: CardHolder): Promise<Buffer> {
  const words = name.split(' ')
  const given = words.slice(0, Math.max(1, words.length - 2)).join(' ')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630">
  <rect width="1000" height="630" fill="#fbf8f2"/>
  <rect x="10" y="10" width="980" height="610" rx="34" fill="#e3efed" stroke="#0e5a5e" stroke-width="3"/>
  <rect x="12" y="44" width="976" height="84" fill="#0e5a5e"/>
  ${drawText('Cédula de demostración', { x: 50, y: 74, size: 28, colour: '#fff', weight: 4 })}
  <g transform="rotate(-14 640 380)" opacity="0.16">
    ${drawText('Muestra', { x: 350, y: 330, size: 96, colour: '#b8562e', weight: 16 })}
  </g>
  <rect x="50" y="170" width="230" height="290" rx="14" fill="#fbf8f2" stroke="#8a8577"/>
  <circle cx="165" cy="275" r="58" fill="#b9c4c8"/>
  <path d="M72 460c0-84 42-122 93-122s93 38 93 122z" fill="#b9c4c8"/>
  ${labelledText(172, 'Apellidos', words.slice(-2).join(' '))}
  ${labelledText(262, 'Nombres', given)}
  ${labelledText(352, 'Fecha de nacimiento', formatLongDate(birthDate))}
  ${labelledText(442, 'Run', formatRut(rut))}
  ${drawText('Documento ficticio, sin validez. Dibujado por Amparo.', { x: 50, y: 572, size: 13, colour: MUTED, weight: 1.7 })}
</svg>`
  // In tests uploads are read in the same process, where picture.server.ts has disabled SVG input in libvips.
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer()
}

/** Stores a card in the bucket identidad. @returns the row that the caller must insert */
export const storeCard = (platform: Platform, ownerId: string, picture: Buffer): Promise<UploadedFile> =>
  storeFile(
    platform,
    {
      key: `identidad/${ownerId}/${randomUUID()}.jpg`,
      bucket: 'identidad',
      owner_id: ownerId,
      content_type: 'image/jpeg',
      file_name: 'cedula-de-demostracion.jpg',
    },
    picture,
  )

/** Stores an ID card for a lawyer with a complete profile. @returns its key. @throws without RUT */
export async function giveIdCard(platform: Platform, lawyerId: string): Promise<string> {
  const lawyer = await platform.db
    .selectFrom('lawyer_profiles as l')
    .innerJoin('profiles as p', 'p.id', 'l.id')
    .select(['p.name', 'l.rut', 'l.birth_date'])
    .where('l.id', '=', lawyerId)
    .executeTakeFirstOrThrow()
  const { name, rut, birth_date: birthDate } = lawyer
  if (rut === null || birthDate === null) throw new Error(`Lawyer ${lawyerId} has no data for a card.`)
  const card = await storeCard(platform, lawyerId, await drawIdCard({ name, rut, birthDate }))
  await platform.db
    .insertInto('stored_files')
    .values({ ...card, state: 'used' })
    .execute()
  await platform.db
    .updateTable('lawyer_profiles')
    .set({ id_card_path: card.key })
    .where('id', '=', lawyerId)
    .execute()
  return card.key
}
