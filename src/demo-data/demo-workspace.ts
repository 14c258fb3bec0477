import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import workspace from '../../data/demo/workspace.json' with { type: 'json' }
import type { TaskStatus } from '../capabilities/workspace/schema.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { makeDocument, makeTask } from './workspace.ts'

/** Like the migrations, the documents are not in the build, but found from the project's folder. */
const DOCUMENTS = join('data', 'demo', 'documents')

/**
 * Creates tasks and documents for every active case: those of the case of Camila and Andrés (a landlord does
 * not return the deposit), the same ones for all others. Must run last, when all cases exist.
 */
export async function createDemoWorkspace(platform: Platform): Promise<void> {
  const { rows } = await sql<{
    id: string
    client_id: string
    lawyer_id: string
    started_at: Date
    is_deposit_case: boolean
  }>`
    select c.id, c.client_id, c.lawyer_id, c.proposal_accepted_at as started_at,
      p.name = 'Camila Rojas Fuentes' and l.name = 'Andrés Contreras Muñoz' as is_deposit_case
    from cases c join profiles p on p.id = c.client_id join profiles l on l.id = c.lawyer_id
    where c.status in ('activo', 'en progreso')
    order by c.proposal_accepted_at, c.id
  `.execute(platform.db)
  for (const { id, client_id, lawyer_id, started_at, is_deposit_case: isDepositCase } of rows) {
    const { tasks, documents } = isDepositCase ? workspace.depositCase : workspace.otherCases
    for (const [status, titles] of Object.entries(tasks))
      for (const title of titles)
        await makeTask(platform, { caseId: id, lawyerId: lawyer_id }, title, status as TaskStatus)
    for (const { by, name, minutesAfterStart, file } of documents) {
      const userId = by === 'client' ? client_id : lawyer_id
      const bytes = await readFile(join(DOCUMENTS, file))
      const made = await makeDocument(platform, { caseId: id, userId, name, bytes })
      const time = new Date(Math.min(started_at.getTime() + minutesAfterStart * 60_000, Date.now() - 60_000))
      await sql`update case_documents set created_at = ${time} where id = ${made.id}`.execute(platform.db)
      await sql`update stored_files set created_at = ${time} where key = ${made.key}`.execute(platform.db)
    }
  }
}
