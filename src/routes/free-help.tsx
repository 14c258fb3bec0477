import type { GuidanceContract } from '../capabilities/guidance/contract.ts'
import { HelpForm } from '../capabilities/guidance/ui/help-form.tsx'
import { HelpList } from '../capabilities/guidance/ui/help-list.tsx'
import { type HelpParam, parseHelpParams } from '../capabilities/guidance/ui/help-params.ts'
import { sliceClient } from '../platform/query/prefetch.ts'
import { pageMeta } from '../site/page-meta.ts'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/free-help'

const TITLE = 'Ayuda gratuita'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: TITLE,
    path: '/ayuda-gratuita',
    description:
      'Líneas de emergencia, abogados gratuitos y lugares donde reclamar en Chile, por comuna y por problema.',
  })

/** The value of a field, if it names something. */
const known = ({ value, error }: HelpParam) => (error ? '' : value)

export async function loader({ context, url }: Route.LoaderArgs) {
  const params = parseHelpParams(url.searchParams)
  const specialty = known(params.specialty)
  const commune = known(params.commune)
  const help = await sliceClient<GuidanceContract>(context, 'guidance').help({
    ...(specialty && { specialty }),
    ...(commune && { commune }),
  })
  return { params, specialty, commune, help }
}

/** PLZ-75: who helps for free, for people who cannot pay a lawyer or need none. */
export default function FreeHelp({ loaderData: { params, ...shown } }: Route.ComponentProps) {
  return (
    <PageContainer className="pb-16 md:pb-24">
      <PageHeading
        title={TITLE}
        text="A quién llamar, quién te defiende sin cobrar y dónde reclamar. Elige tu problema y tu comuna."
      />
      <HelpForm {...params} />
      <HelpList {...shown} />
    </PageContainer>
  )
}
