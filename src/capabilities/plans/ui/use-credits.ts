import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readAnew } from '../../../platform/realtime/read-anew.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { PlansContract } from '../contract.ts'
import { plansQueries } from '../queries.ts'

const KINDS = ['plan']

/** The own plan, credits and their use, read anew when they change anywhere. @param enabled whether a lawyer asks */
export function useCredits(enabled = true) {
  const queries = plansQueries(rpc<PlansContract>('plans'))
  const client = useQueryClient()
  useEvents(KINDS, () => {
    void readAnew(client, { queryKey: queries.credits.key() })
    void readAnew(client, { queryKey: queries.movements.key() })
  })
  return useQuery({ ...queries.credits.queryOptions(), enabled })
}

/** The own credits as the page knows them from `useCredits`, for places that only repeat them. undefined: not known yet */
export function useKnownCredits() {
  const queries = plansQueries(rpc<PlansContract>('plans'))
  return useQuery({ ...queries.credits.queryOptions(), enabled: false }).data
}

export const useCreditsLeft = (): number | undefined => useKnownCredits()?.credits_available
