import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { sweepDocuments } from './commands.server.ts'

export const documentsTasks = (platform: Platform): Record<string, Task> => ({
  'documents:sweep': async () => void (await sweepDocuments(platform)),
})

/** Every day at 7:27 UTC, which is night in Chile. */
export const documentsCron = ['27 7 * * * documents:sweep']
