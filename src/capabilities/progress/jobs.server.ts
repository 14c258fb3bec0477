import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { markOverduePromises, remindOfFirstUpdates, remindOfPromises } from './commands.server.ts'

export const progressTasks = (platform: Platform): Record<string, Task> => ({
  'progress:remind': async () => {
    await markOverduePromises(platform)
    await remindOfPromises(platform)
    await remindOfFirstUpdates(platform)
  },
})

/** Every minute: what is due is decided in Chilean time. */
export const progressCron = ['* * * * * progress:remind']
