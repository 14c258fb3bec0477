import type { Platform } from '../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { createDemoCases } from './demo-cases.ts'
import { createDemoConversations } from './demo-conversations.ts'
import { createDemoCredits } from './demo-credits.ts'
import { createDemoLawyers } from './demo-lawyers.ts'
import { createDemoPanels } from './demo-panels.ts'
import { createDemoReviews } from './demo-reviews.ts'
import { createDemoWorkspace } from './demo-workspace.ts'

/** Fills an empty database with the demonstration data. */
export async function createDemo(platform: Platform): Promise<void> {
  const ids = new Map<string, string>()
  for (const { email, name, role } of DEMO_ACCOUNTS) {
    ids.set(email, (await makeAccount(platform.db, { email, name, role })).id)
  }
  const lawyers = DEMO_ACCOUNTS.filter(({ role }) => role === 'lawyer')
  const admin = DEMO_ACCOUNTS.find(({ role }) => role === 'admin')
  const byName = new Map(lawyers.map(({ email, name }) => [name, ids.get(email) ?? '']))
  await createDemoLawyers(platform, ids.get(admin?.email ?? '') ?? '', byName)
  const creditsLeft = new Map(lawyers.map(({ email, credits }) => [ids.get(email) ?? '', credits ?? 0]))
  await createDemoCredits(platform, creditsLeft)
  await createDemoConversations(platform)
  await createDemoCases(platform)
  await createDemoPanels(platform)
  await createDemoReviews(platform)
  await createDemoWorkspace(platform)
}
