import { formatLongDate } from '../../chile/dates.ts'
import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'
import { nameInMail } from '../../platform/mail/name-in-mail.ts'

/** DAT-08: a copy can be downloaded. It says nothing of what is in it. */
export const copyReadyMail: MailTemplate<{ name: string; expiresAt: string; link: string }> = {
  name: 'privacy.copy-ready',
  subject: () => 'Tu copia de datos está lista',
  body: ({ name, expiresAt, link }) => (
    <MailLayout title="Tu copia de datos está lista" preview="Puedes descargarla por siete días.">
      <MailText>Hola, {nameInMail(name)}:</MailText>
      <MailText>Descárgala desde "Tus datos" hasta el {formatLongDate(expiresAt)}.</MailText>
      <MailAction href={link} label="Ver tus datos" />
    </MailLayout>
  ),
}

/** DAT-60: for administrators: requests whose last day is near or over. It names no person. */
export const requestsDueMail: MailTemplate<{ lines: readonly string[]; link: string }> = {
  name: 'privacy.requests-due',
  subject: () => 'Solicitudes de datos por responder',
  body: ({ lines, link }) => (
    <MailLayout title="Solicitudes de datos por responder" preview="Tienen un plazo legal.">
      {lines.map((line) => (
        <MailText key={line}>{line}.</MailText>
      ))}
      <MailAction href={link} label="Ver las solicitudes" />
    </MailLayout>
  ),
}

export const privacyMails: MailTemplates = [copyReadyMail, requestsDueMail]
