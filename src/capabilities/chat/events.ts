/** Event kinds published by chat. */
export const CHAT_EVENTS = {
  /** A message was stored; `ref` is its id, and the hub attaches the message. To both parties. */
  message: 'message',
  /** A chat was created, read or deleted, or its case or partner changed; `ref` is the chat's id. */
  chat: 'chat',
} as const
