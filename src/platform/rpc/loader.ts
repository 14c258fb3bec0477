import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { RouterContextProvider } from 'react-router'
import { positionHere } from '../realtime/position.ts'
import { rpcContext } from './router-context.ts'

/** The in-process client of one slice, for a loader. */
export function callsOf<C extends AnyContractRouter>(
  context: Readonly<RouterContextProvider>,
  slice: string,
): ContractRouterClient<C> {
  return context.get(rpcContext)[slice] as ContractRouterClient<C>
}

/** What a slice's queries.ts gives: a key and how to read it. */
interface Query {
  queryKey: QueryKey
  // biome-ignore lint/suspicious/noExplicitAny: each query's own context and data; only called, never looked into
  queryFn?: any
  /** Of a list in pages (`infiniteOptions`): its first page is read. */
  initialPageParam?: unknown
  // biome-ignore lint/suspicious/noExplicitAny: as above
  getNextPageParam?: any
}

/** What a page starts with: its queries, and how far the house had heard before they were read (live events). */
export type PageState = DehydratedState & { position: string | null }

/**
 * Runs the queries of a page on the server and returns what the browser starts with. Never throws: a query that
 * failed is absent, so its card asks again in the browser and shows its own text and retry.
 */
export async function prefetch(...queries: Query[]): Promise<PageState> {
  const position = positionHere()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await Promise.all(
    queries.map(({ queryKey, queryFn, initialPageParam, getNextPageParam }) =>
      getNextPageParam
        ? client.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam, getNextPageParam })
        : client.prefetchQuery({ queryKey, queryFn }),
    ),
  )
  return { ...dehydrate(client), position }
}
