import * as z from 'zod/mini'
import { completeRut } from '../../chile/rut.ts'
import { textField } from '../../input/fields.ts'
import { cleanLine } from '../../input/text.ts'
import { EMAIL_MAX, normaliseEmail } from '../accounts/schema.ts'

/** Shortest reference or reason of a look at a person (DAT-62). */
export const REFERENCE_MIN = 10
export const REFERENCE_MAX = 200

/** Of the reason of a decision on a disputed change of address (DAT-55). */
export const DECISION_MIN = 20
export const DECISION_MAX = 1_000

export const MESSAGES = {
  purposeMissing: 'Elige para qué la buscas.',
  referenceShort: `Escribe la referencia o el motivo, con al menos ${REFERENCE_MIN} caracteres.`,
  referenceLong: `La referencia o el motivo puede tener hasta ${REFERENCE_MAX} caracteres.`,
  keyMissing: 'Elige con qué dato la buscas.',
  emailInvalid: 'Ingresa un correo electrónico válido.',
  rutInvalid: 'El RUT no es válido.',
  idInvalid: 'El identificador no es válido.',
  notFound: 'No hay ninguna cuenta con ese dato exacto.',
  unknown: 'No encontramos esa cuenta.',
  disputeUnknown: 'No encontramos ese cambio de correo.',
  disputesFailed: 'No se pudieron cargar los cambios de correo.',
  reasonShort: `Escribe cómo mostró su identidad y por qué decides así, con al menos ${DECISION_MIN} caracteres.`,
  reasonLong: `El motivo puede tener hasta ${DECISION_MAX} caracteres.`,
  actionUnknown: 'Elige una acción de la lista.',
  dayInvalid: 'Ingresa una fecha válida.',
  logFailed: 'No se pudo cargar el registro.',
  retentionFailed: 'No se pudo cargar la retención.',
  agesFailed: 'No se pudieron cargar las reglas y el directorio.',
} as const

/** Why an administrator looks; the words are LOOK_PURPOSES of platform/log. */
const purpose = z.enum(
  ['verification', 'data_request', 'report', 'support', 'security'],
  MESSAGES.purposeMissing,
)

const reason = {
  purpose,
  reference: z.pipe(
    z.pipe(z.string(MESSAGES.referenceShort), z.transform(cleanLine)),
    z.string().check(
      z.maxLength(REFERENCE_MAX, MESSAGES.referenceLong),
      // Letters and digits: «. . . . .» is no reason.
      z.regex(
        new RegExp(`(?:[\\p{L}\\p{N}][^\\p{L}\\p{N}]*){${REFERENCE_MIN}}`, 'u'),
        MESSAGES.referenceShort,
      ),
    ),
  ),
}

const uuid = z.uuid(MESSAGES.idInvalid)
const id = z.pipe(
  z.pipe(
    z.string(MESSAGES.idInvalid),
    z.transform((text) => text.trim().toLowerCase()),
  ),
  uuid,
)

/** What a person is found by, exactly (DAT-62). */
export const LOOKUP_KEYS = ['email', 'rut', 'id'] as const
export type LookupKey = (typeof LOOKUP_KEYS)[number]

/** The stored form of a value that a person is found by, or what is wrong with it. */
function lookupValue(by: LookupKey, text: string): { value: string } | { problem: string } {
  if (by === 'rut') {
    const rut = completeRut(text)
    return rut === null ? { problem: MESSAGES.rutInvalid } : { value: rut }
  }
  const value = by === 'email' ? normaliseEmail(text) : text.trim().toLowerCase()
  if (by === 'email') return isEmail(value) ? { value } : { problem: MESSAGES.emailInvalid }
  return uuid.safeParse(value).success ? { value } : { problem: MESSAGES.idInvalid }
}

const isEmail = (text: string) => text.length <= EMAIL_MAX && /^[^@\s\p{C}]+@[^@\s\p{C}]+$/u.test(text)

export const findInput = z.pipe(
  z.strictObject({
    by: z.enum(LOOKUP_KEYS, MESSAGES.keyMissing),
    value: z.string(MESSAGES.idInvalid).check(z.maxLength(1_000, MESSAGES.idInvalid)),
    ...reason,
  }),
  z.transform((input, context) => {
    const found = lookupValue(input.by, input.value)
    if ('value' in found) return { ...input, value: found.value }
    context.issues.push({ code: 'custom', message: found.problem, path: ['value'], input: input.value })
    return input
  }),
)
export type FindInput = z.infer<typeof findInput>

export const openInput = z.strictObject({ personId: z.uuid(MESSAGES.unknown), ...reason })
export type OpenInput = z.infer<typeof openInput>

