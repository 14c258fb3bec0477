import { restoreAccount, suspendAccount } from '../capabilities/account-deletion/commands.server.ts'
import { createAdministrator } from '../capabilities/accounts/commands.server.ts'
import { findUserByEmail, hasNoUsers } from '../capabilities/accounts/store.server.ts'
import { setReviewHidden } from '../capabilities/reviews/commands.server.ts'
import { resetAdministratorFactor } from '../capabilities/security/access/factor-loss.server.ts'
import { queueSecretEncryption } from '../capabilities/security/jobs.server.ts'
import { DEMO_ACCOUNTS } from '../demo-data/demo-accounts.ts'
import { readConfig } from '../platform/config/config.ts'
import { migrate } from '../platform/database/migrate.server.ts'
import { accept } from '../platform/errors/refusal.ts'
import { queueEncryption } from '../platform/files/encryption-job.server.ts'
import { migrateJobs } from '../platform/jobs/jobs.server.ts'
import { keysFileOf } from '../platform/keys/key-file.server.ts'
import { checkKeys, retireKey } from '../platform/keys/keys-in-use.server.ts'
import { checkAuditLog, isCheckpoint } from '../platform/log/checkpoints.server.ts'
import { completeConfig, createPlatform, type RunningPlatform } from './platform.ts'
import { queueMissedRetention } from './tasks.ts'

type Env = Record<string, string | undefined>

async function withPlatform<T>(env: Env, work: (platform: RunningPlatform) => Promise<T>): Promise<T> {
  const platform = createPlatform(completeConfig(readConfig(env)))
  try {
    return await work(platform)
  } finally {
    await platform.close()
  }
}

/**
 * Migrates the database and, if `demo` is set and nobody has registered, inserts the demonstration data.
 * @returns names of the migrations applied now, and whether the demonstration data is there
 */
export function prepare(env: Env, options: { demo: boolean }): Promise<{ applied: string[]; demo: boolean }> {
  return withPlatform(env, async (platform) => {
    const applied = await migrate(platform.pool)
    await migrateJobs(platform.pool, platform.log)
    await checkKeys(platform.db, platform.keys, keysFileOf(platform.config))
    await queueEncryption(platform.db)
    await queueSecretEncryption(platform.db)
    await queueMissedRetention(platform.db)
    if (options.demo && (await hasNoUsers(platform.db))) {
      // Imported on demand: it is needed once per database, and its image library is slow to load.
      const { createDemo } = await import('../demo-data/demo.ts')
      await createDemo(platform)
    }
    const [first] = DEMO_ACCOUNTS
    const demo =
      options.demo && first !== undefined && (await findUserByEmail(platform.db, first.email)) !== null
    return { applied, demo }
  })
}

/** OPEN-04: creates an administrator. */
export function adminCreate(env: Env, input: { email: string; name: string; password: string }) {
  return withPlatform(env, (platform) => createAdministrator(platform, input))
}

/** H-04: the operator's commands to suspend and restore an account, and to hide a review or show it again. */
export const accountSuspend = (env: Env, input: { email: string; reason: string }) =>
  withPlatform(env, (platform) => suspendAccount(platform, input))
export const accountRestore = (env: Env, input: { email: string }) =>
  withPlatform(env, (platform) => restoreAccount(platform, input))
export const reviewHide = (env: Env, input: { id: string; reason: string | null }) =>
  withPlatform(env, (platform) => setReviewHidden(platform, input))

/** DAT-50: takes the second step of an administrator away. */
export const adminResetFactor = (env: Env, input: { email: string }) =>
  withPlatform(env, (platform) => resetAdministratorFactor(platform, input))

/** DAT-57: takes a key out of use. */
export const keysRetire = (env: Env, { id }: { id: string }) =>
  withPlatform(env, async (platform) => {
    await retireKey(platform.db, platform.keys, id)
    return accept(undefined)
  })

/** DAT-64: checks the audit log against its checkpoints, and that a hash noted earlier is one of them. */
export const auditCheck = (env: Env, hash: string | null) =>
  withPlatform(env, async ({ db }) => ({
    ...(await checkAuditLog(db)),
    isKnown: hash === null || (await isCheckpoint(db, hash)),
  }))
