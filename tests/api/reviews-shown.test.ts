import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RecentReviewList, ReviewsPage } from '../../src/capabilities/reviews/schema.ts'
import { makeActiveCase, makeOpenCase } from '../../src/demo-data/conversations.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { postReview, reviewFixtures, reviewInput } from '../support/data/review-fixtures.ts'
import type { Client } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const { lawyer, reviewer, clientsAtEachApp, reviewRowsOf, expectRatingsMatchReviews } = reviewFixtures(suite)

describe('OPEN-53, OPEN-56: average and count always equal a recount', () => {
  test('12 clients write and change reviews while one of them and another lawyer delete their accounts', async () => {
    const [lawyerId, deletingLawyer] = await Promise.all([
      lawyer(),
      suite.member({ role: 'lawyer', verificationStatus: 'verified' }),
    ])
    const people = []
    for (let n = 0; n < 12; n++) people.push((await reviewer(lawyerId, `Persona ${n}`)).member)
    const deletingClient = people[0] as Member
    await makeActiveCase(suite.platform, { clientId: deletingClient.id, lawyerId: deletingLawyer.id })
    await postReview(deletingClient, reviewInput(lawyerId, { rating: 4 }))
    await postReview(deletingClient, reviewInput(deletingLawyer.id))
    const acts = people.flatMap((member, n) => {
      const clients = clientsAtEachApp(member)
      return Array.from(
        { length: 4 },
        (_, m) => () =>
          postReview(
            clients[m % 2] as Member,
            reviewInput(lawyerId, { rating: 1 + ((n + m) % 5), comment: `${n}.${m}` }),
          ),
      )
    })
    acts.splice(9, 0, () =>
      deletingClient.post('/api/departure/delete-account', { password: deletingClient.password }),
    )
    acts.splice(20, 0, () =>
      deletingLawyer.post('/api/departure/delete-account', { password: deletingLawyer.password }),
    )
    const answers = await Promise.all(acts.map((act) => act()))
    for (const answer of answers) expect([200, 401, 403, 404], answer.text).toContain(answer.status)
    const rows = await reviewRowsOf(lawyerId)
    expect(rows).toHaveLength(12)
    expect(rows.filter((row) => row.client_id === null)).toHaveLength(1)
    expect(await reviewRowsOf(deletingLawyer.id)).toEqual([])
    await expectRatingsMatchReviews()
  })

  test('OPEN-58, H-01 after a client deletes the account, the review stays without a name and does not count; after a lawyer does, the reviews are gone', async () => {
    const lawyerId = await lawyer()
    const other = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    const { member } = await reviewer(lawyerId, 'Rosa Huenchumán')
    await makeActiveCase(suite.platform, { clientId: member.id, lawyerId: other.id })
    const kept = reviewInput(lawyerId, { rating: 4 })
    await postReview(member, kept)
    const gone = reviewInput(other.id)
    await postReview(member, gone)
    const page = async () =>
      (await suite.visitor().get(`/api/reviews/of-lawyer?lawyerId=${lawyerId}`)).json<ReviewsPage>().items
    expect(await page()).toMatchObject([{ author: { name: 'Rosa H.' } }])
    const eventsFor = (userId: string, ref: string) =>
      suite.database.sql(`select 1 from events where kind = 'review' and user_id = $1 and ref = $2`, [
        userId,
        ref,
      ])
    expect(await eventsFor(member.id, gone.id)).toHaveLength(1)
    expect((await other.post('/api/departure/delete-account', { password: other.password })).status).toBe(200)
    expect(await reviewRowsOf(other.id)).toEqual([])
    expect(await eventsFor(member.id, gone.id)).toHaveLength(2)
    expect((await member.post('/api/departure/delete-account', { password: member.password })).status).toBe(
      200,
    )
    expect(await eventsFor(lawyerId, kept.id)).toHaveLength(2)
    expect(await page()).toEqual([
      {
        id: kept.id,
        rating: 4,
        comment: kept.comment,
        created_at: expect.any(String),
        is_published: true,
        is_blocked: false,
        is_hidden: false,
        client_id: null,
        author: { id: null, name: 'Usuario eliminado', avatar_url: null },
      },
    ])
    expect((await suite.visitor().get(`/api/lawyers/${lawyerId}`)).json()).toMatchObject({
      rating: 0,
      review_count: 0,
    })
    await expectRatingsMatchReviews()
  })
})

