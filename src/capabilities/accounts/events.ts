/** Event kinds published by accounts. `ref` is the session id; for `profile` it is the user id. */
export const ACCOUNT_EVENTS = {
  /** A session ended: the hub closes its streams, and other tabs reload the session (AUT-25). */
  sessionEnded: 'session',
  /**
   * A session got a new token: the hub closes its streams, because a stolen copy of the old cookie may be
   * reading one. The browser that received the new cookie reconnects with it (H-10).
   */
  tokenChanged: 'session-token',
  /** Name, avatar or status changed: clients reload the session (AUT-26). */
  profileChanged: 'profile',
} as const
