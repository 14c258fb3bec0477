import { type Refused, refuse } from '../errors/refusal.ts'
import type { Session } from './session.ts'

/**
 * DAT-52: refuses (403, REAUTH) unless this session's person proved who they are within ten minutes. The
 * browser then opens «Confirma que eres tú» and sends the call again (src/platform/rpc/client.ts).
 */
export function requireProof({ session }: { session: Session }): Refused | null {
  if (session.isProven) return null
  return refuse({ code: 'FORBIDDEN', reason: 'REAUTH', message: 'Confirma que eres tú para continuar.' })
}
