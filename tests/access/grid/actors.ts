/** Who asks, and for what (DESIGN §5, security §1). */

/**
 * Families: clientA with paid, clientB with otherPaid, gratis with a client who asks for nothing. `expired` is a session
 * of clientA after its end; `deleted` a client who deleted the account and kept the cookie; `noProfile` lost the profile
 * (AUT-22).
 */
export const ACTORS = [
  'visitor',
  'expired',
  'deleted',
  'noProfile',
  'clientA',
  'clientB',
  'emailPending',
  'profilePending',
  'adminPending',
  'paid',
  'gratis',
  'otherPaid',
  'admin',
] as const
export type Actor = (typeof ACTORS)[number]

/** Whoever has no session. */
export const NOBODY: readonly Actor[] = ['visitor', 'expired', 'deleted']

export const GROUPS = {
  clients: ['clientA', 'clientB'],
  pending: ['emailPending', 'profilePending', 'adminPending'],
  market: ['paid', 'otherPaid'],
  verified: ['paid', 'gratis', 'otherPaid'],
  lawyers: ['emailPending', 'profilePending', 'adminPending', 'paid', 'gratis', 'otherPaid'],
  parties: [
    'clientA',
    'clientB',
    'emailPending',
    'profilePending',
    'adminPending',
    'paid',
    'gratis',
    'otherPaid',
  ],
} as const satisfies Record<string, readonly Actor[]>
export type Group = keyof typeof GROUPS

/**
 * Which object is named. Own and foreign are of families; whoever has none finds nothing that is their own. Mismatch: a
 * child of one with the parent of another, or, where there is no parent, something of another kind.
 */
export const OBJECTS = ['own', 'foreign', 'mismatch', 'absent'] as const

const FAMILY: Partial<Record<Actor, 'a' | 'b' | 'c'>> = {
  clientA: 'a',
  paid: 'a',
  clientB: 'b',
  otherPaid: 'b',
  gratis: 'c',
}
export const familyOf = (who: Actor) => FAMILY[who]
