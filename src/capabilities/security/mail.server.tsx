import { formatClockTime } from '../../chile/clock-time.ts'
import { formatLongDate } from '../../chile/dates.ts'
import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'
import { nameInMail } from '../../platform/mail/name-in-mail.ts'
import { MESSAGES } from './schema.ts'

/** What changed, in words. */
const CHANGES = {
  'totp-on': 'Se activó el código de la aplicación como segundo paso.',
  'totp-off':
    'Se quitó el código de la aplicación. Tu cuenta sigue pidiendo un segundo paso: tu llave de acceso.',
  'totp-last': 'Se quitó el código de la aplicación. Tu cuenta ya no pide un segundo paso.',
  loss: 'Pasaron las 72 horas: se quitó el segundo paso de tu cuenta. Se abre solo con tu contraseña.',
  'passkey-added': 'Se agregó una llave de acceso.',
  'passkey-removed': 'Se quitó una llave de acceso.',
  'passkey-last': 'Se quitó una llave de acceso. Tu cuenta ya no pide un segundo paso.',
  email: 'Cambió el correo de tu cuenta. Desde ahora entras con este y aquí te escribimos.',
  codes: 'Se crearon códigos de recuperación nuevos. Los anteriores ya no sirven.',
} as const

export type Change = keyof typeof CHANGES

/** Sent at once; nobody can switch it off. */
export const securityChangedMail: MailTemplate<{
  name: string
  change: Change
  link: string
  /** DAT-54: the link «No fui yo». */
  alarm?: string
}> = {
  name: 'security.changed',
  isAskedFor: false,
  discreet: ({ alarm }) => (alarm ? { link: alarm } : {}),
  subject: () => 'Cambió la seguridad de tu cuenta',
  body: ({ name, change, link, alarm }) => (
    <MailLayout title="Cambió la seguridad de tu cuenta" preview={CHANGES[change]}>
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>{CHANGES[change]}</MailText>
      {alarm ? (
        <>
          <MailText>
            Si fuiste tú, no hagas nada. Si no, con este botón cierras todas las sesiones y eliges una
            contraseña nueva. Sirve una vez, por 7 días.
          </MailText>
          <MailAction href={alarm} label="No fui yo" />
        </>
      ) : (
        <>
          <MailText>Si no fuiste tú, cambia tu contraseña y cierra tus otras sesiones.</MailText>
          <MailAction href={link} label="Ver la seguridad de mi cuenta" />
        </>
      )}
    </MailLayout>
  ),
}

/** DAT-44: a key whose counter went back. */
export const passkeyRefusedMail: MailTemplate<{ name: string; passkey: string; link: string }> = {
  name: 'security.passkey-refused',
  isAskedFor: false,
  discreet: null,
  subject: () => 'Rechazamos una llave de acceso de tu cuenta',
  body: ({ name, passkey, link }) => (
    <MailLayout
      title="Rechazamos una llave de acceso de tu cuenta"
      preview="Puede que alguien la haya copiado."
    >
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>
        Alguien quiso usar tu llave «{nameInMail(passkey)}», pero su contador volvió atrás. Puede que alguien
        la haya copiado, por eso no la aceptamos.
      </MailText>
      <MailText>Quita esa llave y agrega una nueva.</MailText>
      <MailAction href={link} label="Ver la seguridad de mi cuenta" />
    </MailLayout>
  ),
}

/** DAT-50: the link that starts the 72 hours. */
export const factorLossLinkMail: MailTemplate<{ name: string; link: string }> = {
  name: 'security.factor-loss-link',
  isAskedFor: true,
  discreet: ({ link }) => ({ link }),
  subject: () => 'Quitar el segundo paso de tu cuenta',
  body: ({ name, link }) => (
    <MailLayout title="Quitar el segundo paso de tu cuenta" preview="El enlace vence en 1 hora.">
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>
        Alguien con tu contraseña dijo que perdió el segundo paso. Con este enlace empieza una espera de 72
        horas; después se quita. Vence en 1 hora y sirve una vez.
      </MailText>
      <MailText>Si no fuiste tú, no lo abras y cambia tu contraseña.</MailText>
      <MailAction href={link} label="Empezar la espera" />
    </MailLayout>
  ),
}

