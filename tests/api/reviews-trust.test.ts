import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type {
  RecentReviewList,
  ReviewEligibility,
  ReviewsPage,
  SavedReview,
} from '../../src/capabilities/reviews/schema.ts'
import { makeActiveCase } from '../../src/demo-data/conversations.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { postReview, reviewFixtures, reviewInput } from '../support/data/review-fixtures.ts'
import { expectInvariants } from '../support/database/invariants.ts'
import type { Client, Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const { lawyer, reviewRowsOf } = reviewFixtures(suite)

const listOf = async (who: Client, lawyerId: string) =>
  (await who.get(`/api/reviews/of-lawyer?lawyerId=${lawyerId}`)).json<ReviewsPage>().items
const ratingOf = async (lawyerId: string) => {
  const [row] = await suite.database.sql<{ sum: number; count: number }>(
    'select rating_sum as sum, rating_count as count from lawyer_profiles where id = $1',
    [lawyerId],
  )
  return row
}
const deleteAccount = async (member: Member) =>
  expect((await member.post('/api/departure/delete-account', { password: member.password })).status).toBe(200)

/** Creates a client with a case of the lawyer. */
async function clientOf(lawyerId: string, input: { email?: string; emailConfirmed?: boolean } = {}) {
  const member = await suite.member(input)
  await makeActiveCase(suite.platform, { clientId: member.id, lawyerId })
  return member
}

/** Returns the tokens in the e-mails to an address. */
async function tokensFor(email: string): Promise<string[]> {
  const mails = await suite.database.sql<{ text: string }>(
    'select text from local_mailbox where recipient = $1 order by id',
    [email],
  )
  return mails.flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? [])
}

describe('H-01: a review counts once its author\u2019s e-mail is confirmed', () => {
  test('H-01, A2: until then only its author and the lawyer see it; the e-mailed link publishes it', async () => {
    const lawyerMember = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    const lawyerId = lawyerMember.id
    const member = await clientOf(lawyerId, { emailConfirmed: false })
    const input = reviewInput(lawyerId, { rating: 4 })
    const saved = (await postReview(member, input)).json<SavedReview>()
    expect(saved).toMatchObject({ created: true, review: { is_published: false } })
    expect(await listOf(suite.visitor(), lawyerId)).toEqual([])
    expect(await listOf(await suite.member(), lawyerId)).toEqual([])
    expect(await listOf(member, lawyerId)).toMatchObject([{ id: input.id, is_published: false }])
    expect((await lawyerMember.get('/api/reviews/recent')).json<RecentReviewList>()).toMatchObject({
      items: [{ id: input.id, is_published: false, client_id: null }],
      rating: 0,
      review_count: 0,
    })
    // After a change it is still unpublished, and does not count.
    expect((await member.post('/api/reviews/update', { id: input.id, rating: 5 })).status).toBe(200)
    expect(await ratingOf(lawyerId)).toEqual({ sum: 0, count: 0 })

    expect((await member.post('/api/accounts/resend-confirmation')).json()).toEqual({ sent: true })
    await expect.poll(() => tokensFor(member.email)).toHaveLength(1)
    const [token] = await tokensFor(member.email)
    expect((await suite.visitor().post('/api/accounts/confirm-email', { token })).status).toBe(200)
    await expect.poll(() => ratingOf(lawyerId)).toEqual({ sum: 5, count: 1 })
    expect(await listOf(suite.visitor(), lawyerId)).toMatchObject([{ id: input.id, is_published: true }])
    // Both are notified.
    const notified = await suite.database.sql(
      `select user_id from events where kind = 'review' and ref = $1 group by user_id having count(*) = 3`,
      [input.id],
    )
    expect(notified).toHaveLength(2)
    await expectInvariants(suite.database)
  })

  test('H-01 a password reset by the e-mailed link confirms the address, too', async () => {
    const lawyerId = await lawyer()
    const member = await clientOf(lawyerId, { emailConfirmed: false })
    await postReview(member, reviewInput(lawyerId, { rating: 3 }))
    await suite.visitor().post('/api/accounts/request-recovery', { email: member.email })
    await expect.poll(() => tokensFor(member.email)).toHaveLength(1)
    const [token] = await tokensFor(member.email)
    const input = { token, password: 'otra-clave-9', confirmPassword: 'otra-clave-9' }
    expect((await suite.visitor().post('/api/accounts/reset-password', input)).status).toBe(200)
    await expect.poll(() => ratingOf(lawyerId)).toEqual({ sum: 3, count: 1 })
  })

  test('H-01 confirmed concurrently with writing: it is published anyway', async () => {
    const lawyerId = await lawyer()
    const people = await Promise.all(
      Array.from({ length: 8 }, () => clientOf(lawyerId, { emailConfirmed: false })),
    )
    for (const member of people) await member.post('/api/accounts/resend-confirmation')
    const tokens = await Promise.all(
      people.map(async (member) => {
        await expect.poll(() => tokensFor(member.email)).toHaveLength(1)
        return (await tokensFor(member.email))[0]
      }),
    )
    const answers = await Promise.all([
      ...people.map((member) => postReview(member, reviewInput(lawyerId))),
      ...tokens.map((token) => suite.visitor().post('/api/accounts/confirm-email', { token })),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200))
    await expect.poll(() => ratingOf(lawyerId)).toEqual({ sum: 40, count: 8 })
    await expectInvariants(suite.database)
  })

  test('H-01 requesting the e-mail again: three an hour to one address; not for confirmed users or lawyers', async () => {
    const member = await suite.member({ emailConfirmed: false })
    const resend = async (who: Member) => {
      const answer = await who.post('/api/accounts/resend-confirmation')
      return [answer.status, answer.json<Problem>().message]
    }
    for (let n = 0; n < 3; n++) expect((await resend(member))[0]).toBe(200)
    expect(await resend(member)).toEqual([
      429,
      'Ya te enviamos varios correos. Revisa tu bandeja o inténtalo de nuevo más tarde.',
    ])
    expect(await resend(await suite.member())).toEqual([409, 'Tu correo ya está confirmado.'])
    expect((await resend(await suite.member({ role: 'lawyer' })))[0]).toBe(403)
    expect((await suite.visitor().post('/api/accounts/resend-confirmation')).status).toBe(401)
  })
})

