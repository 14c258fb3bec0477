import { randomUUID } from 'node:crypto'
import { transact } from '../../../platform/database/database.server.ts'
import { accept, type Refused, refuse } from '../../../platform/errors/refusal.ts'
import { consumeAttempt } from '../../../platform/http/rate-limit.server.ts'
import { audit } from '../../../platform/log/audit.server.ts'
import type { SignedInContext } from '../../../platform/rpc/context.server.ts'
import type { Admin } from '../../../platform/session/admin.ts'
import { requireProof } from '../../../platform/session/proof.ts'
import { listAdministrators } from '../../accounts/commands.server.ts'
import { notify } from '../../notices/commands.server.ts'
import { MESSAGES } from '../schema.ts'

/** DAT-62: looks at people, of one administrator. */
const LOOKUP_LIMIT = { max: 60, windowSeconds: 3600 }
/** DAT-62: the others are told once per window. */
const STOP_LIMIT = { max: 1, windowSeconds: 3600 }

/** DAT-62: what a look at people needs: a fresh proof (403, REAUTH), and no more than 60 in an hour (429). */
export async function requireLook(context: SignedInContext, admin: Admin): Promise<Refused | null> {
  const unproven = requireProof(context)
  if (unproven) return unproven
  const wait = await consumeAttempt(context.db, `console:looks:${admin.adminId}`, LOOKUP_LIMIT)
  if (wait === null) return null
  await tellOthers(context, admin)
  return refuse({ code: 'TOO_MANY_REQUESTS', message: MESSAGES.tooManyLookups, retryAfter: wait })
}

/** Once per window: its attempt counts only if the others are told. */
const tellOthers = (context: SignedInContext, { adminId }: Admin) =>
  transact(context.db, async (tx) => {
    if ((await consumeAttempt(tx, `console:stops:${adminId}`, STOP_LIMIT)) !== null) return accept(true)
    await audit(tx, { actor: adminId, action: 'lookups.stopped', object: null })
    const key = `lookups-stopped:${randomUUID()}`
    const notice = { kind: 'lookups-stopped', key, ref: adminId, caseId: null, actorId: adminId }
    const admins = await listAdministrators(tx)
    await notify(
      tx,
      context,
      admins.map(({ id: userId }) => ({ ...notice, userId })),
    )
    return accept(true)
  })
