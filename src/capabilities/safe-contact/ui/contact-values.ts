import { MAIL_LABELS } from '../rules.ts'
import { type ContactInput, type ContactView, MAIL_CHOICES } from '../schema.ts'

/** What a form sends, of what the server answered. */
export const valuesOf = ({ mail, calls, hours, note }: ContactView): ContactInput => ({
  mail,
  calls,
  hours,
  note,
})

/** The answers to «¿Cómo te escribimos sin ponerte en riesgo?», each with what follows from it. */
export function mailOptions({ sender_domain }: ContactView) {
  const texts = {
    normal: undefined,
    discreto: `Asunto neutro, sin nombres ni detalles. El remitente seguirá siendo ${sender_domain}.`,
    ninguno:
      'Solo recibes los códigos y enlaces que pides. Todo lo demás queda en Amparo: tendrás que entrar para enterarte, también si alguien entra a tu cuenta.',
  }
  return MAIL_CHOICES.map((value) => ({ value, label: MAIL_LABELS[value], text: texts[value] }))
}
