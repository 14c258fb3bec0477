import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { RouterContextProvider } from 'react-router'
import { processPosition } from '../realtime/position.ts'
import { rpcContext } from '../routing/router-context.ts'

/** The in-process client of one slice, for a loader. */
export function sliceClient<C extends AnyContractRouter>(
  context: Readonly<RouterContextProvider>,
  slice: string,
): ContractRouterClient<C> {
  return context.get(rpcContext)[slice] as ContractRouterClient<C>
}

/** Query options, as a slice's queries.ts builds them. */
interface Query {
  queryKey: QueryKey
  // biome-ignore lint/suspicious/noExplicitAny: each query has its own context and data
  queryFn?: any
  /** For infinite queries (`infiniteOptions`): only the first page is read. */
  initialPageParam?: unknown
  // biome-ignore lint/suspicious/noExplicitAny: as above
  getNextPageParam?: any
}

/** A query with a second one that depends on its data. */
interface ChainedQuery extends Query {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  andThen?: (data: any) => Query | null
}

/** Initial state of a page: its queries, and the position of live events before they were read. */
export type PageState = DehydratedState & { position: string | null }

/**
 * Runs the queries of a page on the server and returns its initial state. Never throws: a failed query is
 * absent, so its component fetches it in the browser and shows its own error and retry button.
 */
export const prefetch = (...queries: Query[]): Promise<PageState> => readPage(queries)

/**
 * Like `prefetch`, with a time limit: queries that are late are absent, so their components fetch them in the
 * browser while the rest of the page is shown.
 */
export const prefetchWithin = (timeoutMs: number, ...queries: ChainedQuery[]): Promise<PageState> =>
  readPage(queries, new Promise((resolve) => setTimeout(resolve, timeoutMs)))

/** @param timeout reading ends when it resolves */
async function readPage(queries: ChainedQuery[], timeout?: Promise<void>): Promise<PageState> {
  const position = processPosition()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const read = Promise.all(queries.map((query) => readInto(client, query)))
  await (timeout ? Promise.race([timeout, read]) : read)
  return { ...dehydrate(client), position }
}

async function readInto(client: QueryClient, query: ChainedQuery): Promise<void> {
  const { queryKey, queryFn, initialPageParam, getNextPageParam, andThen } = query
  if (getNextPageParam)
    await client.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam, getNextPageParam })
  else await client.prefetchQuery({ queryKey, queryFn })
  const data = client.getQueryData(queryKey)
  const next = data === undefined ? null : andThen?.(data)
  if (next) await readInto(client, next)
}
