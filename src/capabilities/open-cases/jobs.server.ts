import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { askAboutOpenCases } from './commands.server.ts'

export const openCasesTasks = (platform: Platform): Record<string, Task> => ({
  'open-cases:ask': async () => void (await askAboutOpenCases(platform)),
})

/** Every minute: what is due is decided by the time at which a case was published. */
export const openCasesCron = ['* * * * * open-cases:ask']
