import { sql } from 'kysely'
import type { Platform } from '../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { createDemoCases } from './demo-cases.ts'
import { createDemoConversations } from './demo-conversations.ts'
import { createDemoCredits } from './demo-credits.ts'
import { createDemoLawyers } from './demo-lawyers.ts'
import { createDemoPanels } from './demo-panels.ts'
import { createDemoQuickReplies } from './demo-quick-replies.ts'
import { createDemoRequests } from './demo-requests.ts'
import { createDemoReviews } from './demo-reviews.ts'
import { createDemoWorkspace } from './demo-workspace.ts'
import { createDemoProgress } from './progress.ts'

/** Fills an empty database with the demonstration data. */
export async function createDemo(platform: Platform): Promise<void> {
  for (const { email, name, role } of DEMO_ACCOUNTS)
    await makeAccount(platform.db, { email, name, role, emailConfirmed: true })
  await createDemoLawyers(platform)
  await createDemoCredits(platform)
  await createDemoConversations(platform)
  await createDemoQuickReplies(platform)
  await createDemoCases(platform)
  await createDemoPanels(platform)
  await createDemoReviews(platform)
  await createDemoWorkspace(platform)
  await createDemoProgress(platform)
  await createDemoRequests(platform)
  await moveNoticesToThePast(platform)
}

/** Gives the notices the times of what they are about. Those of earlier days are read, and none sends an e-mail. */
async function moveNoticesToThePast({ db }: Platform): Promise<void> {
  await sql`
    update notices n set mail_state = null, created_at = coalesce(
      (select case n.kind when 'proposal-received' then p.created_at else p.decided_at end from proposals p where p.id = n.ref),
      (select e.at from case_entries e where e.case_id = n.case_id and e.kind = 'finished' and n.kind = 'case-finished'),
      (select greatest(c.proposal_accepted_at + interval '5 minutes', now() - interval '1 day') from cases c where c.id = n.case_id),
      now() - interval '1 day')
  `.execute(db)
  await sql`
    update notices set seen_at = created_at, read_at = created_at where created_at < now() - interval '2 days'
  `.execute(db)
}
