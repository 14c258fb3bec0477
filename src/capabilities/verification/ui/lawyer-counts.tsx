import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import type { VerificationContract } from '../contract.ts'
import { verificationQueries } from '../queries.ts'
import { CountCard, Panel } from './count-bars.tsx'
import { Retry } from './retry.tsx'

const TITLE = 'Abogados por estado'

/** Lawyers by status now (OPEN-03). */
export function LawyerCounts() {
  const { data, error, refetch, isFetching } = useQuery(
    verificationQueries(rpc<VerificationContract>('verification')).counts.queryOptions(),
  )
  if (data)
    return (
      <CountCard
        title={TITLE}
        unit={
          data.verified + data.admin_pending + data.profile_pending + data.email_pending === 1
            ? 'abogado'
            : 'abogados'
        }
        bars={[
          { label: 'Verificado', value: data.verified },
          { label: 'En revisión', value: data.admin_pending, tone: 'accent' },
          { label: 'Perfil pendiente', value: data.profile_pending, tone: 'quiet' },
          { label: 'Email pendiente', value: data.email_pending, tone: 'quiet' },
        ]}
      />
    )
  return (
    <Panel title={TITLE}>
      {error ? (
        <Retry error={error} pending={isFetching} retry={() => void refetch()} />
      ) : (
        <SkeletonGroup className="grid gap-3">
          <Skeleton className="h-8 w-32" />
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </SkeletonGroup>
      )}
    </Panel>
  )
}
