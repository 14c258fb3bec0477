import { Fragment } from 'react'
import { Link } from 'react-router'

/** Consent given with «Registrarse». The privacy page quotes it. */
export const REGISTER_CONSENT =
  'Al registrarte aceptas los Términos y Condiciones y la Política de Privacidad.'

/** Consent given with «Enviar y Buscar Abogados». The privacy page quotes it. */
export const CASE_CONSENT =
  'Al enviar tu causa consientes en que Amparo trate lo que escribiste, también si incluye datos sensibles, y lo muestre sin tu nombre a abogados verificados con un plan.'
const LEGAL_LINKS_TEXT = 'Lee los Términos y Condiciones y la Política de Privacidad.'

const LEGAL_PATHS = {
  'Términos y Condiciones': '/terminos',
  'Política de Privacidad': '/privacidad',
} as const

/** What pressing the submit button consents to. Its links open a new tab: the form keeps its input. */
export function Consent({ to }: { to: 'register' | 'case' }) {
  const text = to === 'register' ? REGISTER_CONSENT : `${CASE_CONSENT} ${LEGAL_LINKS_TEXT}`
  return (
    <p className="text-small text-pretty text-muted">
      {text.split(/(Términos y Condiciones|Política de Privacidad)/).map((part) => (
        <Fragment key={part}>
          {part in LEGAL_PATHS ? (
            <Link
              to={LEGAL_PATHS[part as keyof typeof LEGAL_PATHS]}
              target="_blank"
              rel="noopener"
              title="Se abre en otra pestaña"
            >
              {part}
            </Link>
          ) : (
            part
          )}
        </Fragment>
      ))}
    </p>
  )
}
