import { Text } from 'react-email'
import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'
import { nameInMail } from '../../platform/mail/name-in-mail.ts'

/** MAI-03, OPEN-14: the profile was verified. */
export const verifiedMail: MailTemplate<{ name: string; link: string }> = {
  name: 'verification.verified',
  isAskedFor: false,
  discreet: null,
  subject: () => '¡Tu perfil fue verificado!',
  body: ({ name, link }) => (
    <MailLayout title="¡Tu perfil fue verificado!" preview="Ya puedes entrar a tu panel y recibir clientes.">
      <MailText>
        Hola, {nameInMail(name)}: nuestro equipo verificó tu perfil. Ya puedes entrar a tu panel y recibir
        clientes:
      </MailText>
      <MailAction href={link} label="Entrar a mi panel" />
    </MailLayout>
  ),
}

interface ReturnedProps {
  name: string
  /** Text of the administrator; line breaks are preserved. */
  reason: string
  /** URL of the page where the lawyer makes the correction. */
  link: string
}

/** OPEN-02: corrections needed before the profile can be submitted again. */
export const returnedMail: MailTemplate<ReturnedProps> = {
  name: 'verification.returned',
  isAskedFor: false,
  discreet: null,
  subject: () => 'Tu perfil necesita correcciones',
  body: ({ name, reason, link }) => (
    <MailLayout
      title="Tu perfil necesita correcciones"
      preview="Nuestro equipo revisó tu perfil y te dejó observaciones."
    >
      <MailText>
        Hola, {nameInMail(name)}: nuestro equipo revisó tu perfil y te pide corregir lo siguiente antes de
        verificarlo:
      </MailText>
      <Reason text={reason} />
      <MailText>Lo demás quedó guardado: corrige tu perfil y vuelve a enviarlo a revisión.</MailText>
      <MailAction href={link} label="Corregir mi perfil" />
    </MailLayout>
  ),
}

const Reason = ({ text }: { text: string }) => (
  <Text
    style={{
      borderLeft: '3px solid #B8562E',
      fontSize: 16,
      lineHeight: '26px',
      margin: '0 0 16px',
      padding: '2px 0 2px 16px',
    }}
  >
    {text.split('\n').map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
      <span key={index}>
        {index > 0 && <br />}
        {line}
      </span>
    ))}
  </Text>
)

/** H-03: the new name was rejected and the previous one restored. */
export const nameReturnedMail: MailTemplate<ReturnedProps> = {
  name: 'verification.name-returned',
  isAskedFor: false,
  discreet: null,
  subject: () => 'No confirmamos tu nombre nuevo',
  body: ({ name, reason, link }) => (
    <MailLayout
      title="No confirmamos tu nombre nuevo"
      preview="Tu perfil lleva otra vez el nombre que verificamos."
    >
      <MailText>
        Hola, {nameInMail(name)}: nuestro equipo revisó el nombre que pusiste en tu perfil y no lo confirmó:
      </MailText>
      <Reason text={reason} />
      <MailText>Tu perfil lleva otra vez el nombre que verificamos, con su sello.</MailText>
      <MailAction href={link} label="Ver mi perfil" />
    </MailLayout>
  ),
}

export const verificationMails: MailTemplates = [verifiedMail, returnedMail, nameReturnedMail]
