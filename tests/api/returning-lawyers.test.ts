import { expect, test } from 'vitest'
import { restoreAccount, suspendAccount } from '../../src/capabilities/account-deletion/commands.server.ts'
import type { Submission } from '../../src/capabilities/verification/schema.ts'
import { completeProfile, setVerification, uniqueRut } from '../../src/demo-data/lawyers.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { makeReview } from '../support/data/make-review.ts'
import { createWaitingLawyer } from '../support/data/waiting-lawyer.ts'
import { expectInvariants } from '../support/database/invariants.ts'

const suite = useTestApp(2)

/** A verified lawyer with this RUT. */
async function lawyerWith(rut: string, email?: string): Promise<Member> {
  const member = await suite.member({ role: 'lawyer', ...(email && { email }) })
  await completeProfile(suite.platform.db, member.id, { rut })
  await setVerification(suite.platform.db, member.id, 'verified')
  return member
}
const deleteAccount = async (member: Member) =>
  expect((await member.post('/api/departure/delete-account', { password: member.password })).status).toBe(200)
const subscribe = async (member: Member, planId: string) =>
  (await member.post('/api/plans/subscribe', { planId })).json<{ plan: string; credits_available: number }>()

test('H-02, A2: a lawyer with bad reviews returns with the same RUT: the administrator sees the history', async () => {
  const rut = uniqueRut()
  const first = await lawyerWith(rut)
  const admin = await suite.member({ role: 'admin' })
  await suite.database.sql(
    `insert into review_submissions (lawyer_id, submitted_at, outcome, reason, decided_by, decided_at) values
       ($1, app_now() - interval '9 days', 'returned', 'La foto no se lee.', $2, app_now() - interval '8 days'),
       ($1, app_now() - interval '7 days', 'verified', null, $2, app_now() - interval '6 days')`,
    [first.id, admin.id],
  )
  for (let n = 0; n < 2; n++) {
    const client = await suite.member()
    await makeReview(suite.platform, { clientId: client.id, lawyerId: first.id }, { rating: 1 + n })
  }
  const reason = 'Cobró y no apareció.'
  expect(await suspendAccount(suite.platform, { email: first.email, reason })).toMatchObject({ ok: true })
  expect(await restoreAccount(suite.platform, { email: first.email })).toMatchObject({ ok: true })
  const login = await first.post('/api/accounts/login', { email: first.email, password: first.password })
  expect(login.status).toBe(200)
  await deleteAccount(first)

  const again = await createWaitingLawyer(suite.platform)
  await completeProfile(suite.platform.db, again.id, { rut })
  const read = async (id: string) =>
    (await admin.get(`/api/verification/submission?lawyerId=${id}`)).json<Submission>()
  const at = expect.any(String)
  expect((await read(again.id)).former).toEqual([
    {
      leftAt: at,
      reviewCount: 2,
      rating: 1.5,
      decisions: [
        { outcome: 'suspended', reason, decidedAt: at },
        { outcome: 'verified', reason: null, decidedAt: at },
        { outcome: 'returned', reason: 'La foto no se lee.', decidedAt: at },
      ],
    },
  ])
  // Another RUT has no history, and the RUT itself is not stored.
  expect((await read((await createWaitingLawyer(suite.platform)).id)).former).toEqual([])
  const kept = await suite.database.sql<{ row: string }>(
    'select to_jsonb(f)::text as row from former_lawyers f union all select to_jsonb(g)::text from former_grants g',
  )
  expect(JSON.stringify(kept)).not.toContain(rut.slice(0, -2))
})

test('H-02, A2: a plan\u2019s credits are granted once a month for one RUT, however often the account is deleted', async () => {
  const rut = uniqueRut()
  const first = await lawyerWith(rut)
  expect(await subscribe(first, 'avanzado')).toMatchObject({ plan: 'avanzado', credits_available: 100 })
  await deleteAccount(first)
  const second = await lawyerWith(rut, first.email)
  expect(await subscribe(second, 'avanzado')).toMatchObject({ plan: 'avanzado', credits_available: 0 })
  await expectInvariants(suite.database)
  await deleteAccount(second)
  // The second account was granted nothing, and the month of the first one is not over.
  const third = await lawyerWith(rut, first.email)
  expect(await subscribe(third, 'avanzado')).toMatchObject({ credits_available: 0 })
  await deleteAccount(third)
  // Another RUT, and after a month.
  expect(await subscribe(await lawyerWith(uniqueRut()), 'avanzado')).toMatchObject({ credits_available: 100 })
  await suite.database.sql(`update former_grants set granted_at = granted_at - interval '31 days'`)
  expect(await subscribe(await lawyerWith(rut, first.email), 'avanzado')).toMatchObject({
    credits_available: 100,
  })
  await expectInvariants(suite.database)
})
