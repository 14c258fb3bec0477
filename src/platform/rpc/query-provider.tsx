import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Live } from '../realtime/live.tsx'
import { PagePosition } from '../realtime/use-events.ts'
import { failureOf } from './client.ts'
import { dropLeftDrafts, forgetDrafts } from './drafts.ts'
import { onSessionNews } from './session-change.ts'

let browserClient: QueryClient | undefined

function createClient() {
  return new QueryClient({
    defaultOptions: {
      // Without a connection a call fails and says so; it does not wait to be sent later, when nobody expects it.
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        // A refusal stays a refusal; only a lost connection or a busy server is worth another try.
        retry: (failures, error) => failures < 2 && [0, 503].includes(failureOf(error).status),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** The browser's client: when another tab changes who is signed in, what was read for the one before is read anew. */
function followingClient() {
  const client = createClient()
  onSessionNews((news) => {
    dropLeftDrafts()
    if (news === 'elsewhere') void client.resetQueries()
  })
  return client
}

type ServerState = DehydratedState & { position?: string | null }

const arrivals = new WeakMap<ServerState, ServerState>()

/**
 * What the server read counts as read when it arrives, once: TanStack Query takes it only where it is newer than what it
 * holds, and by the clocks of two machines that cannot be told. With the server's time a browser whose clock is ahead
 * would keep what it showed on its last visit. What happened between the reading and the arrival is told again
 * (`useEvents`).
 */
function arrived(state: ServerState): ServerState {
  const known = arrivals.get(state)
  if (known) return known
  const dataUpdatedAt = Date.now()
  const queries = state.queries.map((query) => ({ ...query, state: { ...query.state, dataUpdatedAt } }))
  const stamped = { ...state, queries }
  arrivals.set(state, stamped)
  return stamped
}

/**
 * Gives a page its server data, and whoever is signed in the live events on it (`useEvents`). Only routes that ask the
 * server again in the browser wrap themselves in it: the landing page does without this weight.
 */
export function QueryProvider(props: { state?: ServerState; children: ReactNode }) {
  const [client] = useState(() => {
    if (typeof window === 'undefined') return createClient()
    browserClient ??= followingClient()
    return browserClient
  })
  const state = props.state && arrived(props.state)
  return (
    <QueryClientProvider client={client}>
      <PagePosition value={state?.position ?? null}>
        <HydrationBoundary state={state}>{props.children}</HydrationBoundary>
        <Live />
      </PagePosition>
    </QueryClientProvider>
  )
}

/** Forgets everything that was read for the person who has just logged out, and what they were writing. */
export function forgetQueries(): void {
  browserClient?.clear()
  forgetDrafts()
}