describe('reading reviews', () => {
  test('REV-01, OPEN-56, CAL-22 three newest, then ten a page; names as «Camila R.», an author’s id only for the author', async () => {
    const lawyerId = await lawyer()
    const people: Member[] = []
    for (let n = 0; n < 15; n++) {
      const { member } = await reviewer(lawyerId, `Canario${n} Reservado Quilodrán`)
      people.push(member)
      await suite.database.sql(`update profiles set avatar_url = $1 where id = $2`, [
        `/archivos/avatars/${member.id}/a.jpg`,
        member.id,
      ])
      expect(
        (await postReview(member, reviewInput(lawyerId, { rating: 1 + (n % 5), comment: `Reseña ${n}` })))
          .status,
      ).toBe(200)
    }
    // Some have the same time: pages must neither repeat nor omit any.
    await suite.database.sql(
      `update reviews set created_at = date_trunc('hour', created_at) - interval '1 hour' where lawyer_id = $1 and rating > 2`,
      [lawyerId],
    )
    const pages = async (who: Client) => {
      const found: ReviewsPage[] = []
      let next: string | null = ''
      while (next !== null) {
        const query = new URLSearchParams({ lawyerId, ...(next && { after: next }) })
        const answer = await who.get(`/api/reviews/of-lawyer?${query}`)
        expect(answer.status, answer.text).toBe(200)
        const page: ReviewsPage = answer.json<ReviewsPage>()
        found.push(page)
        next = page.next
      }
      return found
    }
    const seen = await pages(suite.visitor())
    expect(seen.map(({ items }) => items.length)).toEqual([3, 10, 2])
    const items = seen.flatMap((page) => page.items)
    expect(new Set(items.map(({ id }) => id)).size).toBe(15)
    expect(items.map(({ created_at }) => created_at)).toEqual(
      items
        .map(({ created_at }) => created_at)
        .sort()
        .reverse(),
    )
    const own = people[4] as Member
    const ownPages = await pages(own)
    const text = JSON.stringify(seen) + JSON.stringify(await pages(people[0] as Member))
    expect(text).toContain('"name":"Canario3 R."')
    // Compares with an allow-list, so that nothing private is sent.
    for (const item of items) {
      expect(Object.keys(item).sort()).toEqual([
        'author',
        'client_id',
        'comment',
        'created_at',
        'id',
        'is_blocked',
        'is_hidden',
        'is_published',
        'rating',
      ])
      expect(item).toMatchObject({ client_id: null, author: { id: null, avatar_url: null } })
      expect(Object.keys(item.author).sort()).toEqual(['avatar_url', 'id', 'name'])
    }
    expect(text).not.toMatch(/Reservado|Quilodrán|@|case/)
    expect(JSON.stringify(seen)).not.toContain('archivos')
    for (const { id } of people.slice(1)) expect(text).not.toContain(id)
    const mine = ownPages.flatMap((page) => page.items).filter((item) => item.client_id !== null)
    expect(mine).toMatchObject([
      { client_id: own.id, author: { id: own.id, name: 'Canario4 R.' }, comment: 'Reseña 4' },
    ])

    // PUB-05: the average of all reviews, with one decimal.
    const [row] = await suite.database.sql(
      'select round(avg(rating), 1)::float8 as rating from reviews where lawyer_id = $1',
      [lawyerId],
    )
    expect((await suite.visitor().get(`/api/lawyers/${lawyerId}`)).json()).toMatchObject({
      rating: row?.rating,
      review_count: 15,
    })
    expect((await suite.visitor().get(`/api/reviews/of-lawyer?lawyerId=${lawyerId}&after=x`)).status).toBe(
      422,
    )
  })

  test('OPEN-54, abuse 27: the reviews of an unverified lawyer are visible to that lawyer only; others get the answer for an unknown one', async () => {
    const member = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    const { member: client } = await reviewer(member.id)
    await postReview(client, reviewInput(member.id))
    await suite.database.sql(
      `update lawyer_profiles set is_verified = false, verification_status = 'admin_pending' where id = $1`,
      [member.id],
    )
    for (const who of [suite.visitor(), client])
      expect((await who.get(`/api/reviews/of-lawyer?lawyerId=${member.id}`)).json()).toEqual({
        items: [],
        next: null,
      })
    expect(
      (await member.get(`/api/reviews/of-lawyer?lawyerId=${member.id}`)).json<ReviewsPage>().items,
    ).toHaveLength(1)
    expect((await suite.visitor().get(`/api/reviews/of-lawyer?lawyerId=${randomUUID()}`)).json()).toEqual({
      items: [],
      next: null,
    })
  })

  test('DAL-11, CAL-24 the lawyer sees the newest five reviews, and the average of all; an empty list without any', async () => {
    const member = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
    expect((await member.get('/api/reviews/recent')).json<RecentReviewList>()).toEqual({
      items: [],
      rating: 0,
      review_count: 0,
    })
    const stars = [5, 5, 4, 4, 4, 5, 5]
    for (const [n, rating] of stars.entries())
      await postReview(
        (await reviewer(member.id)).member,
        reviewInput(member.id, { rating, comment: `Reseña ${n}` }),
      )
    const recent = (await member.get('/api/reviews/recent')).json<RecentReviewList>()
    expect(recent).toMatchObject({ rating: 4.6, review_count: 7 })
    expect(recent.items.map(({ comment }) => comment)).toEqual([6, 5, 4, 3, 2].map((n) => `Reseña ${n}`))
    expect(recent.items[0]).toMatchObject({ author: { id: null, name: 'Camila R.' }, client_id: null })
  })

  test('CAL-08, PUB-07, PUB-08, OPEN-55 the number of finished cases, and of distinct clients with accepted proposals', async () => {
    const lawyerId = await lawyer()
    const stats = async () =>
      (await suite.visitor().get(`/api/cases/lawyer-stats?lawyerId=${lawyerId}`)).json()
    expect(await stats()).toEqual({ total_cases: 0, total_clients: 0 })
    const { member, caseId } = await reviewer(lawyerId)
    await reviewer(lawyerId)
    await makeActiveCase(suite.platform, { clientId: member.id, lawyerId })
    // Open cases and other people's do not count.
    await makeOpenCase(suite.platform, member.id)
    await reviewer(await lawyer())
    expect(await stats()).toEqual({ total_cases: 0, total_clients: 2 })
    await suite.database.sql(`update cases set status = 'finalizado' where id = $1`, [caseId])
    expect(await stats()).toEqual({ total_cases: 1, total_clients: 2 })
  })
})
