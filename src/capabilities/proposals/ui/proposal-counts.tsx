import { useQuery } from '@tanstack/react-query'
import { ChartCard } from '../../../site/panels/chart-card.tsx'
import { DailyChart } from '../../../ui/display/daily-chart.tsx'
import { proposalsQueries } from '../queries.ts'

/** Proposals sent per day, for the administrators' page (OPEN-03). */
export function ProposalCounts() {
  const query = useQuery(proposalsQueries().counts.queryOptions())
  return (
    <ChartCard title="Propuestas" query={query}>
      {({ days }) => <DailyChart title="Propuestas" unit={['propuesta', 'propuestas']} days={days} />}
    </ChartCard>
  )
}
