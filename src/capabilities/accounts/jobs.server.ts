import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { sweepExpired } from './store.server.ts'

export const accountsTasks = (platform: Platform): Record<string, Task> => ({
  'accounts:sweep': () => sweepExpired(platform.db),
})

/** Every night, when few are about. */
export const accountsCron = ['17 7 * * * accounts:sweep']
