import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { AUDIT_ACTIONS, type AuditAction } from '../../../platform/log/actions.ts'
import { LOOK_PURPOSES } from '../../../platform/log/looks.ts'
import { problemsOf } from '../../../site/forms/problems-of.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { SubmitButton } from '../../../ui/actions/submit-button.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Select } from '../../../ui/lists/select.tsx'
import { formatMoment } from '../../verification/ui/waiting.ts'
import { logOptions } from '../queries.ts'
import { type LogInput, type LogRow, logInput, MESSAGES } from '../schema.ts'
import { PURPOSE_OPTIONS } from './person-search.tsx'

const ALL = { value: '', label: 'Todos' }
const ACTION_OPTIONS = [
  { value: '', label: 'Todas' },
  ...Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
]

/** DAT-64: «Registro». Nothing is read before the form is sent, because a reading is itself recorded. */
export function ActionLog({ now, personId }: { now: Date; personId: string | null }) {
  const [input, setInput] = useState({
    ...{ action: '', purpose: '', actorId: '', from: '', to: '' },
    personId: personId ?? '',
  })
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [filters, setFilters] = useState<LogInput | null>(null)
  const change = (part: Partial<typeof input>) => {
    setInput({ ...input, ...part })
    setProblems({})
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''))
    const parsed = logInput.safeParse(given)
    setProblems(problemsOf(parsed))
    if (parsed.success) setFilters(parsed.data)
  }
  return (
    <>
      <Card>
        <form
          method="post"
          noValidate
          onSubmit={handleSubmit}
          className="grid gap-5 md:grid-cols-2 lg:grid-cols-3"
        >
          <Select
            label="Acción"
            options={ACTION_OPTIONS}
            value={input.action}
            onChange={(action) => change({ action })}
          />
          <Select
            label="Para qué"
            options={[ALL, ...PURPOSE_OPTIONS]}
            value={input.purpose}
            onChange={(purpose) => change({ purpose })}
          />
          {/* Side by side only where a whole date fits. */}
          <div className="grid gap-5 lg:grid-cols-2 lg:gap-3">
            <DateField
              label="Desde"
              value={input.from}
              error={problems.from}
              onChange={(event) => change({ from: event.target.value })}
            />
            <DateField
              label="Hasta"
              value={input.to}
              error={problems.to}
              onChange={(event) => change({ to: event.target.value })}
            />
          </div>
          <TextField
            label="Quién (identificador)"
            autoComplete="off"
            spellCheck={false}
            value={input.actorId}
            error={problems.actorId}
            onChange={(event) => change({ actorId: event.target.value })}
          />
          <TextField
            label="Sobre quién (identificador)"
            autoComplete="off"
            spellCheck={false}
            value={input.personId}
            error={problems.personId}
            onChange={(event) => change({ personId: event.target.value })}
          />
          <div className="self-end">
            <SubmitButton variant="primary" className="w-full">
              Ver registro
            </SubmitButton>
          </div>
        </form>
      </Card>
      {filters && <Rows filters={filters} now={now} />}
    </>
  )
}

function Rows({ filters, now }: { filters: LogInput; now: Date }) {
  const log = useInfiniteQuery({ ...logOptions(filters), staleTime: Number.POSITIVE_INFINITY })
  return (
    <PanelList
      title="Acciones"
      query={log}
      failed={MESSAGES.logFailed}
      empty="No hay acciones con estos filtros."
      endText="Es todo el registro."
    >
      {(row) => <Row key={row.id} row={row} now={now} />}
    </PanelList>
  )
}

const actionName = (action: string) => AUDIT_ACTIONS[action as AuditAction] ?? action

function Row({ row: { at, actor, action, purpose, reference, personId }, now }: { row: LogRow; now: Date }) {
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-5 py-3 text-ui md:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,16rem)] md:px-6">
      <time dateTime={at.toISOString()} className="text-muted">
        {formatMoment(at, now)}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{actionName(action)}</p>
        <p className="text-small text-muted">{actor ? actor.name : 'El sistema, o una cuenta eliminada'}</p>
      </div>
      <div className="min-w-0 text-small wrap-anywhere">
        {purpose && <p>{LOOK_PURPOSES[purpose]}</p>}
        {reference && <p className="text-muted">{reference}</p>}
        {personId && (
          <p>
            <span className="text-muted">Sobre </span>
            <Link to={`/admin/registro?persona=${personId}`}>{personId.slice(0, 8)}</Link>
          </p>
        )}
      </div>
    </li>
  )
}
