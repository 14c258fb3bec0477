import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { ChartCard } from '../../../site/panels/chart-card.tsx'
import { DailyChart } from '../../../ui/display/daily-chart.tsx'
import type { ProposalsContract } from '../contract.ts'
import { proposalsQueries } from '../queries.ts'

/** Proposals sent per day, for the administrators' page (OPEN-03). */
export function ProposalCounts() {
  const query = useQuery(proposalsQueries(rpc<ProposalsContract>('proposals')).counts.queryOptions())
  return (
    <ChartCard title="Propuestas" query={query}>
      {({ days }) => <DailyChart title="Propuestas" unit={['propuesta', 'propuestas']} days={days} />}
    </ChartCard>
  )
}
