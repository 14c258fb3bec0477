import { formatDateWithWeekday, formatDayAndMonth, formatLongDate } from '../../../chile/dates.ts'
import type { BadgeTone } from '../../../ui/display/badge.tsx'
import type { Deadline, NoDate, PublicRule } from '../schema.ts'
import { capitalized, lengthText, UNCONFIRMED, UNIT_TEXTS, unbroken } from './rule-texts.ts'

type Counted = NonNullable<Deadline['date']>

/** «jueves 3 de diciembre de 2026» (PLZ-36). */
export const fullDay = (day: string): string => unbroken(formatDateWithWeekday(day).toLowerCase())
const longDay = (day: string) => unbroken(formatLongDate(day))

/** PLZ-38: whether an own deadline is over. */
export const isOver = ({ actBy, lastDay }: Counted, today: string): boolean =>
  actBy !== null && lastDay < today

export type BadgeIcon = 'alarm' | 'calendar' | 'past' | 'wait' | 'other' | 'info'
export interface DeadlineBadge {
  text: string
  tone: BadgeTone
  icon: BadgeIcon
}

/** Days until which the badge is red, then orange, then counts (PLZ-37). */
const DANGER_DAYS = 3
const WARNING_DAYS = 10
const COUNTED_DAYS = 60

/** PLZ-37, PLZ-38, PLZ-08. */
export function badgeOf({ rule, date }: Deadline, today: string): DeadlineBadge {
  if (!date) {
    const text = rule.certainty === 'unconfirmed' ? 'Por confirmar' : 'Sin fecha'
    return { text, tone: 'neutral', icon: 'info' }
  }
  const { actBy, lastDay, startsOn, daysLeft } = date
  if (rule.kind === 'other') return { text: 'Plazo de la otra parte', tone: 'neutral', icon: 'other' }
  if (rule.kind === 'wait')
    return (startsOn ?? '') <= today
      ? { text: 'Ya puedes', tone: 'verified', icon: 'calendar' }
      : { text: 'Aún no', tone: 'neutral', icon: 'wait' }
  if (isOver(date, today))
    return { text: `Pudo vencer el ${formatDayAndMonth(lastDay, today)}`, tone: 'neutral', icon: 'past' }
  if (today === actBy || today === lastDay) return { text: 'Vence hoy', tone: 'danger', icon: 'alarm' }
  const left = daysLeft ?? 0
  const tone = left <= DANGER_DAYS ? 'danger' : left <= WARNING_DAYS ? 'accent' : 'neutral'
  const icon = left <= WARNING_DAYS ? 'alarm' : 'calendar'
  // Between the day to act and a last day on which offices are closed no day is left to count.
  if (left === 0 || left > COUNTED_DAYS)
    return { text: `Vence el ${formatDayAndMonth(lastDay, today)}`, tone, icon }
  return { text: left === 1 ? 'Queda 1 día hábil' : `Quedan ${left} días hábiles`, tone, icon }
}

/** PLZ-38. */
export const OVER_TEXT =
  'No lo des por perdido: puede haber suspensiones que aquí no vemos. Pregúntale hoy a un abogado.'
/** PLZ-05. */
export const CLOSED_TEXT = 'Ese día no atienden oficinas: hazlo antes.'
/** The same, after the last day on which they were open. */
export const CLOSED_NOW_TEXT = 'Ese día no atienden oficinas. Pregúntale hoy a un abogado.'

