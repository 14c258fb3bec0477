import * as z from 'zod/mini'
import { isNameAllowed } from '../../chile/names.ts'
import { cleanLine } from '../../input/text.ts'

/** Roles a person may choose when registering (GEN-05). The operator creates administrators (OPEN-04). */
export const SIGN_UP_ROLES = ['client', 'lawyer'] as const
export type SignUpRole = (typeof SIGN_UP_ROLES)[number]

export const NAME_MAX = 120
export const EMAIL_MAX = 254
/** Bounds the CPU time that hashing one password costs. */
export const PASSWORD_MAX = 128

export const MESSAGES = {
  nameMissing: 'Ingresa tu nombre completo.',
  /** H-03. */
  nameForbidden: 'Este nombre no está permitido.',
  nameTooLong: `El nombre puede tener hasta ${NAME_MAX} caracteres.`,
  emailInvalid: 'Ingresa un correo electrónico válido.',
  passwordMissing: 'Ingresa tu contraseña.',
  passwordTooLong: `La contraseña puede tener hasta ${PASSWORD_MAX} caracteres.`,
  nameUnderReview: 'Tu perfil está en revisión: podrás cambiar tu nombre cuando termine.',
  linkInvalid: 'El enlace no es válido o ha expirado.',
} as const

/** Said by the server only, so that no page carries them. */
export const BUSY_MESSAGE =
  'Hay muchas personas entrando en este momento. Inténtalo de nuevo en unos segundos.'
export const PASSWORD_REPLACED_MESSAGE = 'Dejaste de usar esta contraseña hace poco. Elige otra.'
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

export const logoutOutput = z.object({ ended: z.boolean() })
export const sentOutput = z.object({ sent: z.literal(true) })
export const changedOutput = z.object({ changed: z.literal(true) })
export const closedSessionsOutput = z.object({ closed: z.int() })
export const confirmEmailOutput = z.object({ confirmed: z.literal(true) })
