import type { Db } from '../../platform/database/database.server.ts'
import type { PlanId, VerificationStatus } from '../../platform/session.ts'

/** Puts a lawyer where a story needs them on the road of verification. */
export async function setVerification(db: Db, id: string, status: VerificationStatus): Promise<void> {
  await db.updateTable('profiles').set({ verification_status: status }).where('id', '=', id).execute()
  await db
    .updateTable('lawyer_profiles')
    .set({ verification_status: status, is_verified: status === 'verified' })
    .where('id', '=', id)
    .execute()
}

/** Gives a lawyer a plan and its credits. */
export async function setPlan(db: Db, id: string, plan: PlanId, credits: number): Promise<void> {
  await db
    .updateTable('lawyer_profiles')
    .set({ plan, credits_available: credits, plan_last_updated: new Date() })
    .where('id', '=', id)
    .execute()
}
