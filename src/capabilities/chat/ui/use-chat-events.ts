import { useEvents } from '../../../platform/realtime/use-events.ts'
import type { Message } from '../schema.ts'
import type { ChatCache } from './chat-cache.ts'

/**
 * RT-01, RT-02: what happens to my chats comes to the page by itself.
 * @param openId the conversation that is on the page
 */
export function useChatEvents(cache: ChatCache, openId: string | null): void {
  useEvents(['message', 'chat', 'proposal'], ({ kind, ref, data }) => {
    if (kind === 'message' && data) cache.putMessage(data as Message)
    else if (kind === 'chat' && ref) cache.askRow(ref)
    // A withdrawn proposal leaves its message, without it.
    else if (kind === 'proposal') {
      if (openId) void cache.askThread(openId)
    } else void cache.askAll()
  })
}
