import { useEvents } from '../../../platform/realtime/use-events.ts'
import type { Message } from '../schema.ts'
import type { ChatCache } from './chat-cache.ts'

/** RT-01, RT-02: applies live events about the user's chats to the page, on which `openId` is open. */
export function useChatEvents(cache: ChatCache, openId: string | null): void {
  useEvents(['message', 'chat', 'proposal'], ({ kind, ref, data }) => {
    if (kind === 'message' && data) cache.addMessage(data as Message)
    else if (kind === 'chat' && ref) cache.refetchRow(ref)
    // A withdrawn proposal changes its message: proposal_id becomes null.
    else if (kind === 'proposal') {
      if (openId) void cache.refetchThread(openId)
    } else void cache.refetchAll()
  })
}
