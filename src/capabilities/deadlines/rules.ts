import { dayNumber, weekdayOf } from '../../chile/dates.ts'
import type { Holidays } from '../../chile/holidays.ts'
import { countTerm, type Suspension, type Term } from '../../chile/terms.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { DeadlineRule } from './catalogue.server.ts'
import type { CalculateInput, Deadline, NoDate, PublicRule, RulesBySubject } from './schema.ts'
import { MESSAGES } from './schema.ts'

/** PLZ-25: calls of one address. */
export const CALL_RATE_LIMIT: RateLimit = { max: 60, windowSeconds: 3_600 }

/** What a person says of their matter, so that a rule can be applied. */
export interface DeadlineFacts {
  /** The day of the event, YYYY-MM-DD. */
  start: string
  /** By the ids of the rule's suspensions. */
  suspensions?: readonly (Suspension & { id: string })[]
  /** Numbers that the rule asks for, by question: «arr-desahucio» asks for full years. */
  numbers?: Readonly<Record<string, number>>
  commune?: string | null
}

/** The deadline that a rule gives for these facts, or why it gives none. Facts of another rule change nothing. */
export function deadlineOf(
  rule: DeadlineRule,
  { start, suspensions = [], numbers = {}, commune = null }: DeadlineFacts,
  holidays: Holidays,
): Term | Exclude<NoDate, 'start_unknown'> {
  if (!rule.term || rule.certainty === 'unconfirmed') return 'unconfirmed'
  if (!isInForce(rule, start)) return 'not_in_force'
  const { unit } = rule.term
  const amount = amountOf(rule, numbers)
  const known = suspensions.filter(({ id }) => rule.suspensions.some((one) => one.id === id))
  const term = countTerm(
    { kind: rule.kind, amount, unit, ceiling: rule.ceiling },
    { start, suspensions: known, commune },
    holidays,
  )
  return term ?? 'unknown_holidays'
}

/** The amount of a confirmed rule, with what it is prolonged by a number of years. */
const amountOf = ({ term, added }: DeadlineRule, numbers: Readonly<Record<string, number>>): number =>
  added
    ? Math.min((term?.amount ?? 0) + added.amount * Math.max(0, numbers[added.question] ?? 0), added.max)
    : (term?.amount ?? 0)

/** Whether a version of a rule applies to what began on a day (PLZ-11). */
export const isInForce = (
  { validFrom, validUntil }: Pick<DeadlineRule, 'validFrom' | 'validUntil'>,
  start: string,
): boolean => (validFrom === null || validFrom <= start) && (validUntil === null || start <= validUntil)

/** Days after `today` until a day on which offices are open: Monday to Friday, without holidays (PLZ-37). */
export function openDaysUntil(day: string, today: string, holidays: Holidays): number {
  let open = 0
  for (let at = dayNumber(today) + 1; at <= dayNumber(day); at += 1) {
    const weekday = weekdayOf(at)
    if (weekday !== 0 && weekday !== 6 && holidays.national(at) === null) open += 1
  }
  return open
}

/** What everybody may read of a rule; an unconfirmed one without any amount (PLZ-09, PLZ-42). */
export function publicRuleOf(rule: DeadlineRule): PublicRule {
  const isConfirmed = rule.certainty !== 'unconfirmed'
  const { id, version, name, kind, start, questions, suspensions, stops, prudence, notice } = rule
  return {
    ...{ id, version, name, kind, start, stops, prudence, notice },
    questions: [...questions],
    suspensions: [...suspensions],
    term: isConfirmed ? rule.term : null,
    ceiling: isConfirmed ? rule.ceiling : null,
    added: isConfirmed ? rule.added : null,
    sources: rule.sources.map(({ law, article }) => ({ law, article })),
    certainty: rule.certainty,
    checkedOn: rule.checkedOn,
    validFrom: rule.validFrom,
  }
}

const SUBJECT_TITLES: Readonly<Record<string, string>> = {
  laboral: 'Trabajo',
  familia: 'Familia',
  consumo: 'Compras y bancos',
  arriendo: 'Arriendo',
  deudas: 'Deudas y cobranzas',
  salud: 'Salud y licencias médicas',
  daños: 'Daños y accidentes',
  tránsito: 'Tránsito',
  administrativo: 'Servicios públicos e impuestos',
  migración: 'Migración',
  penal: 'Delitos',
  herencia: 'Herencias',
  datos: 'Datos personales',
}

/** The newest version of every rule, by subject, in the order of the data (PLZ-42). */
export function rulesBySubject(rules: readonly DeadlineRule[]): RulesBySubject {
  const newest = rules.filter(
    (rule) => !rules.some(({ id, version }) => id === rule.id && version > rule.version),
  )
  const subjects = Map.groupBy(newest, ({ subject }) => subject)
  return {
    subjects: [...subjects].map(([subject, ofSubject]) => ({
      title: SUBJECT_TITLES[subject] ?? subject,
      rules: ofSubject.map(publicRuleOf),
    })),
  }
}

/** The version of a rule that was in force on a day (PLZ-11), or else its newest one, which gives no date then. */
export function versionOn(rules: readonly DeadlineRule[], id: string, start: string): DeadlineRule | null {
  const versions = rules
    .filter((rule) => rule.id === id)
    .toSorted((one, other) => other.version - one.version)
  return versions.find((rule) => isInForce(rule, start)) ?? versions[0] ?? null
}

type Facts = CalculateInput['facts']

/** What is wrong with facts, by field (PLZ-10). @param dayProblem says what is wrong with a day on which something happened */
export function factProblems(
  rule: DeadlineRule,
  facts: Facts,
  dayProblem: (day: string) => string | null,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const add = (field: string, text: string | null) => {
    if (text !== null) problems[`facts.${field}`] ??= text
  }
  for (const [at, { id, from, to }] of (facts?.suspensions ?? []).entries()) {
    const field = `suspensions.${at}`
    if (!rule.suspensions.some((one) => one.id === id)) add(`${field}.id`, MESSAGES.otherRule)
    add(`${field}.from`, dayProblem(from))
    if (to !== null) add(`${field}.to`, dayProblem(to) ?? (to < from ? MESSAGES.endBeforeStart : null))
  }
  for (const question of Object.keys(facts?.numbers ?? {}))
    if (!rule.questions.some(({ id, type }) => id === question && type === 'number'))
      add(`numbers.${question}`, MESSAGES.otherRule)
  return problems
}

/** One row of a card: the day that a rule gives, with all that explains it, or why there is none. */
export function deadlineRow(
  rule: DeadlineRule,
  facts: DeadlineFacts,
  today: string,
  holidays: Holidays,
): Deadline {
  const shown = publicRuleOf(rule)
  const found = deadlineOf(rule, facts, holidays)
  if (typeof found === 'string') return { rule: shown, start: facts.start, date: null, noDate: found }
  const { lastDay, actBy, startsOn, steps } = found
  return {
    rule: shown,
    start: facts.start,
    noDate: null,
    date: {
      ...{ lastDay, actBy, startsOn, ...steps },
      daysLeft: actBy !== null && lastDay >= today ? openDaysUntil(actBy, today, holidays) : null,
      amount: amountOf(rule, facts.numbers ?? {}),
      suspensions: (facts.suspensions ?? []).flatMap(({ id, from, to }) => {
        const text = rule.suspensions.find((one) => one.id === id)?.text
        return text === undefined ? [] : [{ text, from, to }]
      }),
    },
  }
}
