import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { titleWith } from '../../capabilities/cases/schema.ts'
import { CASE_SPECIALTIES } from '../../capabilities/lawyers/schema.ts'
import { communesOf, regionOf } from '../../chile/regions.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { makeActiveCase } from './conversations.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { REVIEW_TEXTS, REVIEWERS } from './demo-review-texts.ts'

interface Written {
  stars: number
  comment: string | null
}

interface Reviewed {
  lawyer: string
  /** Newest first. */
  reviews: Written[]
  /** Cases that ended without a review. */
  silent: number
}

/** The texts' blocks. @throws when a line is none of theirs */
function readTexts(): Reviewed[] {
  const found: Reviewed[] = []
  for (const line of REVIEW_TEXTS.split('\n').filter((text) => text !== '')) {
    const head = /^= (.+) \| (\d+)$/.exec(line)
    const review = /^([1-5])(?: \| (.+))?$/.exec(line)
    if (head) found.push({ lawyer: head[1] ?? '', reviews: [], silent: Number(head[2]) })
    else if (review) found.at(-1)?.reviews.push({ stars: Number(review[1]), comment: review[2] ?? null })
    else throw new Error(`review: ${line}`)
  }
  return found
}

const DAY = 86_400_000
const HOUR = 3_600_000

/** A number between 0 and 1 that looks thrown and is the same each time. */
const thrown = (...of: number[]) =>
  (of.reduce((sum, one) => (sum + one + 7) * 48_271, 11) % 2_147_483_647) / 2_147_483_647

interface Found {
  id: string
  name: string
  commune: string
  specialties: string[]
  /** When the team verified them, milliseconds. */
  since: number
}

interface Row {
  id: string
  lawyer: Found
  client_id: string
  specialty: string | null
  commune: string
  title: string
  description: string
  status: 'activo' | 'en progreso' | 'finalizado'
  accepted: number
  review: (Written & { at: number }) | null
}

/**
 * What clients of finished and running cases say of the lawyers, and what it comes to. The lawyers that README names have
 * the conversation of each case too.
 */
export async function createDemoReviews(platform: Platform): Promise<void> {
  const clients: string[] = []
  for (const [at, name] of REVIEWERS.entries())
    clients.push((await makeAccount(platform.db, { name, email: `causa${at + 1}@demo.test` })).id)
  const lawyers = await findLawyers(platform)
  const rows = readTexts().flatMap((block, at) => {
    const lawyer = lawyers.get(block.lawyer)
    if (!lawyer) throw new Error(`No lawyer ${block.lawyer}.`)
    return rowsOf(block, at, lawyer, clients)
  })
  const named = new Set(DEMO_ACCOUNTS.map(({ name }) => name))
  for (const row of rows.filter(({ lawyer, review }) => review && named.has(lawyer.name)))
    row.id = await converse(platform, row)
  await insertCases(platform, rows)
  await insertReviews(platform, rows)
}

async function findLawyers(platform: Platform): Promise<Map<string, Found>> {
  const { rows } = await sql<Found>`
    select p.id, p.name, l.address_commune as commune, l.specialties,
      (extract(epoch from max(s.decided_at)) * 1000)::float8 as since
    from profiles p join lawyer_profiles l on l.id = p.id join review_submissions s on s.lawyer_id = p.id
    where l.is_verified group by p.id, l.id
  `.execute(platform.db)
  return new Map(rows.map((row) => [row.name, row]))
}

/** Cases of one lawyer, each with another client, spread between the day of the seal and today. */
function rowsOf({ reviews, silent }: Reviewed, at: number, lawyer: Found, clients: string[]): Row[] {
  const many = reviews.length + silent
  const now = Date.now()
  const span = now - lawyer.since
  return Array.from({ length: many }, (_, n): Row => {
    const review = reviews[n] ?? null
    // Newest first, and never all at the same hour; what has no review lies in between.
    const place =
      (n < reviews.length ? n + 0.4 : n - reviews.length + 0.7) /
      (n < reviews.length ? reviews.length : silent)
    const accepted = lawyer.since + span * (0.9 - 0.85 * place) + thrown(at, n) * 9 * HOUR
    const isRunning = n === 0 && thrown(at, 99) < 0.4
    const own = lawyer.specialties[n % lawyer.specialties.length] ?? ''
    const specialty = (CASE_SPECIALTIES as readonly string[]).includes(own) ? own : null
    const near = communesOf(regionOf(lawyer.commune)?.name ?? '')
    const commune = near[Math.floor(thrown(at, n, 5) * near.length)] ?? lawyer.commune
    return {
      id: randomUUID(),
      lawyer,
      client_id: clients[(at * 5 + n) % clients.length] ?? '',
      specialty,
      commune,
      title: specialty ? `Consulta de ${specialty} en ${commune}` : titleWith(lawyer.name),
      description: `Asesoría y representación: ${own.toLowerCase()}.`,
      status: isRunning ? (thrown(at, n, 3) < 0.5 ? 'activo' : 'en progreso') : 'finalizado',
      accepted,
      review: review && { ...review, at: accepted + (now - accepted) * (0.06 + 0.3 * thrown(n, at)) },
    }
  })
}

