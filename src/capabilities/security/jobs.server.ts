import type { Db } from '../../platform/database/database.server.ts'
import { enqueue, type Task } from '../../platform/jobs/jobs.server.ts'
import { counted, days, type RetentionRule } from '../../platform/retention/retention.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { closeUnusedChanges, EMAIL_CHANGE_TASK, mailEmailChange } from './access/email-change.server.ts'
import { remindOfDecisions, revertDueEmailChanges } from './access/email-dispute.server.ts'
import { encryptSecrets } from './access/encrypt-secrets.server.ts'
import { finishFactorLosses } from './access/factor-loss.server.ts'
import { deleteEndedEmailChanges } from './email-store.server.ts'
import { deleteEndedLosses, deleteExpiredChallenges, deleteExpiredPasskeyChallenges } from './store.server.ts'

const LOSS_TASK = 'security:factor-losses'
const EMAIL_TASK = 'security:email-changes'
const ENCRYPTION_TASK = 'security:encrypt-secrets'

/** DAT-57: queues the encryption of the secrets that need it; at every start, because the current key may be new. */
export const queueSecretEncryption = (db: Db): Promise<void> =>
  enqueue(db, ENCRYPTION_TASK, {}, ENCRYPTION_TASK)

export const securityTasks = (platform: Platform): Record<string, Task> => ({
  [LOSS_TASK]: () => finishFactorLosses(platform),
  [EMAIL_CHANGE_TASK]: (payload) => mailEmailChange(platform, (payload as { changeId: string }).changeId),
  [EMAIL_TASK]: async () => {
    await revertDueEmailChanges(platform)
    await closeUnusedChanges(platform)
    await remindOfDecisions(platform)
  },
  [ENCRYPTION_TASK]: () => encryptSecrets(platform),
})
export const securityCron = [
  `* * * * * ${LOSS_TASK}`,
  `* * * * * ${EMAIL_TASK}`,
  `56 7 * * * ${ENCRYPTION_TASK}`,
]

/** DAT-38. */
export const securityRetention: readonly RetentionRule[] = [
  {
    name: 'sign-in-challenges',
    title: 'Entradas que esperan el segundo paso',
    period: 'Al vencer, diez minutos después de empezar',
    seconds: 0,
    deleteBatch: async (tx, { limit }) => counted(await deleteExpiredChallenges(tx, limit)),
  },
  {
    name: 'passkey-challenges',
    title: 'Usos de llaves de acceso por terminar',
    period: 'Al vencer, cinco minutos después de empezar',
    seconds: 0,
    deleteBatch: async (tx, { limit }) => counted(await deleteExpiredPasskeyChallenges(tx, limit)),
  },
  {
    name: 'factor-losses',
    title: 'Solicitudes de quitar el segundo paso',
    period: '400 días después de terminar',
    seconds: days(400),
    deleteBatch: async (tx, { before, limit }) => counted(await deleteEndedLosses(tx, before, limit)),
  },
  {
    name: 'email-changes',
    title: 'Cambios de correo',
    period: '400 días después de terminar',
    seconds: days(400),
    deleteBatch: async (tx, { before, limit }) => counted(await deleteEndedEmailChanges(tx, before, limit)),
  },
]
