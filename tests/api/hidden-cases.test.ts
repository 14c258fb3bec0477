import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { SAFETY_SPECIALTIES } from '../../src/capabilities/cases/intake/questions.ts'
import { MESSAGES as CASE_MESSAGES } from '../../src/capabilities/cases/schema.ts'
import { MESSAGES as CHAT_MESSAGES } from '../../src/capabilities/chat/schema.ts'
import { caseSentence } from '../../src/capabilities/consents/rules.ts'
import { applyVisibility, lockPerson } from '../../src/capabilities/moderation/sanctions.server.ts'
import { askAboutOpenCases } from '../../src/capabilities/open-cases/commands.server.ts'
import { MESSAGES } from '../../src/capabilities/open-cases/schema.ts'
import { makeChat, makeProposal } from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import { runInTransaction } from '../../src/platform/database/database.server.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { expectInvariants } from '../support/database/invariants.ts'
import { isGreeting, openEventStream } from '../support/network/event-stream.ts'

const suite = useTestApp(2)
const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  suite.database.sql<Row>(text, values)

const [MEASURES = '', VIOLENCE = ''] = SAFETY_SPECIALTIES
const ANSWERS: Readonly<Record<string, object>> = {
  [MEASURES]: { q1: 'Es mi madre', q2: 'No', q3: 'Mi hermano la amenaza.' },
  [VIOLENCE]: { q1: 'Expareja', q2: 'No', q3: '2026-11-01' },
  Divorcio: { q1: 'Por culpa', q2: '2026-01-02', q3: 'Sin hijos.' },
}
const intake = (specialty: string, commune: string, change: object = {}) => ({
  ...{ id: randomUUID(), specialty, commune, answers: ANSWERS[specialty] },
  ...change,
})
async function publish(client: Member, specialty: string, commune: string, change: object = {}) {
  const input = intake(specialty, commune, change)
  const answer = await client.post('/api/cases/publish', input)
  expect(answer.status, answer.text).toBe(200)
  return input.id
}
const setInMarket = (who: Pick<Member, 'post'>, caseId: string, in_market: boolean) =>
  who.post('/api/open-cases/set-in-market', { caseId, in_market })

/** A lawyer of both specialties with a plan. */
async function marketLawyer() {
  const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
  await setPlan(suite.platform.db, lawyer.id, 'avanzado', 50)
  await sql('update lawyer_profiles set specialties = $2 where id = $1', [lawyer.id, SAFETY_SPECIALTIES])
  return lawyer
}
const inMarketOf = async (caseId: string) =>
  (await sql<{ in_market: boolean }>('select in_market from cases where id = $1', [caseId]))[0]?.in_market
const kindsOf = async (caseId: string) =>
  (await sql<{ kind: string }>('select kind from case_entries where case_id = $1 order by id', [caseId])).map(
    ({ kind }) => kind,
  )
const visibilityOf = async (client: Member) => {
  const page = (await client.get('/api/cases/mine?list=waiting')).json<{ items: { visibility: unknown }[] }>()
  return page.items.map(({ visibility }) => visibility)
}
const marketEventsOf = (caseId: string) =>
  sql(`select 1 from events where audience = 'mercado' and ref = $1`, [caseId])

/** Everything that a lawyer can see of the market: which of the cases are there, and the counts. */
async function seenBy(lawyer: Member, specialty: string, commune: string) {
  const lists = []
  for (const filter of [{}, { specialties: [specialty] }, { communes: [commune] }])
    lists.push((await lawyer.rpc('cases.market', filter)).json<{ items: { id: string }[]; total: number }>())
  const counts = []
  for (const path of ['/api/cases/news', '/api/cases/open-count'])
    counts.push((await lawyer.get(path)).json<{ count: number }>().count)
  const totals = lists.map(({ total }) => total)
  return { ids: lists.map(({ items }) => items.map(({ id }) => id)), counts: [...totals, ...counts] }
}

