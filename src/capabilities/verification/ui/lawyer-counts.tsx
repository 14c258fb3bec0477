import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { AsyncChartCard } from '../../../site/panels/async-chart-card.tsx'
import { BarChartCard } from '../../../ui/display/bar-chart-card.tsx'
import type { VerificationContract } from '../contract.ts'
import { verificationQueries } from '../queries.ts'

const TITLE = 'Abogados por estado'

/** Current number of lawyers by status (OPEN-03). */
export function LawyerCounts() {
  const query = useQuery(verificationQueries(rpc<VerificationContract>('verification')).counts.queryOptions())
  return (
    <AsyncChartCard title={TITLE} query={query}>
      {(data) => (
        <BarChartCard
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
      )}
    </AsyncChartCard>
  )
}
