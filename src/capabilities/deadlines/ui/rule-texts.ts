import { formatLongDate } from '../../../chile/dates.ts'
import type { TermLength } from '../../../chile/terms.ts'
import type { PublicRule } from '../schema.ts'

/** A date that does not wrap within itself (PLZ-41). */
export const unbroken = (date: string): string => date.replaceAll(' ', '\u00a0')

/** PLZ-09: shown instead of a date. */
export const UNCONFIRMED = 'Para esto puede existir un plazo corto. Pregúntalo hoy.'

const NAMES: Readonly<Record<TermLength['unit'], readonly [one: string, many: string]>> = {
  calendar_days: ['día corrido', 'días corridos'],
  court_days: ['día hábil', 'días hábiles'],
  office_days: ['día hábil', 'días hábiles'],
  months: ['mes', 'meses'],
  years: ['año', 'años'],
}

/** «60 días hábiles», «1 año». */
export const lengthText = ({ amount, unit }: TermLength): string =>
  `${amount} ${NAMES[unit][amount === 1 ? 0 : 1]}`

/** How a unit is counted (PLZ-39). */
export const UNIT_TEXTS: Readonly<Record<TermLength['unit'], string>> = {
  calendar_days: 'se cuentan todos, también domingos y feriados',
  court_days: 'de lunes a sábado, sin domingos ni feriados',
  office_days: 'de lunes a viernes, sin sábados, domingos ni feriados',
  months: 'hasta el mismo número de día',
  years: 'hasta el mismo día y mes',
}

/** «Código del Trabajo, artículos 486 y 489». */
export const sourceText = ({ sources }: Pick<PublicRule, 'sources'>): string =>
  sources
    .map(({ law, article }) => {
      if (!/\d/.test(article.replace(/\(.*/, ''))) return article === '' ? law : `${law} ${article}`
      return `${law}, ${/ (?:y|a) |,/.test(article.replace(/\(.*/, '')) ? 'artículos' : 'artículo'} ${article}`
    })
    .join('; ')

/** PLZ-09. */
export const certaintyText = ({ certainty, checkedOn, notice }: PublicRule): string =>
  certainty === 'unconfirmed'
    ? (notice ?? UNCONFIRMED)
    : certainty === 'medium'
      ? 'Fecha prudente: confírmala con un abogado.'
      : `Regla revisada el ${unbroken(formatLongDate(checkedOn))}.`

/** «60 días hábiles desde el día en que te separaron del trabajo». Null: unconfirmed. */
export function amountText({ term, added, start }: PublicRule): string | null {
  if (!term) return null
  const more = added
    ? `, más ${lengthText({ amount: added.amount, unit: term.unit })} por año completo (máximo ${added.max})`
    : ''
  return `${lengthText(term)}${more}, desde ${start}`
}

/** The same text with a capital letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
