import * as z from 'zod/mini'
import { isNameAllowed } from '../../chile/names.ts'
import { MESSAGES as ACCOUNT_MESSAGES, areStrings } from '../accounts/schema.ts'
import { fileKeyField, firstNameField, lastNameField, professionalFields } from '../lawyers/schema.ts'

export const MESSAGES = {
  /** ONV-09. */
  noUser: 'No se pudo obtener la información del usuario para enviar el código.',
  /** ONV-11. */
  wrongCode: 'El código de verificación es incorrecto o ha expirado.',
  emailVerified: 'Tu correo ya está verificado.',
  tooManyCodes: 'Pediste muchos códigos. Espera unos minutos e inténtalo de nuevo.',
  alreadySent: 'Tu perfil ya fue enviado a revisión.',
  notInReview: 'Tu perfil no está en revisión.',
  idCardMissing: 'La foto del carnet es obligatoria.',
  idCardGone: 'El archivo ya no está disponible. Elígelo de nuevo.',
  idCardUnreadable: 'No se pudo abrir el archivo. Elígelo de nuevo.',
  noAdministrators: 'No hay administradores registrados.',
  adminNotReached: 'No se pudo enviar el correo.',
} as const

/** OPEN-12: error text for requesting another code too soon. @param seconds until it is allowed */
export const resendTooSoonText = (seconds: number) =>
  `Espera ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'} antes de pedir otro código.`

/** ONP-44 to ONP-49: error prefix of each stage of the submission. */
export const STAGE_ERROR_PREFIXES = {
  avatar: 'Error al subir tu foto de perfil',
  idCard: 'Error al subir tu carnet de identidad',
  signedLink: 'Error creando URL firmada para el carnet',
  lawyerProfile: 'Error al guardar tu perfil profesional',
  profile: 'Error al actualizar tu perfil',
  review: 'Error al enviar el perfil a revisión',
} as const
export type SubmissionStage = keyof typeof STAGE_ERROR_PREFIXES

/** Error text of a stage: «Error al subir tu carnet de identidad: El archivo ya no está disponible.». */
export const stageErrorText = (stage: SubmissionStage, reason: string) =>
  `${STAGE_ERROR_PREFIXES[stage]}: ${reason}`

/** Error text for a failed notification of the administrators (ONP-50). */
export const notifyErrorText = (reason: string) =>
  `Error al notificar al administrador: ${reason.replace(/\.$/, '')}. Por favor contacta a soporte.`

/** CAL-05: the code as typed; spaces are ignored. */
export const verifyCodeInput = z.strictObject({
  code: z.pipe(
    z.pipe(
      z.string(MESSAGES.wrongCode).check(z.maxLength(40, MESSAGES.wrongCode)),
      z.transform((text) => text.replace(/\s/g, '')),
    ),
    z.string().check(z.regex(/^[0-9]{6}$/, MESSAGES.wrongCode)),
  ),
})
export type VerifyCodeInput = z.infer<typeof verifyCodeInput>

export const codeStateOutput = z.object({
  /**
   * `none`: no valid code, so the page shows «Enviar código». `pending`: the e-mail is queued. `sent`: the
   * mail server accepted it. `failed`: no attempt has succeeded yet (ONV-10); retries follow automatically.
   */
  delivery: z.enum(['none', 'pending', 'sent', 'failed']),
  /** Seconds until another code may be requested; 0 means now. */
  resendIn: z.int(),
})
export type CodeState = z.infer<typeof codeStateOutput>

export const sentCodeOutput = z.object({
  sent: z.literal(true),
  resendIn: z.int(),
})

export const verifiedOutput = z.object({ verified: z.literal(true) })

/** ENT-06: input of a submission; unknown keys are rejected. */
export const submitInput = z
  .strictObject({
    firstName: firstNameField,
    lastName: lastNameField,
    ...professionalFields.shape,
    /** Key of a new photo in bucket avatars; omit to keep the photo. */
    avatarKey: z.optional(fileKeyField),
    /** Key of a new ID card in bucket identidad; omit to keep the one on file (ONP-28). */
    idCardKey: z.optional(z.string(MESSAGES.idCardMissing).check(z.maxLength(200, MESSAGES.idCardMissing))),
  })
  .check(
    // H-03: reported together with the errors of the other fields.
    z.refine(({ firstName, lastName }) => isNameAllowed(`${firstName} ${lastName}`), {
      path: ['firstName'],
      error: ACCOUNT_MESSAGES.nameForbidden,
      when: ({ value }) => areStrings(value, 'firstName', 'lastName'),
    }),
  )
export type SubmitInput = z.infer<typeof submitInput>
export type RawSubmitInput = z.input<typeof submitInput>

export const submittedOutput = z.object({ submitted: z.literal(true) })
export const notifiedOutput = z.object({ notified: z.literal(true) })

/** Initial state of the form: empty on the first visit, the last submission after a return (OPEN-02). */
export const formOutput = z.object({
  values: z.object({
    firstName: z.string(),
    lastName: z.string(),
    /** 12345678-5, or empty. */
    rut: z.string(),
    /** +569XXXXXXXX, or empty. */
    phoneNumber: z.string(),
    /** YYYY-MM-DD, or empty. */
    birthDate: z.string(),
    addressStreet: z.string(),
    addressNumber: z.string(),
    addressApartment: z.string(),
    /** Names of region and commune, or empty. */
    location: z.object({ region: z.string(), commune: z.string() }),
    specialties: z.array(z.string()),
    experience: z.nullable(z.int()),
    /** CLP; null before the first submission. */
    price: z.nullable(z.int()),
    description: z.string(),
    university: z.string(),
    graduationYear: z.nullable(z.int()),
  }),
  avatarUrl: z.nullable(z.string()),
  /** ID card of the last submission: original file name and a link valid for an hour. null: none yet. */
  idCard: z.nullable(z.object({ name: z.string(), url: z.string() })),
  /** Reason and time (ISO 8601) of the last return; null if there was none. */
  returned: z.nullable(z.object({ reason: z.string(), at: z.string() })),
})
export type InitialForm = z.infer<typeof formOutput>
