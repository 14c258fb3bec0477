import { sql } from 'kysely'
import { publishUpdate } from '../capabilities/progress/commands.server.ts'
import { addDays } from '../capabilities/progress/rules.ts'
import type { Stage } from '../capabilities/progress/schema.ts'
import { isoDay } from '../chile/dates.ts'
import { uuidv7 } from '../input/ids.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { actingAs, unwrap } from './acting-as.ts'

/** What a lawyer reports. `days`: from today to the promised day; null: none. */
export interface UpdateAttributes {
  stage?: Stage
  text?: string
  nextStep?: string | null
  days?: number | null
}

/** Publishes an update of a running case. @returns its id */
export async function makeUpdate(
  platform: Platform,
  { caseId, lawyerId }: { caseId: string; lawyerId: string },
  {
    stage = 'Preparando la presentación',
    text = 'Revisé tus documentos y preparo la presentación.',
    ...rest
  }: UpdateAttributes = {},
): Promise<string> {
  const { nextStep = 'Ingresar la presentación', days = 7 } = rest
  const id = uuidv7()
  const promisedOn = days === null ? null : addDays(isoDay(new Date()), days)
  const context = await actingAs(platform, lawyerId)
  unwrap(await publishUpdate(context, { caseId, id, stage, text, nextStep, promisedOn }))
  return id
}

/**
 * Gives each running case of the demonstration an update of yesterday, and all entries the times of their cases. Must run
 * when all cases exist.
 */
export async function createDemoProgress(platform: Platform): Promise<void> {
  const { db } = platform
  const running = await db
    .selectFrom('cases')
    .select(['id', 'lawyer_id'])
    .where('status', 'in', ['activo', 'en progreso'])
    .execute()
  for (const { id: caseId, lawyer_id: lawyerId } of running)
    if (lawyerId)
      await makeUpdate(
        platform,
        { caseId, lawyerId },
        {
          text: 'Revisé los antecedentes que me enviaste. Con ellos preparo la presentación y te aviso apenas la ingrese.',
          nextStep: 'Ingresar la presentación con tus documentos completos',
          days: 6,
        },
      )
  await sql`
    insert into case_entries (case_id, kind, ref, actor_id)
    select id, case when in_market then 'published' else 'saved' end, id::text, client_id from cases where created_at <> proposal_accepted_at or proposal_accepted_at is null
    union all select id, 'accepted', id::text, client_id from cases where proposal_accepted_at is not null
    union all select id, 'in-progress', id::text, lawyer_id from cases where status in ('en progreso', 'finalizado')
    union all select id, 'finished', id::text, lawyer_id from cases c where status = 'finalizado'
      and not exists (select from case_entries e where e.case_id = c.id and e.kind = 'finished')
    on conflict do nothing
  `.execute(db)
  await sql`
    update case_entries e set at = case e.kind
        when 'published' then c.created_at
        when 'saved' then c.created_at
        when 'accepted' then c.proposal_accepted_at
        when 'in-progress' then least(c.proposal_accepted_at + interval '2 days', now())
        when 'finished' then least(c.proposal_accepted_at + interval '30 days', now())
        else greatest(c.proposal_accepted_at + interval '5 minutes', now() - interval '1 day') end
    from cases c where c.id = e.case_id
  `.execute(db)
  await sql`
    update case_closings c set closed_at = e.at from case_entries e where e.kind = 'finished' and e.ref = c.id::text
  `.execute(db)
  await sql`
    update cases c set withdrawn_at = e.at from case_entries e where e.kind = 'withdrawn' and e.case_id = c.id
  `.execute(db)
  await sql`
    update document_requests r set created_at = e.at from case_entries e where e.kind = 'documents-requested' and e.case_id = r.case_id
  `.execute(db)
  await sql`
    update case_updates u set created_at = e.at from case_entries e where e.kind = 'update-published' and e.ref = u.id::text
  `.execute(db)
}
