import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { formatDate } from '../../../chile/dates.ts'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { failureOf, rpc } from '../../../platform/rpc/client.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadFailed } from '../../../ui/feedback/load-failed.tsx'
import { LoadingIndicator } from '../../../ui/feedback/spinner.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { ProposalsContract } from '../contract.ts'
import { proposalsQueries } from '../queries.ts'
import { MESSAGES } from '../schema.ts'
import { ProposalContent } from './proposal-content.tsx'
import { ProposalStatusBadge } from './proposal-status-badge.tsx'

/** CAS-27, CAS-28: the accepted proposal of a case. */
export function AcceptedProposal({ caseId }: { caseId: string }) {
  const client = useQueryClient()
  const query = proposalsQueries(rpc<ProposalsContract>('proposals')).acceptedOfCase.queryOptions({
    input: { caseId },
  })
  const { data, error, isPending, isFetching, refetch } = useQuery(query)
  useEvents(['proposal'], () => void refetchQueries(client, { queryKey: query.queryKey }))
  if (!data)
    return isPending ? (
      <LoadingIndicator />
    ) : (
      <LoadFailed
        level="h2"
        title={MESSAGES.notFound}
        text={failureOf(error).message}
        pending={isFetching}
        retry={() => void refetch()}
      />
    )
  const { proposal } = data
  if (!proposal)
    return <EmptyState level="h2" icon={<FileText />} title="No hay una propuesta aceptada para este caso." />
  return (
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
  )
}
