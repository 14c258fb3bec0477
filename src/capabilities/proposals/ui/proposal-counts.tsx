import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { CountPanel } from '../../verification/ui/count-panel.tsx'
import { DayCard } from '../../verification/ui/day-bars.tsx'
import type { ProposalsContract } from '../contract.ts'
import { proposalsQueries } from '../queries.ts'

const TITLE = 'Propuestas'

/** Proposals sent per day, for the administrators' page (OPEN-03). */
export function ProposalCounts() {
  const query = useQuery(proposalsQueries(rpc<ProposalsContract>('proposals')).counts.queryOptions())
  return (
    <CountPanel title={TITLE} query={query}>
      {({ days }) => <DayCard title={TITLE} unit={['propuesta', 'propuestas']} days={days} />}
    </CountPanel>
  )
}
