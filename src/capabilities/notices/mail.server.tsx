import { Link, Text } from 'react-email'
import { MailAction, MailLayout, MailText } from '../../platform/mail/layout.tsx'
import type { MailTemplate, MailTemplates } from '../../platform/mail/mail.server.ts'
import { nameInMail } from '../../platform/mail/name-in-mail.ts'
import { CATEGORY_NAMES, type MailScope } from './schema.ts'

/** The link that ends e-mails (SEG-63). */
interface UnsubscribeLink {
  url: string
  scope: MailScope
}

const unsubscribeLabel = (scope: MailScope) =>
  scope === 'all'
    ? 'Dejar de recibir correos sobre mis causas'
    : `Dejar de recibir correos de ${CATEGORY_NAMES[scope].toLowerCase()}`

const Unsubscribe = ({ link }: { link: UnsubscribeLink | null }) =>
  link && (
    <Text style={{ color: '#5A6478', fontSize: 13, lineHeight: '18px', margin: '24px 0 0' }}>
      <Link href={link.url} style={{ color: '#5A6478', textDecoration: 'underline' }}>
        {unsubscribeLabel(link.scope)}
      </Link>
    </Text>
  )

const unsubscribeOf = ({ unsubscribe }: { unsubscribe: UnsubscribeLink | null }) => ({
  unsubscribeUrl: unsubscribe?.url ?? null,
})

interface NoticeMailProps {
  /** Of the recipient. */
  name: string
  subject: string
  /** What happened, without full stop at its end (SEG-64). */
  sentence: string
  callToAction: string
  url: string
  unsubscribe: UnsubscribeLink | null
}

/** SEG-64: one notice. */
export const noticeMail: MailTemplate<NoticeMailProps> = {
  name: 'notices.notice',
  isAskedFor: false,
  discreet: unsubscribeOf,
  subject: ({ subject }) => subject,
  body: ({ name, subject, sentence, callToAction, url, unsubscribe }) => (
    <MailLayout title={subject} preview={subject}>
      <MailText>
        Hola, {nameInMail(name)}: {nameInMail(sentence)}. {callToAction}:{' '}
        <Link href={url} style={{ color: '#0E5A5E' }}>
          {url}
        </Link>
        .
      </MailText>
      <MailAction href={url} label="Abrir en Amparo" hideUrl />
      <Unsubscribe link={unsubscribe} />
    </MailLayout>
  ),
}

interface DigestMailProps {
  name: string
  sentences: readonly string[]
  /** Notices that are not among the sentences. */
  more: number
  url: string
  unsubscribe: UnsubscribeLink | null
}

/** SEG-60: the notices since the last digest that are still unread. */
export const digestMail: MailTemplate<DigestMailProps> = {
  name: 'notices.digest',
  isAskedFor: false,
  discreet: unsubscribeOf,
  subject: ({ sentences, more }) => digestTitle(sentences.length + more),
  body: ({ name, sentences, more, url, unsubscribe }) => {
    const title = digestTitle(sentences.length + more)
    return (
      <MailLayout title={title} preview={title}>
        <MailText>Hola, {nameInMail(name)}: esto pasó mientras no estabas.</MailText>
        {sentences.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no other identity
          <MailText key={index}>• {nameInMail(sentence)}.</MailText>
        ))}
        {more > 0 && <MailText>Y {more} más.</MailText>}
        <MailAction href={url} label="Ver mis avisos" />
        <Unsubscribe link={unsubscribe} />
      </MailLayout>
    )
  },
}

const digestTitle = (count: number) =>
  count === 1 ? 'Tienes 1 aviso en Amparo' : `Tienes ${count} avisos en Amparo`

export const noticesMails: MailTemplates = [noticeMail, digestMail]
