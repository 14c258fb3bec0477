import type { Platform } from '../../../platform/rpc/context.server.ts'
import { openSecret, sealSecret } from '../codes.server.ts'
import * as store from '../store.server.ts'

const BATCH = 100
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000'

/**
 * DAT-57: seals the secrets of applications again that another key than the current one seals. Each is one statement
 * that changes nothing else of its row, so a sign-in or a kill in between harms none. One that does not open stays as
 * it is, for somebody to investigate.
 */
export async function sealSecrets(platform: Pick<Platform, 'db' | 'keys' | 'sealer' | 'log'>): Promise<void> {
  const { db, keys, log } = platform
  for (let after = BEFORE_ALL_IDS; ; ) {
    const found = await store.findOtherwiseSealed(db, { key: keys.current, after }, BATCH)
    for (const { user_id: userId, sealed: from } of found) {
      after = userId
      try {
        const to = await sealSecret(platform, userId, await openSecret(platform, userId, from))
        await store.replaceSealed(db, userId, { from, to })
      } catch (err) {
        log.error({ err, user: userId }, 'secret not sealed')
      }
    }
    if (found.length < BATCH) return
  }
}
