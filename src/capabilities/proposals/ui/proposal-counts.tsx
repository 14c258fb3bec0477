import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { AsyncChartCard } from '../../../site/panels/async-chart-card.tsx'
import { DailyChartCard } from '../../../ui/display/daily-chart-card.tsx'
import type { ProposalsContract } from '../contract.ts'
import { proposalsQueries } from '../queries.ts'

const TITLE = 'Propuestas'

/** Proposals sent per day, for the administrators' page (OPEN-03). */
export function ProposalCounts() {
  const query = useQuery(proposalsQueries(rpc<ProposalsContract>('proposals')).counts.queryOptions())
  return (
    <AsyncChartCard title={TITLE} query={query}>
      {({ days }) => <DailyChartCard title={TITLE} unit={['propuesta', 'propuestas']} days={days} />}
    </AsyncChartCard>
  )
}
