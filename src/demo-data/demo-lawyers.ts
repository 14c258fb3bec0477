import { randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import demoLawyers from '../../data/demo/lawyers.json' with { type: 'json' }
import { isoDay } from '../chile/dates.ts'
import { locationOf, regionOf } from '../chile/regions.ts'
import { checkDigit } from '../chile/rut.ts'
import { foldText } from '../input/text.ts'
import type { Tx } from '../platform/database/database.server.ts'
import type { LawyerProfiles } from '../platform/database/types.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import type { VerificationStatus } from '../platform/session/session.ts'
import { findAccountId, makeAccount } from './accounts.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { drawIdCard, storeCard } from './id-card.ts'
import type { UploadedFile } from './store-file.ts'

/** The administrator's reason for returning a profile. */
const RETURN_REASON =
  'La foto de tu carnet se ve borrosa y no pudimos leer el número. Sube una imagen más nítida, por los dos lados.'

type DemoLawyer = (typeof demoLawyers.verified)[number]

/** A pseudo-random number below `limit`, the same on each run. */
export const pseudoRandom = (at: number, limit: number) => ((at + 3) * 2_654_435_761) % limit

/** The columns of one invented lawyer. RUT and birth date fit the year of the degree. */
function profileColumns(person: DemoLawyer, at: number): Entry['columns'] {
  const { streets } = demoLawyers
  const region = regionOf(person.commune)?.name ?? ''
  const birthYear = person.graduationYear - 25 - pseudoRandom(at, 4)
  const birthDate = isoDay(new Date(Date.UTC(birthYear, pseudoRandom(at, 12), 1 + pseudoRandom(at, 28), 12)))
  // RUT numbers are assigned at birth, about 300,000 a year.
  const body = String(Math.round((birthYear - 1932.2) * 299_700) + 40_000 + at * 3_001)
  return {
    plan: person.plan as Entry['columns']['plan'],
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
const emailOf = (name: string) => `${foldText(name.split(' ').slice(0, 2).join('.'))}@demo.test`

interface Entry {
  id: string
  person: DemoLawyer
  status: VerificationStatus
  columns: Updateable<LawyerProfiles> & { rut: string; birth_date: string }
}

/**
 * Creates about sixty verified lawyers for all specialties and regions, a queue of profiles to review with
 * their ID cards, and one returned profile. Those of README.md keep their accounts.
 */
export async function createDemoLawyers(platform: Platform): Promise<void> {
  const { db } = platform
  const groups: [DemoLawyer[], VerificationStatus][] = [
    [demoLawyers.verified, 'verified'],
    [demoLawyers.waiting, 'admin_pending'],
    [demoLawyers.returned, 'profile_pending'],
  ]
  const entries: Entry[] = []
  for (const [group, status] of groups)
    for (const person of group) {
      const { name } = person
      const hasAccount = DEMO_ACCOUNTS.some((account) => account.name === name)
      const id = hasAccount
        ? await findAccountId(db, name)
        : (await makeAccount(db, { name, email: emailOf(name), role: 'lawyer', emailConfirmed: true })).id
      entries.push({ id, person, status, columns: profileColumns(person, entries.length) })
    }
  const cards = await storeCards(platform, entries)
  const adminId = await findAccountId(db, 'Equipo Amparo')
  await db.transaction().execute(async (tx) => {
    await fillProfiles(tx, entries, cards)
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
    const shown = { name: person.name, rut: columns.rut, birthDate: columns.birth_date }
    const picture = await (status === 'verified' ? specimen : drawIdCard(shown))
    return [id, await storeCard(platform, id, picture)] as const
  })
  return new Map(await Promise.all(cards))
}

async function fillProfiles(tx: Tx, entries: Entry[], cards: Map<string, UploadedFile>): Promise<void> {
  const files = [...cards.values()].map((file) => ({ ...file, state: 'used' as const }))
  await tx.insertInto('stored_files').values(files).execute()
  for (const { id, status, columns } of entries) {
    const state = { verification_status: status, is_verified: status === 'verified' }
    await tx
      .updateTable('lawyer_profiles')
      .set({ ...columns, ...state, id_card_path: cards.get(id)?.key ?? null })
      .where('id', '=', id)
      .execute()
  }
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
    const outcome = status === 'verified' ? ('verified' as const) : ('returned' as const)
    return {
      id: randomUUID(),
      lawyer_id: id,
      submitted_at: daysAgo(submittedDaysAgo),
      outcome: isDecided ? outcome : null,
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
