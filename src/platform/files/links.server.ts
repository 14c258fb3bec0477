import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from '../jobs/secrets.server.ts'
import { fileAddress } from './buckets.ts'

/** CAL-29: longest life of a signed link, seconds. */
export const LINK_SECONDS = 3600

const statement = (key: string, viewer: string, expires: number) => `read\n${key}\n${viewer}\n${expires}`

/**
 * The address under which one person may open one private file for a while. It opens nothing by itself: the viewer's
 * own session and the right to read are asked for each time (DESIGN.md §8).
 * @param seconds life of the link; more than an hour is an hour
 */
export function signLink(
  { sealer }: { sealer: Sealer },
  { key, viewerId, seconds = LINK_SECONDS }: { key: string; viewerId: string; seconds?: number },
): string {
  const expires = Math.floor(Date.now() / 1000) + Math.min(seconds, LINK_SECONDS)
  const query = {
    viewer: viewerId,
    expires: String(expires),
    sig: sealer.sign(statement(key, viewerId, expires)),
  }
  return `${fileAddress(key)}?${new URLSearchParams(query)}`
}

/** Whether these are the words of a link for this file and viewer that is still alive. */
export function linkHolds(
  { sealer }: { sealer: Sealer },
  key: string,
  viewerId: string,
  query: Record<string, unknown>,
): boolean {
  const { viewer, expires, sig } = query
  if (typeof expires !== 'string' || typeof sig !== 'string' || viewer !== viewerId) return false
  const until = Number(expires)
  if (!/^\d{1,12}$/.test(expires) || until * 1000 <= Date.now()) return false
  const expected = Buffer.from(sealer.sign(statement(key, viewerId, until)))
  const given = Buffer.from(sig)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
