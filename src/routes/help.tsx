import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageMeta } from '../site/page-meta.ts'
import { SupportLink } from '../site/support-link.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/help'

const TITLE = 'Ayuda'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    path: '/ayuda',
    description:
      'Cómo encontrar un abogado, publicar tu causa y recibir propuestas en Amparo, y cómo trabajan aquí los abogados.',
  })

/** How Amparo works, for clients and for lawyers. */
export default function Help() {
  return (
    <PageContainer className="pt-10 pb-16 md:pt-14 md:pb-24">
      <h1>{TITLE}</h1>
      <div className="mt-8 grid gap-x-14 gap-y-12 lg:grid-cols-2">
        <Questions title="Si tienes un problema legal" questions={CLIENT} />
        <Questions title="Si eres abogado" questions={LAWYER} />
      </div>
      <section className="mt-12 rounded-l bg-sunken p-6">
        <h2 className="text-h3">¿No encontraste lo que buscabas?</h2>
        <p className="mt-2 max-w-[64ch]">
          Escríbenos a <SupportLink />. Si estás en peligro, no esperes una respuesta por aquí: llama a
          Carabineros al <Phone number="133" />, o al <Phone number="1455" /> para orientación en violencia
          contra la mujer.
        </p>
        <p className="mt-3 max-w-[64ch]">
          ¿Quieres saber qué guardamos de ti, corregirlo o borrarlo? Si tienes cuenta, en{' '}
          <Link to="/mis-datos">Tus datos</Link>; si no, en{' '}
          <Link to="/solicitud-de-datos">Pide por tus datos</Link>.
        </p>
      </section>
    </PageContainer>
  )
}

/** A phone number within a sentence, with a sufficient touch target. */
const Phone = ({ number }: { number: string }) => (
  <a href={`tel:${number}`} className="inline-block py-2.5 font-semibold">
    {number}
  </a>
)

type Question = [question: string, answer: ReactNode]

function Questions({ title, questions }: { title: string; questions: readonly Question[] }) {
  return (
    <section className="min-w-0">
      <h2>{title}</h2>
      {questions.map(([question, answer]) => (
        <div key={question} className="mt-6 max-w-[64ch]">
          <h3 className="text-h4">{question}</h3>
          <p className="mt-1.5 text-muted [&_a]:text-primary-ink">{answer}</p>
        </div>
      ))}
    </section>
  )
}

const CLIENT: readonly Question[] = [
  [
    '¿Cómo encuentro un abogado?',
    <>
      Cuenta tu problema con tus palabras en <Link to="/buscar-ia">Buscar con IA</Link>, o filtra por
      especialidad, comuna y precio en <Link to="/buscar-abogados">Buscar Abogados</Link>. En el perfil de
      cada abogado, «Contactar» abre un chat privado con él.
    </>,
  ],
  [
    '¿Y si no sé a quién escribirle?',
    <>
      <Link to="/submit-case">Ingresa tu causa</Link>: respondes unas pocas preguntas, te recomendamos hasta 3
      abogados y los abogados verificados interesados pueden escribirte a ti.
    </>,
  ],
  [
    '¿Cuánto cuesta?',
    'Buscar, publicar tu causa y conversar no tiene costo para ti. Cada abogado fija sus honorarios y te los informa en una propuesta antes de empezar.',
  ],
  [
    '¿Dónde veo las respuestas?',
    <>
      En tu <Link to="/chat">chat</Link> y en tu <Link to="/dashboard">panel</Link>: ahí están los mensajes
      sin leer y las propuestas que esperan tu respuesta.
    </>,
  ],
  [
    '¿Hasta cuándo puedo actuar?',
    <>
      En <Link to="/plazos">Plazos legales frecuentes</Link> están los plazos por materia y una calculadora.
      No necesitas una cuenta.
    </>,
  ],
  [
    '¿Qué pasa cuando acepto una propuesta?',
    'El abogado queda a cargo de tu causa y se abre un espacio privado de los dos, con los pasos y los documentos. Para representarte ante un tribunal hace falta además un mandato, que se constituye aparte, en la forma que exige la ley.',
  ],
  [
    '¿Puedo arrepentirme?',
    'Puedes rechazar una propuesta, y eliminar, en su página, una causa que todavía espera abogado.',
  ],
  [
    'No tengo cómo pagar un abogado',
    <>
      La Corporación de Asistencia Judicial orienta gratis en todo el país. Mira la{' '}
      <Link to="/ayuda-gratuita">ayuda gratuita</Link> de tu comuna.
    </>,
  ],
]

const LAWYER: readonly Question[] = [
  [
    '¿Cómo empiezo?',
    'Regístrate como abogado, confirma tu correo y completa tu perfil profesional. Nuestro equipo revisa tus antecedentes antes de que aparezcas en las búsquedas.',
  ],
  [
    '¿Cómo me encuentran los clientes?',
    'Con tu perfil verificado apareces en las búsquedas y recibes contactos en todos los planes. Que un cliente te contacte nunca gasta créditos.',
  ],
  [
    '¿Cómo encuentro casos?',
    <>
      En <Link to="/casos-recientes">Casos Recientes</Link> están las causas que esperan abogado. Iniciar un
      chat con su cliente usa 1 crédito de tu <Link to="/subscriptions">plan</Link>; si ya conversan, ninguno.
    </>,
  ],
  [
    '¿Cómo envío una propuesta?',
    'En el chat con el cliente: escribes el título, el monto y las condiciones, y la persona la acepta o la rechaza ahí mismo.',
  ],
  [
    '¿Cómo sigo mis causas?',
    <>
      Tu <Link to="/dashboard">panel</Link> muestra las causas a tu cargo. Cada una tiene su tablero de pasos
      y sus documentos, que también ve tu cliente.
    </>,
  ],
]
