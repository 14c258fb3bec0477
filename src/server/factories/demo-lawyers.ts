import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { locationOf, regionOf } from '../../chile/regions.ts'
import { checkDigit } from '../../chile/rut.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import type { LawyerProfiles } from '../../platform/database/types.ts'
import type { Platform } from '../../platform/rpc/context.server.ts'
import type { VerificationStatus } from '../../platform/session.ts'
import { demoPasswordHash } from './accounts.ts'
import {
  type DemoLawyer,
  RETURN_REASON,
  RETURNED_LAWYERS,
  VERIFIED_LAWYERS,
  WAITING_LAWYERS,
} from './demo-people.ts'
import { drawIdCard, type StoredCard, storeCard } from './id-card.ts'

const STREETS = [
  'Arturo Prat',
  'Manuel Montt',
  'Baquedano',
  'San Martín',
  'Balmaceda',
  'Colón',
  'Freire',
  'Esmeralda',
  'Sotomayor',
  'Lautaro',
  'Caupolicán',
  'Bulnes',
  "Avenida Bernardo O'Higgins",
  'Los Carrera',
  'Independencia',
]

const CREDITS = { gratis: 0, basico: 20, intermedio: 50, avanzado: 100 }

/** A number that looks thrown and is the same each time. */
const thrown = (at: number, among: number) => ((at + 3) * 2_654_435_761) % among

/** The columns of one invented lawyer; RUT and birth date are of the age that the degree suggests. */
function columnsOf(person: DemoLawyer, id: string, at: number): Entry['columns'] {
  const region = regionOf(person.commune)?.name ?? ''
  const birthYear = person.graduationYear - 25 - thrown(at, 4)
  const birthDate = `${birthYear}-${String(1 + thrown(at, 12)).padStart(2, '0')}-${String(1 + thrown(at, 28)).padStart(2, '0')}`
  // Numbers are given out at birth, some 300,000 a year.
  const body = String(Math.round((birthYear - 1932.2) * 299_700) + 40_000 + at * 3_001)
  return {
    id,
    plan: person.plan,
    credits_available: CREDITS[person.plan],
    plan_last_updated: person.plan === 'gratis' ? null : new Date(),
    price: person.price,
    experience: Math.max(0, new Date().getUTCFullYear() - person.graduationYear - thrown(at, 2)),
    description: person.description,
    specialties: person.specialties,
    phone_number: `+569${30_000_000 + thrown(at, 69_999_999)}`,
    rut: `${body}-${checkDigit(body)}`,
    birth_date: birthDate,
    address_street: STREETS[at % STREETS.length] ?? '',
    address_number: String(100 + thrown(at, 2_900)),
    address_apartment: at % 3 === 0 ? `Oficina ${101 + thrown(at, 12) * 100}` : null,
    address_commune: person.commune,
    address_region: region,
    location: locationOf({ region, commune: person.commune }),
    university: person.university,
    graduation_year: person.graduationYear,
  }
}

/** «josé.cárcamo» of somebody's first and second word, as an address can have it. */
const addressOf = (name: string) =>
  `${name.split(' ').slice(0, 2).join('.').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}@demo.test`

interface Entry {
  id: string
  person: DemoLawyer
  status: VerificationStatus
  columns: Insertable<LawyerProfiles> & CardHolderColumns
}

interface CardHolderColumns {
  rut: string
  birth_date: string
}

/**
 * Some sixty verified lawyers over all specialties and regions, a queue of profiles to review with their ID cards, and
 * one that was sent back. Lawyers who have an account already (README names them) keep it.
 * @param adminId who decided what is decided
 * @param accounts ids of such accounts by name
 */
export async function createDemoLawyers(
  platform: Platform,
  adminId: string,
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  const groups: [DemoLawyer[], VerificationStatus][] = [
    [VERIFIED_LAWYERS, 'verified'],
    [WAITING_LAWYERS, 'admin_pending'],
    [RETURNED_LAWYERS, 'profile_pending'],
  ]
  const people = groups.flatMap(([group, status]) => group.map((person) => ({ person, status })))
  const entries = people.map(({ person, status }, at): Entry => {
    const id = accounts.get(person.name) ?? randomUUID()
    return { id, person, status, columns: columnsOf(person, id, at) }
  })
  const cards = await storeCards(platform, entries)
  const password = await demoPasswordHash()
  await platform.db.transaction().execute(async (tx) => {
    const known = new Set(accounts.values())
    await insertAccounts(
      tx,
      entries.filter(({ id }) => !known.has(id)),
      password,
    )
    await insertProfiles(tx, entries, cards)
    await insertReviews(tx, entries, adminId)
  })
}

/**
 * Their ID cards: drawn with the own data for those whom an administrator will look at, one specimen for all who are
 * verified already.
 */
async function storeCards(platform: Platform, entries: Entry[]): Promise<Map<string, StoredCard>> {
  const specimen = drawIdCard({ name: 'Nombre de muestra', rut: '11111111-1', birthDate: '1985-01-01' })
  const cards = entries.map(async ({ id, person, status, columns }) => {
    const holder = { name: person.name, rut: columns.rut, birthDate: columns.birth_date }
    return [
      id,
      await storeCard(platform, id, await (status === 'verified' ? specimen : drawIdCard(holder))),
    ] as const
  })
  return new Map(await Promise.all(cards))
}

async function insertAccounts(tx: Tx, entries: Entry[], password: string): Promise<void> {
  const users = entries.map(({ id, person: { name } }) => ({ id, name, email: addressOf(name) }))
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

async function insertProfiles(tx: Tx, entries: Entry[], cards: Map<string, StoredCard>): Promise<void> {
  const files = [...cards.values()].map(({ row }) => ({ ...row, state: 'used' }))
  await tx.insertInto('stored_files').values(files).execute()
  const rows = entries.map(({ id, status, columns }) => ({
    ...columns,
    id_card_path: cards.get(id)?.row.key ?? null,
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

/** Every profile was sent to review once; what became of it stands in the register too. */
async function insertReviews(tx: Tx, entries: Entry[], adminId: string): Promise<void> {
  const decisions = entries.map(({ id, status }, at) => {
    const sent = status === 'verified' ? 200 - at * 3 : status === 'admin_pending' ? 4 - (at % 4) : 9
    const decided = status !== 'admin_pending'
    return {
      id: randomUUID(),
      lawyer_id: id,
      submitted_at: daysAgo(sent),
      outcome: decided ? (status === 'verified' ? 'verified' : 'returned') : null,
      reason: status === 'profile_pending' ? RETURN_REASON : null,
      decided_by: decided ? adminId : null,
      decided_at: decided ? daysAgo(sent - 1) : null,
    }
  })
  await tx.insertInto('review_submissions').values(decisions).execute()
  const register = decisions.flatMap(({ id, lawyer_id: object, outcome, reason, decided_at }) =>
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
  await tx.insertInto('audit_log').values(register).execute()
}
