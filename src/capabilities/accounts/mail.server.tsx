import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'
import { nameInMail } from '../../platform/mail/name-in-mail.ts'

/**
 * OPEN-09: asks a new client to confirm the address; the account already works before that. Carries no name:
 * the address is unconfirmed, so a stranger could put advertising into the name.
 */
export const confirmEmailMail: MailTemplate<{ link: string }> = {
  name: 'accounts.confirm-email',
  subject: () => 'Confirma tu correo',
  body: ({ link }) => (
    <MailLayout title="Confirma tu correo" preview="Un clic para confirmar que este correo es tuyo.">
      <MailText>
        Hola: con este correo se creó una cuenta en Amparo. Confirma que es tuyo: aquí te enviaremos el enlace
        para recuperar tu acceso si olvidas tu contraseña.
      </MailText>
      <MailText>
        El enlace vence en 24 horas y sirve una sola vez. Si no creaste esta cuenta, ignora este mensaje.
      </MailText>
      <MailAction href={link} label="Confirmar mi correo" />
    </MailLayout>
  ),
}

/** OPEN-10: password reset link. */
export const recoveryMail: MailTemplate<{ name: string; link: string }> = {
  name: 'accounts.recovery',
  subject: () => 'Restablece tu contraseña',
  body: ({ name, link }) => (
    <MailLayout title="Restablece tu contraseña" preview="Un enlace para elegir una contraseña nueva.">
      <MailText>
        Hola, {nameInMail(name)}: recibimos una solicitud para cambiar la contraseña de tu cuenta en Amparo.
        Elige una nueva con este enlace; vence en 1 hora y sirve una sola vez.
      </MailText>
      <MailText>
        Al cambiarla se cerrarán todas tus sesiones. Si no fuiste tú, ignora este mensaje: tu contraseña sigue
        siendo la misma.
      </MailText>
      <MailAction href={link} label="Elegir una contraseña nueva" />
    </MailLayout>
  ),
}

export const accountsMails: MailTemplates = [recoveryMail, confirmEmailMail]
