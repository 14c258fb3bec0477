import type { ConsentsContract } from '../capabilities/consents/contract.ts'
import { consentsQueries } from '../capabilities/consents/queries.ts'
import type { OpenCasesContract } from '../capabilities/open-cases/contract.ts'
import { openCasesQueries } from '../capabilities/open-cases/queries.ts'
import { OwnConsents } from '../capabilities/open-cases/ui/own-consents.tsx'
import type { PrivacyContract } from '../capabilities/privacy/contract.ts'
import { looksOptions, privacyQueries } from '../capabilities/privacy/queries.ts'
import { DataCopy } from '../capabilities/privacy/ui/data-copy.tsx'
import { DataParts } from '../capabilities/privacy/ui/data-parts.tsx'
import { HeldData } from '../capabilities/privacy/ui/held-data.tsx'
import { OwnLooks } from '../capabilities/privacy/ui/own-looks.tsx'
import { OwnRequests } from '../capabilities/privacy/ui/own-requests.tsx'
import { prefetch, sliceClient } from '../platform/query/prefetch.ts'
import { requireSession } from '../platform/routing/require-session.ts'
import { privateMeta } from '../site/page-meta.ts'
import { QueryProvider } from '../site/query-provider.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/your-data'

export const meta: Route.MetaFunction = () => privateMeta('Tus datos')

/** DAT-01, DAT-03: anybody with a session, verified or not. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { user } = requireSession(context, url)
  const openCases = openCasesQueries(sliceClient<OpenCasesContract>(context, 'openCases'))
  const { held, copy, requests } = privacyQueries(sliceClient<PrivacyContract>(context, 'privacy'))
  return prefetch(
    held.queryOptions(),
    copy.queryOptions(),
    requests.queryOptions(),
    looksOptions(sliceClient<PrivacyContract>(context, 'privacy')),
    consentsQueries(sliceClient<ConsentsContract>(context, 'consents')).own.queryOptions(),
    ...(user.role === 'client' ? [openCases.consents.queryOptions()] : []),
  )
}

export default function YourData({ loaderData }: Route.ComponentProps) {
  return (
    <QueryProvider state={loaderData}>
      <PageContainer className="pb-14 md:pb-18">
        <PageHeading
          title="Tus datos"
          text="Aquí ves qué guardamos de ti, por qué y hasta cuándo, y puedes pedir cambios."
        />
        <DataParts
          parts={[
            { id: 'que-guardamos', title: 'Qué guardamos', content: <HeldData /> },
            { id: 'descargar', title: 'Descargar', content: <DataCopy /> },
            { id: 'solicitudes', title: 'Tus solicitudes', content: <OwnRequests /> },
            { id: 'consentimientos', title: 'Tus consentimientos', content: <OwnConsents /> },
            { id: 'quien-vio', title: 'Quién vio tus datos', content: <OwnLooks /> },
          ]}
        />
      </PageContainer>
    </QueryProvider>
  )
}
