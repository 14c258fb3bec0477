import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { RouterContextProvider } from 'react-router'
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
}

/**
 * Runs the queries of a page on the server and returns what the browser starts with. Never throws: a query that
 * failed is absent, so its card asks again in the browser and shows its own text and retry.
 */
export async function prefetch(...queries: Query[]): Promise<DehydratedState> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await Promise.all(
    queries.map((query) => client.prefetchQuery({ queryKey: query.queryKey, queryFn: query.queryFn })),
  )
  return dehydrate(client)
}
