/** Invariants that hold in every Amparo database, even after faults. The fault tests check them. */
import { expect } from 'vitest'
import type { RunningPlatform } from '../../../src/server/platform.ts'
import { listFiles } from '../files/test-files.ts'
import type { TestDatabase } from './test-database.ts'

/** Invariant → query for the rows that violate it. */
const INVARIANTS: Record<string, string> = {
  'messages are numbered without gaps up to last_seq of the chat': `
    select c.id from chats c left join messages m on m.chat_id = c.id group by c.id
    having count(m.id) <> c.last_seq or coalesce(max(m.seq), 0) <> c.last_seq`,
  'unread counters equal a recount': `
    select c.id from chats c left join messages m on m.chat_id = c.id group by c.id
    having c.client_unread_count <> count(*) filter
        (where m.side = 'lawyer' and m.type <> 'system' and m.seq > c.client_read_seq)
      or c.lawyer_unread_count <> count(*) filter
        (where m.side = 'client' and m.type <> 'system' and m.seq > c.lawyer_read_seq)`,
  'last_message of a chat is its newest text': `
    select c.id from chats c join messages m on m.chat_id = c.id and m.seq = c.last_seq
    where m.type = 'text' and char_length(m.content) <= 100 and m.content <> c.last_message`,
  'the sender of a message is the party of its side': `
    select m.id from messages m join chats c on c.id = m.chat_id
    where m.sender_id is not null and m.sender_id is distinct from case m.side when 'client' then c.client_id else c.lawyer_id end`,
  'a credit balance is the sum of its movements': `
    select l.id from lawyer_profiles l left join credit_movements m on m.lawyer_id = l.id group by l.id
    having l.credits_available <> coalesce(sum(m.amount), 0)`,
  'balance_after of a movement is the sum up to it': `
    select id from (select id, balance_after, sum(amount) over (partition by lawyer_id order by id) as ran
      from credit_movements) as line where balance_after <> ran`,
  'a paid chat exists, unless it was refunded or its case deleted': `
    select m.id from credit_movements m where m.kind = 'spend'
      and not exists (select from credit_movements r where r.chat_id = m.chat_id and r.kind = 'refund')
      and not exists (select from chats c where c.id = m.chat_id) and exists (select from cases c where c.id = m.case_id)`,
  'an accepted proposal has its case, and an active case its proposal': `
    select p.id from proposals p where p.status = 'accepted' and p.case_id is not null
      and not exists (select from cases c where c.id = p.case_id and c.status <> 'ingresado')
    union all
    select c.id from cases c where c.status = 'activo'
      and not exists (select from proposals p where p.case_id = c.id and p.status = 'accepted')`,
  'ratings equal a recount of the published reviews': `
    select l.id from lawyer_profiles l
      left join reviews r on r.lawyer_id = l.id and r.published_at is not null and r.hidden_at is null
        and r.client_id is not null
    group by l.id
    having l.rating_sum <> coalesce(sum(r.rating), 0) or l.rating_count <> count(r.id)`,
  'a review without an author was published': `
    select id from reviews where client_id is null and published_at is null`,
  'both copies of verification_status are equal': `
    select p.id from profiles p full join lawyer_profiles l on l.id = p.id
    where (p.role = 'lawyer' or l.id is not null) and p.verification_status is distinct from l.verification_status`,
  'a suspended account has no session, is not listed, and its open cases are paused': `
    select u.id from "user" u where u.suspended_at is not null and (
      exists (select from session s where s."userId" = u.id)
      or exists (select from lawyer_listing x where x.id = u.id)
      or exists (select from cases c where c.client_id = u.id and c.status = 'ingresado'
        and not exists (select from paused_cases p where p.case_id = c.id)))`,
  'a person whom the team suspended has one suspension in force, is not listed, and their open cases are paused': `
    select p.id from profiles p where (p.suspended_at is not null) <> exists (
        select from sanctions s where s.user_id = p.id and s.kind = 'suspender' and s.state = 'vigente')
      or p.suspended_at is not null and (
        exists (select from lawyer_listing x where x.id = p.id)
        or exists (select from cases c where c.client_id = p.id and c.status = 'ingresado'
          and not exists (select from paused_cases k where k.case_id = c.id)))`,
  'what is blocked is not shown, and nothing else is kept back': `
    select l.id from lawyer_profiles l where (l.profile_blocked_at is not null) <> exists (
        select from data_blocks b where b.object_id = l.id and b.state <> 'levantado')
      or l.profile_blocked_at is not null and exists (select from lawyer_listing x where x.id = l.id)
    union all
    select r.id from reviews r where (r.text_blocked_at is not null) <> exists (
      select from data_blocks b where b.object_id = r.id and b.state <> 'levantado')
    union all
    select c.id from cases c left join paused_cases p on p.case_id = c.id where coalesce(p.for_block, false) <> exists (
      select from data_blocks b where b.object_id = c.id and b.state <> 'levantado')`,
  'every account has a profile': `
    select u.id from "user" u where not exists (select from profiles p where p.id = u.id)`,
}

/** Expects every invariant to hold. */
export async function expectInvariants({ sql }: Pick<TestDatabase, 'sql'>): Promise<void> {
  const violations: Record<string, unknown[]> = {}
  for (const [invariant, query] of Object.entries(INVARIANTS)) {
    const rows = await sql(query)
    if (rows.length > 0) violations[invariant] = rows
  }
  expect(violations).toEqual({})
}

/** Expects exactly one file for each row of stored_files, and no incomplete upload. */
export async function expectNoOrphanedFiles(
  platform: Pick<RunningPlatform, 'files'>,
  { sql }: Pick<TestDatabase, 'sql'>,
): Promise<void> {
  const { kept, arriving } = await listFiles(platform)
  const rows = await sql<{ key: string }>(`select key from stored_files order by key collate "C"`)
  expect({ kept, arriving }).toEqual({ kept: rows.map(({ key }) => key), arriving: [] })
}
