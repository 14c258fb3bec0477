import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/app/suite.ts'
import { createDemo } from './demo.ts'

const suite = useDatabase()

beforeAll(() => createDemo(suite.platform))

test('the demonstration: reviews of clients with an accepted case, after its start, and correct ratings', async () => {
  const rows = await suite.database.sql<{ lawyer: string; comment: string | null; rating: number }>(`
    select p.name as lawyer, r.comment, r.rating
    from reviews r
      join cases c on c.id = r.case_id and c.client_id = r.client_id and c.lawyer_id = r.lawyer_id
        and c.proposal_accepted_at < r.created_at
      join lawyer_profiles l on l.id = r.lawyer_id and l.is_verified
      join profiles p on p.id = l.id
    where r.created_at < now() and c.created_at > (
      select max(decided_at) from review_submissions s where s.lawyer_id = l.id) - interval '2 days'`)
  const all = await suite.database.sql('select 1 from reviews')
  expect(rows).toHaveLength(all.length)
  expect(rows.length).toBeGreaterThan(100)
  expect(new Set(rows.map(({ lawyer }) => lawyer)).size).toBeGreaterThan(40)
  const comments = rows.flatMap(({ comment }) => comment ?? [])
  expect(new Set(comments).size).toBe(comments.length)
  for (const text of comments) expect(text.length, text).toBeLessThanOrEqual(250)
  expect(
    await suite.database.sql(`
      select l.id from lawyer_profiles l left join reviews r on r.lawyer_id = l.id
      group by l.id having l.rating_count <> count(r.id) or l.rating_sum <> coalesce(sum(r.rating), 0)`),
  ).toEqual([])
})

test('README’s lawyers have the conversation of each reviewed case; its client may still review', async () => {
  const rows = await suite.database.sql<{ name: string; reviews: number; chats: number }>(`
    select p.name, count(*)::int as reviews, count(ch.id)::int as chats
    from reviews r join profiles p on p.id = r.lawyer_id
      left join chats ch on ch.client_id = r.client_id and ch.lawyer_id = r.lawyer_id and ch.case_id = r.case_id
    where p.email in ('abogado@demo.test', 'destacada@demo.test') group by p.name order by p.name`)
  expect(rows).toHaveLength(2)
  for (const { reviews, chats } of rows) {
    expect(reviews).toBeGreaterThan(6)
    expect(chats).toBe(reviews)
  }
  const [open] = await suite.database.sql(`
    select count(*)::int as cases, count(r.id)::int as reviews
    from cases c join profiles p on p.id = c.client_id and p.email = 'cliente@demo.test'
      left join reviews r on r.client_id = c.client_id and r.lawyer_id = c.lawyer_id
    where c.proposal_accepted_at is not null`)
  expect(open).toMatchObject({ reviews: 0 })
  expect(open?.cases).toBeGreaterThan(0)
})
