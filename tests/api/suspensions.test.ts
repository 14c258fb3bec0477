import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { restoreAccount, suspendAccount } from '../../src/capabilities/account-deletion/commands.server.ts'
import { setReviewHidden } from '../../src/capabilities/reviews/commands.server.ts'
import {
  MESSAGES as REVIEW_MESSAGES,
  type RecentReviewList,
  type ReviewEligibility,
  type ReviewsPage,
} from '../../src/capabilities/reviews/schema.ts'
import type { LawyersPage } from '../../src/capabilities/search/schema.ts'
import { makeChat, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import { useTestApp } from '../support/app/suite.ts'
import { makeReview } from '../support/data/make-review.ts'
import { expectInvariants } from '../support/database/invariants.ts'
import { countLockWaits, eventually } from '../support/database/test-database.ts'
import { openEventStream } from '../support/network/event-stream.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const reason = 'Se hace pasar por otra abogada.'
const suspend = (email: string) => suspendAccount(suite.platform, { email, reason })
const restore = (email: string) => restoreAccount(suite.platform, { email })
const verified = (name = 'Nadia Vergara Lillo') =>
  suite.member({ role: 'lawyer', verificationStatus: 'verified', name })
const SUSPENDED = /^Tu cuenta está suspendida\. Escríbenos a \S+@\S+\.$/

const auditOf = (id: string) =>
  suite.database.sql(`select action, actor_id, details from audit_log where object = $1 order by id`, [id])

describe('H-04, A3: a lawyer is suspended', () => {
  test('H-04, A3: removed from search, lists and public profile; restored unchanged', async () => {
    const lawyer = await verified('Ximena Quiroga Vial')
    const colleague = await verified('Otro Colega')
    const client = await suite.member()
    await makeReview(suite.platform, { clientId: client.id, lawyerId: lawyer.id }, { rating: 4 })
    await setPlan(suite.platform.db, lawyer.id, 'avanzado', 70)
    const visitor = suite.visitor()
    const readAll = async () => {
      const search = (await visitor.get('/api/search/lawyers?text=Ximena+Quiroga')).json<LawyersPage>()
      const profile = await visitor.get(`/api/lawyers/${lawyer.id}`)
      return {
        search: search.items.map(({ id }) => id),
        profile: [profile.status, profile.json<Problem>().message],
        reviews: (await visitor.get(`/api/reviews/of-lawyer?lawyerId=${lawyer.id}`)).json<ReviewsPage>()
          .items,
        colleagues: (await colleague.get('/api/lawyers/colleagues?text=Ximena')).json(),
        recommended: (await visitor.get('/api/search/recommended?specialty=Divorcio&commune=Ñuñoa')).text,
        row: await suite.database.sql(
          `select verification_status, is_verified, plan, credits_available, rating_sum, rating_count
           from lawyer_profiles where id = $1`,
          [lawyer.id],
        ),
        listed: await suite.database.sql('select * from lawyer_listing where id = $1', [lawyer.id]),
      }
    }
    const before = await readAll()
    expect(before.search).toEqual([lawyer.id])
    expect(await suspend(lawyer.email)).toEqual({ ok: true, value: true })
    const during = await readAll()
    expect(during).toMatchObject({ search: [], reviews: [], colleagues: { items: [] }, listed: [] })
    // The same answer as for an unknown lawyer.
    expect(during.profile).toEqual([404, 'El perfil que buscas no existe o no es un abogado.'])
    expect(during.recommended).not.toContain(lawyer.id)
    const opened = await client.post('/api/chat/open', { lawyerId: lawyer.id })
    const stranger = await (await suite.member()).post('/api/chat/open', { lawyerId: lawyer.id })
    const unknown = await client.post('/api/chat/open', { lawyerId: randomUUID() })
    // Existing chats stay open; nobody can start a new one.
    expect(opened.status).toBe(200)
    expect([stranger.status, stranger.json<Problem>().message]).toEqual([
      unknown.status,
      unknown.json<Problem>().message,
    ])
    await expectInvariants(suite.database)
    expect(await restore(lawyer.email)).toEqual({ ok: true, value: true })
    expect(await readAll()).toEqual(before)
    expect(await auditOf(lawyer.id)).toEqual([
      { action: 'account.suspended', actor_id: null, details: { reason } },
      { action: 'account.restored', actor_id: null, details: {} },
    ])
  })

  test('H-04 sessions and streams end at once; only with the right password the login states the reason', async () => {
    const lawyer = await verified()
    const stream = await openEventStream(suite.app.url, lawyer)
    expect(await suspend(lawyer.email)).toMatchObject({ ok: true })
    await stream.ended
    expect((await lawyer.get('/api/accounts/session')).json()).toMatchObject({ user: null })
    expect((await lawyer.get('/api/lawyers/own-profile')).status).toBe(401)
    const login = (password: string) =>
      suite.visitor().post('/api/accounts/login', { email: lawyer.email, password })
    for (let n = 0; n < 8; n++) {
      const right = await login(lawyer.password)
      expect(right.status).toBe(403)
      expect(right.json<Problem>().message).toMatch(SUSPENDED)
      expect(right.headers['set-cookie']).toBeUndefined()
    }
    const wrong = await login('equivocada')
    expect([wrong.status, wrong.json<Problem>().message]).toEqual([
      401,
      'El correo o la contraseña no son correctos.',
    ])
    expect(await suite.database.sql(`select 1 from session where "userId" = $1`, [lawyer.id])).toEqual([])
    await restore(lawyer.email)
    expect((await login(lawyer.password)).status).toBe(200)
  })

  test('H-04 a concurrent login leaves no valid session', async () => {
    const lawyer = await verified()
    const login = () =>
      suite.visitor().post('/api/accounts/login', { email: lawyer.email, password: lawyer.password })
    const people = Array.from({ length: 6 }, () => suite.visitor())
    await Promise.all([
      ...people.map((visitor) =>
        visitor.post('/api/accounts/login', { email: lawyer.email, password: lawyer.password }),
      ),
      suspend(lawyer.email),
    ])
    for (const visitor of people)
      expect((await visitor.get('/api/accounts/session')).json()).toMatchObject({ user: null })
    expect((await login()).status).toBe(403)
    await expectInvariants(suite.database)
  })

  test('H-04 a login between the end of the sessions and the commit of a suspension gets no session', async () => {
    const client = await suite.member()
    const blocker = await suite.platform.pool.connect()
    try {
      // The suspension ends the sessions, and then waits to write its events.
      await blocker.query('begin')
      await blocker.query('lock table events in share row exclusive mode')
      const suspended = suspend(client.email)
      await eventually(async () => (await countLockWaits(suite.database)) === 1)
      let isDone = false
      const login = suite
        .visitor()
        .post('/api/accounts/login', { email: client.email, password: client.password })
        .finally(() => {
          isDone = true
        })
      await eventually(async () => isDone || (await countLockWaits(suite.database)) === 2)
      await blocker.query('commit')
      expect(await suspended).toMatchObject({ ok: true })
      expect((await login).status).toBe(403)
      await expectInvariants(suite.database)
    } finally {
      // Closes the connection, so that the table does not stay locked after a failure.
      blocker.release(true)
    }
  })

  test('H-04 verified while suspended: not listed until restored', async () => {
    const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'admin_pending' })
    const admin = await suite.member({ role: 'admin' })
    await suite.database.sql('insert into review_submissions (lawyer_id) values ($1)', [lawyer.id])
    await suspend(lawyer.email)
    const input = { lawyerId: lawyer.id, confirmed: true }
    expect((await admin.post('/api/verification/verify', input)).status).toBe(200)
    const listed = () => suite.database.sql('select id from lawyer_listing where id = $1', [lawyer.id])
    expect(await listed()).toEqual([])
    await restore(lawyer.email)
    expect(await listed()).toHaveLength(1)
  })
})

