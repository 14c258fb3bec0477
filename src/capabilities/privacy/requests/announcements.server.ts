import type { Tx } from '../../../platform/database/database.server.ts'
import { eventsTo, publish } from '../../../platform/realtime/publish.server.ts'
import type { SignedInContext } from '../../../platform/rpc/context.server.ts'
import { listAdministrators } from '../../accounts/commands.server.ts'
import { notify } from '../../notices/commands.server.ts'
import * as store from '../request-store.server.ts'
import { mailVisitor, type VisitorMailKind } from '../visitor-requests/visitor-mail.server.ts'
import type { RequestRow } from './views.server.ts'

/** The person's tabs, and the queues of administrators. */
export async function announceRequest(
  tx: Tx,
  { wake }: Pick<SignedInContext, 'wake'>,
  { id, person_id }: Pick<RequestRow, 'id' | 'person_id'>,
): Promise<void> {
  const administrators = await listAdministrators(tx)
  const users = new Set([person_id, ...administrators.map((admin) => admin.id)])
  await publish(tx, wake, eventsTo([...users], 'request', id))
}

/** A notice for the asker, or an e-mail for one without an account; once for each kind and request. */
export async function notifyAsker(
  tx: Tx,
  context: Pick<SignedInContext, 'wake' | 'sealer' | 'config'>,
  { id, number, person_id }: Pick<RequestRow, 'id' | 'number' | 'person_id'>,
  kind: VisitorMailKind,
): Promise<void> {
  if (person_id === null) return mailVisitor(tx, context, { id, number }, kind)
  // An account without profile has no notices.
  if (!(await store.findPerson(tx, person_id))) return
  const notice = { kind, key: `${kind}:${id}`, ref: id, caseId: null, actorId: null }
  await notify(tx, context, [{ ...notice, userId: person_id }])
}
