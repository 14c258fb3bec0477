export type Role = 'client' | 'lawyer' | 'admin'
export type VerificationStatus = 'email_pending' | 'profile_pending' | 'admin_pending' | 'verified'
export type PlanId = 'gratis' | 'basico' | 'intermedio' | 'avanzado'

/** ENT-01: who is signed in, as every screen may show it to themselves. */
export interface SessionUser {
  id: string
  email: string
  name: string
  /** What the screen draws. Rights come from Session.role alone. */
  role: Role
  avatar_url: string | null
  verification_status: VerificationStatus | null
  plan: PlanId | null
  credits_available: number | null
  credits_used: number | null
}

/** What the server knows of the asker, read from the session cookie for each request. */
export interface Session {
  id: string
  userId: string
  /** From `profiles`; null when the row is missing or unreadable: such a user may look and log out (AUT-22). */
  role: Role | null
  user: SessionUser
  /** Spanish reason why the profile could not be read (AUT-23), else null. */
  profileError: string | null
}
