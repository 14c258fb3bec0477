import type { Platform } from '../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { createDemoCases } from './demo-cases.ts'
import { createDemoConversations } from './demo-conversations.ts'
import { createDemoCredits } from './demo-credits.ts'
import { createDemoLawyers } from './demo-lawyers.ts'
import { createDemoPanels } from './demo-panels.ts'
import { createDemoQuickReplies } from './demo-quick-replies.ts'
import { createDemoReviews } from './demo-reviews.ts'
import { createDemoWorkspace } from './demo-workspace.ts'
import { createDemoProgress } from './progress.ts'

/** Fills an empty database with the demonstration data. */
export async function createDemo(platform: Platform): Promise<void> {
  for (const { email, name, role } of DEMO_ACCOUNTS) await makeAccount(platform.db, { email, name, role })
  await createDemoLawyers(platform)
  await createDemoCredits(platform)
  await createDemoConversations(platform)
  await createDemoQuickReplies(platform)
  await createDemoCases(platform)
  await createDemoPanels(platform)
  await createDemoReviews(platform)
  await createDemoWorkspace(platform)
  await createDemoProgress(platform)
  // Its notices are about the past: no e-mails.
  await platform.db.updateTable('notices').set({ mail_state: null }).execute()
}