describe('PLZ-66 who can see a new case', () => {
  test.each(SAFETY_SPECIALTIES)('%s: nobody, unless its client chose the market', async (specialty) => {
    const client = await suite.member()
    const hidden = await publish(client, specialty, 'Coquimbo')
    const chosen = await publish(client, specialty, 'Ovalle', { in_market: true })
    const refused = await publish(client, specialty, 'Vicuña', { in_market: false })
    expect(await Promise.all([hidden, chosen, refused].map(inMarketOf))).toEqual([false, true, false])
    expect(await visibilityOf(client)).toEqual(['hidden', 'market', 'hidden'])
    expect([await kindsOf(hidden), await kindsOf(chosen)]).toEqual([['saved'], ['published']])
    expect([await marketEventsOf(hidden), await marketEventsOf(refused)]).toEqual([[], []])
    expect(await marketEventsOf(chosen)).toHaveLength(1)
    // The ledger has the words that were shown.
    const shas = await sql<{ text_sha256: string }>(
      `select text_sha256 from consent_movements where case_id = any($1) order by id`,
      [[hidden, chosen]],
    )
    expect(shas.map(({ text_sha256 }) => text_sha256)).toEqual(
      [true, false].map((isHidden) =>
        createHash('sha256')
          .update(caseSentence('Enviar y Buscar Abogados', { hasChildren: false, isHidden }))
          .digest('hex'),
      ),
    )
  })

  test('other specialties are in the market, whatever the call says, and have nothing to choose', async () => {
    const client = await suite.member()
    const id = await publish(client, 'Divorcio', 'Ovalle', { in_market: false })
    expect([await inMarketOf(id), await visibilityOf(client)]).toEqual([true, [null]])
    const answer = await client.post('/api/cases/publish', intake(VIOLENCE, 'Ovalle', { in_market: 'sí' }))
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(CASE_MESSAGES.answersInvalid)])
  })

  test('a retry is the same case; with the other choice it is refused, and the first one holds', async () => {
    const client = await suite.member()
    const input = intake(VIOLENCE, 'Ovalle')
    const all = await Promise.all(Array.from({ length: 10 }, () => client.post('/api/cases/publish', input)))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    const other = await client.post('/api/cases/publish', { ...input, in_market: true })
    expect([other.status, other.json()]).toEqual([409, expect.objectContaining({ code: 'CONFLICT' })])
    expect(await inMarketOf(input.id)).toBe(false)
  })

  test('a case that is edited into danger leaves the market, and its client reads why', async () => {
    const client = await suite.member()
    const caseId = await publish(client, 'Divorcio', 'Ovalle')
    const { id: _, ...input } = intake(VIOLENCE, 'Ovalle')
    const before = (await marketEventsOf(caseId)).length
    expect((await client.post('/api/open-cases/edit', { caseId, ...input })).json()).toEqual({
      changed: true,
    })
    expect([await inMarketOf(caseId), await visibilityOf(client)]).toEqual([false, ['taken_off']])
    expect(await marketEventsOf(caseId)).toHaveLength(before + 1)
    // A later edit or another name changes nothing about it.
    await setInMarket(client, caseId, true)
    await client.post('/api/open-cases/edit', { caseId, ...input, commune: 'Vicuña' })
    await client.post('/api/open-cases/rename', { caseId, title: 'Otro nombre' })
    expect([await inMarketOf(caseId), await visibilityOf(client)]).toEqual([true, ['market']])
    expect((await client.post('/api/open-cases/edit', { caseId, ...input, in_market: true })).status).toBe(
      422,
    )
  })
})

