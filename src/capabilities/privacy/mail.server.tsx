import { formatLongDate } from '../../chile/dates.ts'
import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'
import { nameInMail } from '../../platform/mail/name-in-mail.ts'

/** DAT-08: a copy can be downloaded. Nothing in it says what the copy contains. */
export const copyReadyMail: MailTemplate<{ name: string; expiresAt: string; link: string }> = {
  name: 'privacy.copy-ready',
  isAskedFor: false,
  discreet: null,
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
  isAskedFor: false,
  discreet: null,
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

/** DAT-24: the code for a request without an account. A stranger may have written the address, so it quotes nothing. */
export const visitorCodeMail: MailTemplate<{ code: string; accountLink: string | null }> = {
  name: 'privacy.desk-code',
  isAskedFor: true,
  discreet: ({ code }) => ({ code }),
  subject: ({ code }) => `Tu código de verificación: ${code}`,
  body: ({ code, accountLink }) => (
    <MailLayout title="Confirma tu correo" preview="Vence en 15 minutos.">
      <MailText>
        Usa este código para enviar tu solicitud sobre tus datos:{' '}
        <strong style={{ fontSize: 22, letterSpacing: 3, whiteSpace: 'nowrap' }}>{code}</strong>. Vence en 15
        minutos. Si no hiciste esta solicitud, ignora este mensaje.
      </MailText>
      {accountLink && (
        <>
          <MailText>{ACCOUNT_SENTENCE}</MailText>
          <MailAction href={accountLink} label="Ver tus datos" />
        </>
      )}
    </MailLayout>
  ),
}

/** DAT-26: only the mailbox learns it. */
export const ACCOUNT_SENTENCE = 'Este correo tiene una cuenta: en "Tus datos" puedes verlo todo.'

interface VisitorMail {
  subject: string
  /** Its paragraphs are separated by empty lines. */
  text: string
  link: string
}

/** DAT-25: what is sent about a request without an account: whole, because there is no account to read it in. */
export const visitorMail: MailTemplate<VisitorMail> = {
  name: 'privacy.desk',
  isAskedFor: true,
  discreet: ({ link }) => ({ link }),
  subject: ({ subject }) => subject,
  body: ({ subject, text, link }) => (
    <MailLayout title={subject} preview="Sobre tu solicitud de datos.">
      {text.split(/\n{2,}/).map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
        <MailText key={at}>
          <span style={{ whiteSpace: 'pre-line' }}>{paragraph}</span>
        </MailText>
      ))}
      <MailAction href={link} label="Seguir tu solicitud" hideUrl />
    </MailLayout>
  ),
}

/** DAT-75: for administrators: an e-mail to somebody without an account was given up. It names no person. */
export const visitorMailFailed: MailTemplate<{ number: string; link: string }> = {
  name: 'privacy.desk-mail-failed',
  isAskedFor: false,
  discreet: null,
  subject: ({ number }) => `No pudimos enviar un correo de la solicitud ${number}`,
  body: ({ number, link }) => (
    <MailLayout
      title={`No pudimos enviar un correo de la solicitud ${number}`}
      preview="Quien la hizo no tiene cuenta."
    >
      <MailText>Quien la hizo no tiene cuenta: solo recibe nuestras respuestas por correo.</MailText>
      <MailAction href={link} label="Ver la solicitud" />
    </MailLayout>
  ),
}

export const privacyMails: MailTemplates = [
  copyReadyMail,
  requestsDueMail,
  visitorCodeMail,
  visitorMail,
  visitorMailFailed,
]
