import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import demoLawyers from '../../data/demo/lawyers.json' with { type: 'json' }
import { isoDay } from '../chile/dates.ts'
import { locationOf, regionOf } from '../chile/regions.ts'
import { checkDigit } from '../chile/rut.ts'
import type { Tx } from '../platform/database/database.server.ts'
import type { LawyerProfiles } from '../platform/database/types.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import type { VerificationStatus } from '../platform/session/session.ts'
import { demoPasswordHash } from './accounts.ts'
import { drawIdCard, storeCard } from './id-card.ts'
import type { UploadedFile } from './store-file.ts'

/** The administrator's reason for returning a profile. */
const RETURN_REASON =
  'La foto de tu carnet se ve borrosa y no pudimos leer el número. Sube una imagen más nítida, por los dos lados.'

type DemoLawyer = (typeof demoLawyers.verified)[number]

/** A pseudo-random number below `limit`, the same on each run. */
export const pseudoRandom = (at: number, limit: number) => ((at + 3) * 2_654_435_761) % limit

/** The columns of one invented lawyer. RUT and birth date fit the year of the degree. */
function profileColumns(person: DemoLawyer, id: string, at: number): Entry['columns'] {
  const { streets } = demoLawyers
  const region = regionOf(person.commune)?.name ?? ''
  const birthYear = person.graduationYear - 25 - pseudoRandom(at, 4)
  const birthDate = isoDay(new Date(Date.UTC(birthYear, pseudoRandom(at, 12), 1 + pseudoRandom(at, 28), 12)))
  // RUT numbers are assigned at birth, about 300,000 a year.
  const body = String(Math.round((birthYear - 1932.2) * 299_700) + 40_000 + at * 3_001)
  return {
    id,
    plan: person.plan,
    price: person.price,
    experience: Math.max(0, new Date().getUTCFullYear() - person.graduationYear - pseudoRandom(at, 2)),
    description: person.description,
    specialties: person.specialties,
    phone_number: `+569${30_000_000 + pseudoRandom(at, 69_999_999)}`,
    rut: `${body}-${checkDigit(body)}`,
    birth_date: birthDate,
    address_street: streets[at % streets.length] ?? '',
    address_number: String(100 + pseudoRandom(at, 2_900)),
    address_apartment: at % 3 === 0 ? `Oficina ${101 + pseudoRandom(at, 12) * 100}` : null,
    address_commune: person.commune,
    address_region: region,
    location: locationOf({ region, commune: person.commune }),
    university: person.university,
    graduation_year: person.graduationYear,
  }
}

/** E-mail address from the first two words of a name, without accents: jose.carcamo@demo.test. */
const emailOf = (name: string) =>
  `${name.split(' ').slice(0, 2).join('.').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}@demo.test`

interface Entry {
  id: string
  person: DemoLawyer
  status: VerificationStatus
  columns: Insertable<LawyerProfiles> & { rut: string; birth_date: string }
}

/**
 * Creates about sixty verified lawyers for all specialties and regions, a queue of profiles to review with
 * their ID cards, and one returned profile. Lawyers who already have an account (those of README.md) keep it.
 * @param adminId administrator who made the decisions
 * @param accounts ids of the existing accounts by name
 */
export async function createDemoLawyers(
  platform: Platform,
  adminId: string,
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  const groups: [DemoLawyer[], VerificationStatus][] = [
    [demoLawyers.verified, 'verified'],
    [demoLawyers.waiting, 'admin_pending'],
    [demoLawyers.returned, 'profile_pending'],
  ]
  const people = groups.flatMap(([group, status]) => group.map((person) => ({ person, status })))
  const entries = people.map(({ person, status }, at): Entry => {
    const id = accounts.get(person.name) ?? randomUUID()
    return { id, person, status, columns: profileColumns(person, id, at) }
  })
  const cards = await storeCards(platform, entries)
  const password = await demoPasswordHash()
  await platform.db.transaction().execute(async (tx) => {
    const existingIds = new Set(accounts.values())
    await insertAccounts(
      tx,
      entries.filter(({ id }) => !existingIds.has(id)),
      password,
    )
    await insertProfiles(tx, entries, cards)
    await insertSubmissions(tx, entries, adminId)
  })
}

