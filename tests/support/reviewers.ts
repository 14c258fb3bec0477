/** Clients who may review a lawyer, and what stands with the lawyers afterwards. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { makeActiveCase } from '../../src/server/factories/conversations.ts'
import type { Client } from './http.ts'
import type { HouseSuite, Member } from './suite.ts'
import { at } from './writers.ts'

export const draft = (lawyerId: string, change: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  lawyerId,
  rating: 5,
  comment: 'Me explicó todo sin palabras raras.',
  ...change,
})

export const create = (client: Pick<Client, 'post'>, input: unknown) =>
  client.post('/api/reviews/create', input)

/** What a file of tests about reviews does with its suite. */
export function reviewersOf(suite: HouseSuite) {
  const lawyer = async () =>
    (await makeAccount(suite.platform.db, { role: 'lawyer', verificationStatus: 'verified' })).id

  return {
    lawyer,
    /** A client who accepted a proposal of the lawyer. */
    async reviewer(lawyerId: string, name = 'Camila Rojas Fuentes') {
      const member = await suite.member({ name })
      const { caseId } = await makeActiveCase(suite.platform, { clientId: member.id, lawyerId })
      return { member, caseId }
    },
    /** The same person at each process. */
    doorsOf: (member: Member) => suite.apps.map((app) => at(app.url, member)),
    rowsOf: (lawyerId: string) =>
      suite.database.sql<{ id: string; client_id: string | null; case_id: string; rating: number }>(
        'select id, client_id, case_id, rating from reviews where lawyer_id = $1 order by created_at',
        [lawyerId],
      ),
    /** What stands with every lawyer is what a recount says of the reviews that count (H-01). */
    async expectRecount() {
      expect(
        await suite.database.sql(`
          select l.id, l.rating_sum, l.rating_count, count(r.id), sum(r.rating)
          from lawyer_profiles l
            left join reviews r on r.lawyer_id = l.id and r.published_at is not null and r.hidden_at is null
              and r.client_id is not null
          group by l.id having l.rating_count <> count(r.id) or l.rating_sum <> coalesce(sum(r.rating), 0)`),
      ).toEqual([])
    },
  }
}
