import { discardFile } from '../../platform/files/stored-files.server.ts'
import type { Task } from '../../platform/jobs/jobs.server.ts'
import { days, type RetentionRule } from '../../platform/retention/retention.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { announceVersions } from './commands.server.ts'
import { copyTask, expireCopies } from './copies/copies.server.ts'
import type { Screens } from './copies/copy-sections.server.ts'
import * as requestStore from './request-store.server.ts'
import { recordMailOutcomes } from './requests/own-requests.server.ts'
import { remindOfRequests } from './requests/request-desk.server.ts'

/** @param screensOf the operations of a person's own screens, which the composition root knows */
export const privacyTasks = (
  platform: Platform,
  screensOf: (context: SignedInContext) => unknown,
): Record<string, Task> => ({
  'privacy:announce-versions': async () => void (await announceVersions(platform)),
  'privacy:copy': copyTask(platform, (context) => screensOf(context) as Screens),
  'privacy:expire-copies': () => expireCopies(platform),
  'privacy:mail-outcomes': () => recordMailOutcomes(platform),
  'privacy:remind': () => remindOfRequests(platform),
})

export const privacyCron = [
  // Every hour, so that people who registered meanwhile are not missed for long.
  '7 * * * * privacy:announce-versions',
  '* * * * * privacy:expire-copies ?queue=privacy&max=1',
  '* * * * * privacy:mail-outcomes ?queue=privacy-mails&max=1',
  '* * * * * privacy:remind',
]

/** DAT-38: what is kept of answered requests, and until when. */
export const privacyRetention: readonly RetentionRule[] = [
  {
    name: 'request-files',
    title: 'Archivos de solicitudes de datos',
    period: '1 año después de la respuesta',
    seconds: days(365),
    batchRows: 100,
    async deleteBatch(tx, { before, limit }) {
      const rows = await requestStore.listWithOldFiles(tx, before, limit)
      const keys = rows.flatMap(({ file_keys }) => file_keys)
      for (const key of keys) await discardFile(tx, key)
      await requestStore.clearFiles(
        tx,
        rows.map(({ id }) => id),
      )
      return { rows: rows.length, files: keys.length }
    },
  },
  {
    name: 'requests',
    title: 'Solicitudes de datos',
    period: '5 años después de la respuesta',
    seconds: days(5 * 365),
    deleteBatch: async (tx, { before, limit }) => ({
      rows: await requestStore.deleteOldRequests(tx, before, limit),
    }),
  },
]
