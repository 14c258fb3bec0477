import { useQuery } from '@tanstack/react-query'
import { formatLongDate } from '../../../chile/dates.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { consoleQueries } from '../queries.ts'
import type { TableAge } from '../rules.ts'
import { MESSAGES } from '../schema.ts'

const TITLES = { rules: 'Reglas de plazos', directory: 'Directorio de ayuda gratuita' } as const

/** PLZ-78: «Reglas y directorio»: how old the tables are that people keep by hand. */
export function TableAges() {
  const { data, error, refetch } = useQuery(consoleQueries().ages.queryOptions())
  return (
    <PanelList
      title="Reglas y directorio"
      query={{ data: data && { items: data.tables }, error, refetch }}
      failed={MESSAGES.agesFailed}
    >
      {(age) => <Age key={age.table} age={age} />}
    </PanelList>
  )
}

function Age({ age: { table, version, total, oldest, overdue, unconfirmed } }: { age: TableAge }) {
  return (
    <li className="grid gap-1 px-5 py-3 text-ui md:px-6">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{TITLES[table]}</span>
        <Badge tone={overdue > 0 ? 'danger' : 'neutral'}>
          {overdue === 1 ? '1 revisión vencida' : `${overdue} revisiones vencidas`}
        </Badge>
      </p>
      <p className="text-small text-muted">
        {`Versión ${version}, ${total} en total, ${unconfirmed} por confirmar. Revisión más antigua: `}
        <time dateTime={oldest}>{formatLongDate(oldest)}</time>.
      </p>
    </li>
  )
}
