import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { makeOpenCase } from '../../src/demo-data/conversations.ts'
import { useTestApp } from '../support/app/suite.ts'
import { creditFixtures } from '../support/data/credit-fixtures.ts'
import { expectLedgersAddUp, watchLedgers } from '../support/data/credit-ledger.ts'
import { retryAcrossMidnight } from '../support/database/retry-across-midnight.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const { lawyer, client, atSecondApp, creditsOf, movements } = creditFixtures(suite)

afterEach(() => expectLedgersAddUp(suite.database))

describe('subscribing', () => {
  test('PLA-14, LIM-10, CAL-16: sets plan, credits, usage and time, and writes ledger, audit log and event', async () => {
    const member = await lawyer()
    await suite.database.sql('update lawyer_profiles set credits_used = 7 where id = $1', [member.id])
    const answer = await member.post('/api/plans/subscribe', { planId: 'basico' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json()).toEqual({ plan: 'basico', name: 'Básico', credits_available: 20 })
    expect(await creditsOf(member.id)).toEqual({
      plan: 'basico',
      credits_available: 20,
      credits_used: 0,
      ledger: 20,
    })
    const [row] = await suite.database.sql(
      `select now() - plan_last_updated < interval '1 minute' as fresh from lawyer_profiles where id = $1`,
      [member.id],
    )
    expect(row?.fresh).toBe(true)
    expect(
      await suite.database.sql(
        `select actor_id, details from audit_log where action = 'lawyer.plan_changed' and object = $1`,
        [member.id],
      ),
    ).toEqual([{ actor_id: member.id, details: { from: 'gratis', to: 'basico', credits: 20 } }])
    expect(
      await suite.database.sql(`select ref from events where user_id = $1 and kind = 'plan'`, [member.id]),
    ).toEqual([{ ref: member.id }])
    const session = await member.get('/api/accounts/session')
    expect(session.json<{ user: object }>().user).toMatchObject({ plan: 'basico', credits_available: 20 })
  })

  test('H-06, OPEN-33: a higher plan within the month adds the difference to the remaining credits', async () => {
    const member = await lawyer('basico', 13)
    await suite.database.sql('update lawyer_profiles set credits_used = 7 where id = $1', [member.id])
    expect((await member.post('/api/plans/subscribe', { planId: 'avanzado' })).status).toBe(200)
    expect(await movements(member.id)).toEqual([
      { kind: 'grant', amount: 13, balance_after: 13, plan: 'basico' },
      { kind: 'grant', amount: 80, balance_after: 93, plan: 'avanzado' },
    ])
    expect(await creditsOf(member.id)).toMatchObject({ credits_available: 93, credits_used: 7 })
  })

  test('H-06, A4: basico, intermedio and avanzado in a row give 100 credits in all, also if each is used up before', async () => {
    for (const isSpent of [false, true]) {
      const member = await lawyer()
      let used = 0
      for (const planId of ['basico', 'intermedio', 'avanzado']) {
        expect((await member.post('/api/plans/subscribe', { planId })).status).toBe(200)
        const left = (await creditsOf(member.id))?.credits_available ?? 0
        if (!isSpent) continue
        used += left
        await suite.database.sql(
          `with spent as (
             insert into credit_movements (lawyer_id, kind, amount, balance_after, chat_id, case_id)
             select $1, 'spend', -1, $2 - n, gen_random_uuid(), gen_random_uuid() from generate_series(1, $2::int) as n)
           update lawyer_profiles set credits_available = 0, credits_used = credits_used + $2::int where id = $1`,
          [member.id, left],
        )
      }
      const granted = (await movements(member.id))
        .filter(({ kind }) => kind === 'grant')
        .reduce((sum, { amount }) => sum + Number(amount), 0)
      expect(granted).toBe(100)
      expect(used).toBe(isSpent ? 100 : 0)
      expect(await creditsOf(member.id)).toMatchObject({ credits_available: isSpent ? 0 : 100 })
    }
  })

  test('PLA-14, OPEN-33: a higher plan after the month is a new one: the old credits expire, the usage restarts at 0', async () => {
    const member = await lawyer('basico', 13)
    await suite.database.sql(
      `update lawyer_profiles set credits_used = 7, plan_last_updated = now() - interval '30 days 1 second' where id = $1`,
      [member.id],
    )
    expect((await member.post('/api/plans/subscribe', { planId: 'intermedio' })).status).toBe(200)
    expect(await movements(member.id)).toEqual([
      { kind: 'grant', amount: 13, balance_after: 13, plan: 'basico' },
      { kind: 'expire', amount: -13, balance_after: 0, plan: 'basico' },
      { kind: 'grant', amount: 50, balance_after: 50, plan: 'intermedio' },
    ])
    expect(await creditsOf(member.id)).toMatchObject({ credits_available: 50, credits_used: 0 })
  })

  test('OPEN-33, TRAP-08, abuse 4: the same plan, gratis and a lower one are refused, and nothing changes', async () => {
    const [free, paid] = [await lawyer(), await lawyer('intermedio', 3)]
    const [row] = await suite.database.sql<{ day: string }>(
      `select to_char((plan_last_updated + interval '30 days') at time zone 'America/Santiago', 'FMDD') as day
       from lawyer_profiles where id = $1`,
      [paid.id],
    )
    const before = await suite.database.snapshot()
    for (const [who, planId, text, reason] of [
      [free, 'gratis', /^Ya estás en el plan gratuito\.$/, 'ON_FREE_PLAN'],
      [paid, 'intermedio', /^Ya tienes este plan\.$/],
      [paid, 'gratis', /^Por ahora no es posible volver al plan Gratis\.$/],
      [
        paid,
        'basico',
        new RegExp(`^Podrás cambiar a un plan menor desde el ${row?.day} de [a-z]+, \\d{4}\\.$`),
      ],
    ] as const) {
      const answer = await who.post('/api/plans/subscribe', { planId })
      expect(answer.status).toBe(409)
      const { message, data } = answer.json<Problem>()
      expect(message).toMatch(text)
      expect(data?.reason).toBe(reason)
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('OPEN-33: after 30 days a lower plan is accepted, and replaces the credits by its own', async () => {
    const member = await lawyer('avanzado', 60)
    await suite.database.sql(
      `update lawyer_profiles set plan_last_updated = now() - interval '30 days 1 second' where id = $1`,
      [member.id],
    )
    expect((await member.post('/api/plans/subscribe', { planId: 'basico' })).status).toBe(200)
    expect(await creditsOf(member.id)).toMatchObject({ plan: 'basico', credits_available: 20, ledger: 20 })
    expect((await member.post('/api/plans/subscribe', { planId: 'basico' })).status).toBe(409)
    expect(await creditsOf(member.id)).toMatchObject({ credits_available: 20 })
  })

  test('abuse 4: 50 at once over two processes: one subscription, 20 credits', async () => {
    const member = await lawyer()
    const twin = atSecondApp(member)
    const stop = watchLedgers(suite.database)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        (at % 2 ? member : twin).post('/api/plans/subscribe', { planId: 'basico' }),
      ),
    )
    expect(await stop()).toBeGreaterThan(0)
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 49 }, () => 409),
    ])
    expect(await movements(member.id)).toEqual([
      { kind: 'grant', amount: 20, balance_after: 20, plan: 'basico' },
    ])
    for (const kind of [`audit_log where object = $1`, `events where user_id = $1 and kind = 'plan'`])
      expect(await suite.database.sql(`select 1 from ${kind}`, [member.id])).toHaveLength(1)
  })

  test('OPEN-33: other users are refused, each with a text', async () => {
    const before = await suite.database.snapshot('session')
    for (const [account, text] of [
      [{ role: 'client' }, 'Solo los abogados pueden suscribirse a un plan.'],
      [{ role: 'admin' }, 'Solo los abogados pueden suscribirse a un plan.'],
      [
        { role: 'lawyer', verificationStatus: 'admin_pending' },
        'Podrás suscribirte a un plan cuando tu perfil esté verificado.',
      ],
    ] as const) {
      const member = await suite.member(account)
      const answer = await member.post('/api/plans/subscribe', { planId: 'basico' })
      expect([answer.status, answer.json<{ message: string }>().message]).toEqual([403, text])
    }
    const after = await suite.database.snapshot('session')
    for (const table of ['credit_movements', 'audit_log', 'plans']) expect(after[table]).toBe(before[table])
    expect((await suite.visitor().post('/api/plans/subscribe', { planId: 'basico' })).status).toBe(401)
  })

  test('abuse 4: only a known plan id is accepted', async () => {
    const member = await lawyer()
    const before = await suite.database.snapshot()
    const refused: unknown[] = [
      {},
      { planId: 'basic' },
      { planId: 'premium' },
      { planId: ['basico'] },
      { planId: null },
      { plan: 'basico' },
      ...['id', 'credits', 'price', 'lawyerId', 'userId', 'rank'].map((key) => ({
        planId: 'basico',
        [key]: 999,
      })),
    ]
    for (const input of refused) {
      const answer = await member.post('/api/plans/subscribe', input)
      expect([input, answer.status]).toEqual([input, 422])
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })
})

