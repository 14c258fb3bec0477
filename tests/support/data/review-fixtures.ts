/** Creates clients who may review a lawyer, and checks the ratings afterwards. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { makeAccount } from '../../../src/demo-data/accounts.ts'
import { makeActiveCase } from '../../../src/demo-data/conversations.ts'
import type { AppSuite, Member } from '../app/suite.ts'
import type { Client } from '../network/http-client.ts'
import { clientAt } from './writers.ts'

export const reviewInput = (lawyerId: string, change: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  lawyerId,
  rating: 5,
  comment: 'Me explicó todo sin palabras raras.',
  ...change,
})

export const postReview = (client: Pick<Client, 'post'>, input: unknown) =>
  client.post('/api/reviews/create', input)

/** Helpers for tests of reviews. */
export function reviewFixtures(testApp: AppSuite) {
  const lawyer = async () =>
    (await makeAccount(testApp.platform.db, { role: 'lawyer', verificationStatus: 'verified' })).id

  return {
    lawyer,
    /** Creates a client who has accepted a proposal of the lawyer. */
    async reviewer(lawyerId: string, name = 'Camila Rojas Fuentes') {
      const member = await testApp.member({ name })
      const { caseId } = await makeActiveCase(testApp.platform, { clientId: member.id, lawyerId })
      return { member, caseId }
    },
    /** Returns a client of the same session for each application. */
    clientsAtEachApp: (member: Member) => testApp.apps.map((app) => clientAt(app.url, member)),
    reviewRowsOf: (lawyerId: string) =>
      testApp.database.sql<{ id: string; client_id: string | null; case_id: string; rating: number }>(
        'select id, client_id, case_id, rating from reviews where lawyer_id = $1 order by created_at',
        [lawyerId],
      ),
    /**
     * Expects the rating of every lawyer to match a recount of the published, visible reviews with an author
     * (H-01).
     */
    async expectRatingsMatchReviews() {
      expect(
        await testApp.database.sql(`
          select l.id, l.rating_sum, l.rating_count, count(r.id), sum(r.rating)
          from lawyer_profiles l
            left join reviews r on r.lawyer_id = l.id and r.published_at is not null and r.hidden_at is null
              and r.client_id is not null
          group by l.id having l.rating_count <> count(r.id) or l.rating_sum <> coalesce(sum(r.rating), 0)`),
      ).toEqual([])
    },
  }
}
