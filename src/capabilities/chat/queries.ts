import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { ChatContract } from './contract.ts'

/** TanStack Query options. Events of kind «message» or «chat» make `list` and `unreadTotal` stale. */
export const chatQueries = (client: ContractRouterClient<ChatContract>) =>
  createTanstackQueryUtils(client, { path: ['chat'] })

/** The caller's chats in pages, newest first (CHA-05); `search`: part of the partner's name (OPEN-41). */
export const chatListOptions = (client: ContractRouterClient<ChatContract>, search = '') =>
  chatQueries(client).list.infiniteOptions({
    input: (cursor: string | undefined) => ({ search: search || undefined, cursor }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  })
