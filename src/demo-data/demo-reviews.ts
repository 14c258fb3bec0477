import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import reviews from '../../data/demo/reviews.json' with { type: 'json' }
import { caseTitle } from '../capabilities/cases/intake/answers.ts'
import { generatedTitle } from '../capabilities/cases/schema.ts'
import { CASE_SPECIALTIES } from '../capabilities/lawyers/schema.ts'
import { communesOf, regionOf } from '../chile/regions.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { makeAccount } from './accounts.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { makePastCase } from './past-case.ts'

type LawyerReviews = (typeof reviews.lawyers)[number]
type Review = LawyerReviews['reviews'][number]

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
  review: (Review & { at: number }) | null
}

/**
 * Creates finished and running cases with their clients' reviews, and the ratings of the lawyers. For the
 * lawyers of README.md, each reviewed case also has its conversation.
 */
export async function createDemoReviews(platform: Platform): Promise<void> {
  const clients: string[] = []
  for (const [at, name] of reviews.clients.entries())
    clients.push((await makeAccount(platform.db, { name, email: `causa${at + 1}@demo.test` })).id)
  const lawyers = await findLawyers(platform)
  const rows = reviews.lawyers.flatMap((block, at) => {
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
  { reviews: given, unreviewed }: LawyerReviews,
  at: number,
  lawyer: Lawyer,
  clients: string[],
): CaseRow[] {
  const count = given.length + unreviewed
  const now = Date.now()
  const span = now - lawyer.since
  return Array.from({ length: count }, (_, n): CaseRow => {
    const review = given[n] ?? null
    // Newest first, at different hours. Cases without a review are spread among the others.
    const place = n < given.length ? (n + 0.4) / given.length : (n - given.length + 0.7) / unreviewed
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
      title: specialty ? caseTitle(specialty, commune) : generatedTitle(lawyer.name),
      description: `Asesoría y representación: ${own.toLowerCase()}.`,
      status: isRunning ? (pseudoRandom(at, n, 3) < 0.5 ? 'activo' : 'en progreso') : 'finalizado',
      accepted,
      review: review && { ...review, at: accepted + (now - accepted) * (0.06 + 0.3 * pseudoRandom(n, at)) },
    }
  })
}

/** Creates the case with its conversation. @returns the case's id */
function createConversation(platform: Platform, row: CaseRow): Promise<string> {
  const { lawyer, client_id: clientId, accepted, description } = row
  return makePastCase(platform, {
    ...row,
    clientId,
    lawyerId: lawyer.id,
    proposal: { summary: description },
    sent: new Date(accepted - 26 * HOUR_MS),
    accepted: new Date(accepted),
  })
}

async function insertCases(platform: Platform, all: readonly CaseRow[]): Promise<void> {
  const rows = all.map(({ lawyer, accepted, review: _, ...row }) => ({
    ...row,
    lawyer_id: lawyer.id,
    created_at: new Date(accepted - DAY_MS),
    proposal_accepted_at: new Date(accepted),
  }))
  await platform.db
    .insertInto('cases')
    .values(rows)
    // Cases with a conversation exist already.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

async function insertReviews(platform: Platform, all: readonly CaseRow[]): Promise<void> {
  const rows = all.flatMap(({ id, lawyer, client_id, review }) => {
    if (!review) return []
    const { stars: rating, comment } = review
    const time = new Date(review.at)
    const times = { created_at: time, updated_at: time, published_at: time }
    return [{ id: randomUUID(), lawyer_id: lawyer.id, client_id, case_id: id, rating, comment, ...times }]
  })
  await platform.db.transaction().execute(async (tx) => {
    await tx.insertInto('reviews').values(rows).execute()
    await sql`
      update lawyer_profiles l set rating_sum = all_of.sum, rating_count = all_of.count
      from (select lawyer_id, sum(rating)::int as sum, count(*)::int as count from reviews group by lawyer_id) as all_of
      where all_of.lawyer_id = l.id
    `.execute(tx)
  })
}