describe('PLZ-67 a hidden case', () => {
  test('is in no list, filter, page, count or news, and «Iniciar Chat» answers as for one that is gone', async () => {
    const [client, lawyer] = [await suite.member({ name: 'Camila Rojas' }), await marketLawyer()]
    // More than one page, the hidden ones between those of the market.
    for (let n = 0; n < 30; n++)
      await sql(
        `insert into cases (client_id, title, description, specialty, commune, in_market, created_at)
         values ($1, $2, 'Hechos.', $3, 'Freirina', $4, app_now() - $5 * interval '1 second')`,
        [client.id, n % 3 ? `Abierta ${n}` : `Reservada ${n}`, VIOLENCE, n % 3 !== 0, n],
      )
    const first = (await lawyer.rpc('cases.market', { communes: ['Freirina'] })).json<{
      items: { title: string }[]
      next: string | null
      total: number
    }>()
    expect(first.total).toBe(20)
    await sql(`update cases set in_market = true where title = 'Reservada 0'`)
    const page = async (after?: string | null) =>
      (await lawyer.rpc('cases.market', { communes: ['Freirina'], ...(after && { after }) })).json<
        typeof first
      >()
    const [one, two] = [await page(), await page((await page()).next)]
    expect([one.total, one.items.length, two.items.length, two.next]).toEqual([21, 20, 1, null])
    const shown = [...one.items, ...two.items].filter(({ title }) => title.startsWith('Reservada'))
    expect(shown).toEqual([expect.objectContaining({ title: 'Reservada 0' })])
    await sql('delete from cases where client_id = $1', [client.id])

    const before = await seenBy(lawyer, VIOLENCE, 'Freirina')
    const caseId = await publish(client, VIOLENCE, 'Freirina')
    const after = await seenBy(lawyer, VIOLENCE, 'Freirina')
    expect(after).toEqual(before)
    expect((await lawyer.get('/api/notices/list')).text).not.toContain(caseId)
    const start = (id: string) => lawyer.post('/api/chat/start-from-case', { caseId: id })
    const [hidden, unknown] = [await start(caseId), await start(randomUUID())]
    expect([hidden.status, hidden.json()]).toEqual([unknown.status, unknown.json()])
    expect(hidden.json()).toMatchObject({ message: CHAT_MESSAGES.caseGone, code: 'CONFLICT' })
    // Also with a chat between the two, which would be free.
    await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    expect((await start(caseId)).json()).toEqual(hidden.json())
    expect(await sql('select 1 from chats where sought_case_id = $1', [caseId])).toEqual([])
    // Others of the market get as little.
    expect((await lawyer.get(`/api/cases/by-id?caseId=${caseId}`)).status).toBe(404)

    expect((await setInMarket(client, caseId, true)).json()).toEqual({ in_market: true })
    const published = await seenBy(lawyer, VIOLENCE, 'Freirina')
    expect(published.ids).toEqual([
      [...[caseId], ...(before.ids[0] ?? [])],
      ...Array(2).fill(expect.arrayContaining([caseId])),
    ])
    expect(published.counts).toEqual(before.counts.map((count) => count + 1))
    expect((await start(caseId)).status).toBe(200)
  })

  test('no event of the market tells of it: published, edited, withdrawn, published again, deleted, accepted, its account deleted', async () => {
    const [lawyer, client, other] = [await marketLawyer(), await suite.member(), await suite.member()]
    const stream = await openEventStream(suite.apps[0]?.url ?? '', lawyer)
    await stream.waitFor(isGreeting)
    const ids: string[] = []
    const hidden = async (commune: string, who = client) => {
      ids.push(await publish(who, VIOLENCE, commune))
      return ids.at(-1) ?? ''
    }
    const [edited, deleted, accepted] = [
      await hidden('Ovalle'),
      await hidden('Vicuña'),
      await hidden('Arica'),
    ]
    const { id: _, ...input } = intake(MEASURES, 'Ovalle')
    expect((await client.post('/api/open-cases/edit', { caseId: edited, ...input })).status).toBe(200)
    expect((await client.post('/api/open-cases/withdraw', { caseId: edited, reason: 'Otro' })).status).toBe(
      200,
    )
    expect((await client.post('/api/open-cases/republish', { caseId: edited })).status).toBe(200)
    expect([await inMarketOf(edited), await kindsOf(edited)]).toEqual([
      false,
      ['saved', 'edited', 'withdrawn', 'republished'],
    ])
    expect((await client.post('/api/workspace/delete-case', { caseId: deleted })).status).toBe(200)
    expect((await client.post('/api/open-cases/withdraw', { caseId: edited, reason: 'Otro' })).status).toBe(
      200,
    )
    await hidden('Talca', other)
    expect((await other.post('/api/departure/delete-account', { password: other.password })).status).toBe(200)
    // OPEN-35: the only case of the specialty is found, hidden or not.
    const outsider = await marketLawyer()
    const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: outsider.id })
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: outsider.id })
    const answer = await client.post('/api/proposals/accept', { proposalId })
    expect(answer.json()).toMatchObject({ caseId: accepted })
    expect((await setInMarket(client, accepted, true)).status).toBe(409)

    const last = await publish(client, 'Divorcio', 'Ovalle')
    await stream.waitFor(({ data }) => data.ref === last)
    stream.close()
    expect(stream.refs().filter((ref) => ids.includes(ref ?? ''))).toEqual([])
    expect(await sql(`select ref from events where audience = 'mercado' and ref = any($1)`, [ids])).toEqual(
      [],
    )
    await expectInvariants(suite.database)
  })

  test('a suspension and its end, and a block of its data, tell the market nothing', async () => {
    const client = await suite.member()
    const caseId = await publish(client, VIOLENCE, 'Ovalle')
    for (const suspended of ['app_now()', 'null']) {
      await sql(`update profiles set suspended_at = ${suspended} where id = $1`, [client.id])
      await runInTransaction(suite.platform.db, async (tx) => {
        await lockPerson(tx, client.id)
        await applyVisibility(tx, suite.platform, client.id)
      })
      expect(await sql('select 1 from paused_cases where case_id = $1', [caseId])).toHaveLength(
        suspended === 'null' ? 0 : 1,
      )
    }
    expect(await marketEventsOf(caseId)).toEqual([])
    // What nobody is shown cannot be blocked.
    const shown = (await client.get('/api/privacy/shown-objects')).text
    expect(shown).not.toContain(caseId)
  })

  test('is not asked about as if it were published', async () => {
    const client = await suite.member()
    const caseId = await publish(client, VIOLENCE, 'Ovalle')
    await sql(`update cases set created_at = app_now() - interval '31 days' where id = $1`, [caseId])
    const questions = async () => (await client.get('/api/open-cases/questions')).json()
    await askAboutOpenCases(suite.platform)
    expect(await questions()).toEqual({ case_ids: [] })
    for (const path of ['keep', 'consent'])
      expect((await client.post(`/api/open-cases/${path}`, { caseId })).json()).toMatchObject({
        message: CASE_MESSAGES.statusChanged,
      })
    // Published, its time begins again.
    await setInMarket(client, caseId, true)
    await askAboutOpenCases(suite.platform)
    expect(await questions()).toEqual({ case_ids: [] })
    await sql(`update cases set republished_at = app_now() - interval '30 days' where id = $1`, [caseId])
    await askAboutOpenCases(suite.platform)
    expect(await questions()).toEqual({ case_ids: [caseId] })
    await setInMarket(client, caseId, false)
    expect(await questions()).toEqual({ case_ids: [] })
  })
})

