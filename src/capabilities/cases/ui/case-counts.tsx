import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import { AsyncChartCard } from '../../../site/panels/async-chart-card.tsx'
import { BarChartCard } from '../../../ui/display/bar-chart-card.tsx'
import type { CasesContract } from '../contract.ts'
import { casesQueries } from '../queries.ts'

const TITLE = 'Causas por estado'

/** Current number of cases by status, for the administrator's dashboard (OPEN-03). */
export function CaseCounts() {
  const query = useQuery(casesQueries(rpc<CasesContract>('cases')).counts.queryOptions())
  return (
    <AsyncChartCard title={TITLE} query={query}>
      {(data) => (
        <BarChartCard
          title={TITLE}
          unit={
            data.ingresado + data.activo + data['en progreso'] + data.finalizado === 1 ? 'causa' : 'causas'
          }
          bars={[
            { label: 'Ingresado', value: data.ingresado, tone: 'accent' },
            { label: 'Activo', value: data.activo },
            { label: 'En progreso', value: data['en progreso'] },
            { label: 'Finalizado', value: data.finalizado, tone: 'quiet' },
          ]}
        />
      )}
    </AsyncChartCard>
  )
}
