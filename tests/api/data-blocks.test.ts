import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { remindOfRequests } from '../../src/capabilities/privacy/requests/request-queue.server.ts'
import type { QueuedRequestView, RequestView } from '../../src/capabilities/privacy/schema.ts'
import type { ReviewsPage } from '../../src/capabilities/reviews/schema.ts'
import type { LawyersPage } from '../../src/capabilities/search/schema.ts'
import { addDays } from '../../src/chile/data-law.ts'
import { isoDay } from '../../src/chile/dates.ts'
import { makeChat, makeOpenCase, sendText } from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import {
  administrator,
  atSecondProcess,
  decide,
  question,
  sendRequest,
} from '../support/data/data-requests.ts'
import { makeReview } from '../support/data/make-review.ts'
import { expectInvariants } from '../support/database/invariants.ts'
import { withClockAt } from '../support/database/platform-at.ts'
import { countLockWaits, eventually } from '../support/database/test-database.ts'
import { type Client, newClient, type Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const verified = (name = 'Nadia Vergara Lillo') =>
  suite.member({ role: 'lawyer', verificationStatus: 'verified', name })
const block = (about: string, objectId: string | null = null) => ({
  ...{ ...question, kind: 'bloquear', details: '' },
  ...{ about, objectId },
})
const profileBlock = block('perfil')
const REASON = 'La persona tiene razón, lo revisamos con cuidado.'
const BEFORE = 'Este dato ya estuvo bloqueado por una solicitud anterior.'
const tryRequest = (person: Client, input: object) =>
  person.post('/api/privacy/send-request', { requestId: randomUUID(), ...input })
const withdraw = (person: Client, requestId: string) =>
  person.post('/api/privacy/withdraw-request', { requestId })
const stateOf = async (requestId: string) =>
  (await suite.database.sql('select state from data_blocks where request_id = $1', [requestId]))[0]?.state

/** What others see of a lawyer. */
async function shownOf(lawyer: Member, name: string) {
  const visitor = suite.visitor()
  const colleague = await verified('Otro Colega')
  const search = (await visitor.get(`/api/search/lawyers?text=${name}`)).json<LawyersPage>()
  return {
    search: search.items.some(({ id }) => id === lawyer.id),
    profile: (await visitor.get(`/api/lawyers/${lawyer.id}`)).status,
    colleagues: (await colleague.get(`/api/lawyers/colleagues?text=${name}`)).text.includes(lawyer.id),
    stranger: (await (await suite.member()).post('/api/chat/open', { lawyerId: lawyer.id })).status,
  }
}

describe('a profile', () => {
  test('DAT-18 leaves search and its public address at once, its lawyer works on, and withdrawing brings all back', async () => {
    const lawyer = await verified('Ximena Quirogabloq')
    await setPlan(suite.platform.db, lawyer.id, 'avanzado', 70)
    const client = await suite.member()
    const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    const all = { search: true, profile: 200, colleagues: true, stranger: 200 }
    const before = await shownOf(lawyer, 'Quirogabloq')
    expect(before).toMatchObject(all)
    const request = await sendRequest(lawyer, profileBlock)
    expect(request).toMatchObject({ kind: 'bloquear', state: 'recibida', block: 'provisional' })
    expect(request.messages[0]?.body).toMatch(
      /^Dejamos de usar este dato mientras lo revisamos\. Te respondemos a más tardar el .+\.$/,
    )
    expect(await shownOf(lawyer, 'Quirogabloq')).toEqual({
      ...{ search: false, profile: 404, colleagues: false, stranger: 404 },
    })
    // Of the other process, which has no sitemap in its cache yet.
    expect((await newClient(suite.apps[1]?.url ?? '').get('/sitemap.xml')).text).not.toContain(lawyer.id)
    // Own access, market and chats stay.
    expect((await lawyer.get(`/api/lawyers/${lawyer.id}`)).status).toBe(200)
    expect((await lawyer.get('/api/cases/market')).status).toBe(200)
    expect((await client.post('/api/chat/open', { lawyerId: lawyer.id })).status).toBe(200)
    await sendText(suite.platform, chatId, client.id, 'Hola')
    await expectInvariants(suite.database)
    expect((await withdraw(lawyer, request.id)).status).toBe(200)
    expect(await shownOf(lawyer, 'Quirogabloq')).toMatchObject(before)
    expect(await stateOf(request.id)).toBe('levantado')
    await expectInvariants(suite.database)
  })

  test('DAT-19 once per object and asker; a retry is the same request', async () => {
    const lawyer = await verified()
    const shown = async () => (await lawyer.get('/api/privacy/shown-objects')).text
    expect(await shown()).toContain('"blocked_before":false')
    const first = await sendRequest(lawyer, profileBlock)
    expect((await sendRequest(lawyer, profileBlock, first.id)).number).toBe(first.number)
    expect(await shown()).toContain('"blocked_before":true')
    for (const settle of [() => Promise.resolve(), () => withdraw(lawyer, first.id)]) {
      await settle()
      const before = await suite.database.snapshot('data_requests', 'data_blocks', 'lawyer_profiles')
      const again = await tryRequest(lawyer, profileBlock)
      expect([again.status, again.json<Problem>().message]).toEqual([409, BEFORE])
      expect(await suite.database.snapshot('data_requests', 'data_blocks', 'lawyer_profiles')).toEqual(before)
    }
  })

  test('DAT-19 the same block sent ten times to two processes under different ids: one begins', async () => {
    const lawyer = await verified()
    const second = atSecondProcess(suite, lawyer)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => tryRequest(at % 2 ? second : lawyer, profileBlock)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    await expectInvariants(suite.database)
  })
})

describe('a case', () => {
  test('DAT-18 an open case leaves the market and stays with its owner; also after a suspension ends', async () => {
    const client = await suite.member()
    const caseId = await makeOpenCase(suite.platform, client.id, { specialty: 'Divorcio', commune: 'Putre' })
    const lawyer = await verified()
    await setPlan(suite.platform.db, lawyer.id, 'avanzado', 10)
    const market = async () => (await lawyer.get('/api/cases/market')).text.includes(caseId)
    expect(await market()).toBe(true)
    const { id } = await sendRequest(client, block('causa', caseId))
    expect(await market()).toBe(false)
    expect((await lawyer.post('/api/chat/start-from-case', { caseId })).status).toBe(409)
    expect((await client.get(`/api/cases/by-id?caseId=${caseId}`)).status).toBe(200)
    const own = (await client.get(`/api/privacy/request?requestId=${id}`)).json<RequestView>()
    expect(own.object).not.toBeNull()
    const { restoreAccount, suspendAccount } = await import(
      '../../src/capabilities/account-deletion/commands.server.ts'
    )
    await suspendAccount(suite.platform, { email: client.email, reason: 'Se hace pasar por otra.' })
    await restoreAccount(suite.platform, { email: client.email })
    expect(await market()).toBe(false)
    await expectInvariants(suite.database)
    // The administrator does not read the case.
    const admin = await administrator(suite)
    const opened = (
      await admin.post('/api/privacy/open-request', { requestId: id })
    ).json<QueuedRequestView>()
    expect(opened).toMatchObject({ object: null, block: 'provisional' })
    const refused = await decide(admin, id, { outcome: 'rechazada', cause: 'defensa', answer: REASON })
    expect(refused.status, refused.text).toBe(200)
    expect(await market()).toBe(true)
    await expectInvariants(suite.database)
  })

  test('DAT-18 of another person, running, or gone: refused, and nothing changes', async () => {
    const [client, other] = [await suite.member(), await suite.member()]
    const caseId = await makeOpenCase(suite.platform, other.id, {})
    const lawyer = await verified()
    const { id: reviewId, caseId: running } = await makeReview(suite.platform, {
      clientId: other.id,
      lawyerId: lawyer.id,
    })
    const before = await suite.database.snapshot('data_requests', 'data_blocks', 'paused_cases', 'reviews')
    for (const input of [block('causa', caseId), block('resena', reviewId), block('causa', randomUUID())]) {
      const refused = await tryRequest(client, input)
      expect([refused.status, refused.json<Problem>().message]).toEqual([
        409,
        'Eso ya no está publicado o no es tuyo. Actualiza la página.',
      ])
    }
    expect((await tryRequest(other, block('causa', running))).status).toBe(409)
    expect((await tryRequest(client, block('causa'))).status).toBe(422)
    expect((await tryRequest(client, profileBlock)).status).toBe(422)
    expect((await tryRequest(client, block('causa', 'x'))).status).toBe(422)
    expect(await suite.database.snapshot('data_requests', 'data_blocks', 'paused_cases', 'reviews')).toEqual(
      before,
    )
  })

  test('DAT-18 fifty blocks against chats from the market and withdrawals of the case: a blocked case is never taken up after', async () => {
    const lawyer = await verified()
    await setPlan(suite.platform.db, lawyer.id, 'avanzado', 200)
    for (let round = 0; round < 50; round += 1) {
      const client = await suite.member()
      const caseId = await makeOpenCase(suite.platform, client.id, {})
      const second = atSecondProcess(suite, client)
      const [blocked, started, withdrawn] = await Promise.all([
        tryRequest(client, block('causa', caseId)),
        lawyer.post('/api/chat/start-from-case', { caseId }),
        second.post('/api/open-cases/withdraw', { caseId, reason: 'Ya lo resolví' }),
      ])
      for (const { status, text } of [blocked, started, withdrawn]) expect(status, text).toBeLessThan(500)
      if (blocked.status === 200)
        expect((await lawyer.post('/api/chat/start-from-case', { caseId })).status).toBe(409)
    }
    await expectInvariants(suite.database)
  })
})

describe('a review', () => {
  const reviewsOf = async (reader: Client, lawyerId: string) =>
    (await reader.get(`/api/reviews/of-lawyer?lawyerId=${lawyerId}`)).json<ReviewsPage>().items

  test('DAT-18 by or about the asker reads «Reseña en revisión», its stars count on, and its author reads and edits it', async () => {
    for (const asks of ['author', 'lawyer'] as const) {
      const [client, lawyer] = [await suite.member({ name: 'Berta Lagos' }), await verified()]
      const parties = { clientId: client.id, lawyerId: lawyer.id }
      const { id } = await makeReview(suite.platform, parties, {
        rating: 4,
        comment: 'Palabras que bloquear',
      })
      const before = await reviewsOf(suite.visitor(), lawyer.id)
      const { id: requestId } = await sendRequest(asks === 'author' ? client : lawyer, block('resena', id))
      for (const reader of [suite.visitor(), lawyer]) {
        const [shown] = await reviewsOf(reader, lawyer.id)
        expect(shown).toMatchObject({ rating: 4, comment: null, is_blocked: true })
        expect(shown?.author).toEqual({ id: null, name: 'Reseña en revisión', avatar_url: null })
      }
      expect((await lawyer.get('/api/reviews/recent')).text).not.toContain('Palabras que bloquear')
      expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).json()).toMatchObject({
        ...{ rating: 4, review_count: 1 },
      })
      const edited = await client.post('/api/reviews/update', { id, rating: 4, comment: 'Otras palabras' })
      expect(edited.status).toBe(200)
      expect((await reviewsOf(client, lawyer.id))[0]).toMatchObject({ comment: 'Otras palabras' })
      expect((await reviewsOf(suite.visitor(), lawyer.id))[0]?.comment).toBeNull()
      // What is not shown cannot be reported.
      const report = { id: randomUUID(), object: 'review', objectId: id, reason: 'otro', seqs: [] }
      expect((await (await suite.member()).post('/api/moderation/report', report)).status).toBe(404)
      await expectInvariants(suite.database)
      expect((await withdraw(asks === 'author' ? client : lawyer, requestId)).status).toBe(200)
      expect(await reviewsOf(suite.visitor(), lawyer.id)).toEqual([
        { ...before[0], comment: 'Otras palabras' },
      ])
    }
  })

  test('DAT-18 blocked by both sides it stays so until both blocks are over', async () => {
    const [client, lawyer] = [await suite.member(), await verified()]
    const { id } = await makeReview(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    const requests = [
      [client, await sendRequest(client, block('resena', id))],
      [lawyer, await sendRequest(lawyer, block('resena', id))],
    ] as const
    for (const [at, [person, request]] of requests.entries()) {
      expect((await withdraw(person, request.id)).status).toBe(200)
      expect((await reviewsOf(suite.visitor(), lawyer.id))[0]?.is_blocked).toBe(at === 0)
    }
  })

  test('DAT-18 a block that begins while the other side ends its own is not lost, on two processes', async () => {
    const [client, lawyer] = [await suite.member(), await verified()]
    const { id } = await makeReview(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    const { id: requestId } = await sendRequest(client, block('resena', id))
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const blocker = suite.platform.db.transaction().execute(async (tx) => {
      await tx.selectFrom('lawyer_profiles').select('id').where('id', '=', lawyer.id).forUpdate().execute()
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const begun = tryRequest(lawyer, block('resena', id))
    await eventually(async () => (await countLockWaits(suite.database)) === 1)
    const ended = withdraw(atSecondProcess(suite, client), requestId)
    await eventually(async () => (await countLockWaits(suite.database)) === 2)
    released.resolve()
    await blocker
    expect([(await begun).status, (await ended).status]).toEqual([200, 200])
    expect((await reviewsOf(suite.visitor(), lawyer.id))[0]?.is_blocked).toBe(true)
    await expectInvariants(suite.database)
  })

  test('DAT-18 thirty blocks against edits and hidings of the review on two processes', async () => {
    const lawyer = await verified()
    for (let round = 0; round < 30; round += 1) {
      const client = await suite.member()
      const { id } = await makeReview(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
      const second = atSecondProcess(suite, client)
      const answers = await Promise.all([
        tryRequest(client, block('resena', id)),
        second.post('/api/reviews/update', { id, rating: 3, comment: 'Cambiada' }),
        tryRequest(lawyer, block('resena', id)),
      ])
      expect(answers[0]?.status).toBe(200)
      for (const { status, text } of answers) expect([200, 409, 429], text).toContain(status)
    }
    await expectInvariants(suite.database)
  })

  test('DAT-76 the account of the asker is deleted: the review stays without a name and is shown again', async () => {
    const [client, lawyer] = [await suite.member(), await verified()]
    const { id } = await makeReview(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    await sendRequest(client, block('resena', id))
    const gone = await client.post('/api/departure/delete-account', { password: client.password })
    expect(gone.status, gone.text).toBe(200)
    expect((await reviewsOf(suite.visitor(), lawyer.id))[0]).toMatchObject({ id, is_blocked: false })
    expect(await suite.database.sql('select 1 from data_blocks where object_id = $1', [id])).toEqual([])
    await expectInvariants(suite.database)
  })
})

describe('deciding', () => {
  test('DAT-18, DAT-60 a block stands first, is due in two business days, and is kept or lifted; a kept one ends later', async () => {
    const [lawyer, admin] = [await verified('Kevin Mantenido'), await administrator(suite)]
    const other = await sendRequest(await suite.member())
    await suite.database.sql('update data_requests set due_on = current_date - 9 where id = $1', [other.id])
    const { id, number, due_on } = await sendRequest(lawyer, profileBlock)
    expect(due_on <= addDays(isoDay(new Date()), 4)).toBe(true)
    const queue = (await admin.get('/api/privacy/request-queue')).json<{ requests: { kind: string }[] }>()
    expect(queue.requests[0]?.kind).toBe('bloquear')
    expect((await decide(admin, id, { outcome: 'parcial', cause: 'exacto', answer: REASON })).status).toBe(
      409,
    )
    expect(await stateOf(id)).toBe('provisional')
    const kept = await decide(admin, id, { answer: REASON })
    expect(kept.status, kept.text).toBe(200)
    expect(await stateOf(id)).toBe('vigente')
    expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).status).toBe(404)
    const lift = (who: Client) => who.post('/api/privacy/lift-block', { requestId: id, reason: REASON })
    expect((await lift(lawyer)).status).toBe(403)
    const second = atSecondProcess(suite, admin)
    const lifted = await Promise.all([lift(admin), lift(second), lift(admin)])
    expect(lifted.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).status).toBe(200)
    const own = (await lawyer.get(`/api/privacy/request?requestId=${id}`)).json<RequestView>()
    expect(own.messages.at(-1)).toMatchObject({ kind: 'lifted', body: expect.stringContaining(REASON) })
    expect((await lawyer.get('/api/notices/list')).text).toContain(
      `Levantamos el bloqueo de tu solicitud ${number}.`,
    )
    await expectInvariants(suite.database)
  })

  test('DAT-18 a block of a case that was deleted since is answered like any other', async () => {
    const [client, admin] = [await suite.member(), await administrator(suite)]
    const caseId = await makeOpenCase(suite.platform, client.id, {})
    const { id } = await sendRequest(client, block('causa', caseId))
    expect((await client.post('/api/workspace/delete-case', { caseId })).status).toBe(200)
    const kept = await decide(admin, id, { answer: REASON })
    expect(kept.status, kept.text).toBe(200)
    expect((await client.post('/api/privacy/end-block', { requestId: id })).status).toBe(200)
    await expectInvariants(suite.database)
  })

  test('DAT-18 who asked ends a kept block themselves; others get 404, an open one 409', async () => {
    const [lawyer, admin] = [await verified(), await administrator(suite)]
    const { id } = await sendRequest(lawyer, profileBlock)
    const end = (who: Client) => who.post('/api/privacy/end-block', { requestId: id })
    expect((await end(lawyer)).status).toBe(409)
    await decide(admin, id, { answer: REASON })
    expect((await end(await verified())).status).toBe(404)
    expect((await end(lawyer)).status).toBe(200)
    expect((await end(lawyer)).status).toBe(409)
    expect((await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).status).toBe(200)
  })

  test('DAT-18 undecided it stays, and administrators are mailed every day', async () => {
    const [lawyer, admin] = [await verified(), await administrator(suite)]
    const { id, number } = await sendRequest(lawyer, profileBlock)
    const address = encodeURIComponent(admin.email)
    const mails = async () =>
      (await suite.visitor().get(`/api/dev/mailbox?to=${address}`))
        .json<{ text: string }[]>()
        .filter(({ text }) => text.includes(number)).length
    for (const [at, day] of [0, 1, 2, 9].entries()) {
      await Promise.all([1, 2].map(() => withClockAt(suite, '10:00', day, remindOfRequests)))
      await expect.poll(mails).toBe(at + 1)
    }
    expect(await stateOf(id)).toBe('provisional')
  })

  test('DAT-18 fifty decisions against withdrawals on two processes: one wins, and what is shown agrees', async () => {
    const admin = await administrator(suite)
    for (let round = 0; round < 50; round += 1) {
      const lawyer = await verified()
      const { id } = await sendRequest(lawyer, profileBlock)
      const [kept, withdrawn] = await Promise.all([
        decide(admin, id, { answer: REASON }),
        withdraw(atSecondProcess(suite, lawyer), id),
      ])
      expect([kept.status, withdrawn.status].sort()).toEqual([200, 409])
      expect(await stateOf(id)).toBe(kept.status === 200 ? 'vigente' : 'levantado')
    }
    await expectInvariants(suite.database)
  })
})
