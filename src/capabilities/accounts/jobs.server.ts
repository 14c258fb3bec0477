import type { Task } from '../../platform/jobs/jobs.server.ts'
import { counted, days, type RetentionRule } from '../../platform/retention/retention.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { mailRecovery, RECOVERY_TASK } from './commands.server.ts'
import type { RequestRecoveryInput } from './schema.ts'
import { deleteOldDevices, deleteReplacedPasswords } from './sessions.server.ts'
import { deleteExpiredSessions, deleteExpiredTokens } from './store.server.ts'

export const accountsTasks = (platform: Platform): Record<string, Task> => ({
  [RECOVERY_TASK]: (payload) => {
    const { sealed } = payload as { sealed: string }
    return mailRecovery(platform, platform.sealer.open(sealed) as RequestRecoveryInput & { ended?: boolean })
  },
})

/** DAT-38. */
export const accountsRetention: readonly RetentionRule[] = [
  {
    name: 'sessions',
    title: 'Sesiones',
    period: 'Al vencer, 7 días después del último uso',
    seconds: 0,
    deleteBatch: async (tx, { limit }) => counted(await deleteExpiredSessions(tx, limit)),
  },
  {
    name: 'account-links',
    title: 'Enlaces de un solo uso para confirmar un correo o cambiar una contraseña',
    period: 'Al vencer',
    seconds: 0,
    deleteBatch: async (tx, { limit }) => counted(await deleteExpiredTokens(tx, limit)),
  },
  {
    name: 'replaced-passwords',
    title: 'Resúmenes de contraseñas anteriores',
    period: 'Al vencer, 7 días después de cambiarlas',
    seconds: 0,
    deleteBatch: async (tx, { limit }) => counted(await deleteReplacedPasswords(tx, limit)),
  },
  {
    name: 'known-devices',
    title: 'Navegadores con que alguien entró',
    period: '400 días desde la última vez',
    seconds: days(400),
    deleteBatch: async (tx, { before, limit }) => counted(await deleteOldDevices(tx, before, limit)),
  },
]