describe('H-01: one review of a lawyer per e-mail address, and deleted accounts do not count', () => {
  test('H-01, A2: register, review, delete, repeat with one unconfirmed address: nothing public, nothing counted', async () => {
    const lawyerId = await lawyer()
    const email = `vuelve-${randomUUID()}@prueba.test`
    for (let round = 0; round < 3; round++) {
      const member = await clientOf(lawyerId, { email, emailConfirmed: false })
      expect((await postReview(member, reviewInput(lawyerId))).status).toBe(200)
      await deleteAccount(member)
      expect(await reviewRowsOf(lawyerId)).toEqual([])
    }
    expect(await ratingOf(lawyerId)).toEqual({ sum: 0, count: 0 })
    await expectInvariants(suite.database)
  })

  test('H-01, A2: with a confirmed address the first review stays readable and no longer counts, the second is refused', async () => {
    const lawyerId = await lawyer()
    const email = `otra-vez-${randomUUID()}@prueba.test`
    const first = await clientOf(lawyerId, { email })
    const input = reviewInput(lawyerId, { rating: 5 })
    expect((await postReview(first, input)).status).toBe(200)
    expect(await ratingOf(lawyerId)).toEqual({ sum: 5, count: 1 })
    await deleteAccount(first)
    expect(await ratingOf(lawyerId)).toEqual({ sum: 0, count: 0 })
    const second = await clientOf(lawyerId, { email })
    const before = await suite.database.snapshot('rate_limits')
    const answer = await postReview(second, reviewInput(lawyerId))
    expect([answer.status, answer.json<Problem>().message]).toEqual([
      409,
      'Con este correo ya reseñaste a este abogado desde una cuenta que eliminaste. Esa reseña sigue publicada.',
    ])
    expect(await suite.database.snapshot('rate_limits')).toEqual(before)
    expect(await listOf(suite.visitor(), lawyerId)).toMatchObject([
      { id: input.id, author: { name: 'Usuario eliminado' } },
    ])
    // Another lawyer may be reviewed, and the address itself is not stored.
    const other = await lawyer()
    await makeActiveCase(suite.platform, { clientId: second.id, lawyerId: other })
    expect((await postReview(second, reviewInput(other))).status).toBe(200)
    const [kept] = await suite.database.sql<{ row: string }>(
      'select to_jsonb(r)::text as row from reviews r where id = $1',
      [input.id],
    )
    expect(kept?.row).not.toContain('otra-vez')
    await expectInvariants(suite.database)
  })

  test('H-01 an unconfirmed address does not learn whether it has a review; on confirmation its second review is deleted', async () => {
    const lawyerId = await lawyer()
    const email = `sondeo-${randomUUID()}@prueba.test`
    const first = await clientOf(lawyerId, { email })
    const input = reviewInput(lawyerId, { rating: 5 })
    expect((await postReview(first, input)).status).toBe(200)
    await deleteAccount(first)
    // Registering with the address of a deleted account reveals nothing.
    const second = await clientOf(lawyerId, { email, emailConfirmed: false })
    const answer = await postReview(second, reviewInput(lawyerId, { rating: 1 }))
    expect(answer.json<SavedReview>()).toMatchObject({ created: true, review: { is_published: false } })
    expect((await second.post('/api/accounts/resend-confirmation')).json()).toEqual({ sent: true })
    await expect.poll(() => tokensFor(email)).toHaveLength(1)
    const [token] = await tokensFor(email)
    expect((await suite.visitor().post('/api/accounts/confirm-email', { token })).status).toBe(200)
    await expect.poll(() => reviewRowsOf(lawyerId)).toHaveLength(1)
    expect(await listOf(suite.visitor(), lawyerId)).toMatchObject([{ id: input.id }])
    expect(await ratingOf(lawyerId)).toEqual({ sum: 0, count: 0 })
    expect((await postReview(second, reviewInput(lawyerId))).status).toBe(409)
    await expectInvariants(suite.database)
  })

  test('H-01 clients and a reviewed lawyer delete their accounts while others write: no deadlock', async () => {
    const [lawyerId, deletingLawyer] = await Promise.all([
      lawyer(),
      suite.member({ role: 'lawyer', verificationStatus: 'verified' }),
    ])
    const people = await Promise.all(Array.from({ length: 6 }, () => clientOf(lawyerId)))
    for (const member of people) {
      await makeActiveCase(suite.platform, { clientId: member.id, lawyerId: deletingLawyer.id })
      await postReview(member, reviewInput(deletingLawyer.id))
    }
    const answers = await Promise.all([
      ...people.map((member) => postReview(member, reviewInput(lawyerId))),
      ...people
        .slice(3)
        .map((member) => member.post('/api/departure/delete-account', { password: member.password })),
      deletingLawyer.post('/api/departure/delete-account', { password: deletingLawyer.password }),
    ])
    for (const { status, text } of answers) expect([200, 401, 403], text).toContain(status)
    await expectInvariants(suite.database)
  })
})

test('H-01, OPEN-50, A2: contact data in a review is hidden from readers; its author edits the original text', async () => {
  const lawyerMember = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
  const member = await clientOf(lawyerMember.id)
  const comment = 'Preguntar por 12.345.678-5, fono +56 9 8765 4321, juan@ejemplo.cl'
  await postReview(member, reviewInput(lawyerMember.id, { comment }))
  const hidden = 'Preguntar por [dato oculto], fono [dato oculto], [dato oculto]'
  for (const who of [suite.visitor(), lawyerMember, member])
    expect(await listOf(who, lawyerMember.id)).toMatchObject([{ comment: hidden }])
  expect((await lawyerMember.get('/api/reviews/recent')).json<RecentReviewList>().items).toMatchObject([
    { comment: hidden },
  ])
  expect(
    (await member.get(`/api/reviews/standing?lawyerId=${lawyerMember.id}`)).json<ReviewEligibility>(),
  ).toMatchObject({ review: { comment } })
})
