import { useQuery, useQueryClient } from '@tanstack/react-query'
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
    void client.invalidateQueries({ queryKey: queries.credits.key() })
    void client.invalidateQueries({ queryKey: queries.movements.key() })
  })
  return useQuery({ ...queries.credits.queryOptions(), enabled })
}
