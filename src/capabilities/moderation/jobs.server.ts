import { runInTransaction } from '../../platform/database/database.server.ts'
import type { Task } from '../../platform/jobs/jobs.server.ts'
import { sendMail } from '../../platform/mail/mail.server.ts'
import { counted, days, type RetentionRule } from '../../platform/retention/retention.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { listAdministrators } from '../accounts/commands.server.ts'
import { appealsDueMail } from './mail.server.tsx'
import { expireQuestions } from './report-queue.server.ts'
import { takeOverdueAppeals } from './sanction-store.server.ts'
import { moveDueSanctions } from './sanctions.server.ts'
import { APPEAL_ANSWER_DAYS } from './schema.ts'
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

/** DAT-72: e-mails administrators of appeals that nobody answered in APPEAL_ANSWER_DAYS, once a day, from 09:00 in Chile. */
export async function remindOfAppeals({
  db,
  sealer,
  config,
}: Pick<Platform, 'db' | 'sealer' | 'config'>): Promise<void> {
  await runInTransaction(db, async (tx) => {
    const [first, ...others] = await takeOverdueAppeals(tx, APPEAL_ANSWER_DAYS)
    if (!first) return
    for (const { id, email } of await listAdministrators(tx))
      await sendMail(tx, sealer, {
        template: appealsDueMail,
        to: email,
        props: {
          count: others.length + 1,
          days: APPEAL_ANSWER_DAYS,
          link: `${config.publicUrl}/admin/reportes`,
        },
        key: `appeals-due:${id}:${first.today}`,
      })
  })
}

export const moderationTasks = (platform: Platform): Record<string, Task> => ({
  'moderation:minute': async () => {
    await moveDueSanctions(platform)
    await expireQuestions(platform)
    await remindOfAppeals(platform)
  },
})

export const moderationCron = ['* * * * * moderation:minute']
