import type { Db, Tx } from '../../platform/database/database.server.ts'
import { first, now, value } from '../../platform/database/queries.server.ts'
import type { CallChoice, MailChoice } from './schema.ts'

/** What somebody has chosen; null: nothing. */
export const findChoice = (db: Db, userId: string) =>
  first(
    db.selectFrom('contact_choices').select(['mail', 'calls', 'hours', 'note']).where('user_id', '=', userId),
  )

export interface NewChoice {
  mail: MailChoice
  calls: CallChoice | null
  hours: string | null
  note: string | null
}

export const saveChoice = (tx: Tx | Db, userId: string, choice: NewChoice) =>
  tx
    .insertInto('contact_choices')
    .values({ user_id: userId, ...choice })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...choice, updated_at: now }))
    .execute()

/** Changes how somebody is written to, and nothing else. */
export const saveMailChoice = (tx: Tx, userId: string, mail: MailChoice) =>
  tx
    .insertInto('contact_choices')
    .values({ user_id: userId, mail })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ mail, updated_at: now }))
    .execute()

/** PLZ-70: somebody who has chosen nothing is written to discreetly. */
export const presetDiscretion = (tx: Tx, userId: string) =>
  tx
    .insertInto('contact_choices')
    .values({ user_id: userId, mail: 'discreto' })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()

/**
 * How the person with this address is written to; null if nothing was chosen. Of an address that no account has, but that
 * one had before or is about to get (DAT-55), the choice of that account counts.
 */
export async function findMailChoice(db: Db, address: string): Promise<MailChoice | null> {
  const person = await db
    .selectFrom('user')
    .leftJoin('contact_choices as c', 'c.user_id', 'user.id')
    .select('c.mail')
    .where('user.email', '=', address)
    .executeTakeFirst()
  if (person) return person.mail
  return value(
    db
      .selectFrom('email_changes as e')
      .innerJoin('contact_choices as c', 'c.user_id', 'e.user_id')
      .select('c.mail')
      .where((eb) => eb.or([eb('e.old_email', '=', address), eb('e.new_email', '=', address)]))
      .orderBy('e.created_at', 'desc')
      .limit(1),
  )
}
