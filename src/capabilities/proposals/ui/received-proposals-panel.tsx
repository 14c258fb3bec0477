import { useInfiniteQuery } from '@tanstack/react-query'
import { formatMoney } from '../../../chile/money.ts'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { PanelList } from '../../../site/panels/panel-list.tsx'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import { receivedProposalsOptions } from '../queries.ts'
import { MESSAGES, type ReceivedPage } from '../schema.ts'

/** Pending proposals to the signed-in client, refetched on events. Use it once per page. */
export function useReceivedProposals() {
  const options = receivedProposalsOptions()
  useRefetchOn(['proposal', 'case'], options.queryKey, { delay: LIST_DELAY })
  return useInfiniteQuery(options)
}

/** The client's pending proposals, newest first, each linked to its chat. Renders nothing without any. */
export const ReceivedProposalsPanel = ({ query }: { query: ReturnType<typeof useReceivedProposals> }) =>
  // Most clients have none: render nothing while loading.
  !query.isPending && (
    <PanelList title="Propuestas por responder" query={query} failed={MESSAGES.receivedFailed}>
      {(proposal) => <Row key={proposal.id} proposal={proposal} />}
    </PanelList>
  )

/** Pending proposals for one case, on the page of the case. Renders nothing when there are none. */
export const ReceivedProposalsOfCase = ({ proposals }: { proposals: readonly Received[] }) =>
  proposals.length > 0 && (
    <Card flush className="mb-6">
      <CardHead title="Propuestas por responder" />
      <ul className="divide-y divide-line">
        {proposals.map((proposal) => (
          <Row key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </Card>
  )

type Received = ReceivedPage['proposals'][number]

function Row({ proposal: { chat_id, lawyer, content, case_title } }: { proposal: Received }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 gap-y-3 p-5 md:grid-cols-[auto_minmax(0,1fr)_auto] md:px-6">
      <Avatar size={44} name={lawyer.name} src={lawyer.avatar_url} />
      <div className="min-w-0">
        <p className="text-ui wrap-anywhere">
          <b className="font-semibold">{lawyer.name}</b>
          {' te envió una propuesta: '}
          <b className="font-semibold tabular-nums">{formatMoney(content.fee)}</b>
        </p>
        {case_title && <p className="text-small wrap-anywhere text-muted">{case_title}</p>}
      </div>
      <ButtonLink
        to="/chat"
        state={{ chatId: chat_id }}
        size="sm"
        variant="primary"
        aria-label={`Ver propuesta de ${lawyer.name}`}
        className="max-md:col-span-2"
      >
        Ver propuesta
      </ButtonLink>
    </li>
  )
}
