import { MESSAGES } from '../schema.ts'

/** DAT-44: why keys cannot be used here, or null. Browser only. */
export function passkeyObstacle(): string | null {
  if (/^(\d+\.){3}\d+$|^\[/.test(location.hostname)) return MESSAGES.passkeyAddress(location.port)
  return 'PublicKeyCredential' in window ? null : MESSAGES.passkeyUnsupported
}
