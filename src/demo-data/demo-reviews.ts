import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { generatedTitle } from '../capabilities/cases/schema.ts'
import { CASE_SPECIALTIES } from '../capabilities/lawyers/schema.ts'
import { communesOf, regionOf } from '../chile/regions.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { makeActiveCase } from './conversations.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { REVIEW_TEXTS, REVIEWERS } from './demo-review-texts.ts'

interface ReviewText {
  stars: number
  comment: string | null
}

interface LawyerReviews {
  lawyer: string
  /** Newest first. */
  reviews: ReviewText[]
  /** Number of cases without a review. */
  unreviewed: number
}

/** Parses the texts (format: demo-review-texts.ts). @throws on a malformed line */
function parseTexts(): LawyerReviews[] {
  const found: LawyerReviews[] = []
  for (const line of REVIEW_TEXTS.split('\n').filter((text) => text !== '')) {
    const head = /^= (.+) \| (\d+)$/.exec(line)
    const review = /^([1-5])(?: \| (.+))?$/.exec(line)
    if (head) found.push({ lawyer: head[1] ?? '', reviews: [], unreviewed: Number(head[2]) })
    else if (review) found.at(-1)?.reviews.push({ stars: Number(review[1]), comment: review[2] ?? null })
    else throw new Error(`review: ${line}`)
  }
  return found
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** A pseudo-random number between 0 and 1, the same on each run. */
const pseudoRandom = (...seed: number[]) =>
  (seed.reduce((sum, one) => (sum + one + 7) * 48_271, 11) % 2_147_483_647) / 2_147_483_647

interface Lawyer {
  id: string
  name: string
  commune: string
  specialties: string[]
  /** Time of the verification, epoch milliseconds. */
  since: number
}

interface CaseRow {
  id: string
  lawyer: Lawyer
  client_id: string
  specialty: string | null
  commune: string
  title: string
  description: string
  status: 'activo' | 'en progreso' | 'finalizado'
  accepted: number
  review: (ReviewText & { at: number }) | null
}

/**
 * Creates finished and running cases with their clients' reviews, and the ratings of the lawyers. For the
 * lawyers of README.md, each reviewed case also has its conversation.
 */
export async function createDemoReviews(platform: Platform): Promise<void> {
  const clients: string[] = []
  for (const [at, name] of REVIEWERS.entries())
    clients.push((await makeAccount(platform.db, { name, email: `causa${at + 1}@demo.test` })).id)
  const lawyers = await findLawyers(platform)
  const rows = parseTexts().flatMap((block, at) => {
    const lawyer = lawyers.get(block.lawyer)
    if (!lawyer) throw new Error(`No lawyer ${block.lawyer}.`)
    return caseRows(block, at, lawyer, clients)
  })
  const readmeNames = new Set(DEMO_ACCOUNTS.map(({ name }) => name))
  for (const row of rows.filter(({ lawyer, review }) => review && readmeNames.has(lawyer.name)))
    row.id = await createConversation(platform, row)
  await insertCases(platform, rows)
  await insertReviews(platform, rows)
}

async function findLawyers(platform: Platform): Promise<Map<string, Lawyer>> {
  const { rows } = await sql<Lawyer>`
    select p.id, p.name, l.address_commune as commune, l.specialties,
      (extract(epoch from max(s.decided_at)) * 1000)::float8 as since
    from profiles p join lawyer_profiles l on l.id = p.id join review_submissions s on s.lawyer_id = p.id
    where l.is_verified group by p.id, l.id
  `.execute(platform.db)
  return new Map(rows.map((row) => [row.name, row]))
}

/** The cases of one lawyer, with different clients, spread from the day of the verification to today. */
function caseRows(
  { reviews, unreviewed }: LawyerReviews,
  at: number,
  lawyer: Lawyer,
  clients: string[],
): CaseRow[] {
  const count = reviews.length + unreviewed
  const now = Date.now()
  const span = now - lawyer.since
  return Array.from({ length: count }, (_, n): CaseRow => {
    const review = reviews[n] ?? null
    // Newest first, at different hours. Cases without a review are spread among the others.
    const place =
      (n < reviews.length ? n + 0.4 : n - reviews.length + 0.7) /
      (n < reviews.length ? reviews.length : unreviewed)
    const accepted = lawyer.since + span * (0.9 - 0.85 * place) + pseudoRandom(at, n) * 9 * HOUR_MS
    const isRunning = n === 0 && pseudoRandom(at, 99) < 0.4
    const own = lawyer.specialties[n % lawyer.specialties.length] ?? ''
    const specialty = (CASE_SPECIALTIES as readonly string[]).includes(own) ? own : null
    const near = communesOf(regionOf(lawyer.commune)?.name ?? '')
    const commune = near[Math.floor(pseudoRandom(at, n, 5) * near.length)] ?? lawyer.commune
    return {
      id: randomUUID(),
      lawyer,
      client_id: clients[(at * 5 + n) % clients.length] ?? '',
      specialty,
      commune,
      title: specialty ? `Consulta de ${specialty} en ${commune}` : generatedTitle(lawyer.name),
      description: `Asesoría y representación: ${own.toLowerCase()}.`,
      status: isRunning ? (pseudoRandom(at, n, 3) < 0.5 ? 'activo' : 'en progreso') : 'finalizado',
      accepted,
      review: review && { ...review, at: accepted + (now - accepted) * (0.06 + 0.3 * pseudoRandom(n, at)) },
    }
  })
}

/**
 * Creates chat, proposal and case with the product's commands, then sets their times.
 * @returns the case's id
 */
async function createConversation(platform: Platform, row: CaseRow): Promise<string> {
  const { lawyer, client_id: clientId, accepted, title, description, specialty, commune, status } = row
  const parties = { clientId, lawyerId: lawyer.id }
  const { caseId, chatId, proposalId } = await makeActiveCase(platform, parties, { summary: description })
  const [sent, decided] = [new Date(accepted - 26 * HOUR_MS), new Date(accepted)]
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

async function insertCases(platform: Platform, all: readonly CaseRow[]): Promise<void> {
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
      created_at: new Date(accepted - DAY_MS),
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
    -- Cases with a conversation exist already.
    on conflict (id) do nothing
  `.execute(platform.db)
}

async function insertReviews(platform: Platform, all: readonly CaseRow[]): Promise<void> {
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
