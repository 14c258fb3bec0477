import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { LIST_DELAY, useRefetchOn } from '../../../platform/realtime/use-refetch-on.ts'
import { casesQueries, ownCasesOptions } from '../queries.ts'
import type { OwnCaseList, OwnCasesPage, Side } from '../schema.ts'

export const useOwnCases = (list: OwnCaseList) => useInfiniteQuery(ownCasesOptions(list))

/** Event kinds that can change the own cases. An accepted proposal starts one. */
const KINDS = { client: ['case'], lawyer: ['case', 'proposal'] } as const

/** Refetches own cases on events (DAL-13, OPEN-65), except a lawyer's events about other open cases. */
export function useLiveOwnCases(side: Side): void {
  const client = useQueryClient()
  const { mine } = casesQueries()
  const queryKey = mine.key()
  const knownIds = useRef(new Set<string>())
  // Ids stay known when a case moves from one list to another.
  const cachedPages = () =>
    client.getQueriesData<{ pages?: OwnCasesPage[] }>({ queryKey }).flatMap(([, data]) => data?.pages ?? [])
  const rememberIds = () => {
    for (const { items } of cachedPages()) for (const { id } of items) knownIds.current.add(id)
  }
  useEffect(rememberIds)
  useRefetchOn(KINDS[side], queryKey, {
    isRelevant: ({ kind, ref }) => {
      rememberIds()
      return (
        side === 'client' ||
        kind !== 'case' ||
        knownIds.current.has(ref ?? '') ||
        cachedPages().some(({ next }) => next)
      )
    },
    delay: LIST_DELAY,
  })
}