describe('H-04: a client is suspended', () => {
  test('H-04 their open cases leave the market, and come back; nobody can start a chat for one or send a proposal', async () => {
    const client = await suite.member({ name: 'Berta Lagos' })
    const caseId = await makeOpenCase(suite.platform, client.id, { specialty: 'Divorcio', commune: 'Putre' })
    const lawyer = await verified()
    await setPlan(suite.platform.db, lawyer.id, 'avanzado', 10)
    const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    const other = await verified()
    await setPlan(suite.platform.db, other.id, 'avanzado', 10)
    const market = async () => {
      const filters = ['', '?specialties[]=Divorcio', '?communes[]=Putre']
      const pages = await Promise.all(filters.map((filter) => other.get(`/api/cases/market${filter}`)))
      return pages.map((page) => page.text.includes(caseId))
    }
    expect(await market()).toEqual([true, true, true])
    await suspend(client.email)
    expect(await market()).toEqual([false, false, false])
    const started = await other.post('/api/chat/start-from-case', { caseId })
    expect(started.status).toBe(409)
    const proposal = await lawyer.post('/api/proposals/create', {
      id: randomUUID(),
      chatId,
      summary: 'Te acompaño en todo el trámite.',
      fee: 400_000,
      conditions: [],
    })
    expect([proposal.status, proposal.json<Problem>().message]).toEqual([
      409,
      'Esta persona no puede recibir propuestas por ahora.',
    ])
    await expectInvariants(suite.database)
    await restore(client.email)
    expect(await market()).toEqual([true, true, true])
    expect((await other.post('/api/chat/start-from-case', { caseId })).status).toBe(200)
  })

  test('H-04 a case published concurrently does not stay in the market', async () => {
    for (let round = 0; round < 8; round += 1) {
      const client = await suite.member()
      await Promise.all([
        client.post('/api/cases/publish', {
          id: randomUUID(),
          specialty: 'Otro',
          commune: 'Putre',
          answers: {},
          otherText: 'Necesito ayuda con un trámite.',
        }),
        suspend(client.email),
      ])
      const left = await suite.database.sql(
        `select 1 from cases where client_id = $1 and id not in (select case_id from paused_cases)`,
        [client.id],
      )
      expect(left).toEqual([])
    }
  })

  test('H-04 a pending proposal of a suspended lawyer cannot be accepted', async () => {
    const [client, lawyer] = [await suite.member(), await verified()]
    const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    await suspend(lawyer.email)
    const answer = await client.post('/api/proposals/accept', { proposalId })
    expect([answer.status, answer.json<Problem>().message]).toEqual([
      409,
      'No puedes aceptar propuestas de este abogado por ahora.',
    ])
    await restore(lawyer.email)
    expect((await client.post('/api/proposals/accept', { proposalId })).status).toBe(200)
  })
})