/** Why there is no date (PLZ-09 to PLZ-11). */
export function noDateText(noDate: NoDate, rule: PublicRule): string {
  switch (noDate) {
    case 'unconfirmed':
      return rule.notice ?? UNCONFIRMED
    case 'not_in_force':
      return rule.validFrom === null
        ? 'Esta regla no regía ese día.'
        : `Esta regla rige desde el ${longDay(rule.validFrom)}.`
    case 'unknown_holidays':
      return 'Aún no podemos calcular esta fecha.'
    case 'start_unknown':
      return '¿Qué día fue?'
  }
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}`

/** PLZ-39: «Cómo lo calculamos», as names and values, without the line about the rule. @param today for days without their year */
export function stepsOf(
  { rule, start, date, said }: Deadline,
  today: string,
): [name: string, value: string][] {
  if (!date || !rule.term || start === null) return []
  const { skipped, suspensions, suspendedDays, ceiling, isMonthEnd, closed, amount } = date
  const { unit } = rule.term
  const steps: [string, string][] = [
    [
      'Desde',
      `${capitalized(fullDay(start))}, ${rule.start}.${said ? ` Lo leímos en tu texto: «${said.words}»${said.isExact ? '.' : ', fecha aproximada.'}` : ''}`,
    ],
    [
      'Cuánto',
      `${capitalized(lengthText({ amount, unit }))}: ${UNIT_TEXTS[unit]}. ${isMonthEnd ? 'Ese mes no tiene ese número de día: vence el último. ' : ''}El primer día que cuenta es el siguiente.`,
    ],
  ]
  if (skipped.length > 0)
    steps.push([
      'Feriados que saltamos',
      `${listed(skipped.map(({ day, name }) => `${unbroken(formatDayAndMonth(day, today))} (${name})`))}.`,
    ])
  if (rule.suspensions.length > 0)
    steps.push(['Suspensiones', suspensionText(rule, suspensions, suspendedDays, ceiling?.day)])
  if (ceiling && rule.ceiling)
    steps.push([
      'Tope',
      `${capitalized(lengthText(rule.ceiling))}: ${fullDay(ceiling.day)}.${ceiling.applied ? ' Es la fecha que vale aquí.' : ''}`,
    ])
  const prudent = [
    rule.prudence,
    ...closed.flatMap(({ day, place }) =>
      place === null ? [] : [`El ${longDay(day)} es feriado en ${place}; por prudencia no lo descontamos.`],
    ),
  ].filter((text) => text !== '')
  if (prudent.length > 0) steps.push(['Por prudencia', prudent.join(' ')])
  return steps
}

/** PLZ-06, PLZ-07. */
function suspensionText(
  { suspensions: known }: PublicRule,
  given: Counted['suspensions'],
  days: number,
  ceiling: string | undefined,
): string {
  if (given.length === 0)
    return `Ninguna anotada. Puede suspenderlo: ${known.map(({ text }) => text.charAt(0).toLowerCase() + text.slice(1)).join('; ')}.`
  const texts = given.map(({ text, from, to }) =>
    to === null
      ? `${text}, desde el ${longDay(from)}. Si el trámite sigue, cuenta como si no hubiera suspensión.${ceiling ? ` Nunca después del ${fullDay(ceiling)}.` : ''}`
      : `${text}, del ${longDay(from)} al ${longDay(to)}.`,
  )
  if (given.some(({ to }) => to !== null))
    texts.push(days === 1 ? 'No contamos 1 día.' : `No contamos ${days} días.`)
  return texts.join(' ')
}

/** PLZ-39: what the mail about a mistake in a rule says; nothing of the person. */
export const mistakeLink = (supportEmail: string, { id, version, name }: PublicRule): string =>
  `mailto:${supportEmail}?${new URLSearchParams({ subject: `Error en la regla ${id}, versión ${version}`, body: `${name} (${id}, versión ${version})\n\n` }).toString().replaceAll('+', '%20')}`

/** By what a card is sorted (PLZ-36): the day to act, then the days of others, then what has no date. */
export const sortKey = ({ date, noDate }: Deadline): string =>
  date ? (date.actBy ?? `9${date.startsOn}`) : noDate === 'start_unknown' ? '98' : '99'

/** PLZ-41. */
export const countText = (count: number): string =>
  count === 1 ? 'Calculamos 1 plazo.' : `Calculamos ${count} plazos.`
