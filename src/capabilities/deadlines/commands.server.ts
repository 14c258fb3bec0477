import { isoDay } from '../../chile/dates.ts'
import { type CalendarEntry, calendarText } from '../../platform/calendar/calendar.server.ts'
import { readNow } from '../../platform/database/queries.server.ts'
import {
  accept,
  fieldRefusal,
  REVIEW_FIELDS_MESSAGE,
  type Result,
  refuse,
} from '../../platform/errors/refusal.ts'
import { checkRateLimit } from '../../platform/http/rate-limit.server.ts'
import type { Context } from '../../platform/rpc/context.server.ts'
import { dateProblem } from '../cases/intake/answers.ts'
import { DEADLINE_RULES, HOLIDAYS } from './catalogue.server.ts'
import {
  CALL_RATE_LIMIT,
  deadlineRow,
  deadlinesOfText,
  factProblems,
  rulesBySubject,
  versionOn,
} from './rules.ts'
import {
  type Calculated,
  type CalculateInput,
  type CalendarInput,
  type Deadline,
  MESSAGES,
  type ReadDeadlines,
  type ReadInput,
  type RulesBySubject,
} from './schema.ts'

const BY_SUBJECT = rulesBySubject(DEADLINE_RULES)

/** PLZ-42: every rule, by subject. */
export const listRules = async (): Promise<Result<RulesBySubject>> => accept(BY_SUBJECT)

const checkCalls = ({ db, address }: Context, operation: string) =>
  checkRateLimit(db, `deadlines.${operation}:${address}`, CALL_RATE_LIMIT, MESSAGES.wait)

/**
 * PLZ-01, PLZ-43: the day that a rule gives for these facts, or why there is none. Keeps nothing. Errors: an unknown rule, a
 * day that cannot be, facts of another rule (422); more than 60 calls an hour of one address (429).
 */
export async function calculateDeadline(
  context: Context,
  input: CalculateInput,
): Promise<Result<Calculated>> {
  const allowed = await checkCalls(context, 'calculate')
  if (!allowed.ok) return allowed
  const today = isoDay(await readNow(context.db))
  const row = rowOf(input, today)
  return row.ok ? accept({ today, deadline: row.value }) : row
}

/** The row of a card for this input. Refuses an unknown rule, a day that cannot be, and facts of another rule (422). */
function rowOf({ rule: id, start, facts }: CalculateInput, today: string): Result<Deadline> {
  const rule = versionOn(DEADLINE_RULES, id, start)
  if (!rule) return refuse(fieldRefusal('rule', MESSAGES.rule))
  const problem = dateProblem(start, today)
  if (problem !== null) return refuse(fieldRefusal('start', problem))
  const problems = factProblems(rule, facts, (day) => dateProblem(day, today))
  if (Object.keys(problems).length > 0)
    return refuse({ code: 'UNPROCESSABLE_CONTENT', message: REVIEW_FIELDS_MESSAGE, fields: problems })
  const { suspensions = [], numbers = {}, commune = null } = facts ?? {}
  return accept(deadlineRow(rule, { start, suspensions, numbers, commune }, today, HOLIDAYS))
}

/** PLZ-61: days before the day to act on which a calendar reminds. */
const ALARM_DAYS = [7, 1]

/**
 * PLZ-41, PLZ-61: the days to act of own deadlines as iCalendar text, without anything of the person. Keeps nothing. Errors:
 * as `calculateDeadline`, and a deadline without a day to come (422).
 */
export async function calendarOfDeadlines(
  context: Context,
  { items }: CalendarInput,
): Promise<Result<{ text: string }>> {
  const allowed = await checkCalls(context, 'calendar')
  if (!allowed.ok) return allowed
  const now = await readNow(context.db)
  const today = isoDay(now)
  const entries: CalendarEntry[] = []
  for (const item of items) {
    const row = rowOf(item, today)
    if (!row.ok) return row
    const { rule, start, date } = row.value
    if (!date || date.actBy === null || date.actBy < today)
      return refuse(fieldRefusal('items', MESSAGES.noDay))
    entries.push({
      uid: `plazo-${rule.id}-${start}@amparo`,
      when: date.actBy,
      title: rule.name,
      url: `${context.config.publicUrl}/plazos`,
      // The file of a corrected day replaces the earlier one: minutes only rise.
      sequence: Math.floor(now.getTime() / 60_000),
      changedAt: now,
      alarmDays: ALARM_DAYS,
    })
  }
  return accept({ text: calendarText('Amparo', entries, { isSubscribed: false }) })
}

/**
 * PLZ-25 to PLZ-27: the deadlines of a specialty, by the days that a text names. The text is in no log and in no table
 * (PLZ-23). Errors: more than 60 calls an hour of one address (429).
 */
export async function readDeadlines(context: Context, input: ReadInput): Promise<Result<ReadDeadlines>> {
  const allowed = await checkCalls(context, 'read')
  if (!allowed.ok) return allowed
  const today = isoDay(await readNow(context.db))
  return accept({ today, deadlines: deadlinesOfText(DEADLINE_RULES, input, today, HOLIDAYS) })
}
