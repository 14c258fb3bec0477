import type { Db, Tx } from '../../platform/database/database.server.ts'
import { accept, type Result } from '../../platform/errors/refusal.ts'
import type { SignedInContext } from '../../platform/rpc/context.server.ts'
import { contactSentence, requireContacted, senderDomain } from './rules.ts'
import type { ContactInput, ContactView, MailChoice } from './schema.ts'
import * as store from './store.server.ts'

/** PLZ-70, PLZ-73: how the caller is contacted. Errors: not a client (403). */
export async function contactChoice(context: SignedInContext): Promise<Result<ContactView>> {
  const person = requireContacted(context.session)
  if (!person.ok) return person
  const choice = await store.findChoice(context.db, person.value.userId)
  return accept({
    mail: choice?.mail ?? 'normal',
    is_chosen: choice !== null,
    calls: choice?.calls ?? null,
    hours: choice?.hours ?? '',
    note: choice?.note ?? '',
    sender_domain: senderDomain(context.config.mailFrom),
  })
}

/** PLZ-70, PLZ-73: replaces how the caller is contacted; it holds for e-mails that have not left. Errors: not a client (403). */
export async function saveContactChoice(
  context: SignedInContext,
  { mail, calls, hours, note }: ContactInput,
): Promise<Result<ContactView>> {
  const person = requireContacted(context.session)
  if (!person.ok) return person
  await store.saveChoice(context.db, person.value.userId, {
    mail,
    calls,
    hours: calls === 'horario' ? hours : null,
    note: note || null,
  })
  return contactChoice(context)
}

/** PLZ-71, PLZ-72: how the person with this address is written to, asked when an e-mail leaves. */
export const mailChoiceOf = async (db: Db, address: string): Promise<MailChoice> =>
  (await store.findMailChoice(db, address)) ?? 'normal'

/** SEG-61: for the preferences of notices, which show and change the same choice. */
export const findMailChoice = async (db: Db, userId: string): Promise<MailChoice> =>
  (await store.findChoice(db, userId))?.mail ?? 'normal'
export const saveMailChoice = store.saveMailChoice

/** PLZ-70: for later slices: somebody who has chosen nothing is written to discreetly from now on. */
export const presetDiscretion: (tx: Tx, userId: string) => Promise<unknown> = store.presetDiscretion

/** PLZ-73: for the chat: what a lawyer must know before contacting this client; null: nothing. */
export const contactSentenceOf = async (db: Db, clientId: string): Promise<string | null> =>
  contactSentence(await store.findChoice(db, clientId))
