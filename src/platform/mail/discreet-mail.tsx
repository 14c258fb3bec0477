import { Body, Container, Head, Html, Link, Text } from 'react-email'

/** What a discreet e-mail may have of the e-mail in whose place it is sent. */
export interface DiscreetContent {
  /** Where it leads, instead of the page to sign in: a link that works once. */
  link?: string
  code?: string
  /** Ends e-mails of this kind (SEG-63). */
  unsubscribeUrl?: string | null
}

/** SEG-61, PLZ-71: no name, matter, date or product word, for people whose mailbox others read. */
export const discreetMail = {
  subject: () => 'Tienes un aviso pendiente',
  body: ({ link, code, unsubscribeUrl }: DiscreetContent & { link: string }) => (
    <Html lang="es-CL">
      <Head />
      <Body lang="es-CL" style={{ fontFamily: 'Helvetica, Arial, sans-serif' }}>
        <Container>
          <Text>Entra cuando estés en un lugar seguro.</Text>
          {code && <Text>Código: {code}</Text>}
          <Text>
            <Link href={link}>{link}</Link>
          </Text>
          {unsubscribeUrl && (
            <Text>
              <Link href={unsubscribeUrl}>Dejar de recibir estos correos</Link>
            </Text>
          )}
        </Container>
      </Body>
    </Html>
  ),
}

/** The sender's name of discreet e-mails. */
export const DISCREET_SENDER = 'Avisos'
