import { Link } from 'react-router'
import {
  DOCUMENT_NAMES,
  DOCUMENT_PATHS,
  LEGAL_DOCUMENTS,
  LEGAL_VERSIONS,
  type LegalDocument,
  newestVersion,
  versionId,
  versionState,
} from '../capabilities/consents/rules.ts'
import { formatLongDate, isoDay } from '../chile/dates.ts'
import { pageMeta } from '../site/page-meta.ts'
import { Card } from '../ui/layout/card.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/legal-versions'

const VERSION_STATES = { future: 'Aún no rige', in_force: 'Versión actual', replaced: 'Reemplazada' } as const

const TITLE = 'Versiones de nuestros documentos'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    path: '/privacidad/versiones',
    description:
      'Todas las versiones de los Términos y Condiciones y de la Política de Privacidad de Amparo, y qué cambió en cada una.',
  })

/** The day in Chile, of the server: it decides which version applies. */
export const loader = () => ({ today: isoDay(new Date()) })

/** DAT-32: every version of the legal documents, the newest first. */
export default function LegalVersions({ loaderData: { today } }: Route.ComponentProps) {
  return (
    <PageContainer className="pt-10 pb-16 md:pt-14 md:pb-24">
      <div className="mx-auto max-w-[42rem]">
        <h1>{TITLE}</h1>
        <p className="mt-2 text-muted">
          Guardamos todas las versiones, con lo que cambió en cada una. La que aceptaste o declaraste conocer
          está en <Link to="/mis-datos">Tus datos</Link>.
        </p>
        {LEGAL_DOCUMENTS.map((document) => (
          <section key={document} aria-labelledby={document} className="mt-10">
            <h2 id={document}>{DOCUMENT_NAMES[document]}</h2>
            <Card flush className="mt-4">
              <ul className="divide-y divide-line">
                <Versions document={document} today={today} />
              </ul>
            </Card>
          </section>
        ))}
      </div>
    </PageContainer>
  )
}

const Versions = ({ document, today }: { document: LegalDocument; today: string }) =>
  LEGAL_VERSIONS.filter((one) => one.document === document)
    .reverse()
    .map((one) => {
      const isNewest = one === newestVersion(document)
      const state = versionState(one, today)
      const day = formatLongDate(one.version)
      return (
        <li key={one.version} className="grid gap-1 px-5 py-4 md:px-6">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-ui">
            <Link
              to={isNewest ? DOCUMENT_PATHS[document] : `/privacidad/versiones/${versionId(one)}`}
              className="inline-flex min-h-11 items-center font-semibold"
            >
              {`Versión del ${day}`}
            </Link>
            <span className="text-small text-muted">{VERSION_STATES[state]}</span>
          </p>
          <p className="text-ui text-pretty">{`${one.summary}.`}</p>
          {state !== 'replaced' && one.appliesFrom !== one.version && (
            <p className="text-small text-muted">{`Rige desde el ${formatLongDate(one.appliesFrom)}`}</p>
          )}
        </li>
      )
    })
