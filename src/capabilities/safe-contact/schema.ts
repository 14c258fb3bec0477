import * as z from 'zod/mini'
import { cleanLine, cleanText, fitsLength, hasVisibleText } from '../../input/text.ts'

export const HOURS_MAX = 60
export const NOTE_MAX = 200

export const MESSAGES = {
  title: '¿Cómo te escribimos sin ponerte en riesgo?',
  /** PLZ-74. */
  saved: 'Guardamos cómo contactarte.',
  notSaved: 'No se pudo guardar. Inténtalo de nuevo.',
  failed: 'No se pudo cargar cómo contactarte.',
  clientsOnly: 'Solo los clientes eligen cómo contactarlos.',
  choiceInvalid: 'Elige una de las opciones.',
  hoursMissing: 'Escribe en qué horario pueden llamarte.',
  hoursTooLong: `El horario puede tener hasta ${HOURS_MAX} caracteres.`,
  noteTooLong: `El texto puede tener hasta ${NOTE_MAX} caracteres.`,
} as const

/** PLZ-70: every e-mail; every e-mail without names or details; none but what the person asks for. */
export const MAIL_CHOICES = ['normal', 'discreto', 'ninguno'] as const
export type MailChoice = (typeof MAIL_CHOICES)[number]

/** PLZ-73. */
export const CALL_CHOICES = ['no', 'horario', 'si'] as const
export type CallChoice = (typeof CALL_CHOICES)[number]

const optionalText = (max: number, tooLong: string, clean: (text: string) => string) =>
  z.pipe(
    z.pipe(
      z.string(tooLong).check(z.maxLength(max * 10, tooLong)),
      z.transform((text: string) => (hasVisibleText(text) ? clean(text) : '')),
    ),
    z.string().check(z.refine((text) => fitsLength(text, max), tooLong)),
  )

/** PLZ-70, PLZ-73. `hours` counts only with «Solo en este horario». */
export const contactInput = z
  .strictObject({
    mail: z.enum(MAIL_CHOICES, MESSAGES.choiceInvalid),
    /** Null: not chosen. */
    calls: z.nullable(z.enum(CALL_CHOICES, MESSAGES.choiceInvalid)),
    hours: optionalText(HOURS_MAX, MESSAGES.hoursTooLong, cleanLine),
    note: optionalText(NOTE_MAX, MESSAGES.noteTooLong, cleanText),
  })
  .check(
    z.refine(({ calls, hours }) => calls !== 'horario' || hours !== '', {
      error: MESSAGES.hoursMissing,
      path: ['hours'],
    }),
  )
export type ContactInput = z.infer<typeof contactInput>

export const contactOutput = z.object({
  mail: z.enum(MAIL_CHOICES),
  /** False: nothing was chosen, nor preset because of a case. */
  is_chosen: z.boolean(),
  calls: z.nullable(z.enum(CALL_CHOICES)),
  hours: z.string(),
  note: z.string(),
  /** Domain of the sender, which stays visible also in a discreet e-mail. */
  sender_domain: z.string(),
})
export type ContactView = z.infer<typeof contactOutput>
