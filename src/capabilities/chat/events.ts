/** Kinds that chat publishes. */
export const CHAT_EVENTS = {
  /** A message was stored; `ref` is its id, and the hub attaches it. To both parties. */
  message: 'message',
  /** A chat is new, was read in another tab, or its partner left; `ref` is the chat's id. */
  chat: 'chat',
} as const
