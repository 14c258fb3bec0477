import * as z from 'zod/mini'
import { isNameAllowed } from '../../chile/names.ts'
import { cleanLine } from '../../input/text.ts'

/** Roles a person may choose when registering (GEN-05). The operator creates administrators (OPEN-04). */
export const SIGN_UP_ROLES = ['client', 'lawyer'] as const
export type SignUpRole = (typeof SIGN_UP_ROLES)[number]

export const NAME_MAX = 120
export const EMAIL_MAX = 254
/** Maximum length of the reason for suspending an account or hiding a review. */
export const SUSPEND_REASON_MAX_CHARS = 1_000
/** Bounds the CPU time that hashing one password costs. */
export const PASSWORD_MAX = 128

export const MESSAGES = {
  roleMissing: 'Debes seleccionar un rol (Abogado o Cliente).',
  nameMissing: 'Ingresa tu nombre completo.',
  /** H-03. */
  nameForbidden: 'Este nombre no está permitido.',
  nameTooLong: `El nombre puede tener hasta ${NAME_MAX} caracteres.`,
  emailInvalid: 'Ingresa un correo electrónico válido.',
  passwordMissing: 'Ingresa tu contraseña.',
  passwordTooLong: `La contraseña puede tener hasta ${PASSWORD_MAX} caracteres.`,
  passwordCommon: 'Elige una contraseña menos común.',
  passwordsDiffer: 'Las contraseñas no coinciden.',
  nameSuspended: 'Tu cuenta está suspendida: no puedes cambiar tu nombre por ahora.',
  nameUnderReview: 'Tu perfil está en revisión: podrás cambiar tu nombre cuando termine.',
  linkInvalid: 'El enlace no es válido o ha expirado.',
} as const

/** Said by the server only, so that no page carries them. */
export const BUSY_MESSAGE =
  'Hay muchas personas entrando en este momento. Inténtalo de nuevo en unos segundos.'
export const EMAIL_TAKEN_MESSAGE = 'Ya existe una cuenta con este correo.'

/** AUT-10; the number is PASSWORD_MIN_LENGTH, 6 unless the operator asks for more. */
export const passwordTooShort = (min: number) => `La contraseña debe tener al menos ${min} caracteres.`
export const PASSWORD_MIN = 6

/**
 * Canonical spelling of an e-mail address: folds compatibility forms («＠»), case and surrounding spaces, so
 * that no variant of an address can open a second account.
 */
export const normaliseEmail = (text: string) => text.normalize('NFKC').trim().toLowerCase()

// ASCII only, on purpose: SMTP carries these addresses without extensions.
const EMAIL_PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

export const emailSchema = z.pipe(
  z.pipe(
    z.string(MESSAGES.emailInvalid).check(z.maxLength(1_000, MESSAGES.emailInvalid)),
    z.transform(normaliseEmail),
  ),
  z
    .string()
    .check(z.maxLength(EMAIL_MAX, MESSAGES.emailInvalid), z.regex(EMAIL_PATTERN, MESSAGES.emailInvalid)),
)

export const cleanNameSchema = z.pipe(
  z.pipe(
    z.string(MESSAGES.nameMissing).check(z.maxLength(1_000, MESSAGES.nameTooLong)),
    z.transform(cleanLine),
  ),
  z
    .string()
    .check(z.regex(/[\p{L}\p{N}]/u, MESSAGES.nameMissing), z.maxLength(NAME_MAX, MESSAGES.nameTooLong)),
)

/** H-03: rejects names that imitate the application, an authority or the verification badge. */
export const nameSchema = cleanNameSchema.check(z.refine(isNameAllowed, MESSAGES.nameForbidden))

/** Whether an input has all these texts. */
export const areStrings = (value: unknown, ...keys: string[]) =>
  keys.every((key) => typeof (value as Record<string, unknown> | null)?.[key] === 'string')

export const currentPasswordSchema = z
  .string(MESSAGES.passwordMissing)
  .check(z.minLength(1, MESSAGES.passwordMissing), z.maxLength(PASSWORD_MAX, MESSAGES.passwordTooLong))

export const loginInput = z.strictObject({ email: emailSchema, password: currentPasswordSchema })

export type LoginInput = z.infer<typeof loginInput>

export const requestRecoveryInput = z.strictObject({ email: emailSchema })
export type RequestRecoveryInput = z.infer<typeof requestRecoveryInput>

export const linkTokenSchema = z
  .string(MESSAGES.linkInvalid)
  .check(z.minLength(1, MESSAGES.linkInvalid), z.maxLength(200, MESSAGES.linkInvalid))

/** PRO-01: changes the own name. */
export const updateNameInput = z.strictObject({ name: nameSchema })
export type UpdateNameInput = z.infer<typeof updateNameInput>

export const confirmEmailInput = z.strictObject({ token: linkTokenSchema })

// Kept out of MESSAGES: only the operator's commands use them, and every page would download them.
const REASON_MISSING = 'Escribe el motivo.'
const REASON_TOO_LONG = `El motivo puede tener hasta ${SUSPEND_REASON_MAX_CHARS} caracteres.`

/** H-04: one-line reason for a suspension or for hiding content. */
export const reasonField = z.pipe(
  z.pipe(z.string(REASON_MISSING), z.transform(cleanLine)),
  z.string().check(z.minLength(1, REASON_MISSING), z.maxLength(SUSPEND_REASON_MAX_CHARS, REASON_TOO_LONG)),
)
export const suspendInput = z.strictObject({ email: emailSchema, reason: reasonField })
export const restoreInput = z.strictObject({ email: emailSchema })

/** ENT-01: the signed-in user, as sent to that user only. */
export const sessionUser = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['client', 'lawyer', 'admin']),
  avatar_url: z.nullable(z.string()),
  verification_status: z.nullable(z.enum(['email_pending', 'profile_pending', 'admin_pending', 'verified'])),
  plan: z.nullable(z.enum(['gratis', 'basico', 'intermedio', 'avanzado'])),
  credits_available: z.nullable(z.int()),
  credits_used: z.nullable(z.int()),
})

export const sessionOutput = z.object({
  user: z.nullable(sessionUser),
  /** Spanish error text if the profile could not be read (AUT-23). */
  profileError: z.nullable(z.string()),
})

export const logoutOutput = z.object({ ended: z.boolean() })
export const sentOutput = z.object({ sent: z.literal(true) })
export const changedOutput = z.object({ changed: z.literal(true) })
export const closedSessionsOutput = z.object({ closed: z.int() })
export const confirmEmailOutput = z.object({ confirmed: z.literal(true) })
export const signedInOutput = z.object({ user: sessionUser })
