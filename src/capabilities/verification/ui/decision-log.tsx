import { useInfiniteQuery } from '@tanstack/react-query'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { decisionsOptions } from '../queries.ts'
import { groupRepeatedViews, type LoggedDecision } from './group-repeated-views.ts'
import { formatMoment } from './waiting.ts'

const DELETED_USER = 'Usuario eliminado'
const BADGES = {
  verified: <Badge tone="verified">Verificado</Badge>,
  returned: <Badge tone="accent">Devuelto</Badge>,
  viewed: <Badge>Vista</Badge>,
} as const

/** «Registro de decisiones» (OPEN-03): the decision log, newest first. */
export function DecisionLog({ now }: { now: Date }) {
  const log = useInfiniteQuery(decisionsOptions())
  const data = log.data && { ...log.data, items: groupRepeatedViews(log.data.items) }
  return (
    <PanelList
      title="Registro de decisiones"
      query={{ ...log, data }}
      failed="No se pudo cargar el registro."
      empty="Aquí quedará quién verificó o devolvió cada perfil, y quién abrió cada carnet."
      endText="Es todo el registro."
    >
      {(item) => <Row key={item.id} item={item} now={now} />}
    </PanelList>
  )
}

function Row({ item, now }: { item: LoggedDecision; now: Date }) {
  const whom = <b className="wrap-anywhere">{item.whom ?? DELETED_USER}</b>
  const who = item.who ?? DELETED_USER
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-5 py-3 text-ui md:grid-cols-[9.5rem_minmax(0,1fr)_auto] md:items-center md:px-6">
      <time dateTime={item.when.toISOString()} className="text-muted">
        {formatMoment(item.when, now)}
      </time>
      <p className="min-w-0 wrap-anywhere">
        {item.what === 'verified' && (
          <>
            {who} verificó a {whom}
          </>
        )}
        {item.what === 'returned' && (
          <>
            {who} devolvió a {whom}: «<span className="whitespace-pre-line">{item.reason}</span>»
          </>
        )}
        {item.what === 'viewed' && (
          <>
            {who} vio el carnet de {whom}
            {item.times > 1 && ` (${item.times} veces)`}
          </>
        )}
      </p>
      <span className="max-md:mt-1">{BADGES[item.what]}</span>
    </li>
  )
}
