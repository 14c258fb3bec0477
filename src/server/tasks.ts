import { EMAIL_CONFIRMED_TASK } from '../capabilities/accounts/commands.server.ts'
import { accountsCron, accountsTasks } from '../capabilities/accounts/jobs.server.ts'
import { accountsMails } from '../capabilities/accounts/mail.server.tsx'
import { chatCron, chatTasks } from '../capabilities/chat/jobs.server.ts'
import { documentsCron, documentsTasks } from '../capabilities/documents/jobs.server.ts'
import { noticesCron, noticesTasks } from '../capabilities/notices/jobs.server.ts'
import { onboardingCron, onboardingTasks } from '../capabilities/onboarding/jobs.server.ts'
import { onboardingMails } from '../capabilities/onboarding/mail.server.tsx'
import { openCasesCron, openCasesTasks } from '../capabilities/open-cases/jobs.server.ts'
import { plansTasks } from '../capabilities/plans/jobs.server.ts'
import { progressCron, progressTasks } from '../capabilities/progress/jobs.server.ts'
import { publishReviews } from '../capabilities/reviews/commands.server.ts'
import { verificationMails } from '../capabilities/verification/mail.server.tsx'
import { workspaceCron, workspaceTasks } from '../capabilities/workspace/jobs.server.ts'
import { filesCron, filesTasks } from '../platform/files/sweep.server.ts'
import { sweepRateLimits } from '../platform/http/rate-limit.server.ts'
import type { Task } from '../platform/jobs/jobs.server.ts'
import {
  MAIL_TASK,
  type MailTemplates,
  type MailTransport,
  mailTask,
  sweepMailAttempts,
} from '../platform/mail/mail.server.ts'
import { localTransport, smtpTransport } from '../platform/mail/transport.server.ts'
import { sweepEvents } from '../platform/realtime/sweep.server.ts'
import type { Platform } from '../platform/rpc/context.server.ts'

/** Every e-mail template of Amparo. */
const templates: MailTemplates = [...accountsMails, ...onboardingMails, ...verificationMails]

/** SMTP when SMTP_URL is set, the local mailbox otherwise. */
export function createMailTransport(platform: Platform): MailTransport {
  const { smtpUrl, mailFrom } = platform.config
  return smtpUrl ? smtpTransport(smtpUrl, mailFrom) : localTransport(platform.db)
}

/** Every background task, by the name that its jobs carry. */
export function createTasks(
  platform: Platform,
  transport = createMailTransport(platform),
): Record<string, Task> {
  return {
    [MAIL_TASK]: mailTask(platform.db, platform.log, platform.sealer, templates, transport),
    'platform:sweep': async () => {
      await sweepRateLimits(platform.db)
      await sweepEvents(platform.db)
      await sweepMailAttempts(platform.db)
    },
    ...filesTasks(platform),
    ...accountsTasks(platform),
    [EMAIL_CONFIRMED_TASK]: (payload) => publishReviews(platform, (payload as { userId: string }).userId),
    ...noticesTasks(platform, transport),
    ...chatTasks(platform),
    ...onboardingTasks(platform),
    ...plansTasks(platform),
    ...progressTasks(platform),
    ...documentsTasks(platform),
    ...openCasesTasks(platform),
    ...workspaceTasks(platform),
  }
}

/** Crontab of graphile-worker, in UTC. */
export const crontab = [
  '7 7 * * * platform:sweep',
  ...filesCron,
  ...accountsCron,
  ...noticesCron,
  ...chatCron,
  ...onboardingCron,
  ...progressCron,
  ...documentsCron,
  ...openCasesCron,
  ...workspaceCron,
].join('\n')
