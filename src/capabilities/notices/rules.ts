import { dayNumber, isoDay } from '../../chile/dates.ts'
import { minuteOfDay, momentInChile } from '../../chile/local-time.ts'
import { accept, type Result, refuse } from '../../platform/errors/refusal.ts'
import type { Session } from '../../platform/session/session.ts'
import { ALWAYS_MAILED, type Frequency, MESSAGES, type NoticeCategory } from './schema.ts'

/** Read notices are kept this long, unread ones longer; days. */
export const READ_NOTICE_DAYS = 180
export const UNREAD_NOTICE_DAYS = 365

declare const brand: unique symbol
/** A scope: a user who has notices. Only `requireRecipient` creates one. */
export interface Recipient {
  readonly userId: string
  readonly [brand]: true
}

/** Clients and lawyers have notices; administrators get 403 (OPEN-03). */
export function requireRecipient({ userId, role }: Pick<Session, 'userId' | 'role'>): Result<Recipient> {
  if (role === 'client' || role === 'lawyer') return accept({ userId } as Recipient)
  return refuse({ code: 'FORBIDDEN', message: MESSAGES.partiesOnly })
}

/** Minutes since midnight in Chile between which e-mails wait; null: they never wait. */
type Quiet = { from: number; until: number } | null

/** What decides about a person's e-mails. */
export interface MailRules {
  unmailedCategories: readonly string[]
  frequency: Frequency
  quiet: Quiet
  /** No e-mails about cases (SEG-59). */
  isSilent: boolean
  /** Day in Chile of the newest digest. */
  lastDigestOn: string | null
  /** Refusals of the mail server, one after the other (SEG-65). */
  mailFailures: number
}

/** Of somebody who has chosen nothing. */
export const DEFAULT_QUIET = { from: 22 * 60, until: 8 * 60 }

/** «22:00» as minutes since midnight, and back. */
export const toMinute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const toTime = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

export const toQuiet = (row: { quiet_from: number | null; quiet_until: number | null }): Quiet =>
  row.quiet_from === null || row.quiet_until === null
    ? null
    : { from: row.quiet_from, until: row.quiet_until }

/** Of somebody's settings; null columns: nothing was chosen. */
export const mailRulesOf = (row: {
  unmailed_categories: readonly string[] | null
  frequency: Frequency | null
  quiet_from: number | null
  quiet_until: number | null
  is_silent: boolean | null
  last_digest_on: string | null
  mail_failures: number | null
}): MailRules => ({
  unmailedCategories: row.unmailed_categories ?? [],
  frequency: row.frequency ?? 'now',
  quiet: row.frequency === null ? DEFAULT_QUIET : toQuiet(row),
  isSilent: row.is_silent ?? false,
  lastDigestOn: row.last_digest_on,
  mailFailures: row.mail_failures ?? 0,
})

export const toQuietHours = (quiet: Quiet) =>
  quiet && { from: toTime(quiet.from), until: toTime(quiet.until) }

/** SEG-63: an unsubscribe link works for a year; ms. */
export const UNSUBSCRIBE_LINK_MS = 365 * 86_400_000

/** SEG-65: «c•••••@correo.cl». */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••••')

/** SEG-65: after so many refusals of the mail server nobody is written to until they confirm the address. */
export const MAX_MAIL_FAILURES = 3

/** SEG-59, SEG-65: whether somebody wants, and can get, e-mails of a category. */
export function isMailed(rules: MailRules, category: NoticeCategory | null): boolean {
  if (category === null || rules.mailFailures >= MAX_MAIL_FAILURES) return false
  // Silence is about cases.
  if (rules.isSilent && category !== 'account') return false
  return ALWAYS_MAILED.includes(category) || !rules.unmailedCategories.includes(category)
}

/** SEG-60: minutes since midnight at which digests leave. */
const DIGEST_MINUTE = 8 * 60 + 30
const MONDAY = 1

/** The first moment after `time` at which a digest leaves. */
function nextDigest(frequency: 'daily' | 'weekly', time: Date): Date {
  const today = Date.parse(`${isoDay(time)}T00:00:00Z`)
  for (let ahead = 0; ; ahead++) {
    const date = new Date(today + ahead * 86_400_000)
    if (frequency === 'weekly' && date.getUTCDay() !== MONDAY) continue
    const moment = momentInChile(date.toISOString().slice(0, 10), DIGEST_MINUTE)
    if (moment > time) return moment
  }
}

const isQuiet = ({ from, until }: { from: number; until: number }, minute: number) =>
  from <= until ? minute >= from && minute < until : minute >= from || minute < until

/** `time`, or the end of the quiet hours in which it is. */
function afterQuiet(quiet: Quiet, time: Date): Date {
  if (!quiet) return time
  const minute = minuteOfDay(time)
  if (!isQuiet(quiet, minute)) return time
  const end = momentInChile(isoDay(time), quiet.until + (minute < quiet.until ? 0 : 1_440))
  return end > time ? end : new Date(time.getTime() + 3_600_000)
}

/**
 * SEG-60: when the e-mail of a notice may leave: at `now`, or later. No e-mail leaves in quiet hours; what is always mailed
 * waits for no digest.
 */
export function mailTime(
  { frequency, quiet, lastDigestOn }: MailRules,
  { category, createdAt }: { category: NoticeCategory; createdAt: Date },
  now: Date,
): { at: Date; isDigest: boolean } {
  if (frequency === 'now' || ALWAYS_MAILED.includes(category))
    return { at: afterQuiet(quiet, now), isDigest: false }
  const hadDigest = lastDigestOn !== null && dayNumber(lastDigestOn) >= dayNumber(now)
  const digest = nextDigest(frequency, hadDigest ? now : createdAt)
  return { at: afterQuiet(quiet, digest > now ? digest : now), isDigest: true }
}

export const FREQUENCY_LABELS: Record<Frequency, string> = {
  now: 'Al momento',
  daily: 'Diario, 08:30',
  weekly: 'Semanal, lunes 08:30',
}
