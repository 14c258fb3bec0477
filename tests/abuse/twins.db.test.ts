import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startFromCase } from '../../src/capabilities/chat/commands.server.ts'
import { listMessages } from '../../src/capabilities/chat/conversation.server.ts'
import { sendCode, verifyCode } from '../../src/capabilities/onboarding/commands.server.ts'
import { acceptProposal } from '../../src/capabilities/proposals/commands.server.ts'
import { createReview } from '../../src/capabilities/reviews/commands.server.ts'
import type { SignedInContext } from '../../src/platform/rpc/context.server.ts'
import { useDatabase } from '../support/app/suite.ts'
import {
  raceToAcceptProposal,
  raceToGuessCode,
  raceToResendCode,
  raceToReview,
  raceToSpendCredit,
  readAsStranger,
} from './attacks.ts'

// Each attack must fail against the product's guard and succeed against its naive twin, which reads and then
// writes without a lock. This proves that the attack works.

const suite = useDatabase()

/** Returns one value of the first row, or null. */
async function readValue<T>(rows: Promise<{ rows: unknown[] }>, key: string): Promise<T | null> {
  const [row] = (await rows).rows as Record<string, T>[]
  return row?.[key] ?? null
}

const naiveTwins = {
  spend: ({ db, session }: SignedInContext, caseId: string) =>
    db.transaction().execute(async (tx) => {
      const had = sql`select credits_available as had from lawyer_profiles where id = ${session.userId}`
      const credits = (await readValue<number>(had.execute(tx), 'had')) ?? 0
      if (credits === 0) return false
      await sql`insert into chats (client_id, lawyer_id, case_id)
        select client_id, ${session.userId}, id from cases where id = ${caseId}`.execute(tx)
      await sql`update lawyer_profiles set credits_available = ${credits - 1} where id = ${session.userId}`.execute(
        tx,
      )
      return true
    }),

  accept: ({ db, session }: SignedInContext, id: string) =>
    db.transaction().execute(async (tx) => {
      const was = sql`select status from proposals where id = ${id}`
      if ((await readValue(was.execute(tx), 'status')) !== 'pending') return false
      const made = sql`
        insert into cases (title, description, status, client_id, lawyer_id, proposal_accepted_at)
        select 'Caso', summary, 'activo', ${session.userId}, creator_id, app_now() from proposals where id = ${id}
        returning id`
      const caseId = await readValue<string>(made.execute(tx), 'id')
      await sql`update proposals set status = 'accepted', case_id = ${caseId}, decided_at = app_now()
        where id = ${id}`.execute(tx)
      return true
    }),

  verify: async ({ db, sealer, session }: SignedInContext, code: string) => {
    const { rows } = await sql<{ code_hash: string; wrong_tries: number }>`
      select code_hash, wrong_tries from email_codes where lawyer_id = ${session.userId}`.execute(db)
    const [stored] = rows
    if (!stored || stored.wrong_tries >= 5) return false
    if (stored.code_hash === sealer.sign(`email code\n${session.userId}\n${code}`)) return true
    await sql`update email_codes set wrong_tries = ${stored.wrong_tries + 1}
      where lawyer_id = ${session.userId}`.execute(db)
    return false
  },

  review: ({ db, session }: SignedInContext, lawyerId: string, id: string) =>
    db.transaction().execute(async (tx) => {
      const own = sql`select id from reviews where client_id = ${session.userId} and lawyer_id = ${lawyerId}`
      if (await readValue(own.execute(tx), 'id')) return false
      await sql`insert into reviews (id, lawyer_id, client_id, rating)
        values (${id}, ${lawyerId}, ${session.userId}, 1)`.execute(tx)
      return true
    }),

  resend: async ({ db, session }: SignedInContext) => {
    const last = sql`select sent_at > app_now() - interval '60 seconds' as soon from email_codes
      where lawyer_id = ${session.userId}`
    if (await readValue<boolean>(last.execute(db), 'soon')) return false
    await sql`update email_codes set sent_at = app_now(), expires_at = app_now() + interval '15 minutes'
      where lawyer_id = ${session.userId}`.execute(db)
    return true
  },

  read: async ({ db }: SignedInContext, chatId: string) =>
    (await sql`select content from messages where chat_id = ${chatId} order by seq`.execute(db)).rows,
}

/** The product's implementations with the same signatures. */
const product = {
  spend: async (lawyer: SignedInContext, caseId: string) => (await startFromCase(lawyer, { caseId })).ok,
  accept: async (client: SignedInContext, proposalId: string) =>
    (await acceptProposal(client, { proposalId })).ok,
  verify: async (lawyer: SignedInContext, code: string) => (await verifyCode(lawyer, { code })).ok,
  review: async (client: SignedInContext, lawyerId: string, id: string) => {
    const saved = await createReview(client, { id, lawyerId, rating: 1 })
    return saved.ok && saved.value.created
  },
  resend: async (lawyer: SignedInContext) => (await sendCode(lawyer)).ok,
  read: (reader: SignedInContext, chatId: string): Promise<unknown> =>
    listMessages(reader, { chatId, limit: 50 }),
}

type Guards = typeof product
const attacks: [string, (guards: Guards) => Promise<{ allowed: number; happened: number }>][] = [
  ['abuse 23: a credit is spent once', ({ spend }) => raceToSpendCredit(suite, spend)],
  ['abuse 21: a proposal is accepted once', ({ accept }) => raceToAcceptProposal(suite, accept)],
  ['abuse 7: concurrent guesses at a code are all counted', ({ verify }) => raceToGuessCode(suite, verify)],
  ['abuse 26: one review for each client and lawyer', ({ review }) => raceToReview(suite, review)],
  ['abuse 8: a minute between two codes', ({ resend }) => raceToResendCode(suite, resend)],
  ['abuse 15: only the parties can read a conversation', ({ read }) => readAsStranger(suite, read)],
]

describe('the product withstands', () => {
  test.each(attacks)('%s', async (_what, attack) => {
    const { allowed, happened } = await attack(product)
    expect(happened).toBe(allowed)
  })
})

describe('the naive twin fails', () => {
  test.each(attacks)('%s', async (_what, attack) => {
    // The unique constraint would stop the naive twin, too.
    await suite.database.sql('alter table reviews drop constraint if exists reviews_lawyer_id_client_id_key')
    const { allowed, happened } = await attack(naiveTwins)
    expect(happened).toBeGreaterThan(allowed)
  })
})
