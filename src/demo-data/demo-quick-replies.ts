import replies from '../../data/demo/quick-replies.json' with { type: 'json' }
import { saveReply } from '../capabilities/quick-replies/commands.server.ts'
import { uuidv7 } from '../input/ids.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { findAccountId } from './accounts.ts'
import { actingAs, unwrap } from './acting-as.ts'

/** Gives the lawyer of README.md quick replies. */
export async function createDemoQuickReplies(platform: Platform): Promise<void> {
  const lawyer = await actingAs(platform, await findAccountId(platform.db, 'Andrés Contreras Muñoz'))
  for (const reply of replies) unwrap(await saveReply(lawyer, { id: uuidv7(), ...reply }))
}
