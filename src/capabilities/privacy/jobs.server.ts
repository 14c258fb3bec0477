import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { announceVersions } from './commands.server.ts'

export const privacyTasks = (platform: Platform): Record<string, Task> => ({
  'privacy:announce-versions': async () => void (await announceVersions(platform)),
})

/** Every hour, so that people who registered meanwhile are not missed for long. */
export const privacyCron = ['7 * * * * privacy:announce-versions']
