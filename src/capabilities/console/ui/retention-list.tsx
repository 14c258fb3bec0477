import { useQuery } from '@tanstack/react-query'
import { groupThousands } from '../../../chile/numbers.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { formatMoment } from '../../verification/ui/waiting.ts'
import { consoleQueries } from '../queries.ts'
import { MESSAGES, type RetentionRuleState } from '../schema.ts'

/** DAT-37: «Retención»: each rule, its last run and what it deleted. */
export function RetentionList({ now }: { now: Date }) {
  const { data, error, refetch } = useQuery(consoleQueries().retention.queryOptions())
  return (
    <PanelList
      title="Reglas"
      query={{ data: data && { items: data.rules }, error, refetch }}
      failed={MESSAGES.retentionFailed}
      empty="Las reglas corren por primera vez esta noche."
    >
      {(rule) => <Rule key={rule.rule} rule={rule} now={now} />}
    </PanelList>
  )
}

function Rule({ rule, now }: { rule: RetentionRuleState; now: Date }) {
  const { title, period, startedAt, rows, files, rowsLately, filesLately } = rule
  return (
    <li className="grid gap-x-6 gap-y-1 px-5 py-3 text-ui md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)_minmax(0,14rem)] md:px-6">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="text-small text-muted">{period}</p>
      </div>
      <p className="text-small">
        {formatMoment(startedAt, now)}: {deleted(rows, files)} <RunState rule={rule} />
      </p>
      {rowsLately !== rows && (
        <p className="text-small text-muted">En 30 días: {deleted(rowsLately, filesLately)}</p>
      )}
    </li>
  )
}

function RunState({ rule: { isRunning, hasFailed } }: { rule: RetentionRuleState }) {
  if (hasFailed) return <Badge tone="danger">Falló: se intentará de nuevo</Badge>
  return isRunning && <Badge>En curso</Badge>
}

function deleted(rows: number, files: number): string {
  if (rows === 0) return 'nada que borrar'
  const counted = `${groupThousands(rows)} ${rows === 1 ? 'registro' : 'registros'}`
  return files === 0
    ? counted
    : `${counted}, ${groupThousands(files)} ${files === 1 ? 'archivo' : 'archivos'}`
}