const ROLES = ['client', 'lawyer', 'admin'] as const
const VERIFICATION = ['email_pending', 'profile_pending', 'admin_pending', 'verified'] as const

const person = {
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Of a lawyer. */
  verification: z.nullable(z.enum(VERIFICATION)),
  isSuspended: z.boolean(),
  since: z.date(),
}
const foundPerson = z.object(person)
/** Name and e-mail are masked. */
export type FoundPerson = z.infer<typeof foundPerson>

export const findOutput = z.object({ person: z.nullable(foundPerson) })

export const openOutput = z.object({
  ...person,
  isEmailConfirmed: z.boolean(),
  /** «12.345.678-5» */
  rut: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Sessions that have not ended. */
  sessions: z.int(),
})
export type PersonCard = z.infer<typeof openOutput>

export const disputesOutput = z.object({
  disputes: z.array(z.object({ id: z.uuid(), claimedAt: z.date() })),
})
const disputeId = z.uuid(MESSAGES.disputeUnknown)
export const disputeInput = z.strictObject({ id: disputeId })
export const disputeOutput = z.object({
  id: z.uuid(),
  name: z.string(),
  /** «12.345.678-5», of a lawyer. */
  rut: z.nullable(z.string()),
  oldEmail: z.string(),
  newEmail: z.string(),
  askedAt: z.date(),
  changedAt: z.nullable(z.date()),
  claimedAt: z.nullable(z.date()),
  /** It is the administrator's own account. */
  isOwn: z.boolean(),
})
export type EmailDispute = z.infer<typeof disputeOutput>
/** DAT-55: `keeps`: the new address stays. */
export const decideDisputeInput = z.strictObject({
  id: disputeId,
  keeps: z.boolean(),
  reason: z.pipe(
    textField(DECISION_MAX, MESSAGES.reasonShort, MESSAGES.reasonLong),
    z.string().check(z.minLength(DECISION_MIN, MESSAGES.reasonShort)),
  ),
})
export type DecideDisputeInput = z.infer<typeof decideDisputeInput>
export const decidedOutput = z.object({ decided: z.literal(true) })

const day = z.iso.date(MESSAGES.dayInvalid)

/** DAT-64: what the log of actions is narrowed to. */
export const logInput = z.strictObject({
  actorId: z.optional(id),
  personId: z.optional(id),
  action: z.optional(
    z.string(MESSAGES.actionUnknown).check(z.regex(/^[\w.-]{1,80}$/, MESSAGES.actionUnknown)),
  ),
  purpose: z.optional(purpose),
  /** First and last day in Chile, YYYY-MM-DD. */
  from: z.optional(day),
  to: z.optional(day),
  /** `next` of the page before. */
  before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
})
export type LogInput = z.infer<typeof logInput>

const logRow = z.object({
  id: z.string(),
  at: z.date(),
  /** Null: the system or the operator, or an account that was deleted. The name of others than administrators is masked. */
  actor: z.nullable(z.object({ id: z.uuid(), name: z.string(), isAdmin: z.boolean() })),
  action: z.string(),
  purpose: z.nullable(purpose),
  reference: z.nullable(z.string()),
  /** Whom it is about. */
  personId: z.nullable(z.uuid()),
})
export type LogRow = z.infer<typeof logRow>

export const logOutput = z.object({ items: z.array(logRow), next: z.nullable(z.string()) })
export type LogPage = z.infer<typeof logOutput>

const retentionRule = z.object({
  rule: z.string(),
  title: z.string(),
  period: z.string(),
  /** Of the last run. */
  startedAt: z.date(),
  cutOff: z.date(),
  isRunning: z.boolean(),
  hasFailed: z.boolean(),
  rows: z.int(),
  files: z.int(),
  /** Of all runs in 30 days. */
  rowsLately: z.int(),
  filesLately: z.int(),
})
export type RetentionRuleState = z.infer<typeof retentionRule>
export const retentionOutput = z.object({ rules: z.array(retentionRule) })

/** DAT-59: what waits on the pages of administrators. */
const waiting = z.object({ total: z.int(), overdue: z.int() })
export const countsOutput = z.object({ profiles: waiting, requests: waiting, reports: waiting })
export type ConsoleCounts = z.infer<typeof countsOutput>

/** PLZ-78: how old the tables are that people keep by hand. */
export const agesOutput = z.object({
  tables: z.array(
    z.object({
      table: z.enum(['rules', 'directory']),
      version: z.int(),
      total: z.int(),
      /** YYYY-MM-DD */
      oldest: z.string(),
      oldestDays: z.int(),
      overdue: z.int(),
      unconfirmed: z.int(),
    }),
  ),
})