/** DAT-50: the 72 hours have begun. */
export const factorLossCancelMail: MailTemplate<{ name: string; dueAt: string; link: string }> = {
  name: 'security.factor-loss-cancel',
  isAskedFor: false,
  discreet: ({ link }) => ({ link }),
  subject: () => 'Pidieron quitar el segundo paso de tu cuenta',
  body: ({ name, dueAt, link }) => (
    <MailLayout title={MESSAGES.lossAsked} preview="Puedes cancelarlo durante 72 horas.">
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>
        {MESSAGES.lossAsked} Se quitará el {formatLongDate(dueAt)} a las {formatClockTime(dueAt)}.
      </MailText>
      <MailText>
        Si no fuiste tú, cancélalo y cambia tu contraseña. Si entras con el segundo paso, también se cancela.
      </MailText>
      <MailAction href={link} label="Cancelar" />
    </MailLayout>
  ),
}

/** DAT-50: told to every administrator. */
export const factorResetMail: MailTemplate<{ name: string; who: string }> = {
  name: 'security.factor-reset',
  isAskedFor: false,
  discreet: null,
  subject: () => 'Se quitó el segundo paso de una cuenta de administración',
  body: ({ name, who }) => (
    <MailLayout
      title="Se quitó el segundo paso de una cuenta de administración"
      preview="Se hizo en el servidor."
    >
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>
        En el servidor se quitó el segundo paso de la cuenta de {nameInMail(who)}. Quedó en el registro. Si
        nadie de tu equipo lo pidió, revisa quién tiene acceso al servidor.
      </MailText>
    </MailLayout>
  ),
}

/** DAT-55: the link to the new address. Carries no name: the mailbox may be a stranger's. */
export const confirmNewEmailMail: MailTemplate<{ link: string }> = {
  name: 'security.confirm-new-email',
  isAskedFor: true,
  discreet: ({ link }) => ({ link }),
  subject: () => 'Confirma tu nuevo correo',
  body: ({ link }) => (
    <MailLayout title="Confirma tu nuevo correo" preview="El enlace vence en 24 horas.">
      <MailText>
        Hola: alguien pidió usar este correo en su cuenta de Amparo. Si fuiste tú, confírmalo: tu cuenta
        pasará a este correo y tus otras sesiones se cerrarán.
      </MailText>
      <MailText>
        El enlace vence en 24 horas y sirve una sola vez. Si no fuiste tú, ignora este mensaje.
      </MailText>
      <MailAction href={link} label="Confirmar mi nuevo correo" />
    </MailLayout>
  ),
}

/** DAT-55: to the owner of an address that somebody else asked for. */
export const emailWantedMail: MailTemplate<{ name: string; link: string }> = {
  name: 'security.email-wanted',
  isAskedFor: false,
  discreet: null,
  subject: () => 'Alguien intentó usar tu correo',
  body: ({ name, link }) => (
    <MailLayout title="Alguien intentó usar tu correo" preview="Tu cuenta sigue igual.">
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>
        Desde otra cuenta pidieron cambiar su correo por el tuyo. No se puede: este correo ya tiene tu cuenta,
        que sigue igual.
      </MailText>
      <MailText>Si fuiste tú desde otra cuenta tuya, usa un correo distinto.</MailText>
      <MailAction href={link} label="Ver la seguridad de mi cuenta" />
    </MailLayout>
  ),
}

/** DAT-55: to the old address, with the link that freezes the account. */
export const emailChangedMail: MailTemplate<{ name: string; at: string; link: string }> = {
  name: 'security.email-changed',
  isAskedFor: false,
  discreet: ({ link }) => ({ link }),
  subject: () => 'El correo de tu cuenta cambió',
  body: ({ name, at, link }) => (
    <MailLayout title="El correo de tu cuenta cambió" preview="Si no fuiste tú, detén tu cuenta ahora.">
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>
        El {formatLongDate(at)} a las {formatClockTime(at)} tu cuenta de Amparo pasó a otro correo. Ya no te
        escribiremos a este.
      </MailText>
      <MailText>
        Si fuiste tú, no hagas nada. Si no, con este botón detienes la cuenta: se cierran todas las sesiones y
        nadie puede entrar. Sirve una vez, por 7 días.
      </MailText>
      <MailAction href={link} label="No fui yo" />
    </MailLayout>
  ),
}

