import { randomUUID } from 'node:crypto'
import { createReview } from '../../../src/capabilities/reviews/commands.server.ts'
import { actingAs } from '../../../src/demo-data/acting-as.ts'
import { makeActiveCase, type Parties } from '../../../src/demo-data/conversations.ts'
import type { Platform } from '../../../src/platform/rpc/context.server.ts'

/** Creates a client's review of a lawyer and the case that it needs. @returns the ids of both */
export async function makeReview(
  platform: Platform,
  { clientId, lawyerId }: Parties,
  { rating = 5, comment = 'Me explicó todo sin palabras raras.' } = {},
): Promise<{ id: string; caseId: string }> {
  const { caseId } = await makeActiveCase(platform, { clientId, lawyerId })
  const id = randomUUID()
  const written = await createReview(await actingAs(platform, clientId), {
    id,
    lawyerId,
    caseId,
    rating,
    comment,
  })
  if (!written.ok) throw new Error(`${written.refusal.code}: ${written.refusal.message}`)
  return { id, caseId }
}
