import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'

export interface ConfirmEmailProps {
  name: string
  link: string
}

export const CONFIRM_EMAIL = 'accounts.confirm-email'

/** OPEN-09: a new client confirms that the address is theirs; the account works meanwhile. */
export const confirmEmailMail: MailTemplate<ConfirmEmailProps> = {
  subject: () => 'Confirma tu correo',
  body: ({ name, link }) => (
    <MailLayout title="Confirma tu correo" preview="Un clic para confirmar que este correo es tuyo.">
      <MailText>
        Hola, {name}: gracias por crear tu cuenta en Amparo. Confirma que este correo es tuyo para que podamos
        avisarte cuando un abogado te responda.
      </MailText>
      <MailText>
        El enlace vence en 24 horas y sirve una sola vez. Si no creaste esta cuenta, ignora este mensaje.
      </MailText>
      <MailAction href={link} label="Confirmar mi correo" />
    </MailLayout>
  ),
}

export const accountsMails: MailTemplates = { [CONFIRM_EMAIL]: confirmEmailMail }
