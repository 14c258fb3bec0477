import type { ReactNode } from 'react'
import { Body, Container, Head, Heading, Hr, Html, Link, Preview, Text } from 'react-email'

const ink = '#16233B'
const smallText = { color: '#5A6478', fontSize: 13, lineHeight: '18px' }

/** Layout of every e-mail: simple, without images; the text part is derived from the HTML. */
export function MailLayout(props: { title: string; preview: string; children: ReactNode }) {
  return (
    <Html lang="es-CL">
      <Head>
        <title>{props.title}</title>
      </Head>
      <Preview>{props.preview}</Preview>
      <Body
        lang="es-CL"
        style={{
          backgroundColor: '#FBF8F2',
          color: ink,
          fontFamily: 'Inter, Helvetica, Arial, sans-serif',
          margin: 0,
          padding: '32px 16px',
        }}
      >
        <Container
          style={{
            backgroundColor: '#FFFFFF',
            border: '1px solid #E4DFD4',
            borderRadius: 12,
            maxWidth: 560,
            padding: '32px',
          }}
        >
          <Text style={{ fontFamily: 'Georgia, serif', fontSize: 22, margin: '0 0 24px', color: ink }}>
            Amparo
          </Text>
          <Heading
            as="h1"
            style={{
              fontFamily: 'Georgia, serif',
              fontWeight: 500,
              fontSize: 26,
              lineHeight: '32px',
              margin: '0 0 16px',
            }}
          >
            {props.title}
          </Heading>
          {props.children}
          <Hr style={{ borderColor: '#E4DFD4', margin: '28px 0 16px' }} />
          <Text style={{ ...smallText, margin: 0 }}>
            Amparo conecta a personas con abogados verificados en todo Chile. No es un estudio jurídico ni
            entrega asesoría legal.
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

export function MailText(props: { children: ReactNode }) {
  return (
    <Text style={{ fontSize: 16, lineHeight: '26px', margin: '0 0 16px', overflowWrap: 'anywhere' }}>
      {props.children}
    </Text>
  )
}

/** Call to action as a button; unless `hideUrl`, its URL follows for mail programs without buttons. */
export function MailAction(props: { href: string; label: string; hideUrl?: boolean }) {
  return (
    <>
      <Link
        href={props.href}
        style={{
          backgroundColor: '#0E5A5E',
          borderRadius: 10,
          color: '#FFFFFF',
          display: 'inline-block',
          fontSize: 16,
          fontWeight: 600,
          padding: '13px 22px',
          textDecoration: 'none',
        }}
      >
        {props.label}
      </Link>
      {!props.hideUrl && (
        <Text style={{ ...smallText, margin: '16px 0 0', overflowWrap: 'anywhere' }}>
          Si el botón no funciona, copia esta dirección en tu navegador: {props.href}
        </Text>
      )}
    </>
  )
}
