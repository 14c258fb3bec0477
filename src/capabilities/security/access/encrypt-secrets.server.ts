import type { Platform } from '../../../platform/rpc/context.server.ts'
import { decryptSecret, encryptSecret } from '../codes.server.ts'
import * as store from '../store.server.ts'

const BATCH = 100
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/**
 * DAT-57: encrypts again the secrets of applications that are encrypted with another key than the current one. Each is one statement
 * that changes nothing else of its row, so a sign-in or a kill in between harms none. One that does not open stays as
 * it is, for somebody to investigate.
 */
export async function encryptSecrets(
  platform: Pick<Platform, 'db' | 'keys' | 'sealer' | 'log'>,
): Promise<void> {
  const { db, keys, log } = platform
  for (let after = BEFORE_ALL_IDS; ; ) {
    const found = await store.findUnderOtherKeys(db, { key: keys.current, after }, BATCH)
    for (const { user_id: userId, sealed: from } of found) {
      after = userId
      try {
        const to = await encryptSecret(platform, userId, await decryptSecret(platform, userId, from))
        await store.replaceSecret(db, userId, { from, to })
      } catch (err) {
        log.error({ err, user: userId }, 'secret not encrypted')
      }
    }
    if (found.length < BATCH) return
  }
}
