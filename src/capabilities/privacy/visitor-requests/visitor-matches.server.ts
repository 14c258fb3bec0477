import { type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { audit } from '../../../platform/log/audit.server.ts'
import { recordLook } from '../../../platform/log/looks.server.ts'
import { isPersonal } from '../../../platform/personal-data/inventory.ts'
import { asAdmin } from '../../../platform/rpc/admin-commands.server.ts'
import type { SignedInContext } from '../../../platform/rpc/context.server.ts'
import { dataInventory } from '../inventory.ts'
import * as store from '../request-store.server.ts'
import { requireLook } from '../requests/look-limit.server.ts'
import type { RequestRow } from '../requests/views.server.ts'
import { MESSAGES, type RequestIdInput, type RequestKind, type Visitor } from '../schema.ts'
import { type Matches, VISITOR_MESSAGES } from '../visitor-schema.ts'
import * as visitorStore from '../visitor-store.server.ts'

/** DAT-23: who asks without an account; null: the request is of an account, or its visitor is forgotten. */
export async function findAskingVisitor(tx: Tx, row: RequestRow): Promise<Visitor | null> {
  const visitor = row.person_id === null ? await visitorStore.findVisitor(tx, row.id) : null
  if (!visitor) return null
  const { request_id: _, ...shown } = visitor
  return shown
}

/** DAT-61: whether an administrator asks without signing in, or is asked about. */
export const isAboutAdmin = (visitor: Visitor | null, { session }: SignedInContext): boolean =>
  visitor !== null && [visitor.email, visitor.datum].includes(session.user.email)

/** Kinds whose answer reveals and changes nothing of a person. */
const WITHOUT_PROOF: readonly (RequestKind | 'acceso')[] = ['consulta', 'revision']

/** DAT-25: why a request without an account cannot be granted yet. The mailbox suffices for what is keyed by it. */
export function missingProof(
  { kind, file_keys, identity_keys }: Pick<RequestRow, 'kind' | 'file_keys' | 'identity_keys'>,
  visitor: Visitor | null,
): string | null {
  if (visitor === null || WITHOUT_PROOF.includes(kind)) return null
  const isForAnother = visitor.quality !== 'titular'
  if (isForAnother && file_keys.length === 0) return VISITOR_MESSAGES.proofMissing
  const isOfMailbox = !isForAnother && visitor.datum_kind === 'email' && visitor.datum === visitor.email
  return isOfMailbox || identity_keys.length > 0 ? null : VISITOR_MESSAGES.identityMissing
}

const columns = visitorStore.lookupColumns(
  Object.entries(dataInventory).flatMap(([name, table]) =>
    isPersonal(table) ? [[name, table] as const] : [],
  ),
)

const titleOf = (table: string): string => {
  const entry = dataInventory[table]
  return entry && isPersonal(entry) ? entry.title : table
}

/**
 * DAT-26 «Buscar coincidencias»: how many rows have exactly the datum of a request without an account, in the columns that
 * the inventory allows. Recorded, and seen by the people who are found. Refusals: not an administrator, no fresh proof, or
 * about themselves (403), unknown (404), more than 60 looks in an hour (429).
 */
export const findMatches = asAdmin(
  async (context, admin, { requestId }: RequestIdInput): Promise<Result<Matches>> => {
    const refused = await requireLook(context, admin)
    if (refused) return refused
    const { adminId } = admin
    return transact(context.db, async (tx): Promise<Result<Matches>> => {
      const row = await store.findRequest(tx, requestId)
      const visitor = row && row.state !== 'por_confirmar' ? await findAskingVisitor(tx, row) : null
      if (!row || !visitor) return refuse({ code: 'NOT_FOUND', message: MESSAGES.requestUnknown })
      if (isAboutAdmin(visitor, context)) return refuse({ code: 'FORBIDDEN', message: MESSAGES.ownAccount })
      const details = { number: row.number, by: visitor.datum_kind }
      await audit(tx, {
        ...{ actor: adminId, action: 'request.matched', object: row.id, purpose: 'data_request' },
        details,
      })
      for (const personId of await visitorStore.findPeople(tx, visitor.datum))
        await recordLook(tx, {
          ...{ adminId, personId, action: 'account.found', purpose: 'data_request' },
          reference: row.number,
          details: { by: visitor.datum_kind },
        })
      const counts = await visitorStore.countMatches(tx, columns, visitor.datum)
      // Not the request itself.
      if (visitor.datum === visitor.email && counts.desk_requests !== undefined) counts.desk_requests -= 1
      const groups = Object.entries(counts).map(([table, count]) => ({ title: titleOf(table), count }))
      return accept({ groups: groups.filter(({ count }) => count > 0) })
    })
  },
)
