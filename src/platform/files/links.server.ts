import type { Sealer } from '../jobs/sealer.server.ts'
import { isSameSecret } from '../keys/tokens.server.ts'
import { fileAddress } from './buckets.ts'

/** Maximum lifetime of a signed link, seconds (CAL-29). */
export const MAX_LINK_SECONDS = 3600

const signedText = (key: string, viewer: string, expires: number) => `read\n${key}\n${viewer}\n${expires}`

/**
 * Signs a URL with which one user may open one private file for a while. The link alone is not enough: the
 * viewer's session and permission are checked on each request (docs/design.md §8).
 * @param seconds lifetime, at most one hour
 */
export function signLink(
  { sealer }: { sealer: Sealer },
  { key, viewerId, seconds = MAX_LINK_SECONDS }: { key: string; viewerId: string; seconds?: number },
): string {
  const expires = Math.floor(Date.now() / 1000) + Math.min(seconds, MAX_LINK_SECONDS)
  const query = {
    viewer: viewerId,
    expires: String(expires),
    sig: sealer.sign(signedText(key, viewerId, expires)),
  }
  return `${fileAddress(key)}?${new URLSearchParams(query)}`
}

/** Whether the query is that of a valid, unexpired link for this file and viewer. */
export function isLinkValid(
  { sealer }: { sealer: Sealer },
  key: string,
  viewerId: string,
  query: Record<string, unknown>,
): boolean {
  const { viewer, expires, sig } = query
  if (typeof expires !== 'string' || typeof sig !== 'string' || viewer !== viewerId) return false
  const expiresAt = Number(expires)
  if (!/^\d{1,12}$/.test(expires) || expiresAt * 1000 <= Date.now()) return false
  return isSameSecret(sealer.sign(signedText(key, viewerId, expiresAt)), sig)
}
