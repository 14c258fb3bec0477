import { useQuery } from '@tanstack/react-query'
import { proposalsQueries } from '../queries.ts'

/**
 * Title of the case that the next proposal in a chat is for (docs/decisions/0022), for its lawyer.
 * @param otherwise text when there is no such case
 */
export function TargetCaseTitle({ chatId, otherwise }: { chatId: string; otherwise: string }) {
  const queries = proposalsQueries()
  const { data } = useQuery(queries.targetCase.queryOptions({ input: { chatId } }))
  return <bdi title={data?.case_title ?? undefined}>{data?.case_title ?? otherwise}</bdi>
}