/** Chat, proposal and case as people would have made them, each at its time. @returns the case's id */
async function converse(platform: Platform, row: Row): Promise<string> {
  const { lawyer, client_id: clientId, accepted, title, description, specialty, commune, status } = row
  const parties = { clientId, lawyerId: lawyer.id }
  const { caseId, chatId, proposalId } = await makeActiveCase(platform, parties, { summary: description })
  const [sent, decided] = [new Date(accepted - 26 * HOUR), new Date(accepted)]
  await sql`update proposals set created_at = ${sent}, decided_at = ${decided} where id = ${proposalId}`.execute(
    platform.db,
  )
  await sql`
    update messages set created_at = case when proposal_id is null and seq > 2 then ${decided}::timestamptz else ${sent}::timestamptz end
    where chat_id = ${chatId}
  `.execute(platform.db)
  await sql`
    update chats set created_at = ${sent}, updated_at = ${decided}, client_read_seq = last_seq, lawyer_read_seq = last_seq,
      client_unread_count = 0, lawyer_unread_count = 0
    where id = ${chatId}
  `.execute(platform.db)
  await sql`
    update cases set created_at = ${sent}, proposal_accepted_at = ${decided}, title = ${title}, status = ${status},
      specialty = ${specialty}, commune = ${commune}
    where id = ${caseId}
  `.execute(platform.db)
  return caseId
}

async function insertCases(platform: Platform, all: readonly Row[]): Promise<void> {
  const rows = all.map(
    ({ id, lawyer, client_id, title, description, specialty, commune, status, accepted }) => ({
      id,
      client_id,
      lawyer_id: lawyer.id,
      title,
      description,
      status,
      specialty,
      commune,
      created_at: new Date(accepted - DAY),
      proposal_accepted_at: new Date(accepted),
    }),
  )
  await sql`
    insert into cases (id, client_id, lawyer_id, title, description, status, specialty, commune, created_at,
      proposal_accepted_at)
    select id, client_id, lawyer_id, title, description, status, specialty, commune, created_at, proposal_accepted_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, client_id uuid, lawyer_id uuid, title text,
      description text, status text, specialty text, commune text, created_at timestamptz,
      proposal_accepted_at timestamptz)
    -- Those with a conversation are there.
    on conflict (id) do nothing
  `.execute(platform.db)
}

async function insertReviews(platform: Platform, all: readonly Row[]): Promise<void> {
  const rows = all.flatMap(({ id, lawyer, client_id, review }) =>
    review
      ? [
          {
            id: randomUUID(),
            lawyer_id: lawyer.id,
            client_id,
            case_id: id,
            rating: review.stars,
            comment: review.comment,
            created_at: new Date(review.at),
          },
        ]
      : [],
  )
  await platform.db.transaction().execute(async (tx) => {
    await sql`
      insert into reviews (id, lawyer_id, client_id, case_id, rating, comment, created_at, updated_at, published_at)
      select id, lawyer_id, client_id, case_id, rating, comment, created_at, created_at, created_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, lawyer_id uuid, client_id uuid,
        case_id uuid, rating int, comment text, created_at timestamptz)
    `.execute(tx)
    await sql`
      update lawyer_profiles l set rating_sum = all_of.sum, rating_count = all_of.count
      from (select lawyer_id, sum(rating)::int as sum, count(*)::int as count from reviews group by lawyer_id) as all_of
      where all_of.lawyer_id = l.id
    `.execute(tx)
  })
}
