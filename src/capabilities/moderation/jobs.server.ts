import type { Task } from '../../platform/jobs/jobs.server.ts'
import { counted, days, type RetentionRule } from '../../platform/retention/retention.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { expireQuestions } from './desk.server.ts'
import { moveDueSanctions } from './sanctions.server.ts'
import { deleteOldEvidence, deleteOldReports } from './store.server.ts'

/** DAT-38. */
export const moderationRetention: readonly RetentionRule[] = [
  {
    name: 'dismissed-report-evidence',
    title: 'Lo copiado en reportes sin infracción',
    period: '30 días desde la respuesta',
    seconds: days(30),
    deleteBatch: async (tx, batch) => counted(await deleteOldEvidence(tx, true, batch)),
  },
  {
    name: 'report-evidence',
    title: 'Lo copiado en reportes con una medida',
    period: '1 año desde la respuesta',
    seconds: days(365),
    deleteBatch: async (tx, batch) => counted(await deleteOldEvidence(tx, false, batch)),
  },
  {
    name: 'reports',
    title: 'Reportes respondidos',
    period: '5 años desde la respuesta',
    seconds: days(5 * 365),
    deleteBatch: async (tx, batch) => counted(await deleteOldReports(tx, batch)),
  },
]

export const moderationTasks = (platform: Platform): Record<string, Task> => ({
  'moderation:minute': async () => {
    await expireQuestions(platform)
    await moveDueSanctions(platform)
  },
})

export const moderationCron = ['* * * * * moderation:minute']
