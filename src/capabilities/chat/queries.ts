import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { ChatContract } from './contract.ts'

/**
 * TanStack Query options of this slice's operations. Events of kind «message» or «chat» make `list` and
 * `unreadTotal` stale; the message itself is in its event.
 */
export const chatQueries = (client: ContractRouterClient<ChatContract>) =>
  createTanstackQueryUtils(client, { path: ['chat'] })

/**
 * The caller's chats in pages, newest first (CHA-05).
 * @param search part of the partner's name; empty: all (OPEN-41)
 */
export const chatListOptions = (client: ContractRouterClient<ChatContract>, search = '') =>
  chatQueries(client).list.infiniteOptions({
    input: (cursor: string | undefined) => ({ search: search || undefined, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
