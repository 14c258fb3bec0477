import { useQuery } from '@tanstack/react-query'
import { ChartCard } from '../../../site/panels/chart-card.tsx'
import { BarChart } from '../../../ui/display/bar-chart.tsx'
import { casesQueries } from '../queries.ts'

/** Current number of cases by status, for the administrator's dashboard (OPEN-03). */
export function CaseCounts() {
  const query = useQuery(casesQueries().counts.queryOptions())
  return (
    <ChartCard title="Causas por estado" query={query}>
      {(data) => (
        <BarChart
          unit={['causa', 'causas']}
          bars={[
            { label: 'Ingresado', value: data.ingresado, tone: 'accent' },
            { label: 'Activo', value: data.activo },
            { label: 'En progreso', value: data['en progreso'] },
            { label: 'Finalizado', value: data.finalizado, tone: 'quiet' },
            { label: 'Retirado', value: data.retirado, tone: 'quiet' },
          ]}
        />
      )}
    </ChartCard>
  )
}
