import { advanceCase } from '../capabilities/cases/commands.server.ts'
import { closeCase } from '../capabilities/closings/commands.server.ts'
import { uuidv4 } from '../input/ids.ts'
import type { SignedInContext } from '../platform/rpc/context.server.ts'

/** Takes a started case to «en progreso», if it is not there yet, and closes it. @param lawyer of the case */
export async function finishCase(lawyer: SignedInContext, caseId: string): Promise<void> {
  await advanceCase(lawyer, { caseId, to: 'en progreso' })
  const closed = await closeCase(lawyer, {
    ...{ caseId, id: uuidv4(), outcome: 'Acuerdo', remaining: null },
    text: 'Llegamos a un acuerdo.',
  })
  if (!closed.ok) throw new Error(closed.refusal.message)
}
