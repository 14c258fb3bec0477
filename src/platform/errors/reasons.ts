/**
 * The refusals that a screen tells from others with the same status. Screens compare these, never the Spanish
 * text. Import only the type in the browser.
 */
export const REASONS = [
  /** The lawyer is verified already. */
  'ALREADY_VERIFIED',
  'ADMINS_NOT_NOTIFIED',
  'CASE_GONE',
  /** A review names a case that is not one of both parties. */
  'CASE_UNKNOWN',
  /** The id belongs to a row with other content. */
  'ID_TAKEN',
  'NO_CREDITS',
  'ON_FREE_PLAN',
  /** The message begins with what failed. */
  'PROPOSAL_UNCHANGED',
  'PROPOSAL_WITHDRAWN',
  /** The person must first prove who they are (DAT-52). */
  'REAUTH',
] as const

export type Reason = (typeof REASONS)[number]
