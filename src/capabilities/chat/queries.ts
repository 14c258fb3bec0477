import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { rpc } from '../../platform/rpc/client.ts'
import { byCursor } from '../../platform/rpc/pages.ts'
import type { ChatContract } from './contract.ts'
import type { ChatsPage } from './schema.ts'

/** TanStack Query options. Events of kind «message» or «chat» make `list` and `unreadTotal` stale. */
export const chatQueries = (client = rpc<ChatContract>('chat')) =>
  createTanstackQueryUtils(client, { path: ['chat'] })

const { initialPageParam, getNextPageParam } = byCursor(({ chats }: ChatsPage) => chats)

/** The caller's chats in pages, newest first (CHA-05); `search`: part of the partner's name (OPEN-41). */
export const chatListOptions = (search = '', client = rpc<ChatContract>('chat')) =>
  chatQueries(client).list.infiniteOptions({
    input: (cursor: string | undefined) => ({ search: search || undefined, cursor }),
    // The pages stay as they are: the cache moves rows between them when messages arrive (ui/chat-cache.ts).
    initialPageParam,
    getNextPageParam,
  })
