import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { purgeDocuments, sweepDocuments } from './commands.server.ts'
import { remindOfDueDocuments } from './requests.server.ts'

export const documentsTasks = (platform: Platform): Record<string, Task> => ({
  'documents:sweep': async () => void (await sweepDocuments(platform)),
  'documents:purge': async () => void (await purgeDocuments(platform)),
  'documents:remind': () => remindOfDueDocuments(platform),
})

/** In UTC. The sweep runs at 7:27, which is night in Chile; reminders and their hour are in Chilean time. */
export const documentsCron = [
  '27 7 * * * documents:sweep',
  '17 * * * * documents:purge',
  '* * * * * documents:remind',
]
