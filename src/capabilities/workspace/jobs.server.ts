import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { sweepDocuments } from './commands.server.ts'

export const workspaceTasks = (platform: Platform): Record<string, Task> => ({
  'workspace:sweep': async () => void (await sweepDocuments(platform)),
})

/** Every night, when few are about. */
export const workspaceCron = ['27 7 * * * workspace:sweep']
