import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { AppSuite, Member } from '../app/suite.ts'

export const CONFIRM = 'Confirma tu nuevo correo'
export const CHANGED = 'El correo de tu cuenta cambió'

export const newAddress = () => `${randomUUID()}@nuevo.test`

/** Changes of the e-mail address in the tests of a suite. */
export function emailChanges(suite: AppSuite) {
  const mailsTo = (address: string, subject: string) =>
    suite.database.sql<{ text: string }>(
      'select text from local_mailbox where recipient = $1 and subject = $2 order by id',
      [address, subject],
    )
  /** No e-mail and no look-up of an address is queued any more. */
  const allMailed = () =>
    expect
      .poll(() => suite.database.sql('select 1 from graphile_worker.jobs'), { timeout: 15_000 })
      .toEqual([])
  async function tokenTo(address: string, subject = CONFIRM): Promise<string> {
    await allMailed()
    const text = (await mailsTo(address, subject)).at(-1)?.text ?? ''
    return /(?:[?&]token|#no-fui-yo)=([\w-]{43})/.exec(text)?.[1] ?? ''
  }
  const ask = (member: Member, email: string) => member.post('/api/security/request-email-change', { email })
  const confirm = (token: string, by = suite.visitor()) =>
    by.post('/api/security/confirm-email-change', { token })
  const deny = (token: string, by = suite.visitor()) => by.post('/api/security/deny-email-change', { token })
  const claim = (email: string, password: string, code?: string, by = suite.visitor()) =>
    by.post('/api/security/claim-email-change', { email, password, ...(code !== undefined && { code }) })
  const stateOf = async ({ id }: Pick<Member, 'id'>) =>
    (
      await suite.database.sql<{ state: string }>(
        'select state from email_changes where user_id = $1 order by created_at',
        [id],
      )
    ).map(({ state }) => state)
  const addressOf = async ({ id }: Pick<Member, 'id'>) => {
    const [row] = await suite.database.sql<{ email: string; profile: string; confirmed: boolean }>(
      `select u.email, p.email as profile, u."emailVerified" as confirmed from "user" u join profiles p on p.id = u.id
       where u.id = $1`,
      [id],
    )
    return row
  }
  /** A member who asked for another address. */
  async function asked(member?: Member) {
    const who = member ?? (await suite.member())
    const to = newAddress()
    expect((await ask(who, to)).json()).toEqual({ sent: true })
    return { member: who, to, token: await tokenTo(to) }
  }
  /** A member whose address changed, from their own browser. */
  async function changed(member?: Member) {
    const change = await asked(member)
    const answer = await confirm(change.token, change.member)
    expect(answer.json()).toEqual({ email: change.to })
    return { ...change, undo: await tokenTo(change.member.email, CHANGED) }
  }
  /** A member whose change the old address denied. */
  async function disputed(member?: Member) {
    const change = await changed(member)
    const answer = await deny(change.undo)
    expect(answer.status).toBe(200)
    return { ...change, dueAt: answer.json<{ dueAt: string }>().dueAt }
  }
  const pass72Hours = ({ id }: Pick<Member, 'id'>) =>
    suite.database.sql(
      `update email_changes set due_at = app_now() where user_id = $1 and state = 'en_disputa'`,
      [id],
    )
  return {
    ...{ mailsTo, allMailed, tokenTo, ask, confirm, deny, claim, stateOf, addressOf },
    ...{ asked, changed, disputed, pass72Hours },
  }
}
