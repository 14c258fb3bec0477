import { formatClockTime } from '../../chile/clock-time.ts'
import { formatLongDate } from '../../chile/dates.ts'
import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'
import { nameInMail } from '../../platform/mail/name-in-mail.ts'

/**
 * OPEN-09: asks a new client to confirm the address; the account already works before that. Carries no name:
 * the address is unconfirmed, so a stranger could put advertising into the name.
 */
export const confirmEmailMail: MailTemplate<{ link: string }> = {
  name: 'accounts.confirm-email',
  isAskedFor: true,
  discreet: ({ link }) => ({ link }),
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

/** OPEN-10: password reset link. `ended`: the password was made useless (DAT-54, DAT-55). */
export const recoveryMail: MailTemplate<{ name: string; link: string; ended: boolean }> = {
  name: 'accounts.recovery',
  isAskedFor: true,
  discreet: ({ link }) => ({ link }),
  subject: () => 'Restablece tu contraseña',
  body: ({ name, link, ended }) => (
    <MailLayout title="Restablece tu contraseña" preview="Un enlace para elegir una contraseña nueva.">
      {ended ? (
        <>
          <MailText>Hola, {nameInMail(name)}:</MailText>
          <MailText>
            La contraseña anterior ya no sirve: elige una nueva con este enlace. Vence en 1 hora y sirve una
            sola vez.
          </MailText>
        </>
      ) : (
        <>
          <MailText>
            Hola, {nameInMail(name)}: recibimos una solicitud para cambiar la contraseña de tu cuenta en
            Amparo. Elige una nueva con este enlace; vence en 1 hora y sirve una sola vez.
          </MailText>
          <MailText>
            Al cambiarla se cerrarán todas tus sesiones. Si no fuiste tú, ignora este mensaje: tu contraseña
            sigue siendo la misma.
          </MailText>
        </>
      )}
      <MailAction href={link} label="Elegir una contraseña nueva" />
    </MailLayout>
  ),
}

/** DAT-54: a sign-in from a browser that the person has not used. Sent at once; nobody can switch it off. */
export const newSignInMail: MailTemplate<{ name: string; device: string; at: string; link: string }> = {
  name: 'accounts.new-sign-in',
  isAskedFor: false,
  discreet: ({ link }) => ({ link }),
  subject: () => 'Nuevo inicio de sesión en tu cuenta',
  body: ({ name, device, at, link }) => {
    const from = device.includes(' en ') ? device : `un ${device.toLowerCase()}`
    const sentence = `Entraron desde ${from} el ${formatLongDate(at)} a las ${formatClockTime(at)}.`
    return (
      <MailLayout title="Nuevo inicio de sesión en tu cuenta" preview={sentence}>
        <MailText>Hola {nameInMail(name)}:</MailText>
        <MailText>{sentence}</MailText>
        <MailText>
          Si fuiste tú, no hagas nada. Si no, con este botón cierras todas las sesiones y eliges una
          contraseña nueva. Sirve una vez, por 7 días.
        </MailText>
        <MailAction href={link} label="No fui yo" />
      </MailLayout>
    )
  },
}

/** DAT-54: a new password, with a link «No fui yo»: somebody else may have added a key before. */
export const passwordChangedMail: MailTemplate<{ name: string; link: string }> = {
  name: 'accounts.password-changed',
  isAskedFor: false,
  discreet: ({ link }) => ({ link }),
  subject: () => 'Cambió la seguridad de tu cuenta',
  body: ({ name, link }) => (
    <MailLayout title="Cambió la seguridad de tu cuenta" preview="Tu contraseña cambió.">
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>Tu contraseña cambió, y tus otras sesiones se cerraron.</MailText>
      <MailText>
        Si fuiste tú, no hagas nada. Si no, con este botón cierras todas las sesiones y eliges una contraseña
        nueva. Sirve una vez, por 7 días.
      </MailText>
      <MailAction href={link} label="No fui yo" />
    </MailLayout>
  ),
}

export const accountsMails: MailTemplates = [
  recoveryMail,
  confirmEmailMail,
  newSignInMail,
  passwordChangedMail,
]
