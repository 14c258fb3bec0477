import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '../../../chile/money.ts'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useDebouncedEvents } from '../../../platform/realtime/use-debounced-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import { PanelCard, PanelCount } from '../../../site/panels/panel-card.tsx'
import { PanelLoadMore } from '../../../site/panels/panel-load-more.tsx'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Card, CardHead } from '../../../ui/layout/card.tsx'
import type { ProposalsContract } from '../contract.ts'
import { receivedProposalsOptions } from '../queries.ts'
import { MESSAGES, PAGE_SIZE } from '../schema.ts'

/** Pending proposals to the signed-in client, refetched on events. Use it once per page. */
export function useReceivedProposals() {
  const client = useQueryClient()
  const options = receivedProposalsOptions(rpc<ProposalsContract>('proposals'))
  useDebouncedEvents(
    ['proposal'],
    () => true,
    () => void refetchQueries(client, { queryKey: options.queryKey }),
  )
  return useInfiniteQuery({
    ...options,
    select: ({ pages }) => ({
      items: pages.flatMap((page) => page.proposals),
      total: pages[0]?.total ?? 0,
    }),
  })
}

/** The client's pending proposals, newest first, each linked to its chat. Renders nothing without any. */
export function ReceivedProposalsPanel({ query }: { query: ReturnType<typeof useReceivedProposals> }) {
  const { data, error } = query
  // Most clients have none: render nothing while loading, nor when a refetch of an empty list fails.
  if (data ? data.total === 0 : !error) return null
  return (
    <PanelCard
      title="Propuestas por responder"
      query={query}
      failed={MESSAGES.receivedFailed}
      end={({ total }) => <PanelCount>{total}</PanelCount>}
    >
      {({ items }) => (
        <>
          <Rows proposals={items} />
          <PanelLoadMore
            query={query}
            hasLoadedMore={items.length > PAGE_SIZE}
            failed={MESSAGES.receivedFailed}
          />
        </>
      )}
    </PanelCard>
  )
}

/** Pending proposals for one case, on the page of the case. Renders nothing when there are none. */
export const ReceivedProposalsOfCase = ({ proposals }: { proposals: readonly Received[] }) =>
  proposals.length > 0 && (
    <Card flush className="mb-6">
      <CardHead title="Propuestas por responder" />
      <Rows proposals={proposals} />
    </Card>
  )

type Received = NonNullable<ReturnType<typeof useReceivedProposals>['data']>['items'][number]

function Rows({ proposals }: { proposals: readonly Received[] }) {
  return (
    <ul className="divide-y divide-line">
      {proposals.map(({ id, chat_id, lawyer, content, case_title }) => (
        <li
          key={id}
          className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 gap-y-3 p-5 md:grid-cols-[auto_minmax(0,1fr)_auto] md:px-6"
        >
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
      ))}
    </ul>
  )
}
