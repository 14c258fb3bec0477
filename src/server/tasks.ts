import { EMAIL_CONFIRMED_TASK } from '../capabilities/accounts/commands.server.ts'
import { accountsRetention, accountsTasks } from '../capabilities/accounts/jobs.server.ts'
import { accountsMails } from '../capabilities/accounts/mail.server.tsx'
import { chatCron, chatTasks } from '../capabilities/chat/jobs.server.ts'
import { consentsRetention } from '../capabilities/consents/jobs.server.ts'
import { documentsCron, documentsTasks } from '../capabilities/documents/jobs.server.ts'
import {
  moderationCron,
  moderationRetention,
  moderationTasks,
} from '../capabilities/moderation/jobs.server.ts'
import { moderationMails } from '../capabilities/moderation/mail.server.tsx'
import { noticesCron, noticesRetention, noticesTasks } from '../capabilities/notices/jobs.server.ts'
import { noticesMails } from '../capabilities/notices/mail.server.tsx'
import { onboardingRetention } from '../capabilities/onboarding/jobs.server.ts'
import { onboardingMails } from '../capabilities/onboarding/mail.server.tsx'
import { openCasesCron, openCasesTasks } from '../capabilities/open-cases/jobs.server.ts'
import { plansTasks } from '../capabilities/plans/jobs.server.ts'
import { privacyCron, privacyRetention, privacyTasks } from '../capabilities/privacy/jobs.server.ts'
import { privacyMails } from '../capabilities/privacy/mail.server.tsx'
import { progressCron, progressTasks } from '../capabilities/progress/jobs.server.ts'
import { publishReviews } from '../capabilities/reviews/commands.server.ts'
import { mailChoiceOf } from '../capabilities/safe-contact/commands.server.ts'
import { securityCron, securityRetention, securityTasks } from '../capabilities/security/jobs.server.ts'
import { securityMails } from '../capabilities/security/mail.server.tsx'
import { verificationRetention } from '../capabilities/verification/jobs.server.ts'
import { verificationMails } from '../capabilities/verification/mail.server.tsx'
import { workspaceCron, workspaceTasks } from '../capabilities/workspace/jobs.server.ts'
import type { Db } from '../platform/database/database.server.ts'
import { filesCron, filesTasks } from '../platform/files/sweep.server.ts'
import { rateLimitRetention } from '../platform/http/rate-limit.server.ts'
import { enqueue, type Task } from '../platform/jobs/jobs.server.ts'
import { auditCron, auditTasks } from '../platform/log/checkpoints.server.ts'
import { lookRetention } from '../platform/log/looks.server.ts'
import {
  MAIL_TASK,
  type MailTemplates,
  type MailTransport,
  mailAttemptRetention,
  mailTask,
} from '../platform/mail/mail.server.ts'
import { createMailer } from '../platform/mail/mailer.server.ts'
import { localTransport, smtpTransport } from '../platform/mail/transport.server.ts'
import { sweepEvents } from '../platform/realtime/sweep.server.ts'
import {
  type RetentionRule,
  ranLately,
  retentionRetention,
  runRetention,
} from '../platform/retention/retention.server.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { inProcessClient } from './api.ts'

/** Every e-mail template of Amparo. */
export const mailTemplates: MailTemplates = [
  ...accountsMails,
  ...noticesMails,
  ...securityMails,
  ...onboardingMails,
  ...verificationMails,
  ...moderationMails,
  ...privacyMails,
]

/** SMTP when SMTP_URL is set, the local mailbox otherwise. */
export function createMailTransport(platform: Platform): MailTransport {
  const { smtpUrl, mailFrom } = platform.config
  return smtpUrl ? smtpTransport(smtpUrl, mailFrom) : localTransport(platform.db)
}

/** DAT-37, DAT-38: everything that is deleted by its age, in one table. */
export const retentionRules: readonly RetentionRule[] = [
  ...consentsRetention,
  ...verificationRetention,
  ...accountsRetention,
  ...securityRetention,
  ...onboardingRetention,
  ...noticesRetention,
  ...moderationRetention,
  ...privacyRetention,
  lookRetention,
  mailAttemptRetention,
  rateLimitRetention,
  retentionRetention,
]

const RETENTION_TASK = 'retention:run'

/** DAT-37: queues a run when the last night was missed; at every start. */
export const queueMissedRetention = (db: Db): Promise<void> =>
  enqueue(db, RETENTION_TASK, { ifMissed: true }, RETENTION_TASK)

/** Every background task, by the name that its jobs carry. */
export function createTasks(
  platform: Platform,
  transport = createMailTransport(platform),
): Record<string, Task> {
  const mailer = createMailer(transport, {
    choiceOf: (address) => mailChoiceOf(platform.db, address),
    publicUrl: platform.config.publicUrl,
  })
  return {
    [MAIL_TASK]: mailTask(platform.db, platform.log, platform.sealer, mailTemplates, mailer),
    'platform:sweep': () => sweepEvents(platform.db),
    [RETENTION_TASK]: async (payload) => {
      if ((payload as { ifMissed?: boolean }).ifMissed && (await ranLately(platform.db))) return
      await runRetention(platform, retentionRules)
    },
    ...auditTasks(platform),
    ...filesTasks(platform),
    ...accountsTasks(platform),
    [EMAIL_CONFIRMED_TASK]: (payload) => publishReviews(platform, (payload as { userId: string }).userId),
    ...securityTasks(platform),
    ...noticesTasks(platform, mailer),
    ...chatTasks(platform),
    ...plansTasks(platform),
    ...progressTasks(platform),
    ...documentsTasks(platform),
    ...openCasesTasks(platform),
    ...workspaceTasks(platform),
    ...moderationTasks(platform),
    ...privacyTasks(platform, inProcessClient),
  }
}

/** Crontab of graphile-worker, in UTC. */
export const crontab = [
  '7 7 * * * platform:sweep',
  `17 7 * * * ${RETENTION_TASK}`,
  ...auditCron,
  ...filesCron,
  ...securityCron,
  ...noticesCron,
  ...chatCron,
  ...progressCron,
  ...moderationCron,
  ...privacyCron,
  ...documentsCron,
  ...openCasesCron,
  ...workspaceCron,
].join('\n')
