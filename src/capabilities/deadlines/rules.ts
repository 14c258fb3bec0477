import type { Holidays } from '../../chile/holidays.ts'
import { countTerm, type Suspension, type Term } from '../../chile/terms.ts'
import type { DeadlineRule } from './catalogue.server.ts'

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

/** Why a rule gives no date: unconfirmed (PLZ-09), not in force on that day (PLZ-11), holidays unknown (PLZ-10). */
export type NoDate = 'unconfirmed' | 'not_in_force' | 'unknown_holidays'

/** The deadline that a rule gives for these facts, or why it gives none. Facts of another rule change nothing. */
export function deadlineOf(
  rule: DeadlineRule,
  { start, suspensions = [], numbers = {}, commune = null }: DeadlineFacts,
  holidays: Holidays,
): Term | NoDate {
  if (!rule.term || rule.certainty === 'unconfirmed') return 'unconfirmed'
  if (!isInForce(rule, start)) return 'not_in_force'
  const { unit } = rule.term
  const amount = rule.added
    ? Math.min(
        rule.term.amount + rule.added.amount * Math.max(0, numbers[rule.added.question] ?? 0),
        rule.added.max,
      )
    : rule.term.amount
  const known = suspensions.filter(({ id }) => rule.suspensions.some((one) => one.id === id))
  const term = countTerm(
    { kind: rule.kind, amount, unit, ceiling: rule.ceiling },
    { start, suspensions: known, commune },
    holidays,
  )
  return term ?? 'unknown_holidays'
}

/** Whether a version of a rule applies to what began on a day (PLZ-11). */
export const isInForce = (
  { validFrom, validUntil }: Pick<DeadlineRule, 'validFrom' | 'validUntil'>,
  start: string,
): boolean => (validFrom === null || validFrom <= start) && (validUntil === null || start <= validUntil)
