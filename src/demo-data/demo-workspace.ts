import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import workspace from '../../data/demo/workspace.json' with { type: 'json' }
import type { Side } from '../capabilities/cases/schema.ts'
import { answerRequest, requestDocuments } from '../capabilities/documents/requests.server.ts'
import type { TaskStatus } from '../capabilities/workspace/schema.ts'
import { isoDay } from '../chile/dates.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { actingAs, unwrap } from './acting-as.ts'
import { giveTask, makeDocument, makeTask } from './workspace.ts'

/** Like the migrations, the documents are not in the build, but found from the project's folder. */
export const DEMO_DOCUMENTS = join('data', 'demo', 'documents')

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
    if (isDepositCase)
      await createRequests(platform, { caseId: id, clientId: client_id, lawyerId: lawyer_id })
    for (const { by, name, minutesAfterStart, file } of documents) {
      const userId = by === 'client' ? client_id : lawyer_id
      const bytes = await readFile(join(DEMO_DOCUMENTS, file))
      const made = await makeDocument(platform, { caseId: id, userId, name, bytes })
      const time = new Date(Math.min(started_at.getTime() + minutesAfterStart * 60_000, Date.now() - 60_000))
      await sql`update case_documents set created_at = ${time} where id = ${made.id}`.execute(platform.db)
      await sql`update stored_files set created_at = ${time} where key = ${made.key}`.execute(platform.db)
    }
  }
}

/** The tasks with a due day and the documents that the lawyer of the deposit case asks for. */
async function createRequests(
  platform: Platform,
  { caseId, clientId, lawyerId }: { caseId: string; clientId: string; lawyerId: string },
): Promise<void> {
  const { givenTasks, requested } = workspace.depositCase
  for (const { assignee, title, ...details } of givenTasks)
    await giveTask(platform, { caseId, lawyerId }, title, { assignee: assignee as Side, ...details })
  const { names, note, days, lacking } = requested
  const dueOn = isoDay(new Date(Date.now() + days * 86_400_000))
  const lawyer = await actingAs(platform, lawyerId)
  const { requests } = unwrap(
    await requestDocuments(lawyer, { caseId, batchId: randomUUID(), names, note, dueOn }),
  )
  const requestId = requests.find(({ name }) => name === lacking.name)?.id
  if (!requestId) throw new Error('no such request')
  const client = await actingAs(platform, clientId)
  unwrap(await answerRequest(client, { caseId, requestId, event: 'lack', reason: lacking.reason }))
}
