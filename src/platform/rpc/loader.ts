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

/** A query that another one follows: the two of one part. */
interface Chained extends Query {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  andThen?: (data: any) => Query | null
}

/** What a page starts with: its queries, and how far the house had heard before they were read (live events). */
export type PageState = DehydratedState & { position: string | null }

/**
 * Runs the queries of a page on the server and returns what the browser starts with. Never throws: a query that
 * failed is absent, so its card asks again in the browser and shows its own text and retry.
 */
export async function prefetch(...queries: Query[]): Promise<PageState> {
  const position = positionHere()
  const client = newClient()
  await Promise.all(queries.map((query) => read(client, query)))
  return { ...dehydrate(client), position }
}

/**
 * The same for a page of parts that must not wait for each other: what has not come by then is absent, and its part asks
 * for it in the browser while the rest stands.
 * @param patience milliseconds
 */
export async function prefetchSoon(patience: number, ...queries: Chained[]): Promise<PageState> {
  const position = positionHere()
  const client = newClient()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([late, Promise.all(queries.map((query) => read(client, query)))])
  clearTimeout(timer)
  return { ...dehydrate(client), position }
}

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

async function read(client: QueryClient, query: Chained): Promise<void> {
  const { queryKey, queryFn, initialPageParam, getNextPageParam, andThen } = query
  if (getNextPageParam)
    await client.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam, getNextPageParam })
  else await client.prefetchQuery({ queryKey, queryFn })
  const data = client.getQueryData(queryKey)
  const next = data === undefined ? null : andThen?.(data)
  if (next) await read(client, next)
}
