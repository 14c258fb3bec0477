import { sql } from 'kysely'
import type { CaseStatus } from '../capabilities/cases/schema.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { makeActiveCase, type Parties, type ProposalAttributes, sendText } from './conversations.ts'

export interface PastCase extends Parties {
  proposal: ProposalAttributes
  /** When the proposal was made, and when it was accepted. */
  sent: Date
  accepted: Date
  title: string
  description: string
  specialty: string | null
  commune: string
  status: CaseStatus
  lastMessage?: string
}

/** Creates a case and its chat with the product's commands, then moves them into the past, as read. */
export async function makePastCase(platform: Platform, past: PastCase): Promise<string> {
  const { clientId, lawyerId, proposal, sent, accepted } = past
  const { title, description, specialty, commune, status, lastMessage } = past
  const { caseId, chatId, proposalId } = await makeActiveCase(platform, { clientId, lawyerId }, proposal)
  if (lastMessage) await sendText(platform, chatId, lawyerId, lastMessage)
  const { db } = platform
  await db
    .updateTable('cases')
    .set({ title, description, specialty, commune, status, created_at: sent, proposal_accepted_at: accepted })
    .where('id', '=', caseId)
    .execute()
  await db
    .updateTable('proposals')
    .set({ created_at: sent, decided_at: accepted })
    .where('id', '=', proposalId)
    .execute()
  await sql`
    update messages set created_at = case when proposal_id is null and seq > 2 then ${accepted}::timestamptz else ${sent}::timestamptz end
    where chat_id = ${chatId}
  `.execute(db)
  await sql`
    update chats set created_at = ${sent}, updated_at = ${accepted}, client_read_seq = last_seq, lawyer_read_seq = last_seq,
      client_unread_count = 0, lawyer_unread_count = 0
    where id = ${chatId}
  `.execute(db)
  return caseId
}
