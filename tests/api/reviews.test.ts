import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ReviewEligibility, SavedReview } from '../../src/capabilities/reviews/schema.ts'
import { makeChat, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { postReview, reviewFixtures, reviewInput } from '../support/data/review-fixtures.ts'
import type { Client, HttpResponse, Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const { lawyer, reviewer, clientsAtEachApp, reviewRowsOf, expectRatingsMatchReviews } = reviewFixtures(suite)

const update = (client: Pick<Client, 'post'>, input: unknown) => client.post('/api/reviews/update', input)
const problem = (answer: HttpResponse) => {
  const { message, data } = answer.json<Problem>()
  return { status: answer.status, message, reason: data?.reason }
}
/** Counts the answers by status. */
function statusesOf(answers: HttpResponse[]) {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const NOT_ELIGIBLE = 'Podrás dejar una reseña cuando aceptes una propuesta de este abogado.'
const NO_CASE = 'No se pudo identificar el caso para la reseña.'

describe('who may review', () => {
  test('REV-03, REV-10, REV-16, CAL-23 a client with an accepted proposal of the lawyer: the row, the sum, the event', async () => {
    const lawyerId = await lawyer()
    const { member, caseId } = await reviewer(lawyerId)
    expect(
      (await member.get(`/api/reviews/standing?lawyerId=${lawyerId}`)).json<ReviewEligibility>(),
    ).toEqual({
      eligible: true,
      review: null,
    })
    const input = reviewInput(lawyerId, { comment: '  Muy ordenada.\r\nGracias. ' })
    const answer = await postReview(member, input)
    expect(answer.status, answer.text).toBe(200)
    const stored = {
      id: input.id,
      lawyer_id: lawyerId,
      client_id: member.id,
      case_id: caseId,
      rating: 5,
      comment: 'Muy ordenada.\nGracias.',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      is_published: true,
      is_hidden: false,
    }
    expect(answer.json<SavedReview>()).toEqual({
      created: true,
      review: { ...stored, author: { id: member.id, name: 'Camila Rojas Fuentes', avatar_url: null } },
    })
    expect(
      (await member.get(`/api/reviews/standing?lawyerId=${lawyerId}`)).json<ReviewEligibility>(),
    ).toEqual({
      eligible: true,
      review: stored,
    })
    expect((await member.post('/api/reviews/mine', { lawyerIds: [lawyerId, randomUUID()] })).json()).toEqual({
      reviews: [stored],
    })
    // OPEN-65, RT-03: the lawyer is notified, and other tabs of the client.
    const notified = await suite.database.sql(
      `select user_id from events where kind = 'review' and ref = $1 order by user_id`,
      [input.id],
    )
    expect(notified.map((row) => row.user_id)).toEqual([lawyerId, member.id].sort())
    await expectRatingsMatchReviews()
  })

  test('REV-03, docs/design.md §5, abuse 26: nobody else: without a case, with an open one, a pending proposal, a case of another lawyer; nothing is written', async () => {
    const [lawyerId, other] = await Promise.all([lawyer(), lawyer()])
    const stranger = await suite.member()
    const waiting = await suite.member()
    await makeOpenCase(suite.platform, waiting.id)
    const chatId = await makeChat(suite.platform, { clientId: waiting.id, lawyerId })
    await makeProposal(suite.platform, { chatId, lawyerId })
    const { member: theirs, caseId } = await reviewer(other)
    const before = await suite.database.snapshot('rate_limits', 'session')
    for (const member of [stranger, waiting, theirs]) {
      expect(problem(await postReview(member, reviewInput(lawyerId)))).toEqual({
        status: 403,
        message: NOT_ELIGIBLE,
      })
      expect((await member.get(`/api/reviews/standing?lawyerId=${lawyerId}`)).json()).toEqual({
        eligible: false,
        review: null,
      })
    }
    // An unknown lawyer, and the ids of clients: the same message.
    for (const id of [randomUUID(), stranger.id, theirs.id])
      expect(problem(await postReview(theirs, reviewInput(id)))).toEqual({
        status: 403,
        message: NOT_ELIGIBLE,
      })
    // REV-14: the case of another client, of another lawyer, an unknown one.
    for (const [member, about, of] of [
      [stranger, other, caseId],
      [theirs, lawyerId, caseId],
      [theirs, other, randomUUID()],
    ] as const)
      expect(problem(await postReview(member, reviewInput(about, { caseId: of })))).toEqual({
        status: 404,
        message: NO_CASE,
        reason: 'CASE_UNKNOWN',
      })
    expect(await suite.database.snapshot('rate_limits', 'session')).toEqual(before)
  })

  test('REV-03, ROL-02, abuse 26: lawyers and administrators may not review; an author in the input is refused', async () => {
    const lawyerId = await lawyer()
    const { member } = await reviewer(lawyerId)
    const other = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    const admin = await suite.member({ role: 'admin' })
    const before = await suite.database.snapshot('rate_limits', 'session')
    for (const one of [other, admin])
      expect(problem(await postReview(one, reviewInput(lawyerId)))).toEqual({
        status: 403,
        message: 'Solo los clientes pueden dejar una reseña.',
      })
    for (const key of ['client_id', 'clientId', 'created_at', 'author'])
      expect((await postReview(member, reviewInput(lawyerId, { [key]: member.id }))).status).toBe(422)
    expect(await suite.database.snapshot('rate_limits', 'session')).toEqual(before)
  })

  test.each([
    ['REV-04', { rating: 0 }, 'rating', 'Por favor, selecciona de 1 a 5 estrellas.'],
    ['REV-04', { rating: 6 }, 'rating', 'Por favor, selecciona de 1 a 5 estrellas.'],
    ['REV-04', { rating: 4.5 }, 'rating', 'Por favor, selecciona de 1 a 5 estrellas.'],
    ['REV-05', { comment: 'a'.repeat(251) }, 'comment', 'El comentario puede tener hasta 250 caracteres.'],
  ])('%s, OPEN-11, abuse 26: %j is refused with its text', async (_id, change, field, text) => {
    const lawyerId = await lawyer()
    const { member } = await reviewer(lawyerId)
    const answer = await postReview(member, reviewInput(lawyerId, change))
    expect(answer.status).toBe(422)
    expect(answer.json<Problem>().data?.fields).toEqual({ [field]: text })
    expect(await reviewRowsOf(lawyerId)).toEqual([])
  })

  test('REV-12, REV-13, REV-16, TRAP-09 the panel form, with a case: a comment of up to 500 characters is required', async () => {
    const lawyerId = await lawyer()
    const { member, caseId } = await reviewer(lawyerId)
    for (const [comment, text] of [
      ['', 'Por favor, deja un comentario.'],
      ['a'.repeat(501), 'El comentario puede tener hasta 500 caracteres.'],
    ]) {
      const answer = await postReview(member, reviewInput(lawyerId, { caseId, comment }))
      expect([answer.status, answer.json<Problem>().data?.fields]).toEqual([422, { comment: text }])
    }
    const answer = await postReview(member, reviewInput(lawyerId, { caseId, comment: 'a'.repeat(500) }))
    expect(answer.status, answer.text).toBe(200)
    // The database enforces the same limits.
    for (const change of [`comment = repeat('a', 501)`, 'rating = 6', 'rating = 0', `comment = ''`])
      await expect(
        suite.database.sql(`update reviews set ${change} where lawyer_id = $1`, [lawyerId]),
      ).rejects.toThrow(/check constraint/)
  })
})

describe('REV-06: one review per client and lawyer', () => {
  test('REV-08, REV-10 the author changes it by its id, the date stays; others get 404', async () => {
    const lawyerId = await lawyer()
    const { member, caseId } = await reviewer(lawyerId)
    const { member: other } = await reviewer(lawyerId)
    const input = reviewInput(lawyerId, { comment: undefined })
    const { review } = (await postReview(member, input)).json<SavedReview>()
    expect(review.comment).toBeNull()
    const answer = await update(member, { id: input.id, rating: 2, comment: 'Demoró.' })
    expect(answer.json<SavedReview>()).toEqual({
      created: false,
      review: { ...review, rating: 2, comment: 'Demoró.' },
    })
    // The panel's form changes the same row (TRAP-09), also with a longer text than the profile's form.
    const long = 'a'.repeat(400)
    expect(
      (await update(member, { id: input.id, rating: 3, comment: long, caseId })).json<SavedReview>(),
    ).toMatchObject({
      created: false,
      review: { id: input.id, rating: 3, comment: long },
    })
    expect(await reviewRowsOf(lawyerId)).toHaveLength(1)
    const before = await suite.database.snapshot('rate_limits', 'session')
    for (const [who, id] of [
      [other, input.id],
      [member, randomUUID()],
    ] as const)
      expect(problem(await update(who, { id, rating: 1, comment: null }))).toEqual({
        status: 404,
        message: 'No encontramos tu reseña.',
      })
    expect(
      problem(await update(member, { id: input.id, rating: 1, comment: 'x', caseId: randomUUID() })),
    ).toEqual({
      status: 404,
      message: NO_CASE,
      reason: 'CASE_UNKNOWN',
    })
    expect(await suite.database.snapshot('rate_limits', 'session')).toEqual(before)
    await expectRatingsMatchReviews()
  })

  test('a repeat returns the same review; its id with other content is refused; a second review edits the first', async () => {
    const lawyerId = await lawyer()
    const { member } = await reviewer(lawyerId)
    const { member: other } = await reviewer(lawyerId)
    const input = reviewInput(lawyerId)
    const first = await postReview(member, input)
    const before = await suite.database.snapshot('rate_limits', 'session')
    expect((await postReview(member, input)).json()).toEqual(first.json())
    for (const [who, sent] of [
      [member, { ...input, rating: 1 }],
      [member, { ...input, comment: null }],
      [other, input],
    ] as const)
      expect(problem(await postReview(who, sent))).toEqual({
        status: 409,
        message: 'Ya existe otra reseña con este identificador.',
      })
    expect(await suite.database.snapshot('rate_limits', 'session')).toEqual(before)
    expect(
      (await postReview(member, reviewInput(lawyerId, { rating: 3, comment: 'Otra' }))).json<SavedReview>(),
    ).toMatchObject({
      created: false,
      review: { id: input.id, rating: 3, comment: 'Otra' },
    })
    expect(await reviewRowsOf(lawyerId)).toHaveLength(1)
    await expectRatingsMatchReviews()
  })

  test('abuse 26: 20 at once with different ids over two processes: one row, created once, the sum is its rating', async () => {
    const lawyerId = await lawyer()
    const { member } = await reviewer(lawyerId)
    const clients = clientsAtEachApp(member)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        postReview(
          clients[n % 2] as Member,
          reviewInput(lawyerId, { rating: 1 + (n % 5), comment: `Número ${n}` }),
        ),
      ),
    )
    expect(statusesOf(answers)).toEqual({ 200: 20 })
    expect(answers.filter((answer) => answer.json<SavedReview>().created)).toHaveLength(1)
    const rows = await reviewRowsOf(lawyerId)
    expect(rows).toHaveLength(1)
    expect(
      await suite.database.sql('select rating_sum, rating_count from lawyer_profiles where id = $1', [
        lawyerId,
      ]),
    ).toEqual([{ rating_sum: rows[0]?.rating, rating_count: 1 }])
  })

  test('abuse 26: 20 at once of a client who may not review: 403 each, and no row', async () => {
    const lawyerId = await lawyer()
    const clients = clientsAtEachApp(await suite.member())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => postReview(clients[n % 2] as Member, reviewInput(lawyerId))),
    )
    expect(statusesOf(answers)).toEqual({ 403: 20 })
    expect(await reviewRowsOf(lawyerId)).toEqual([])
  })
})
