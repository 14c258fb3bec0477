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
  codes: 'Se crearon códigos de recuperación nuevos. Los anteriores ya no sirven.',
} as const

export type Change = keyof typeof CHANGES

/** Sent at once; nobody can switch it off. */
export const securityChangedMail: MailTemplate<{ name: string; change: Change; link: string }> = {
  name: 'security.changed',
  subject: () => 'Cambió la seguridad de tu cuenta',
  body: ({ name, change, link }) => (
    <MailLayout title="Cambió la seguridad de tu cuenta" preview={CHANGES[change]}>
      <MailText>Hola {nameInMail(name)}:</MailText>
      <MailText>{CHANGES[change]}</MailText>
      <MailText>Si no fuiste tú, cambia tu contraseña y cierra tus otras sesiones.</MailText>
      <MailAction href={link} label="Ver la seguridad de mi cuenta" />
    </MailLayout>
  ),
}

/** DAT-44: a key whose counter went back. */
export const passkeyRefusedMail: MailTemplate<{ name: string; passkey: string; link: string }> = {
  name: 'security.passkey-refused',
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

export const securityMails: MailTemplates = [
  securityChangedMail,
  passkeyRefusedMail,
  factorLossLinkMail,
  factorLossCancelMail,
  factorResetMail,
]
