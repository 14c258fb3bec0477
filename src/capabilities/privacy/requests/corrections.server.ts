import { formatLongDate } from '../../../chile/dates.ts'
import { formatRut } from '../../../chile/rut.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { accept, type Result, refuse } from '../../../platform/errors/refusal.ts'
import type { EventPublisher } from '../../../platform/realtime/publish.server.ts'
import { changeProfile, confirmLawyerName } from '../../accounts/commands.server.ts'
import { updateNameInput } from '../../accounts/schema.ts'
import { correctIdentity } from '../../lawyers/commands.server.ts'
import { birthDateField, rutField } from '../../lawyers/schema.ts'
import { type CorrectedSubject, isCorrectable } from '../request-rules.ts'
import type { findPerson } from '../request-store.server.ts'
import { MESSAGES } from '../schema.ts'

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** What the column says now, as it is stored; null: no such column, or it is empty. */
const storedValue = (about: CorrectedSubject, person: Person): string | null =>
  ({ nombre: person.name, rut: person.rut, nacimiento: person.birth_date })[about]

/** What the named column says now, for people. */
export function currentValue(about: string | null, person: Person | null): string | null {
  if (!person || !isCorrectable(about)) return null
  const value = storedValue(about, person)
  if (value === null) return null
  return about === 'rut' ? formatRut(value) : about === 'nacimiento' ? formatLongDate(value) : value
}

/** DAT-11: the value as it would be stored. Null: it is no value of this column. */
export function parsedValue(about: CorrectedSubject, text: string): string | null {
  if (about === 'nombre') return updateNameInput.safeParse({ name: text }).data?.name ?? null
  return (about === 'rut' ? rutField : birthDateField).safeParse(text).data ?? null
}

/**
 * DAT-17: changes the one named column through its slice. Name or RUT of a verified lawyer need evidence.
 * @returns what it said before. Refusals (409): no evidence, a value that is not valid, a RUT of another lawyer, or a
 *   profile under review
 */
export async function applyCorrection(
  tx: Tx,
  platform: EventPublisher,
  person: Person,
  { about, newValue, hasEvidence }: { about: CorrectedSubject; newValue: string; hasEvidence: boolean },
): Promise<Result<string | null>> {
  const conflict = (message: string) => refuse({ code: 'CONFLICT', message })
  const isVerified = person.verification_status === 'verified'
  if (isVerified && about !== 'nacimiento' && !hasEvidence) return conflict(MESSAGES.evidenceMissing)
  if (person.verification_status === 'admin_pending') return conflict(MESSAGES.underReview)
  const value = parsedValue(about, newValue)
  if (value === null) return conflict(MESSAGES.valueInvalid)
  if (about === 'nombre') {
    await changeProfile(tx, platform, person.id, { name: value })
    if (isVerified) await confirmLawyerName(tx, person.id, value)
  } else {
    const column = about === 'rut' ? { rut: value } : { birth_date: value }
    const corrected = await correctIdentity(tx, platform, person.id, column)
    if (!corrected.ok) return conflict(corrected.refusal.message)
  }
  return accept(storedValue(about, person))
}
