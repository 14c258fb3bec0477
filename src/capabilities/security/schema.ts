import * as z from 'zod/mini'
import { cleanLine } from '../../input/text.ts'
import { loginInput, PASSWORD_MAX, requestRecoveryInput } from '../accounts/schema.ts'

/** DAT-44: keys of one person. */
export const MAX_PASSKEYS = 10
export const PASSKEY_NAME_MAX = 60

export const MESSAGES = {
  passwordMissing: 'Ingresa tu contraseña.',
  passwordWrong: 'La contraseña no es correcta.',
  codeMissing: 'Ingresa el código.',
  codeWrong: 'El código no es correcto.',
  keyOrCodeMissing: 'Usa tu llave de acceso o ingresa un código de recuperación.',
  tooManyCodes: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
  stepGone: 'Este paso venció. Vuelve a iniciar sesión.',
  alreadyOn: 'El código de la aplicación ya está activado.',
  notStarted: 'Vuelve a empezar: el código QR ya no sirve.',
  notOn: 'El segundo paso ya no está activado.',
  sessionGone: 'Esta sesión ya terminó.',
  linkIncomplete: 'Abre el enlace completo que recibiste por correo.',
  linkInvalid: 'El enlace no es válido o ha expirado.',
  lossAsked: 'Pidieron quitar el segundo paso de tu cuenta.',
  lossEnded: 'Ya no hay una solicitud que cancelar.',
  lossUnneeded: 'Tu cuenta no pide un segundo paso: entra con tu contraseña.',
  lossOfAdministrator: 'El segundo paso de una cuenta de administración se quita solo en el servidor.',
  lossTooMany: 'Ya te enviamos varios correos. Revisa tu bandeja o inténtalo de nuevo más tarde.',
  noSuchAdministrator: 'No hay una cuenta de administración con ese correo.',
  passkeyUnknown: 'No reconocemos esta llave.',
  passkeyNeedsPassword: 'Esta llave ya no abre tu cuenta sola: ingresa también tu contraseña.',
  passkeyExpired: 'El tiempo para usar la llave se acabó. Inténtalo de nuevo.',
  passkeyGone: 'Esta llave ya no está en tu cuenta.',
  passkeyTaken: 'Esta llave ya está agregada.',
  passkeyNotAdded: 'No se agregó la llave.',
  passkeyUnsupported: 'Este navegador no admite llaves de acceso.',
  /** WebAuthn does not work at an address without a name. */
  passkeyAddress: (port: string) =>
    `Para usar llaves de acceso abre Amparo en http://localhost${port && `:${port}`}.`,
  passkeyNotUsed: 'No se usó la llave.',
  passkeyNameMissing: 'Ponle un nombre a la llave.',
  passkeyNameTooLong: `El nombre puede tener hasta ${PASSKEY_NAME_MAX} caracteres.`,
  passkeysFull: `Puedes tener hasta ${MAX_PASSKEYS} llaves de acceso. Quita una para agregar otra.`,
  tooManyPasskeyStarts: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
  ownEmail: 'Este ya es tu correo.',
  emailInReview: 'Tu perfil está en revisión: podrás cambiar tu correo cuando termine.',
  emailTooMany: 'Ya pediste tres cambios hoy. Inténtalo mañana.',
  emailChangedLately: (day: string) =>
    `Cambiaste tu correo hace poco. Podrás cambiarlo otra vez desde el ${day}.`,
  emailTaken: 'Este correo ya tiene una cuenta. Pide el cambio con otro.',
  emailChangeEnded: 'Ya no hay un cambio que cancelar.',
  disputeEnded: 'Este cambio de correo ya no está en disputa.',
  ownAccount: 'No puedes decidir sobre tu propia cuenta.',
  decidedByOther: 'Otra persona ya respondió.',
  failed: 'No pudimos cargar la seguridad de tu cuenta.',
} as const

const passwordField = z
  .string(MESSAGES.passwordMissing)
  .check(z.minLength(1, MESSAGES.passwordMissing), z.maxLength(PASSWORD_MAX, MESSAGES.passwordWrong))

/** A code of the application or a recovery code; spaces and hyphens do not count. */
export const codeField = z.pipe(
  z.pipe(
    z.string(MESSAGES.codeMissing).check(z.maxLength(100, MESSAGES.codeWrong)),
    z.transform((text) => text.normalize('NFKC').replaceAll(/[\s-]/g, '').toLowerCase()),
  ),
  z.string().check(z.minLength(1, MESSAGES.codeMissing)),
)

/** DAT-52: «Confirma que eres tú». The code is needed where the second step is on. */
export const confirmIdentityInput = z.strictObject({ password: passwordField, code: z.optional(codeField) })
export type ConfirmIdentityInput = z.infer<typeof confirmIdentityInput>

export const codeInput = z.strictObject({ code: codeField })
export type CodeInput = z.infer<typeof codeInput>

/** The secret of an e-mailed link. */
export const tokenInput = z.strictObject({
  token: z
    .string(MESSAGES.linkInvalid)
    .check(z.minLength(1, MESSAGES.linkInvalid), z.maxLength(200, MESSAGES.linkInvalid)),
})
export const sentOutput = z.object({ sent: z.literal(true) })
export const lossStartedOutput = z.object({ dueAt: z.string() })
export const cancelledOutput = z.object({ cancelled: z.literal(true) })
export const deniedOutput = z.object({ denied: z.literal(true) })

