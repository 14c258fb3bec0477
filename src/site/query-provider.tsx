import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { deleteAllDrafts, deleteLoggedOutDrafts } from '../platform/drafts/drafts.ts'
import { PagePosition } from '../platform/realtime/use-events.ts'
import { failureOf } from '../platform/rpc/client.ts'
import { onSessionEvent } from '../platform/session/session-events.ts'
import { LiveConnectionLoader } from './live-connection-loader.tsx'

let browserClient: QueryClient | undefined

function createClient() {
  return new QueryClient({
    defaultOptions: {
      // Offline calls fail at once: TanStack Query must not queue them and send them later.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        // Retry only a lost connection (0) or an overloaded server (503).
        retry: (failures, error) => failures < 2 && [0, 503].includes(failureOf(error).status),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** The browser's client: resets all queries when another tab changes the session. */
function createBrowserClient() {
  const client = createClient()
  onSessionEvent((news) => {
    deleteLoggedOutDrafts()
    if (news === 'elsewhere') void client.resetQueries()
  })
  return client
}

type ServerState = DehydratedState & { position?: string | null }

const stampedStates = new WeakMap<ServerState, ServerState>()

/**
 * Stamps server data with the browser's time, once per state. TanStack Query hydrates a query only if it is
 * newer than the cached one: with the server's time, a browser whose clock is ahead would keep its old data.
 * Events between the read and the arrival are delivered again (`useEvents`).
 */
function stampArrival(state: ServerState): ServerState {
  const known = stampedStates.get(state)
  if (known) return known
  const dataUpdatedAt = Date.now()
  const queries = state.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } }))
  const stamped = { ...state, queries }
  stampedStates.set(state, stamped)
  return stamped
}

/**
 * Provides a page with its server data and, for signed-in users, with live events (`useEvents`). Only routes
 * that fetch in the browser use it, to keep this code out of the landing page.
 */
export function QueryProvider(props: { state?: ServerState; children: ReactNode }) {
  const [client] = useState(() => {
    if (typeof window === 'undefined') return createClient()
    browserClient ??= createBrowserClient()
    return browserClient
  })
  const state = props.state && stampArrival(props.state)
  return (
    <QueryClientProvider client={client}>
      <PagePosition value={state?.position ?? null}>
        <HydrationBoundary state={state}>{props.children}</HydrationBoundary>
        <LiveConnectionLoader />
      </PagePosition>
    </QueryClientProvider>
  )
}

/** Clears the cached data and the drafts of a user who has logged out or deleted the account. */
export function clearUserData(): void {
  browserClient?.clear()
  deleteAllDrafts()
}
