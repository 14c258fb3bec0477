import { discardFile } from '../../platform/files/stored-files.server.ts'
import type { Task } from '../../platform/jobs/jobs.server.ts'
import { days, type RetentionRule } from '../../platform/retention/retention.server.ts'
import type { Platform, SignedInContext } from '../../platform/rpc/context.server.ts'
import { announceVersions } from './commands.server.ts'
import { copyTask, expireCopies } from './copies/copies.server.ts'
import type { Screens } from './copies/copy-sections.server.ts'
import * as requestStore from './request-store.server.ts'
import { recordMailOutcomes } from './requests/own-requests.server.ts'
import { remindOfRequests } from './requests/request-queue.server.ts'
import * as visitorStore from './visitor-store.server.ts'

/** @param screensOf the operations of a person's own screens, which the composition root knows */
export const privacyTasks = (
  platform: Platform,
  screensOf: (context: SignedInContext) => unknown,
): Record<string, Task> => ({
  'privacy:announce-versions': () => announceVersions(platform),
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

/** DAT-38: deletes files of answered requests. */
const deleteFiles =
  (column: 'file_keys' | 'identity_keys'): RetentionRule['deleteBatch'] =>
  async (tx, { before, limit }) => {
    const rows = await requestStore.listWithOldFiles(tx, column, before, limit)
    const keys = rows.flatMap((row) => row.keys)
    for (const key of keys) await discardFile(tx, key)
    await requestStore.clearFiles(
      tx,
      column,
      rows.map(({ id }) => id),
    )
    return { rows: rows.length, files: keys.length }
  }

/** DAT-24, DAT-38: what is kept of requests, and until when. */
export const privacyRetention: readonly RetentionRule[] = [
  {
    name: 'unconfirmed-requests',
    title: 'Solicitudes sin cuenta cuyo correo nadie confirmó',
    period: '10 días',
    seconds: days(10),
    deleteBatch: async (tx, { before, limit }) => ({
      rows: await visitorStore.deleteUnconfirmed(tx, before, limit),
    }),
  },
  {
    name: 'identity-evidence',
    title: 'Pruebas de identidad de solicitudes de datos',
    period: '30 días después de la respuesta',
    seconds: days(30),
    batchRows: 100,
    deleteBatch: deleteFiles('identity_keys'),
  },
  {
    name: 'request-files',
    title: 'Archivos de solicitudes de datos',
    period: '1 año después de la respuesta',
    seconds: days(365),
    batchRows: 100,
    deleteBatch: deleteFiles('file_keys'),
  },
  {
    name: 'desk-askers',
    title: 'Quién hizo una solicitud sin cuenta, y qué dato buscaba',
    period: '1 año después de la respuesta',
    seconds: days(365),
    async deleteBatch(tx, { before, limit }, { sealer }) {
      const rows = await visitorStore.listOldVisitors(tx, before, limit)
      for (const { request_id, email } of rows)
        await visitorStore.forgetAsker(tx, request_id, sealer.digest(email))
      return { rows: rows.length }
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
