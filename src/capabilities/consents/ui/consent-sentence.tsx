import { Fragment } from 'react'
import { Link } from 'react-router'
import { REGISTER_SENTENCE } from '../rules.ts'

const LEGAL_PATHS: Readonly<Record<string, string>> = {
  'Términos y Condiciones': '/terminos',
  'Política de Privacidad': '/privacidad',
}

/** The names of the legal documents become links, which open a new tab: the form keeps its input. */
const withLinks = (text: string) =>
  text.split(/(Términos y Condiciones|Política de Privacidad)/).map((part) => (
    <Fragment key={part}>
      {LEGAL_PATHS[part] ? (
        <Link to={LEGAL_PATHS[part]} target="_blank" rel="noopener" title="Se abre en otra pestaña">
          {part}
        </Link>
      ) : (
        part
      )}
    </Fragment>
  ))

/** DAT-29 to DAT-31: what the button below consents to. */
export const ConsentSentence = ({ children }: { children: string }) => (
  <p className="text-small text-pretty text-muted">{withLinks(children)}</p>
)

/** DAT-28: under «Registrarse». */
export const RegisterSentence = () => <ConsentSentence>{REGISTER_SENTENCE}</ConsentSentence>
