import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { sweepNotices } from './commands.server.ts'

export const noticesTasks = (platform: Platform): Record<string, Task> => ({
  'notices:sweep': async () => void (await sweepNotices(platform)),
})

/** Every day at 7:37 UTC, which is night in Chile. */
export const noticesCron = ['37 7 * * * notices:sweep']
