import { formatDate } from '../../../chile/dates.ts'
import { formatMoney } from '../../../chile/money.ts'
import type { Proposal } from '../schema.ts'
import { Conditions } from './conditions.tsx'

/** PRP-18: summary, fee and, if given, deadline and conditions (OPEN-36). */
export function ProposalContent({ content }: { content: Proposal['content'] }) {
  const { summary, fee, deadline, conditions } = content
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-ui">
      <p className="wrap-anywhere whitespace-pre-line">{summary}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-micro text-muted">Honorarios</dt>
          <dd className="text-[1.5rem]/7 font-semibold tracking-[-0.022em] tabular-nums">
            {formatMoney(fee)}
          </dd>
        </div>
        {deadline && (
          <div>
            <dt className="text-micro text-muted">Plazo</dt>
            <dd className="leading-7 font-semibold">{formatDate(deadline)}</dd>
          </div>
        )}
      </dl>
      {conditions.length > 0 && (
        <div>
          <p className="text-micro text-muted">Condiciones</p>
          <div className="mt-1">
            <Conditions items={conditions} />
          </div>
        </div>
      )}
    </div>
  )
}
