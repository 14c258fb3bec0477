import { useQuery } from '@tanstack/react-query'
import { useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { plansQueries } from '../queries.ts'

/**
 * Plan, credits and usage of the signed-in lawyer, refetched on `plan` events.
 * @param enabled false for users who are not lawyers
 */
export function useCredits(enabled = true) {
  const queries = plansQueries()
  useRefetchOn(['plan'], queries.credits.key())
  useRefetchOn(['plan'], queries.movements.key())
  return useQuery({ ...queries.credits.queryOptions(), enabled })
}

/** The credits cached by `useCredits`, without a request. Undefined: not loaded yet. */
export function useCachedCredits() {
  const queries = plansQueries()
  return useQuery({ ...queries.credits.queryOptions(), enabled: false }).data
}

export const useCreditsLeft = (): number | undefined => useCachedCredits()?.credits_available
