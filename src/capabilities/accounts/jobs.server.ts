import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { mailRecovery, RECOVERY_TASK } from './commands.server.ts'
import type { RequestRecoveryInput } from './schema.ts'
import { deleteExpired } from './store.server.ts'

export const accountsTasks = (platform: Platform): Record<string, Task> => ({
  'accounts:sweep': () => deleteExpired(platform.db),
  [RECOVERY_TASK]: (payload) => {
    const { email } = platform.sealer.open((payload as { sealed: string }).sealed) as RequestRecoveryInput
    return mailRecovery(platform, email)
  },
})

/** Nightly at 07:17 UTC, when traffic is low. */
export const accountsCron = ['17 7 * * * accounts:sweep']
