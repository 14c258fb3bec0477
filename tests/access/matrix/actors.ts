/** Who sends a request, and whose object it names (docs/design.md §5). */

/**
 * Families of a client and a lawyer who share a case: clientA and paid, clientB and otherPaid; gratis belongs
 * to a client who is no actor. `expired` is an expired session of clientA, `deleted` a client with a deleted
 * account and a remaining cookie, `noProfile` a user without a profile row (AUT-22).
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

/** Actors without a valid session. */
export const WITHOUT_SESSION: readonly Actor[] = ['visitor', 'expired', 'deleted']

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
 * Whose object a request names: of the actor's own family, or of another; actors without a family own
 * nothing. Mismatch: a child with the parent of another family or, without a parent, the id of an object of
 * another kind.
 */
export const OBJECT_VARIANTS = ['own', 'foreign', 'mismatch', 'absent'] as const

const FAMILY: Partial<Record<Actor, 'a' | 'b' | 'c'>> = {
  clientA: 'a',
  paid: 'a',
  clientB: 'b',
  otherPaid: 'b',
  gratis: 'c',
}
export const familyOf = (actor: Actor) => FAMILY[actor]