describe('PLZ-67 «Publicar en el mercado» and «Sacar del mercado»', () => {
  test('only its client, at once, and the same again changes nothing', async () => {
    const [client, lawyer, stranger] = [await suite.member(), await marketLawyer(), await suite.member()]
    const caseId = await publish(client, VIOLENCE, 'Ovalle')
    const snapshot = () => suite.database.snapshot('events', 'rate_limits')
    const before = await snapshot()
    for (const who of [lawyer, stranger]) expect((await setInMarket(who, caseId, true)).status).toBe(404)
    expect((await setInMarket(client, caseId, false)).json()).toEqual({ in_market: false })
    const bad = await client.post('/api/open-cases/set-in-market', { caseId, in_market: 'tal vez' })
    expect([bad.status, bad.text]).toEqual([422, expect.stringContaining(MESSAGES.marketUnknown)])
    expect(await snapshot()).toEqual(before)
    const stream = await openEventStream(suite.apps[1]?.url ?? '', client)
    await stream.waitFor(isGreeting)
    for (const in_market of [true, true, false, false])
      expect((await setInMarket(client, caseId, in_market)).json()).toEqual({ in_market })
    // The client's other devices hear of it.
    await stream.waitFor(({ data }) => data.kind === 'case' && data.ref === caseId)
    stream.close()
    expect(await kindsOf(caseId)).toEqual(['saved', 'put-on-market', 'taken-off-market'])
    expect(await visibilityOf(client)).toEqual(['hidden'])
    expect(await marketEventsOf(caseId)).toHaveLength(2)
    const consents = await sql<{ screen: string }>(
      'select screen from consent_movements where case_id = $1 order by id',
      [caseId],
    )
    expect(consents.map(({ screen }) => screen)).toEqual(['Ingresa tu Causa', 'Publicar en el mercado'])
    expect((await client.post('/api/open-cases/withdraw', { caseId, reason: 'Otro' })).status).toBe(200)
    expect((await setInMarket(client, caseId, true)).json()).toMatchObject({
      message: CASE_MESSAGES.statusChanged,
    })
  })

  test('50 at the same time: every other one counts, and the last entry is what the case says', async () => {
    const client = await suite.member()
    const caseId = await publish(client, VIOLENCE, 'Ovalle')
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, n) => setInMarket(client, caseId, n % 2 === 0)),
    )
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    const [, ...steps] = await kindsOf(caseId)
    expect(steps.length).toBeGreaterThan(0)
    expect(steps).toEqual(steps.map((_, n) => (n % 2 === 0 ? 'put-on-market' : 'taken-off-market')))
    expect(await inMarketOf(caseId)).toBe(steps.at(-1) === 'put-on-market')
    expect(await marketEventsOf(caseId)).toHaveLength(steps.length)
    expect(await sql('select 1 from consent_movements where case_id = $1', [caseId])).toHaveLength(
      1 + Math.ceil(steps.length / 2),
    )
  })

  test('while lawyers start chats and a proposal is accepted: each chat saw it in the market, and stays', async () => {
    for (let round = 0; round < 5; round++) {
      const [client, winner] = [await suite.member(), await marketLawyer()]
      const lawyers = await Promise.all(Array.from({ length: 4 }, marketLawyer))
      const caseId = await publish(client, VIOLENCE, 'Ovalle', { in_market: true })
      const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: winner.id })
      const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: winner.id })
      const starts = lawyers.map((lawyer) => lawyer.post('/api/chat/start-from-case', { caseId }))
      const [hides, accepts] = await Promise.all([
        setInMarket(client, caseId, false),
        client.post('/api/proposals/accept', { proposalId }),
      ])
      const started = (await Promise.all(starts)).map(({ status }) => status)
      expect(accepts.json(), accepts.text).toMatchObject({ caseId })
      // The acceptance may have come first.
      expect([200, 409]).toContain(hides.status)
      expect(started.filter((status) => status !== 200 && status !== 409)).toEqual([])
      const chats = await sql('select 1 from chats where market_opened_at is not null and case_id = $1', [
        caseId,
      ])
      expect(chats).toHaveLength(started.filter((status) => status === 200).length)
      const [row] = await sql('select status, in_market from cases where id = $1', [caseId])
      expect(row).toEqual({ status: 'activo', in_market: hides.status !== 200 })
    }
    await expectInvariants(suite.database)
  })
})