test('H-04 errors for the operator: unknown account, administrator, no reason, suspended twice', async () => {
  const [client, admin] = [await suite.member(), await suite.member({ role: 'admin' })]
  const refused = (message: string) => ({ ok: false, refusal: { message } })
  expect(await suspend('nadie@prueba.test')).toMatchObject(refused('No hay una cuenta con ese correo.'))
  expect(await suspend(admin.email)).toMatchObject(
    refused('Solo se suspenden cuentas de clientes y abogados.'),
  )
  expect(await suspendAccount(suite.platform, { email: client.email, reason: ' ' })).toMatchObject(
    refused('Escribe el motivo.'),
  )
  expect(await restore(client.email)).toMatchObject(refused('La cuenta no está suspendida.'))
  const both = await Promise.all([suspend(client.email.toUpperCase()), suspend(client.email)])
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await suspend(client.email)).toMatchObject(refused('La cuenta ya está suspendida.'))
})

test('H-04 a hidden review: only author and lawyer read it, marked as hidden, and it does not count; unhidden it does', async () => {
  const [client, lawyer] = [await suite.member(), await verified()]
  const { id } = await makeReview(suite.platform, { clientId: client.id, lawyerId: lawyer.id }, { rating: 2 })
  const hide = (why: string | null) => setReviewHidden(suite.platform, { id, reason: why })
  const state = async () => ({
    visitor: (await suite.visitor().get(`/api/reviews/of-lawyer?lawyerId=${lawyer.id}`)).json<ReviewsPage>()
      .items,
    profile: (await suite.visitor().get(`/api/lawyers/${lawyer.id}`)).json(),
    own: (await client.get(`/api/reviews/standing?lawyerId=${lawyer.id}`)).json<ReviewEligibility>().review,
    recent: (await lawyer.get('/api/reviews/recent')).json<RecentReviewList>(),
  })
  const before = await state()
  expect(await hide(' ')).toEqual({
    ok: false,
    refusal: { code: 'UNPROCESSABLE_CONTENT', message: 'Escribe el motivo.' },
  })
  expect(before).toMatchObject({ visitor: [{ id }], profile: { rating: 2, review_count: 1 } })
  expect(await hide('Datos de un tercero')).toEqual({ ok: true, value: true })
  expect(await state()).toMatchObject({
    visitor: [],
    profile: { rating: 0, review_count: 0 },
    own: { id, is_hidden: true },
    recent: { items: [{ id, is_hidden: true }], rating: 0, review_count: 0 },
  })
  // A change by its author does not unhide it.
  expect(
    (await client.post('/api/reviews/update', { id, rating: 2, comment: before.own?.comment })).status,
  ).toBe(200)
  expect((await state()).visitor).toEqual([])
  expect(await hide('Otra vez')).toMatchObject({
    ok: false,
    refusal: { code: 'CONFLICT', message: 'La reseña ya está oculta.' },
  })
  expect(await setReviewHidden(suite.platform, { id: randomUUID(), reason: 'x' })).toMatchObject({
    ok: false,
    refusal: { code: 'NOT_FOUND', message: 'No hay una reseña con ese identificador.' },
  })
  await expectInvariants(suite.database)
  expect(await hide(null)).toEqual({ ok: true, value: true })
  expect(await state()).toEqual(before)
  expect(await hide(null)).toMatchObject({
    ok: false,
    refusal: { code: 'CONFLICT', message: REVIEW_MESSAGES.notHidden },
  })
  expect(REVIEW_MESSAGES.notHidden).not.toBe(REVIEW_MESSAGES.hiddenAlready)
  expect(await auditOf(id)).toEqual([
    { action: 'review.hidden', actor_id: null, details: { reason: 'Datos de un tercero' } },
    { action: 'review.shown', actor_id: null, details: {} },
  ])
})
