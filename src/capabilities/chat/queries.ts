import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { ChatContract } from './contract.ts'

/**
 * TanStack Query options of this slice's operations. An event of kind «message» or «chat» makes `list` and
 * `unreadTotal` stale; a message's own text comes with its event.
 */
export const chatQueries = (client: ContractRouterClient<ChatContract>) =>
  createTanstackQueryUtils(client, { path: ['chat'] })

/** My chats in pages, the newest first (CHA-05). @param search part of the partner's name; empty: all (OPEN-41) */
export const chatPages = (client: ContractRouterClient<ChatContract>, search = '') =>
  chatQueries(client).list.infiniteOptions({
    input: (cursor: string | undefined) => ({ search: search || undefined, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
