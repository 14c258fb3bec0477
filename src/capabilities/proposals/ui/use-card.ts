import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { readAnew } from '../../../platform/realtime/read-anew.ts'
import { useEvents } from '../../../platform/realtime/use-events.ts'
import { rpc } from '../../../platform/rpc/client.ts'
import type { ProposalsContract } from '../contract.ts'
import type { Proposal } from '../schema.ts'

/** Most that one call asks for. */
const MOST = 100

interface Asked {
  id: string
  give(proposal: Proposal | null): void
  fail(error: unknown): void
}

let asked: Asked[] = []

/** Cards that are drawn together are read by one call, not by one each. */
function readCard(id: string): Promise<Proposal | null> {
  return new Promise((give, fail) => {
    if (asked.length === 0) setTimeout(askForAll)
    asked.push({ id, give, fail })
  })
}

function askForAll() {
  const all = asked
  asked = []
  for (let from = 0; from < all.length; from += MOST) void ask(all.slice(from, from + MOST))
}

async function ask(some: Asked[]) {
  try {
    const ids = [...new Set(some.map(({ id }) => id))]
    const { proposals } = await rpc<ProposalsContract>('proposals').byIds({ ids })
    for (const { id, give } of some) give(proposals.find((proposal) => proposal.id === id) ?? null)
  } catch (error) {
    for (const { fail } of some) fail(error)
  }
}

/** Below the key of the slice, so that whoever makes all of it stale reaches the cards too. */
const card = (id: string) =>
  queryOptions({ queryKey: [['proposals', 'card'], id], queryFn: () => readCard(id), staleTime: 30_000 })

/**
 * One proposal of a chat of mine, kept up to date by its events (PRP-14).
 * @returns null in `data`: it was withdrawn (OPEN-38)
 */
export function useCard(id: string) {
  const client = useQueryClient()
  useEvents(['proposal'], ({ ref }) => {
    if (ref === null || ref === id) void readAnew(client, { queryKey: card(id).queryKey })
  })
  return useQuery(card(id))
}

/** What is known now: the answer to one's own action. */
export const keepCard = (client: QueryClient, id: string, proposal: Proposal | null) =>
  client.setQueryData(card(id).queryKey, proposal)

/** Milliseconds in which the server says what has become of a proposal, tries included. */
const PATIENCE = 12_000

/** Asks the server, whatever is known; without a connection that fails at once. @throws when it does not say in time */
export async function askForCard(client: QueryClient, id: string): Promise<Proposal | null> {
  const asking = client.fetchQuery({
    ...card(id),
    staleTime: 0,
    ...(navigator.onLine ? {} : { retry: false }),
  })
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('no word')), PATIENCE))
  return Promise.race([asking, late])
}