describe('OPEN-06, TRAP-19, abuse 3: columns that no request can set', () => {
  const COLUMNS = [
    'plan',
    'credits_available',
    'credits_used',
    'plan_last_updated',
    'is_verified',
    'verification_status',
    'role',
  ]

  test.each(COLUMNS)('%s', async (column) => {
    const member = await lawyer('basico', 2)
    const before = await suite.database.snapshot()
    const value = column.startsWith('credits') ? 999 : 'avanzado'
    const profile = {
      price: 30_000,
      description: 'Texto',
      phoneNumber: '+56912345678',
      location: { region: 'Valparaíso', commune: 'Quilpué' },
      addressStreet: 'Freire',
      addressNumber: '12',
    }
    for (const [path, input] of [
      ['/api/accounts/update-name', { name: 'Otro Nombre' }],
      ['/api/lawyers/update-profile', profile],
      ['/api/plans/subscribe', { planId: 'intermedio' }],
      ['/api/chat/start-from-case', { caseId: randomUUID() }],
    ] as const) {
      for (const method of ['POST', 'PUT', 'PATCH'] as const) {
        const answer = await member.send(path, { method, json: { ...input, [column]: value } })
        expect([405, 404, 422], `${method} ${path}`).toContain(answer.status)
      }
    }
    for (const [operation, input] of [
      ['accounts.updateName', { name: 'Otro Nombre' }],
      ['lawyers.updateProfile', profile],
      ['plans.subscribe', { planId: 'intermedio' }],
      ['chat.startFromCase', { caseId: randomUUID() }],
    ] as const)
      expect((await member.rpc(operation, { ...input, [column]: value })).status).toBe(422)
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('the ledger cannot be changed, and is deleted only with its lawyer', async () => {
    const member = await lawyer('basico', 2)
    for (const change of [
      'update credit_movements set amount = 999 where lawyer_id = $1',
      'delete from credit_movements where lawyer_id = $1',
    ])
      await expect(suite.database.sql(change, [member.id])).rejects.toMatchObject({ code: '23001' })
    await expect(suite.database.sql('truncate credit_movements')).rejects.toMatchObject({ code: '23001' })
    expect(await movements(member.id)).toHaveLength(1)
    const gone = await member.post('/api/departure/delete-account', { password: member.password })
    expect(gone.status, gone.text).toBe(200)
    expect(await movements(member.id)).toEqual([])
  })
})

describe('reading credits', () => {
  test('DAL-02: plan, balance and usage without days of 0; movements by page', () =>
    retryAcrossMidnight(suite.database, checkThreeSpends))

  async function checkThreeSpends(): Promise<void> {
    const member = await lawyer('basico')
    for (let at = 0; at < 3; at++) {
      const caseId = await makeOpenCase(suite.platform, (await client()).id)
      expect((await member.post('/api/chat/start-from-case', { caseId })).status).toBe(200)
    }
    const credits = (await member.get('/api/plans/credits')).json<{
      today: string
      lower_plan_from: unknown
    }>()
    expect(credits).toEqual({
      plan: 'basico',
      plan_name: 'Básico',
      plan_credits: 20,
      credits_available: 17,
      credits_used: 3,
      // Básico is the lowest paid plan.
      lower_plan_from: null,
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      use: [{ day: credits.today, used: 3 }],
    })
    const page = (await member.get('/api/plans/movements')).json<{ movements: object[] }>()
    expect(page).toMatchObject({ next: null })
    expect(page.movements).toMatchObject([
      { kind: 'spend', amount: -1, balance_after: 17, plan: null },
      { kind: 'spend', amount: -1, balance_after: 18 },
      { kind: 'spend', amount: -1, balance_after: 19 },
      { kind: 'grant', amount: 20, balance_after: 20, plan: 'basico' },
    ])
    expect(Object.keys(page.movements[0] ?? {}).sort()).toEqual([
      'amount',
      'balance_after',
      'created_at',
      'id',
      'kind',
      'plan',
    ])
  }

  test('every movement is on exactly one page', async () => {
    const member = await lawyer()
    for (let at = 1; at <= 45; at++)
      await suite.database.sql(
        `insert into credit_movements (lawyer_id, kind, amount, balance_after, plan) values ($1, 'grant', 1, $2, 'basico')`,
        [member.id, at],
      )
    await suite.database.sql('update lawyer_profiles set credits_available = 45 where id = $1', [member.id])
    const balances: number[] = []
    const sizes: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await member.get(`/api/plans/movements${cursor && `?cursor=${cursor}`}`)
      const page: { movements: { balance_after: number }[]; next: string | null } = answer.json()
      balances.push(...page.movements.map((row) => row.balance_after))
      sizes.push(page.movements.length)
      cursor = page.next
    }
    expect(sizes).toEqual([10, 10, 10, 10, 5])
    expect(balances).toEqual(Array.from({ length: 45 }, (_, at) => 45 - at))
    expect((await member.get('/api/plans/movements?cursor=x')).status).toBe(422)
  })

  test('usage is per day in Chile, for 90 days; the date from which a lower plan is possible', () =>
    retryAcrossMidnight(suite.database, checkUsagePerDay))

  async function checkUsagePerDay(): Promise<void> {
    const member = await lawyer('avanzado', 100)
    const spend = (at: string, left: number) =>
      suite.database.sql(
        `insert into credit_movements (lawyer_id, kind, amount, balance_after, chat_id, case_id, created_at)
         values ($1, 'spend', -1, $2, gen_random_uuid(), gen_random_uuid(),
           ((app_now() at time zone 'America/Santiago')::date::timestamp + $3::interval) at time zone 'America/Santiago')`,
        [member.id, left, at],
      )
    const times = ['-89 days', '-90 days 23:59:59', '-3 days 00:00:01', '-3 days 23:59:59', '-2 days']
    for (const [index, at] of times.entries()) await spend(at, 99 - index)
    await suite.database.sql('update lawyer_profiles set credits_available = 95 where id = $1', [member.id])
    const credits = (await member.get('/api/plans/credits')).json<{
      today: string
      use: { day: string; used: number }[]
      lower_plan_from: string
    }>()
    const daysAgo = (days: number) =>
      new Date(Date.parse(credits.today) - days * 86_400_000).toISOString().slice(0, 10)
    expect(credits.use).toEqual([
      { day: daysAgo(89), used: 1 },
      { day: daysAgo(3), used: 2 },
      { day: daysAgo(2), used: 1 },
    ])
    const [row] = await suite.database.sql<{ from: Date }>(
      `select plan_last_updated + interval '30 days' as from from lawyer_profiles where id = $1`,
      [member.id],
    )
    expect(credits.lower_plan_from).toBe(row?.from.toISOString())
  }

  test('nobody reads the credits of others, and clients have none', async () => {
    const rich = await lawyer('avanzado', 100)
    const other = await lawyer()
    expect((await other.get(`/api/plans/credits?lawyerId=${rich.id}`)).status).toBe(422)
    expect((await other.get(`/api/plans/movements?lawyerId=${rich.id}`)).status).toBe(422)
    expect((await other.get('/api/plans/movements')).json()).toEqual({ movements: [], next: null })
    for (const path of ['/api/plans/credits', '/api/plans/movements'])
      expect((await (await client()).get(path)).status).toBe(403)
  })
})
