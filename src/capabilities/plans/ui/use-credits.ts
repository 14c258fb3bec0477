import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refetchQueries } from '../../../platform/realtime/refetch-queries.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { PlansContract } from '../contract.ts'
import { plansQueries } from '../queries.ts'

const KINDS = ['plan']

/**
 * Plan, credits and usage of the signed-in lawyer, refetched on `plan` events.
 * @param enabled false for users who are not lawyers
 */
export function useCredits(enabled = true) {
  const queries = plansQueries(rpc<PlansContract>('plans'))
  const client = useQueryClient()
  useEvents(KINDS, () => {
    void refetchQueries(client, { queryKey: queries.credits.key() })
    void refetchQueries(client, { queryKey: queries.movements.key() })
  })
  return useQuery({ ...queries.credits.queryOptions(), enabled })
}

/** The credits cached by `useCredits`, without a request. Undefined: not loaded yet. */
export function useCachedCredits() {
  const queries = plansQueries(rpc<PlansContract>('plans'))
  return useQuery({ ...queries.credits.queryOptions(), enabled: false }).data
}

export const useCreditsLeft = (): number | undefined => useCachedCredits()?.credits_available
