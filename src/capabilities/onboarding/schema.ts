import * as z from 'zod/mini'
import { isNameAllowed } from '../../chile/names.ts'
import { MESSAGES as ACCOUNT_MESSAGES } from '../accounts/schema.ts'
import {
  apartmentField,
  birthDateField,
  descriptionField,
  experienceField,
  fileKeyField,
  firstNameField,
  graduationYearField,
  lastNameField,
  locationField,
  optionalNumberField,
  phoneField,
  priceField,
  rutField,
  specialtiesField,
  streetField,
  universityField,
} from '../lawyers/schema.ts'

/** ONV-04: digits of the mailed code. */
export const CODE_DIGITS = 6

export const MESSAGES = {
  /** ONV-09. */
  noUser: 'No se pudo obtener la información del usuario para enviar el código.',
  /** ONV-10. */
  notSent: 'No se pudo enviar el código. Inténtalo de nuevo más tarde.',
  /** ONV-11. */
  wrongCode: 'El código de verificación es incorrecto o ha expirado.',
  lawyersOnly: 'Solo los abogados pueden hacer esto.',
  emailVerified: 'Tu correo ya está verificado.',
  tooManyCodes: 'Pediste muchos códigos. Espera unos minutos e inténtalo de nuevo.',
  notYourStep: 'Tu perfil no se puede enviar a revisión en este momento.',
  alreadySent: 'Tu perfil ya fue enviado a revisión.',
  notInReview: 'Tu perfil no está en revisión.',
  idCardMissing: 'La foto del carnet es obligatoria.',
  idCardGone: 'El archivo ya no está disponible. Elígelo de nuevo.',
  idCardUnreadable: 'No se pudo abrir el archivo. Elígelo de nuevo.',
  avatarGone: 'La foto ya no está disponible. Elígela de nuevo.',
  noAdministrators: 'No hay administradores registrados.',
  adminNotReached: 'No se pudo enviar el correo.',
} as const

/** OPEN-12: what a lawyer reads who asks again too soon. @param seconds until another code may be asked for */
export const askAgainIn = (seconds: number) =>
  `Espera ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'} antes de pedir otro código.`

/** ONP-44 to ONP-49: what stands before the reason when a stage of the submission fails. */
export const STAGES = {
  avatar: 'Error al subir tu foto de perfil',
  idCard: 'Error al subir tu carnet de identidad',
  signedLink: 'Error creando URL firmada para el carnet',
  lawyerProfile: 'Error al guardar tu perfil profesional',
  profile: 'Error al actualizar tu perfil',
  review: 'Error al enviar el perfil a revisión',
} as const
export type Stage = keyof typeof STAGES

/** «Error al subir tu carnet de identidad: El archivo ya no está disponible.». */
export const stageFailed = (stage: Stage, reason: string) => `${STAGES[stage]}: ${reason}`

/** ONP-50. */
export const notNotified = (reason: string) =>
  `Error al notificar al administrador: ${reason.replace(/\.$/, '')}. Por favor contacta a soporte.`

export const noInput = z.optional(z.strictObject({}))

/** CAL-05: the code as typed; outer spaces do not count. */
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

/** Where the asker stands with their code. */
export const codeStateOutput = z.object({
  /**
   * `none`: no code that still works, the page shows «Enviar código». `pending`: its e-mail is under way.
   * `sent`: it was handed over. `failed`: no try has succeeded so far (ONV-10), others follow by themselves.
   */
  delivery: z.enum(['none', 'pending', 'sent', 'failed']),
  /** Seconds until another code may be asked for; 0: now. */
  resendIn: z.int(),
})
export type CodeState = z.infer<typeof codeStateOutput>

export const sentCodeOutput = z.object({
  sent: z.literal(true),
  /** Seconds. */
  resendIn: z.int(),
})

export const verifiedOutput = z.object({ verified: z.literal(true) })

/** H-03: the full name, said together with the other fields' texts. */
const allowedName = () =>
  z.refine<{ firstName: string; lastName: string }>(
    ({ firstName, lastName }) => isNameAllowed(`${firstName} ${lastName}`),
    {
      path: ['firstName'],
      error: ACCOUNT_MESSAGES.nameForbidden,
      when: ({ value }) => {
        const { firstName, lastName } = value as { firstName?: unknown; lastName?: unknown }
        return typeof firstName === 'string' && typeof lastName === 'string'
      },
    },
  )

const submitFields = z.strictObject({
  firstName: firstNameField,
  lastName: lastNameField,
  rut: rutField,
  phoneNumber: phoneField,
  birthDate: birthDateField,
  addressStreet: streetField,
  addressNumber: optionalNumberField,
  addressApartment: apartmentField,
  location: locationField,
  specialties: specialtiesField,
  experience: experienceField,
  price: priceField,
  description: descriptionField,
  university: universityField,
  graduationYear: graduationYearField,
  /** A new photo that was uploaded to bucket avatars; left out, the photo stays. */
  avatarKey: z.optional(fileKeyField),
  /** The card that was uploaded to bucket identidad; left out, the one on file stays (ONP-28). */
  idCardKey: z.optional(z.string(MESSAGES.idCardMissing).check(z.maxLength(200, MESSAGES.idCardMissing))),
})
/** ENT-06: the form as it is sent, and nothing else: an unknown key is refused. */
export const submitInput = submitFields.check(allowedName())
export type SubmitInput = z.infer<typeof submitInput>
/** As the form holds it, before the schema has tidied it. */
export type SubmitDraft = z.input<typeof submitInput>

export const submittedOutput = z.object({ submitted: z.literal(true) })
export const notifiedOutput = z.object({ notified: z.literal(true) })

/** What the form starts with: empty fields on the first visit, the last profile after it was returned (OPEN-02). */
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
    /** Names, or empty. */
    location: z.object({ region: z.string(), commune: z.string() }),
    specialties: z.array(z.string()),
    experience: z.nullable(z.int()),
    /** Chilean pesos; null until the form was sent once. */
    price: z.nullable(z.int()),
    description: z.string(),
    university: z.string(),
    graduationYear: z.nullable(z.int()),
  }),
  avatarUrl: z.nullable(z.string()),
  /** The card of the last submission: its file's name as the lawyer named it, and a link that they can open for an hour. Null: one must be chosen. */
  idCard: z.nullable(z.object({ name: z.string(), url: z.string() })),
  /** Why the last submission came back, and when (ISO 8601); null on the first visit. */
  returned: z.nullable(z.object({ reason: z.string(), at: z.string() })),
})
export type FormStart = z.infer<typeof formOutput>
