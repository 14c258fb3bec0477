import type { Platform } from '../../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { setPlan, setVerification } from './lawyers.ts'

/** Fills an empty database with the demonstration. Grows with every capability. */
export async function createDemo(platform: Platform): Promise<void> {
  for (const account of DEMO_ACCOUNTS) {
    const { id } = await makeAccount(platform.db, account)
    if (account.verificationStatus) await setVerification(platform.db, id, account.verificationStatus)
    if (account.plan) await setPlan(platform.db, id, account.plan, account.credits ?? 0)
  }
}
