import { useQuery } from '@tanstack/react-query'
import { rpc } from '../../../platform/rpc/client.ts'
import type { ProposalsContract } from '../contract.ts'
import { proposalsQueries } from '../queries.ts'

/** What the case is called that a chat's next proposal is for (decision 0022), for its lawyer. @param otherwise for none */
export function SoughtCase({ chatId, otherwise }: { chatId: string; otherwise: string }) {
  const queries = proposalsQueries(rpc<ProposalsContract>('proposals'))
  const { data } = useQuery(queries.soughtOfChat.queryOptions({ input: { chatId } }))
  return <bdi title={data?.case_title ?? undefined}>{data?.case_title ?? otherwise}</bdi>
}
