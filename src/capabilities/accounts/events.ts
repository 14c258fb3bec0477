/** Kinds that accounts publishes; `ref` is the user's id. */
export const ACCOUNT_EVENTS = {
  /** A session ended: the hub closes its streams, other tabs ask again who is signed in (AUT-25). */
  sessionEnded: 'session',
  /** Name, avatar or status changed: the session is read again (AUT-26). */
  profileChanged: 'profile',
} as const
