export type Role = 'client' | 'lawyer' | 'admin'
export type VerificationStatus = 'email_pending' | 'profile_pending' | 'admin_pending' | 'verified'
export type PlanId = 'gratis' | 'basico' | 'intermedio' | 'avanzado'

/** DAT-70: the answer to everything that a suspended person may not do. */
export const SUSPENDED_MESSAGE = 'Tu cuenta está suspendida. Puedes ver tus datos y apelar.'

/** ENT-01: the signed-in user as the API shows it to that user. */
export interface SessionUser {
  id: string
  email: string
  name: string
  /** For display only. Permissions come from Session.role. */
  role: Role
  avatar_url: string | null
  verification_status: VerificationStatus | null
  plan: PlanId | null
  credits_available: number | null
  credits_used: number | null
}

/** The session of a request, looked up by its cookie on each request. */
export interface Session {
  id: string
  userId: string
  /** From `profiles`; null when the row is missing or unreadable: then only reading and logout work (AUT-22). */
  role: Role | null
  user: SessionUser
  /** Spanish message when the profile could not be read (AUT-23), else null. */
  profileError: string | null
  /** Whether the person proved who they are in the last minutes (DAT-52). */
  isProven: boolean
  /** Whether the team suspended the account, so that it only reads and appeals (DAT-70). */
  isSuspended: boolean
  /** When an announced suspension begins (DAT-70), else null. */
  suspensionStartsAt: string | null
  /** Whether somebody asked to take the second step away, which the person can cancel (DAT-50). */
  isLosingFactor: boolean
}
