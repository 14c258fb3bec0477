/**
 * Every kind of live event. An event carries its kind and `ref`, the id of what changed. Commands write events with
 * `publish`; components listen with `useRefetchOn` and `useEvents`. To find both sides of a kind, search for its name
 * in quotes.
 */
export type EventKind =
  /** A session ended: the hub closes its streams, and other tabs reload the session (AUT-25). `ref`: session. */
  | 'session'
  /**
   * A session got a new token: the hub closes its streams, because a stolen copy of the old cookie may be
   * reading one. The browser that received the new cookie reconnects with it (H-10). `ref`: session.
   */
  | 'session-token'
  /** Name, avatar or status changed: clients reload the session (AUT-26). `ref`: user. */
  | 'profile'
  /** The second step, or the devices, of an account changed: clients reload the session (DAT-50). `ref`: user. */
  | 'security'
  /** A lawyer's plan or credits changed. `ref`: lawyer. */
  | 'plan'
  /**
   * To users: one of their cases was created, changed status or was removed. To the market audience: an open
   * case was added or removed. `ref`: case.
   */
  | 'case'
  /** A chat was created, read or deleted, or its case or partner changed. `ref`: chat. */
  | 'chat'
  /** The other party has read a chat up to another message. `ref`: chat. */
  | 'read'
  /** A message was stored; the hub attaches the message. To both parties. `ref`: message. */
  | 'message'
  /** A proposal was sent, answered or withdrawn. To both parties of the chat. `ref`: proposal. */
  | 'proposal'
  /** A review changed in any way. To its lawyer and its author (OPEN-65). `ref`: review. */
  | 'review'
  /** A task of a case was added, changed, moved, ticked or deleted. `ref`: case. */
  | 'task'
  /** A document or a request for one was added, changed, opened or deleted. `ref`: case, or chat for files of a chat. */
  | 'document'
  /** An update of a case was published, corrected or asked for. To both parties. `ref`: case. */
  | 'progress'
  /** A copy of a person's data was asked for, is ready, failed or expired. `ref`: the person. */
  | 'copy'
  /** A report of this person was answered, or the team asks for more. `ref`: report. */
  | 'report'
  /** A request about one's data was sent or changed. To its person and to administrators. `ref`: request. */
  | 'request'
  /** The team decided about this person, or answered an appeal. `ref`: sanction. */
  | 'sanction'
  /** A notice was written, seen or read. To its person, who is `ref`. */
  | 'notice'
