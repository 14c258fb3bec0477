import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'

/** DAT-72: for administrators: appeals that have waited for longer than the team has to answer them. It names no person. */
export const appealsDueMail: MailTemplate<{ count: number; days: number; link: string }> = {
  name: 'moderation.appeals-due',
  isAskedFor: false,
  discreet: null,
  subject: () => 'Apelaciones por responder',
  body: ({ count, days, link }) => (
    <MailLayout title="Apelaciones por responder" preview="El plazo para responder ya pasó.">
      <MailText>
        {count === 1
          ? `Una apelación espera respuesta hace ${days} días o más.`
          : `${count} apelaciones esperan respuesta hace ${days} días o más.`}
      </MailText>
      <MailAction href={link} label="Ver las apelaciones" />
    </MailLayout>
  ),
}

export const moderationMails: MailTemplates = [appealsDueMail]