/**
 * Stores their ID cards: cards with their own data for lawyers whom an administrator will review, one
 * specimen for all verified lawyers.
 * @returns the rows for stored_files, by lawyer
 */
async function storeCards(platform: Platform, entries: Entry[]): Promise<Map<string, UploadedFile>> {
  const specimen = drawIdCard({ name: 'Nombre de muestra', rut: '11111111-1', birthDate: '1985-01-01' })
  const cards = entries.map(async ({ id, person, status, columns }) => {
    const holder = { name: person.name, rut: columns.rut, birthDate: columns.birth_date }
    const picture = await (status === 'verified' ? specimen : drawIdCard(holder))
    return [id, await storeCard(platform, id, picture)] as const
  })
  return new Map(await Promise.all(cards))
}

async function insertAccounts(tx: Tx, entries: Entry[], password: string): Promise<void> {
  const users = entries.map(({ id, person: { name } }) => ({ id, name, email: emailOf(name) }))
  const accounts = users.map(({ id }) => ({
    id: randomUUID(),
    userId: id,
    accountId: id,
    providerId: 'credential',
    password,
  }))
  const signedUp = users.map((user) => ({ ...user, signup_role: 'lawyer', emailVerified: true }))
  await tx.insertInto('user').values(signedUp).execute()
  await tx.insertInto('account').values(accounts).execute()
  const profiles = users.map((user) => ({ ...user, role: 'lawyer', verification_status: 'profile_pending' }))
  await tx.insertInto('profiles').values(profiles).execute()
}

async function insertProfiles(tx: Tx, entries: Entry[], cards: Map<string, UploadedFile>): Promise<void> {
  const files = [...cards.values()].map((file) => ({ ...file, state: 'used' }))
  await tx.insertInto('stored_files').values(files).execute()
  const rows = entries.map(({ id, status, columns }) => ({
    ...columns,
    id_card_path: cards.get(id)?.key ?? null,
    verification_status: status,
    is_verified: status === 'verified',
  }))
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id') as (keyof LawyerProfiles)[]
  await tx
    .insertInto('lawyer_profiles')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((to) => Object.fromEntries(columns.map((name) => [name, to.ref(`excluded.${name}`)]))),
    )
    .execute()
  await sql`
    update profiles p set verification_status = l.verification_status,
      verified_name = case when l.is_verified then p.name end
    from lawyer_profiles l where l.id = p.id
  `.execute(tx)
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)

/** One submission per lawyer, with its decision in the audit log, too. */
async function insertSubmissions(tx: Tx, entries: Entry[], adminId: string): Promise<void> {
  const submissions = entries.map(({ id, status }, at) => {
    const submittedDaysAgo =
      status === 'verified' ? 200 - at * 3 : status === 'admin_pending' ? 4 - (at % 4) : 9
    const isDecided = status !== 'admin_pending'
    return {
      id: randomUUID(),
      lawyer_id: id,
      submitted_at: daysAgo(submittedDaysAgo),
      outcome: isDecided ? (status === 'verified' ? 'verified' : 'returned') : null,
      reason: status === 'profile_pending' ? RETURN_REASON : null,
      decided_by: isDecided ? adminId : null,
      decided_at: isDecided ? daysAgo(submittedDaysAgo - 1) : null,
    }
  })
  await tx.insertInto('review_submissions').values(submissions).execute()
  const auditRows = submissions.flatMap(({ id, lawyer_id: object, outcome, reason, decided_at }) =>
    outcome === null || decided_at === null
      ? []
      : [
          {
            actor_id: adminId,
            action: `lawyer.${outcome}`,
            object,
            details: JSON.stringify({ submission: id, ...(reason !== null && { reason }) }),
            created_at: decided_at,
          },
        ],
  )
  await tx.insertInto('audit_log').values(auditRows).execute()
}
