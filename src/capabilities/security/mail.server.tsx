import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'
import { nameInMail } from '../../platform/mail/name-in-mail.ts'

/** What changed, in words. */
const CHANGES = {
  'totp-on': 'Se activó el código de la aplicación como segundo paso.',
  'totp-off':
    'Se quitó el código de la aplicación. Tu cuenta sigue pidiendo un segundo paso: tu llave de acceso.',
  'totp-last': 'Se quitó el código de la aplicación. Tu cuenta ya no pide un segundo paso.',
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

export const securityMails: MailTemplates = [securityChangedMail, passkeyRefusedMail]
