import { formatMoney } from '../../../chile/money.ts'
import type { SearchFilters } from '../queries.ts'
import { MAX_COUNT } from './search-texts.ts'

/** Label of the button that closes the sheet of filters. */
export const showResultsText = (total: number | undefined): string =>
  total === undefined || total > MAX_COUNT
    ? 'Ver abogados'
    : total === 0
      ? 'Ver resultado'
      : total === 1
        ? 'Ver 1 abogado'
        : `Ver ${total === 1_000 ? '1.000' : total} abogados`

/** Why a lawyer matches these filters, for the card; undefined without filters. */
export function matchReasonText({
  specialty,
  commune,
  experience,
  maxPrice,
}: SearchFilters): string | undefined {
  const parts = [
    specialty && `atiende ${specialty}`,
    commune && `está en ${commune}`,
    experience && `tiene ${experience === '1' ? '1 año o más' : `${experience} años o más`}`,
    maxPrice && `cobra hasta ${formatMoney(Number(maxPrice))}`,
  ].filter(Boolean)
  return parts.length > 0 ? `Por qué: ${parts.join(', ')}.` : undefined
}

/** Quotes and joins expressions: «me despidieron», «finiquito» y «cotizaciones». */
export function joinQuoted(words: readonly string[]): string {
  const marked = words.map((word) => `«${word}»`)
  const last = marked.pop() ?? ''
  return marked.length > 0 ? `${marked.join(', ')} y ${last}` : last
}