/** DAT-55: to the new address: the account is frozen. It cannot give a new password. */
export const emailDisputedMail: MailTemplate<{ name: string; dueAt: string; link: string }> = {
  name: 'security.email-disputed',
  isAskedFor: false,
  discreet: ({ link }) => ({ link }),
  subject: () => 'Detuvimos tu cuenta por el cambio de correo',
  body: ({ name, dueAt, link }) => (
    <MailLayout title="Detuvimos tu cuenta por el cambio de correo" preview="Tienes 72 horas para responder.">
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>
        Desde tu correo anterior dijeron que no cambiaron el correo de esta cuenta. Cerramos sus sesiones y
        nadie puede entrar. Si no respondes antes del {formatLongDate(dueAt)} a las {formatClockTime(dueAt)},
        volverá al correo anterior.
      </MailText>
      <MailText>
        Si lo cambiaste tú, responde con tu contraseña y tu segundo paso. Una persona de nuestro equipo
        decidirá cuando muestres tu identidad.
      </MailText>
      <MailAction href={link} label="Sí fui yo" />
    </MailLayout>
  ),
}

/** DAT-55: to both addresses: the change was answered, and a person decides on shown identity. */
export const emailClaimedMail: MailTemplate<{ name: string; support: string; link: string }> = {
  name: 'security.email-claimed',
  isAskedFor: false,
  discreet: null,
  subject: () => 'Una persona decidirá sobre el correo de tu cuenta',
  body: ({ name, support, link }) => (
    <MailLayout
      title="Una persona decidirá sobre el correo de tu cuenta"
      preview="Muestra tu identidad a nuestro equipo."
    >
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>
        Los dos correos dicen tener esta cuenta. Una persona de nuestro equipo decidirá: escribe a {support}{' '}
        para mostrar tu identidad. Mientras tanto la cuenta sigue detenida.
      </MailText>
      <MailText>Nunca te pediremos tu contraseña ni un código.</MailText>
      <MailAction href={link} label="Cómo protegemos tus datos" />
    </MailLayout>
  ),
}

/** DAT-55: for administrators: changes that have waited for longer than the team has to decide. It names no person. */
export const emailDecisionsDueMail: MailTemplate<{ count: number; days: number; link: string }> = {
  name: 'security.email-decisions-due',
  isAskedFor: false,
  discreet: null,
  subject: () => 'Cambios de correo por decidir',
  body: ({ count, days, link }) => (
    <MailLayout title="Cambios de correo por decidir" preview="El plazo para decidir ya pasó.">
      <MailText>
        {count === 1
          ? `Un cambio de correo en disputa espera una decisión hace ${days} días o más.`
          : `${count} cambios de correo en disputa esperan una decisión hace ${days} días o más.`}
      </MailText>
      <MailText>Mientras tanto nadie puede entrar a esa cuenta.</MailText>
      <MailAction href={link} label="Ver los cambios de correo" />
    </MailLayout>
  ),
}

/** DAT-55: how a dispute ended, to both addresses. */
export const emailDecidedMail: MailTemplate<{ name: string; end: 'kept' | 'back'; link: string }> = {
  name: 'security.email-decided',
  isAskedFor: false,
  discreet: null,
  subject: ({ end }) =>
    end === 'kept' ? 'Tu cuenta sigue con su correo nuevo' : 'Tu cuenta volvió a su correo anterior',
  body: ({ name, end, link }) => {
    const title =
      end === 'kept' ? 'Tu cuenta sigue con su correo nuevo' : 'Tu cuenta volvió a su correo anterior'
    return (
      <MailLayout title={title} preview="La cuenta ya no está detenida.">
        <MailText>Hola {nameInMail(name)}:</MailText>
        <MailText>
          {end === 'kept'
            ? 'Una persona de nuestro equipo revisó la identidad y mantuvo el cambio de correo. Ya se puede entrar.'
            : 'Deshicimos el cambio de correo y quitamos las llaves y códigos que se agregaron desde entonces. La contraseña ya no sirve: al correo anterior le llega un enlace para elegir una nueva.'}
        </MailText>
        <MailAction href={link} label="Iniciar sesión" />
      </MailLayout>
    )
  },
}

export const securityMails: MailTemplates = [
  confirmNewEmailMail,
  emailWantedMail,
  emailChangedMail,
  emailDisputedMail,
  emailClaimedMail,
  emailDecidedMail,
  emailDecisionsDueMail,
  securityChangedMail,
  passkeyRefusedMail,
  factorLossLinkMail,
  factorLossCancelMail,
  factorResetMail,
]
