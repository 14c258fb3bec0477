import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { formatDate } from '../../../chile/dates.ts'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { Loaded } from '../../../site/loaded.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { proposalsQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { ProposalContent } from './proposal-content.tsx'
import { ProposalStatusBadge } from './proposal-status-badge.tsx'

/** CAS-27, CAS-28: the accepted proposal of a case. */
export function AcceptedProposal({ caseId }: { caseId: string }) {
  const options = proposalsQueries().acceptedOfCase.queryOptions({
    input: { caseId },
  })
  const query = useQuery(options)
  useRefetchOn(['proposal'], options.queryKey)
  return (
    <Loaded query={query} failed={MESSAGES.notFound} level="h2">
      {({ proposal }) =>
        proposal ? (
          <Card className="max-w-170">
            <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
              <h2 className="text-h3">Propuesta de honorarios</h2>
              <span className="flex items-center gap-3 text-small text-muted">
                {proposal.decided_at && formatDate(new Date(proposal.decided_at))}
                <ProposalStatusBadge status={proposal.status} />
              </span>
            </div>
            <ProposalContent content={proposal.content} />
          </Card>
        ) : (
          <EmptyState level="h2" icon={<FileText />} title="No hay una propuesta aceptada para este caso." />
        )
      }
    </Loaded>
  )
}
