import { formatMoney } from '../../../chile/money.ts'
import type { SearchFilters } from '../queries.ts'
import type { ExperienceOption } from '../schema.ts'

// Copies of the schema's limits (a test compares them). Importing the schema would load zod on a first visit
// (docs/design.md §11).
export const EXPERIENCE_OPTIONS = ['1', '3', '5', '10'] as const satisfies readonly ExperienceOption[]
export const MAX_NAME_LENGTH = 120
export const MAX_PROBLEM_LENGTH = 1_000
export const MAX_COUNT = 1_000

export const TEXTS = {
  /** DAT-31: `externalAnalysisSentence`, without the rest of its file: this page has no byte to spare. */
  sentTo: (server: string) => `Tu texto se enviará a ${server} para analizarlo.`,
  /** AIS-09, SEA-02: no matches. */
  none: 'No se encontraron abogados con los filtros seleccionados.',
  /** AIS-10, SEA-02. */
  failed: 'Error en la búsqueda',
  /** AIS-05. */
  analysing: 'Analizando tu solicitud con IA...',
  /** WIZ-32: no lawyers to recommend. */
  noneRecommended: 'No se encontraron abogados recomendados por el momento.',
  problemLong: 'Tu texto puede tener hasta 1.000 caracteres.',
} as const

/** AIS-07, OPEN-52: number of results; above 1,000 there is no exact number (docs/design.md §9). */
export const resultCountText = (total: number): string =>
  `${total > MAX_COUNT ? 'Más de 1.000' : total === 1_000 ? '1.000' : total} abogado(s) encontrado(s).`

/** Name and label of each active filter, for chips. */
export function filterChips(filters: SearchFilters): { name: keyof SearchFilters; label: string }[] {
  const { text, specialty, commune, experience, maxPrice } = filters
  return [
    ...(text ? [{ name: 'text' as const, label: `«${text}»` }] : []),
    ...(specialty ? [{ name: 'specialty' as const, label: specialty }] : []),
    ...(commune ? [{ name: 'commune' as const, label: commune }] : []),
    ...(experience ? [{ name: 'experience' as const, label: `${experience}+ años` }] : []),
    ...(maxPrice ? [{ name: 'maxPrice' as const, label: `Hasta ${formatMoney(Number(maxPrice))}` }] : []),
  ]
}
