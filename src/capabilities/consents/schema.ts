import * as z from 'zod/mini'

/** DAT-27. */
export const CONSENT_KINDS = ['terminos', 'privacidad', 'datos_sensibles', 'ia_externa'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

export const MESSAGES = {
  externalWithdrawn: 'Ya no enviaremos tus textos a otro servidor.',
  nothingToWithdraw: 'No hay un consentimiento vigente que retirar.',
} as const

/** DAT-27: the present state of one consent of the caller. */
export const ownConsent = z.object({
  kind: z.enum(CONSENT_KINDS),
  case_id: z.nullable(z.uuid()),
  version: z.string(),
  given: z.boolean(),
  screen: z.string(),
  at: z.string(),
})
export type OwnConsent = z.infer<typeof ownConsent>
export const ownConsentsOutput = z.object({ consents: z.array(ownConsent) })
export const withdrawnOutput = z.object({ withdrawn: z.literal(true) })
