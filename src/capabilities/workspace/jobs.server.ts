import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { remindOfDueTasks } from './commands.server.ts'

export const workspaceTasks = (platform: Platform): Record<string, Task> => ({
  'workspace:remind': async () => void (await remindOfDueTasks(platform)),
})

/** Every minute: what is due is decided in Chilean time. */
export const workspaceCron = ['* * * * * workspace:remind']
