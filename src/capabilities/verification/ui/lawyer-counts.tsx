import { useQuery } from '@tanstack/react-query'
import { ChartCard } from '../../../site/panels/chart-card.tsx'
import { BarChart } from '../../../ui/display/bar-chart.tsx'
import { verificationQueries } from '../queries.ts'

/** Current number of lawyers by status (OPEN-03). */
export function LawyerCounts() {
  const query = useQuery(verificationQueries().counts.queryOptions())
  return (
    <ChartCard title="Abogados por estado" query={query}>
      {(data) => (
        <BarChart
          unit={['abogado', 'abogados']}
          bars={[
            { label: 'Verificado', value: data.verified },
            { label: 'En revisión', value: data.admin_pending, tone: 'accent' },
            { label: 'Perfil pendiente', value: data.profile_pending, tone: 'quiet' },
            { label: 'Email pendiente', value: data.email_pending, tone: 'quiet' },
          ]}
        />
      )}
    </ChartCard>
  )
}