const signed = z.string(MESSAGES.passkeyUnknown).check(
  z.minLength(1, MESSAGES.passkeyUnknown),
  // An attestation may carry certificates, although none is asked for.
  z.maxLength(20_000, MESSAGES.passkeyUnknown),
  z.regex(/^[\w-]+$/, MESSAGES.passkeyUnknown),
)

/** DAT-45: what a key signed; base64url. */
export const passkeyAnswerInput = z.strictObject({
  id: signed,
  clientDataJSON: signed,
  authenticatorData: signed,
  signature: signed,
  userHandle: z.optional(signed),
})
export type PasskeyAnswerInput = z.infer<typeof passkeyAnswerInput>

export const emailChangeInput = requestRecoveryInput
export type EmailChangeInput = z.infer<typeof emailChangeInput>
/** DAT-55 «Sí fui yo»: where the second step is on, a key or a code is needed; an empty code is none. */
export const claimEmailInput = z.strictObject({
  email: loginInput.shape.email,
  password: passwordField,
  code: z.optional(z.string(MESSAGES.codeWrong).check(z.maxLength(100, MESSAGES.codeWrong))),
  passkey: z.optional(passkeyAnswerInput),
})
export type ClaimEmailInput = z.infer<typeof claimEmailInput>
export const emailConfirmedOutput = z.object({ email: z.string() })
export const emailDisputedOutput = z.object({ dueAt: z.string() })
export const claimedOutput = z.object({ claimed: z.literal(true) })

export const sessionInput = z.strictObject({ id: z.uuid(MESSAGES.sessionGone) })

/** DAT-44: the name of a key, and what the authenticator made; base64url. */
export const addPasskeyInput = z.strictObject({
  name: z.pipe(
    z.pipe(
      z.string(MESSAGES.passkeyNameMissing).check(z.maxLength(1_000, MESSAGES.passkeyNameTooLong)),
      z.transform(cleanLine),
    ),
    z
      .string()
      .check(
        z.minLength(1, MESSAGES.passkeyNameMissing),
        z.maxLength(PASSKEY_NAME_MAX, MESSAGES.passkeyNameTooLong),
      ),
  ),
  id: signed,
  clientDataJSON: signed,
  attestationObject: signed,
})
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>

/** `secondStep`: only a key of the person whose password was right in this browser. */
export const startPasskeySignInInput = z.strictObject({ secondStep: z.boolean() })
export const passkeyInput = z.strictObject({ id: z.uuid(MESSAGES.passkeyGone) })

/** What the browser hands to the authenticator. */
export const passkeyOptionsOutput = z.object({ options: z.looseObject({ challenge: z.string() }) })
export type PasskeyOptions = z.infer<typeof passkeyOptionsOutput>

export const confirmedOutput = z.object({ confirmed: z.literal(true) })

export const signInInput = loginInput
const secondsLeft = z.int()
/** DAT-48: which ways the second step has, and how long it waits; 0 seconds where nothing waits. */
export const pendingStepOutput = z.object({
  pending: z.boolean(),
  totp: z.boolean(),
  passkey: z.boolean(),
  secondsLeft,
  /** DAT-50: when the second step is taken away, if its 72 hours run. */
  lossDueAt: z.nullable(z.string()),
})
export const timeLeftOutput = z.object({ secondsLeft })
export type TimeLeft = z.infer<typeof timeLeftOutput>
export type PendingStep = z.infer<typeof pendingStepOutput>

/** DAT-53: a session, in words. */
const device = z.object({
  id: z.uuid(),
  /** «Chrome en Windows». */
  name: z.string(),
  isPhone: z.boolean(),
  isCurrent: z.boolean(),
  since: z.string(),
  usedAt: z.string(),
})
export type Device = z.infer<typeof device>

const totpState = z.nullable(z.object({ since: z.string() }))
const codesState = z.nullable(z.object({ left: z.int(), total: z.int(), createdAt: z.string() }))

const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  since: z.string(),
  usedAt: z.nullable(z.string()),
  /** After «No fui yo» or a disputed address: it is a second step only. */
  needsPassword: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

export const overviewOutput = z.object({
  /** DAT-51: without a second step this person can use nothing else. */
  isRequired: z.boolean(),
  /** After «No fui yo»: no password works until they choose a new one. */
  needsNewPassword: z.boolean(),
  passkeys: z.array(passkey),
  totp: totpState,
  codes: codesState,
  devices: z.array(device),
  /** DAT-50: somebody asked to take the second step away. */
  loss: z.nullable(z.object({ dueAt: z.string() })),
  /** DAT-55: the address, and another one that waits for its link. */
  email: z.object({
    address: z.string(),
    pending: z.nullable(z.object({ address: z.string(), expiresAt: z.string() })),
  }),
})
export type Overview = z.infer<typeof overviewOutput>

export const startTotpOutput = z.object({ secret: z.string(), uri: z.string() })
/** DAT-47: shown this once. */
export const codesOutput = z.object({ codes: z.array(z.string()) })
export const removedOutput = z.object({ removed: z.literal(true) })
export const endedOutput = z.object({ ended: z.literal(true) })
