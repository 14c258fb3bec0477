import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { announceVersions } from './commands.server.ts'
import { copyTask, expireCopies } from './copies/copies.server.ts'
import type { Screens } from './copies/copy-sections.server.ts'

/** @param screensOf the operations of a person's own screens, which the composition root knows */
export const privacyTasks = (
  platform: Platform,
  screensOf: (context: SignedInContext) => unknown,
): Record<string, Task> => ({
  'privacy:announce-versions': async () => void (await announceVersions(platform)),
  'privacy:copy': copyTask(platform, (context) => screensOf(context) as Screens),
  'privacy:expire-copies': () => expireCopies(platform),
})

export const privacyCron = [
  // Every hour, so that people who registered meanwhile are not missed for long.
  '7 * * * * privacy:announce-versions',
  '* * * * * privacy:expire-copies ?queue=privacy&max=1',
]
