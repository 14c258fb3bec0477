import { transact } from '../../platform/database/database.server.ts'
import { accept } from '../../platform/errors/refusal.ts'
import type { Task } from '../../platform/jobs/jobs.server.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { REFUND_TASK, refundCredit } from './commands.server.ts'

export const plansTasks = (platform: Platform): Record<string, Task> => ({
  [REFUND_TASK]: async (payload) => {
    const paid = payload as { lawyerId: string; chatId: string }
    await transact(platform.db, async (tx) => accept(await refundCredit(tx, platform, paid)))
  },
})
