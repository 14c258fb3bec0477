import { formatClockTime } from '../../../chile/clock-time.ts'
import { formatLongDate } from '../../../chile/dates.ts'

/** The words of a stored code, by the label of its column. Undefined: the person's own words, which stay. */
export type Words = (label: string, code: string) => string | undefined

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/

function timeOf(text: string): string | null {
  const isTime = TIME.test(text)
  if (!isTime && !DAY.test(text)) return null
  const isReal = !Number.isNaN(new Date(text).getTime())
  if (!isReal) return null
  return isTime ? `${formatLongDate(text)}, ${formatClockTime(text)}` : formatLongDate(text)
}

/** DAT-06: a value of a copy for people: words, Chilean time, a list as lines. */
export function textOf(label: string, value: unknown, words: Words = () => undefined): string {
  if (value === null || value === undefined || value === '') return '—'
  if (Array.isArray(value)) return value.map((one) => textOf(label, one, words)).join('\n') || '—'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${textOf(label, one, words)}`)
      .join('\n')
  const text = String(value)
  const known = words(label, text)
  if (known !== undefined) return known
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  return timeOf(text) ?? text
}
