import * as z from 'zod'

/** ENT-01: the signed-in user, as sent to that user only. */
export const sessionUser = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['client', 'lawyer', 'admin']),
  avatar_url: z.nullable(z.string()),
  verification_status: z.nullable(z.enum(['email_pending', 'profile_pending', 'admin_pending', 'verified'])),
  plan: z.nullable(z.enum(['gratis', 'basico', 'intermedio', 'avanzado'])),
  credits_available: z.nullable(z.int()),
  credits_used: z.nullable(z.int()),
})
