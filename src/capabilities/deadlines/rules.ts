import { dayNumber, weekdayOf } from '../../chile/dates.ts'
import type { Holidays } from '../../chile/holidays.ts'
import { readSaidDates, readSaidEvents } from '../../chile/said-dates.ts'
import type { SaidEvent } from '../../chile/said-events.ts'
import { countTerm, type Suspension, type Term } from '../../chile/terms.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { DeadlineRule } from './catalogue.server.ts'
import type { CalculateInput, Deadline, NoDate, PublicRule, ReadInput, RulesBySubject } from './schema.ts'
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
  if (typeof found === 'string')
    return { rule: shown, start: facts.start, date: null, noDate: found, said: null }
  const { lastDay, actBy, startsOn, steps } = found
  return {
    rule: shown,
    start: facts.start,
    noDate: null,
    said: null,
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

/** Most rules without a day, and most unconfirmed ones, that a text gives (PLZ-26). */
const MAX_ASKED = 2

/** Events of which the first person says which side they are on: an answer to the questions that a text leaves open. */
const ONE_SIDED: ReadonlySet<SaidEvent> = new Set(['dismissal', 'notification', 'bank_report', 'separation'])
/** Events that answer the rule's own question, too: «¿Te notificó un receptor judicial una demanda?». */
const SELF_EVIDENT: ReadonlySet<SaidEvent> = new Set(['notification', 'bank_report'])
/** Words of the other side: who dismissed, gave notice or sued. Their deadlines are others. */
const OTHER_SIDE: Partial<Record<SaidEvent, RegExp>> = {
  dismissal:
    /\b(?:despedi|despedimos|desvincule|desvinculamos|(?:eche|echamos) a|mis? (?:trabajador|emplead)\w*)\b/,
  notification:
    /\b(?:l[aeo]s? (?:notifique|demande)|notificamos|demandamos|mis? (?:arrendatari|inquilin)\w*)\b/,
}

type SaidText = ReturnType<typeof readSaidEvents>

/** The answers of the questionnaire that call for a rule: «Isapre»; null where none does, or a day or number. */
const triggerAnswers = ({ triggers }: DeadlineRule, specialty: string): string[] | null => {
  const answers = triggers
    .filter((trigger) => trigger.startsWith(`wizard:${specialty}:`))
    .flatMap((trigger) => /:q\d+=([^:]+):/.exec(trigger)?.[1]?.split('|') ?? [])
  return answers.length > 0 ? answers : null
}

/** Whether a text may be of somebody with this deadline; in doubt about the side, no. */
function isOfText(
  rule: DeadlineRule,
  specialty: string,
  { events, words }: SaidText,
  rules: readonly DeadlineRule[],
): boolean {
  const { event, onlyIf, questions } = rule
  if (questions.some(({ type }) => type === 'number')) return false
  const isSaid = event !== null && events.has(event)
  if (isSaid && OTHER_SIDE[event]?.test(words)) return false
  if (onlyIf[specialty] && !(isSaid && ONE_SIDED.has(event))) return false
  if (questions.some(({ type }) => type === 'yes_no') && !(isSaid && SELF_EVIDENT.has(event))) return false
  const isNamed = (answers: readonly string[]) =>
    answers.some((answer) => words.includes(answer.toLowerCase()))
  const answers = triggerAnswers(rule, specialty)
  if (answers === null || isNamed(answers)) return true
  // «No lo sé»: the text names none of the answers of its siblings.
  return (
    answers.includes('No lo sé') && !rules.some((other) => isNamed(triggerAnswers(other, specialty) ?? []))
  )
}

/**
 * PLZ-22, PLZ-26, PLZ-27: the deadlines of a specialty by a text: those whose event has a day there; without any day, two
 * that ask for it; then two unconfirmed ones.
 */
export function deadlinesOfText(
  rules: readonly DeadlineRule[],
  { text, specialty, commune }: ReadInput,
  today: string,
  holidays: Holidays,
): Deadline[] {
  const said = readSaidEvents(text)
  const days = readSaidDates(text, today)
  const ofSpecialty = rules.filter(
    ({ specialties, validUntil }) => specialties.includes(specialty) && validUntil === null,
  )
  const confirmed = ofSpecialty.filter((rule) => rule.term && isOfText(rule, specialty, said, ofSpecialty))
  const dated = confirmed.flatMap(({ id, event }) => {
    const found = days.filter((one) => one.event === event && event !== null)
    const first = found.toSorted((one, other) => one.day.localeCompare(other.day))[0]
    const rule = first && versionOn(rules, id, first.day)
    if (!rule) return []
    const row = deadlineRow(rule, { start: first.day, commune: commune ?? null }, today, holidays)
    const isDoubtful = found.some(({ day }) => day !== first.day)
    return [{ ...row, said: { words: first.words, isExact: first.isExact, isDoubtful } }]
  })
  const without = (rule: DeadlineRule, noDate: NoDate): Deadline => ({
    rule: publicRuleOf(rule),
    start: null,
    date: null,
    noDate,
    said: null,
  })
  const asked = confirmed.filter(({ kind }) => kind === 'own').slice(0, MAX_ASKED)
  const unconfirmed = ofSpecialty.filter(({ certainty }) => certainty === 'unconfirmed').slice(0, MAX_ASKED)
  return [
    ...(dated.length > 0 ? dated : asked.map((rule) => without(rule, 'start_unknown'))),
    ...unconfirmed.map((rule) => without(rule, 'unconfirmed')),
  ]
}
