import { dayNumber, formatDate } from '../../../chile/dates.ts'
import type { URGENCIES } from '../../cases/schema.ts'
import { MAX_COUNT } from '../schema.ts'

/** A counted number, exact up to 1,000 (docs/design.md §9). */
const countText = (count: number, more: string) =>
  count > MAX_COUNT ? `${more} 1.000` : count === 1_000 ? '1.000' : count

/** MKT-06. */
export const resultCountText = (total: number): string =>
  `${countText(total, 'Más de')} resultado(s) encontrados.`

/** OPEN-49, MKT-08. */
export const URGENCY_BADGES: Record<
  (typeof URGENCIES)[number],
  { text: string; tone: 'danger' | 'accent' | 'neutral' }
> = {
  alta: { text: 'Urgente', tone: 'danger' },
  media: { text: 'Prioridad media', tone: 'accent' },
  baja: { text: 'Sin urgencia', tone: 'neutral' },
}

const MINUTE_MS = 60_000

/** Age of a case: «hace 40 min», «hace 5 h», «ayer», «hace 3 días», then the date. @param time ISO 8601 */
export function ageText(time: string, now: Date): string {
  const since = new Date(time)
  const minutes = Math.floor((now.getTime() - since.getTime()) / MINUTE_MS)
  if (minutes < 1) return 'recién'
  if (minutes < 60) return `hace ${minutes} min`
  const days = dayNumber(now) - dayNumber(since)
  if (days === 0 || minutes < 6 * 60) return `hace ${Math.floor(minutes / 60)} h`
  if (days === 1) return 'ayer'
  return days < 7 ? `hace ${days} días` : formatDate(since)
}

/** What the market would offer to a lawyer without a market plan. */
export const openCountText = (count: number): string =>
  count === 0
    ? 'Por ahora no hay casos abiertos de tus especialidades.'
    : count === 1
      ? 'Hay 1 caso abierto de tus especialidades.'
      : `Hay ${countText(count, 'más de')} casos abiertos de tus especialidades.`

/** DAL-09. */
export const newsText = (count: number): string =>
  count === 1
    ? '1 caso nuevo de tus especialidades desde ayer.'
    : `${countText(count, 'Más de')} casos nuevos de tus especialidades desde ayer.`

/** «créditos disponibles» after a number. */
export const availableCreditsLabel = (credits: number): string =>
  credits === 1 ? 'crédito disponible' : 'créditos disponibles'
