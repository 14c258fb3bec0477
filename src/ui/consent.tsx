import { Fragment } from 'react'
import { Link } from 'react-router'

/** At «Registrarse». The privacy page quotes it. */
export const REGISTER_CONSENT =
  'Al registrarte aceptas los Términos y Condiciones y la Política de Privacidad.'

/** Above «Enviar y Buscar Abogados». The privacy page quotes it. */
export const CASE_CONSENT =
  'Al enviar tu causa consientes en que Amparo trate lo que escribiste, también si incluye datos sensibles, y lo muestre sin tu nombre a abogados verificados con un plan.'
const MORE = 'Lee los Términos y Condiciones y la Política de Privacidad.'

const TEXTS = { 'Términos y Condiciones': '/terminos', 'Política de Privacidad': '/privacidad' } as const

/** What pressing the button beside it agrees to. The links open beside the form, which keeps what was typed. */
export function Consent({ to }: { to: 'register' | 'case' }) {
  const text = to === 'register' ? REGISTER_CONSENT : `${CASE_CONSENT} ${MORE}`
  return (
    <p className="text-small text-pretty text-muted">
      {text.split(/(Términos y Condiciones|Política de Privacidad)/).map((part) => (
        <Fragment key={part}>
          {part in TEXTS ? (
            <Link
              to={TEXTS[part as keyof typeof TEXTS]}
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
