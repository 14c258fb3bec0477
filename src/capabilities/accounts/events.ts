/** Kinds that accounts publishes; `ref` is the session's id, of `profile` the user's. */
export const ACCOUNT_EVENTS = {
  /** A session ended: the hub closes its streams, other tabs ask again who is signed in (AUT-25). */
  sessionEnded: 'session',
  /**
   * A session has another token: the hub cuts its streams, since a copy of the old cookie reads one too. The browser that
   * got the new cookie comes back with it (H-10).
   */
  tokenChanged: 'session-token',
  /** Name, avatar or status changed: the session is read again (AUT-26). */
  profileChanged: 'profile',
} as const
