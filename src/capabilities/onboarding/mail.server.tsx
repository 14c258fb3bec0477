import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'
import { nameInMail } from '../../platform/mail/name-in-mail.ts'

/** Verification code for a lawyer (MAI-01, OPEN-14). */
export const codeMail: MailTemplate<{ name: string; code: string }> = {
  name: 'onboarding.code',
  isAskedFor: true,
  discreet: ({ code }) => ({ code }),
  subject: ({ code }) => `Tu código de verificación: ${code}`,
  body: ({ name, code }) => (
    <MailLayout title="Verifica tu correo" preview="Vence en 15 minutos.">
      <MailText>
        Hola, {nameInMail(name)}: usa este código para verificar tu correo:{' '}
        <strong style={{ fontSize: 22, letterSpacing: 3, whiteSpace: 'nowrap' }}>{code}</strong>. Vence en 15
        minutos. Si no solicitaste este código, ignora este mensaje.
      </MailText>
    </MailLayout>
  ),
}

/** Tells administrators about a profile to review (MAI-02, OPEN-14). */
export const reviewNoticeMail: MailTemplate<{ name: string; rut: string; link: string }> = {
  name: 'onboarding.notice',
  isAskedFor: false,
  discreet: null,
  subject: ({ name }) => `Nuevo perfil de abogado por verificar: ${nameInMail(name)}`,
  body: ({ name, rut, link }) => (
    <MailLayout
      title="Nuevo perfil de abogado por verificar"
      preview={`${nameInMail(name)} envió su perfil a revisión.`}
    >
      <MailText>
        {nameInMail(name)} (RUT {rut}) envió su perfil a revisión. Revisa sus antecedentes y verifica el
        perfil aquí: {link}.
      </MailText>
      <MailAction href={link} label="Revisar el perfil" hideUrl />
    </MailLayout>
  ),
}

export const onboardingMails: MailTemplates = [codeMail, reviewNoticeMail]
