import { Link } from 'react-router'
import {
  DOCUMENT_NAMES,
  LEGAL_VERSIONS,
  nextVersion,
  versionId,
  versionState,
} from '../capabilities/consents/rules.ts'
import { EARLIER_VERSIONS } from '../capabilities/consents/ui/earlier-versions/earlier-versions.ts'
import { LegalText } from '../capabilities/consents/ui/legal-text.tsx'
import { formatLongDate, isoDay } from '../chile/dates.ts'
import { privateMeta } from '../site/page-meta.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/legal-version'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(loaderData ? `${loaderData.name}, ${loaderData.day}` : 'Versión anterior')

export async function loader({ params }: Route.LoaderArgs) {
  const version = LEGAL_VERSIONS.find((one) => versionId(one) === params.id)
  const readText = Object.hasOwn(EARLIER_VERSIONS, params.id) ? EARLIER_VERSIONS[params.id] : undefined
  if (!version || !readText) throw new Response(null, { status: 404 })
  const isInForce = versionState(version, isoDay(new Date())) === 'in_force'
  const replacedOn = isInForce && nextVersion(version)?.appliesFrom
  return {
    name: DOCUMENT_NAMES[version.document],
    day: formatLongDate(version.version),
    text: await readText(),
    // A new version is published before it applies. The day in words: this page does not load the dates.
    replacedOn: replacedOn ? formatLongDate(replacedOn) : null,
  }
}

/** DAT-32: a version of a legal document that is superseded, or soon will be, in its words. */
export default function LegalVersion({ loaderData: { text, replacedOn } }: Route.ComponentProps) {
  return (
    <PageContainer className="pt-10 pb-16 md:pt-14 md:pb-24">
      <div className="mx-auto max-w-[42rem]">
        <Notice>
          {replacedOn
            ? `Esta versión rige hasta que la nueva la reemplace, el ${replacedOn}.`
            : 'Esta versión fue reemplazada.'}{' '}
          <Link to="/privacidad/versiones">Ver todas las versiones</Link>
        </Notice>
        <LegalText text={text} />
      </div>
    </PageContainer>
  )
}
