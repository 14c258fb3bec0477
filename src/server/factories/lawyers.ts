import { sql, type Updateable } from 'kysely'
import { locationOf } from '../../chile/regions.ts'
import { checkDigit } from '../../chile/rut.ts'
import type { Db } from '../../platform/database/database.server.ts'
import type { LawyerProfiles } from '../../platform/database/types.ts'
import type { PlanId, VerificationStatus } from '../../platform/session.ts'

let made = 0

/** A RUT that no other lawyer of this process has; people's real ones are far below. */
export function freshRut(): string {
  made++
  const body = String(30_000_000 + (process.pid % 1_000) * 60_000 + made)
  return `${body}-${checkDigit(body)}`
}

const place = { region: 'Metropolitana de Santiago', commune: 'Ñuñoa' }

/** What a complete profile has; its ID card is a name without a file (see `giveIdCard`). */
const believable = (id: string) => ({
  price: 30_000,
  experience: 9,
  description:
    'Asesoro a arrendadores y arrendatarios: contratos, término anticipado y devolución de garantías.',
  specialties: ['Arriendo (conflictos)', 'Contratos (revisión o incumplimiento)'],
  phone_number: '+56987654321',
  rut: freshRut(),
  birth_date: '1988-04-17',
  address_street: 'Avenida Irarrázaval',
  address_number: '2401',
  address_apartment: 'Oficina 503',
  address_commune: place.commune,
  address_region: place.region,
  location: locationOf(place),
  university: 'Universidad de Chile',
  graduation_year: 2014,
  id_card_path: `identidad/${id}/00000000-0000-4000-8000-000000000000.jpg`,
})

export type ProfileColumns = Updateable<Omit<LawyerProfiles, 'id' | 'verification_status' | 'is_verified'>>

/**
 * Gives a lawyer every professional column; what is there already stays, and `overrides` win. The status does not move.
 * `location` follows an overridden region and commune.
 */
export async function completeProfile(db: Db, id: string, overrides: ProfileColumns = {}): Promise<void> {
  const before = await db
    .selectFrom('lawyer_profiles')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const filled: Record<string, unknown> = believable(id)
  for (const key of Object.keys(filled)) {
    const there = before[key as keyof typeof before]
    const empty = there === null || (Array.isArray(there) && there.length === 0)
    if (!empty && !(key === 'price' && before.rut === null)) filled[key] = there
  }
  const { address_region: region, address_commune: commune } = overrides
  const moved = region && commune ? { location: locationOf({ region, commune }) } : {}
  await db
    .updateTable('lawyer_profiles')
    .set({ ...filled, ...moved, ...overrides })
    .where('id', '=', id)
    .execute()
}

/** Puts a lawyer where a story needs them on the road of verification, with the data that the place asks for. */
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

/** Gives a lawyer a plan and so many credits, with the movements that belong to it. */
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
      { lawyer_id: id, kind: 'expire', amount: -left, balance_after: 0, plan: before.plan },
      { lawyer_id: id, kind: 'grant', amount: credits, balance_after: credits, plan },
    ].filter(({ amount }) => amount !== 0)
    if (movements.length > 0) await tx.insertInto('credit_movements').values(movements).execute()
  })
}
