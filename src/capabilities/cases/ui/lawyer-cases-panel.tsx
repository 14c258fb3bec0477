import { formatDate } from '../../../chile/dates.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { MESSAGES as PLAN_MESSAGES } from '../../plans/schema.ts'
import type { OwnCase } from '../schema.ts'
import { CaseBadge } from './case-badge.tsx'
import { CaseLink } from './case-link.tsx'
import { useOwnCases } from './use-own-cases.ts'

const LISTS = {
  running: { title: 'Causas Activas', empty: 'No tienes causas activas.' },
  finished: { title: 'Causas Completadas', empty: 'No tienes causas completadas.' },
} as const

/** The lawyer's running or finished cases (DAL-08), with their clients. */
export const LawyerCasesPanel = ({ list }: { list: keyof typeof LISTS }) => (
  <PanelList {...LISTS[list]} query={useOwnCases(list)} failed={PLAN_MESSAGES.panelFailed}>
    {(item) => <Row key={item.id} item={item} badge={list === 'running'} />}
  </PanelList>
)

function Row({ item: { id, title, status, since, other }, badge }: { item: OwnCase; badge: boolean }) {
  const name = other?.name ?? ''
  return (
    <li className="flex items-start gap-3.5 px-5 py-4 md:items-center md:px-6">
      <Avatar size={36} name={name} src={other?.avatar_url} className="max-md:mt-0.5" />
      <div className="flex min-w-0 flex-1 items-center gap-x-3.5 gap-y-1.5 max-md:flex-wrap">
        <div className="w-full min-w-0 md:flex-1">
          <p className="text-ui font-semibold wrap-anywhere">
            <CaseLink id={id} title={title} />
          </p>
          <p className="text-small wrap-anywhere text-muted">{name}</p>
        </div>
        <span className="shrink-0 text-small text-muted">{formatDate(since)}</span>
        {badge && (
          <span role="status" className="shrink-0">
            <CaseBadge status={status} />
          </span>
        )}
      </div>
    </li>
  )
}
