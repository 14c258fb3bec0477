import type { DeadlinesContract } from '../capabilities/deadlines/contract.ts'
import { DEADLINES_TITLE, DeadlinesPage } from '../capabilities/deadlines/ui/deadlines-page.tsx'
import { sliceClient } from '../platform/query/prefetch.ts'
import { pageMeta } from '../site/page-meta.ts'
import { PageContainer } from '../ui/layout/page-container.tsx'
import type { Route } from './+types/deadlines'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: DEADLINES_TITLE,
    path: '/plazos',
    description:
      'Plazos legales en Chile por materia: cuánto duran, desde qué día se cuentan y qué artículo lo dice. Calcula tu último día, gratis y sin cuenta.',
  })

/** PLZ-42: the same rules for everybody. */
export const loader = ({ context }: Route.LoaderArgs) =>
  sliceClient<DeadlinesContract>(context, 'deadlines').list()

export default function Deadlines({ loaderData }: Route.ComponentProps) {
  return (
    <PageContainer className="pb-16 md:pb-24">
      <DeadlinesPage subjects={loaderData.subjects} />
    </PageContainer>
  )
}
