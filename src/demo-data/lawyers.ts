import { sql, type Updateable } from 'kysely'
import { locationOf } from '../chile/regions.ts'
import { checkDigit } from '../chile/rut.ts'
import type { Db } from '../platform/database/database.server.ts'
import type { LawyerProfiles } from '../platform/database/types.ts'
import type { PlanId, VerificationStatus } from '../platform/session/session.ts'

let rutCount = 0

/** A valid RUT that is unique in this process, and higher than those of real people. */
export function uniqueRut(): string {
  rutCount++
  const body = String(30_000_000 + (process.pid % 1_000) * 60_000 + rutCount)
  return `${body}-${checkDigit(body)}`
}

const DEFAULT_LOCATION = { region: 'Metropolitana de Santiago', commune: 'Ñuñoa' }

/** Columns of a complete profile. The ID card is a key without a file (see `giveIdCard`). */
const defaultProfile = (id: string) => ({
  price: 30_000,
  experience: 9,
  description:
    'Asesoro a arrendadores y arrendatarios: contratos, término anticipado y devolución de garantías.',
  specialties: ['Arriendo (conflictos)', 'Contratos (revisión o incumplimiento)'],
  phone_number: '+56987654321',
  rut: uniqueRut(),
  birth_date: '1988-04-17',
  address_street: 'Avenida Irarrázaval',
  address_number: '2401',
  address_apartment: 'Oficina 503',
  address_commune: DEFAULT_LOCATION.commune,
  address_region: DEFAULT_LOCATION.region,
  location: locationOf(DEFAULT_LOCATION),
  university: 'Universidad de Chile',
  graduation_year: 2014,
  id_card_path: `identidad/${id}/00000000-0000-4000-8000-000000000000.jpg`,
})

export type ProfileColumns = Updateable<Omit<LawyerProfiles, 'id' | 'verification_status' | 'is_verified'>>

/**
 * Fills a lawyer's empty professional columns. Existing values stay, `overrides` replace them, and `location`
 * follows overridden region and commune. The verification status does not change.
 */
export async function completeProfile(db: Db, id: string, overrides: ProfileColumns = {}): Promise<void> {
  const before = await db
    .selectFrom('lawyer_profiles')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const filled: Record<string, unknown> = defaultProfile(id)
  for (const key of Object.keys(filled)) {
    const existing = before[key as keyof typeof before]
    const isEmpty = existing === null || (Array.isArray(existing) && existing.length === 0)
    if (!isEmpty && !(key === 'price' && before.rut === null)) filled[key] = existing
  }
  const { address_region: region, address_commune: commune } = overrides
  const location = region && commune ? { location: locationOf({ region, commune }) } : {}
  await db
    .updateTable('lawyer_profiles')
    .set({ ...filled, ...location, ...overrides })
    .where('id', '=', id)
    .execute()
}

/** Sets a lawyer's verification status, and completes the profile if the status requires it. */
export async function setVerification(db: Db, id: string, status: VerificationStatus): Promise<void> {
  if (status === 'admin_pending' || status === 'verified') await completeProfile(db, id)
  await sql`
    update profiles set verification_status = ${status},
      verified_name = case when ${status} = 'verified' then name else verified_name end
    where id = ${id}
  `.execute(db)
  await db
    .updateTable('lawyer_profiles')
    .set({ verification_status: status, is_verified: status === 'verified' })
    .where('id', '=', id)
    .execute()
}

/** Gives a lawyer a plan and a number of credits, with the credit movements. */
export async function setPlan(db: Db, id: string, plan: PlanId, credits: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('lawyer_profiles')
      .select(['plan', 'credits_available'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('lawyer_profiles')
      .set({ plan, credits_available: credits, credits_used: 0, plan_last_updated: new Date() })
      .where('id', '=', id)
      .execute()
    const left = before.credits_available
    const movements = [
      { lawyer_id: id, kind: 'expire' as const, amount: -left, balance_after: 0, plan: before.plan },
      { lawyer_id: id, kind: 'grant' as const, amount: credits, balance_after: credits, plan },
    ].filter(({ amount }) => amount !== 0)
    if (movements.length > 0) await tx.insertInto('credit_movements').values(movements).execute()
  })
}
