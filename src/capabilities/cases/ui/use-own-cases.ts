import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readAnew } from '../../../platform/realtime/read-anew.ts'
import { useCalmEvents } from '../../../platform/realtime/use-calm-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { CasesContract } from '../contract.ts'
import { casesQueries, ownPages } from '../queries.ts'
import type { OwnCase, OwnList, OwnPage, Side } from '../schema.ts'

export interface OwnCases {
  items: OwnCase[]
  /** How many there are in all. */
  total: number
  /** Whether more than the first page was asked for. */
  opened: boolean
}

/** One list of my own cases. */
export function useOwnCases(list: OwnList) {
  return useInfiniteQuery({
    ...ownPages(rpc<CasesContract>('cases'), list),
    select: ({ pages }): OwnCases => ({
      items: pages.flatMap((page) => page.items),
      total: pages[0]?.total ?? 0,
      opened: pages.length > 1,
    }),
  })
}

/** Which events can change the own cases: an accepted proposal starts one. */
const KINDS = { client: ['case'], lawyer: ['case', 'proposal'] } as const

/**
 * Keeps every list of my own cases on the page right (DAL-13, OPEN-65). A lawyer with a plan of the market also hears of
 * everybody's open cases: those are not theirs, and change nothing here.
 */
export function useOwnCasesLive(side: Side): void {
  const client = useQueryClient()
  const { mine } = casesQueries(rpc<CasesContract>('cases'))
  const queryKey = mine.key()
  const known = useRef(new Set<string>())
  // A case that has moved from one list to another is still known.
  const shown = () =>
    client.getQueriesData<{ pages?: OwnPage[] }>({ queryKey }).flatMap(([, data]) => data?.pages ?? [])
  const remember = () => {
    for (const { items } of shown()) for (const { id } of items) known.current.add(id)
  }
  useEffect(remember)
  useCalmEvents(
    KINDS[side],
    ({ kind, ref }) => {
      remember()
      return (
        side === 'client' ||
        kind !== 'case' ||
        known.current.has(ref ?? '') ||
        shown().some(({ next }) => next)
      )
    },
    () => void readAnew(client, { queryKey }),
  )
}
