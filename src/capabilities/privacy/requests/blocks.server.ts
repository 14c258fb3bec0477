import { type Tx, transact } from '../../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import { type EventPublisher, eventsTo, publish } from '../../../platform/realtime/publish.server.ts'
import type { SignedInContext } from '../../../platform/rpc/context.server.ts'
import { lockAccount, writePausedCases } from '../../accounts/commands.server.ts'
import { lockCase, lockClient, marketEvents } from '../../cases/commands.server.ts'
import { lockLawyerFirst, writeProfileBlocked } from '../../lawyers/commands.server.ts'
import { lockReview, writeReviewBlocked } from '../../reviews/commands.server.ts'
import * as blocks from '../block-store.server.ts'
import { type BlockEvent, nextBlockState, type RequestActor } from '../request-rules.ts'
import * as store from '../request-store.server.ts'
import {
  type BlockState,
  type EndedBlock,
  MESSAGES,
  type ObjectKind,
  type RequestIdInput,
  type ShownObject,
} from '../schema.ts'
import { announceRequest } from './announcements.server.ts'

const conflict = (message: string) => refuse({ code: 'CONFLICT', message })

const PROFILE_LABEL = 'Mi perfil en la búsqueda y su dirección pública'

function labelOf({ object, text, rating, party }: Awaited<ReturnType<typeof blocks.listShown>>[number]) {
  if (object === 'perfil') return { label: PROFILE_LABEL, text: '' }
  if (object === 'causa') return { label: text ?? '', text: 'Causa abierta' }
  const about = party === null ? 'Reseña sobre ti' : `Tu reseña de ${party}`
  return { label: `${about}: ${starsText(rating ?? 0)}`, text: text ?? '' }
}

const starsText = (rating: number) => `${rating} de 5 estrellas`

/** DAT-18: what others are shown of the caller, which a request can name. */
export async function shownObjects({
  db,
  session,
}: SignedInContext): Promise<Result<{ objects: ShownObject[] }>> {
  const rows = await blocks.listShown(db, session.userId)
  return accept({
    objects: rows.map((row) => ({
      ...labelOf(row),
      object: row.object,
      id: row.id,
      blocked_before: row.blocked_before,
    })),
  })
}

/**
 * Locks what shows an object, so that it is not published, accepted or edited meanwhile, and its blocks run one after the other.
 * @returns whether it is still there
 */
async function lockObject(tx: Tx, askerId: string, object: ObjectKind, id: string): Promise<boolean> {
  if (object === 'perfil') return lockLawyerFirst(tx, id)
  if (object === 'resena') return lockReview(tx, id)
  await lockClient(tx, askerId)
  // Against a chat that a lawyer opens from the market at the same time.
  return (await lockCase(tx, id)) !== null
}

/** Shows or hides an object as the blocks in force say: somebody else may block it, too. It must be locked. */
async function applyBlocks(tx: Tx, platform: EventPublisher, object: ObjectKind, id: string): Promise<void> {
  const isBlocked = await blocks.isBlocked(tx, id)
  if (object === 'resena') return writeReviewBlocked(tx, platform, id, isBlocked)
  if (object === 'perfil') {
    await writeProfileBlocked(tx, id, isBlocked)
    return publish(tx, platform.wake, eventsTo([id], 'profile', id))
  }
  await writePausedCases(tx, [id], { paused: isBlocked, why: 'block' })
  const row = await lockCase(tx, id)
  if (row) await publish(tx, platform.wake, marketEvents(row))
}

/**
 * DAT-18, DAT-19: stops using an object in the transaction that sends its request. The asker's account must be locked.
 * Refused (409): it is not shown with the asker, or the asker blocked it before.
 */
export async function startBlock(
  tx: Tx,
  platform: EventPublisher,
  block: blocks.NewBlock,
): Promise<Result<true>> {
  await lockObject(tx, block.askerId, block.object, block.objectId)
  if (!(await blocks.isShown(tx, block.askerId, block.object, block.objectId)))
    return conflict(MESSAGES.objectUnknown)
  if (!(await blocks.insertBlock(tx, block, 'provisional'))) return conflict(MESSAGES.blockedBefore)
  await applyBlocks(tx, platform, block.object, block.objectId)
  return accept(true as const)
}

/**
 * Moves the block of a request and applies what follows. The asker and the request must be locked.
 * @returns its new state; null: the request blocks nothing, or its graph has no such transition
 */
export async function moveBlock(
  tx: Tx,
  platform: EventPublisher,
  requestId: string,
  event: BlockEvent,
  by: RequestActor,
): Promise<BlockState | null> {
  const found = await blocks.findBlock(tx, requestId)
  if (!found) return null
  const isThere = await lockObject(tx, found.asker_id, found.object, found.object_id)
  const block = await blocks.lockBlock(tx, requestId)
  const next = block && nextBlockState(block.state, event, by)
  if (!block || !next) return null
  await blocks.setBlockState(tx, block.id, next)
  if (isThere) await applyBlocks(tx, platform, block.object, block.object_id)
  return next
}

/** DAT-17: a granted opposition takes the profile out of search permanently, also one that was blocked before. */
export async function keepProfileBlocked(
  tx: Tx,
  platform: EventPublisher,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<void> {
  await lockObject(tx, userId, 'perfil', userId)
  await blocks.keepBlock(tx, { requestId, askerId: userId, object: 'perfil', objectId: userId })
  await applyBlocks(tx, platform, 'perfil', userId)
}

/** DAT-18 «Quitar el bloqueo», after it was kept. Others: 404; nothing is blocked by this request: 409. */
export const endBlock = (
  context: SignedInContext,
  { requestId }: RequestIdInput,
): Promise<Result<EndedBlock>> =>
  transact(context.db, async (tx) => {
    const { userId } = context.session
    await lockAccount(tx, userId)
    const row = await store.lockOwnRequest(tx, userId, requestId)
    if (!row) return refuse({ code: 'NOT_FOUND', message: MESSAGES.requestUnknown })
    // While the request is open, withdrawing it ends its block.
    const block = row.decided_at && (await moveBlock(tx, context, row.id, 'withdraw', 'asker'))
    if (!block) return conflict(MESSAGES.notBlocked)
    await store.insertMessage(tx, row.id, 'unblocked', '')
    await announceRequest(tx, context, row)
    return accept({ block })
  })

/** The person leaves: their blocks end, so that what stays of others, or without a name, is shown again. */
export async function leaveBlocks(tx: Tx, platform: EventPublisher, userId: string): Promise<void> {
  for (const requestId of await blocks.listBlockingRequests(tx, userId))
    await moveBlock(tx, platform, requestId, 'end', 'system')
}
