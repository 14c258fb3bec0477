import { formatDate } from '../../../chile/dates.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { MESSAGES } from '../../cases/schema.ts'
import { CaseBadge } from '../../cases/ui/case-badge.tsx'
import { CaseLink } from '../../cases/ui/case-link.tsx'
import { useOwnCases } from '../../cases/ui/use-own-cases.ts'
import { RepublishButton } from './republish-button.tsx'

/** SEG-33: the client's withdrawn cases. Without any, there is no card. */
export const WithdrawnCasesPanel = () => (
  <PanelList title="Causas retiradas" query={useOwnCases('withdrawn')} failed={MESSAGES.ownCasesFailed}>
    {({ id, title, status, since, republish_until }) => (
      <li key={id} className="grid grid-cols-[minmax(0,1fr)] gap-2.5 px-5 py-4 md:px-6">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="text-ui font-semibold wrap-anywhere">
              <CaseLink id={id} title={title} />
            </p>
            <p className="text-small text-muted">{`Retirada el ${formatDate(since)}`}</p>
          </div>
          <CaseBadge status={status} />
        </div>
        {republish_until && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <RepublishButton caseId={id} title={title} />
            <span className="text-small text-muted">{`Hasta el ${formatDate(republish_until)}`}</span>
          </div>
        )}
      </li>
    )}
  </PanelList>
)
