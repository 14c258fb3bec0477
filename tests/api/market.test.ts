import { beforeAll, describe, expect, test } from 'vitest'
import type { MarketPage } from '../../src/capabilities/market/schema.ts'
import { COMMUNES } from '../../src/chile/regions.ts'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import {
  type CaseAttributes,
  makeActiveCase,
  makeChat,
  makeOpenCase,
} from '../../src/demo-data/conversations.ts'
import { setPlan } from '../../src/demo-data/lawyers.ts'
import type { PlanId } from '../../src/platform/session/session.ts'
import { type Member, useAppProcesses } from '../support/app/suite.ts'
import { isGreeting, openEventStream } from '../support/network/event-stream.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useAppProcesses()

const PLAN_REQUIRED =
  'El acceso al mercado de casos está disponible en los planes Básico, Intermedio y Avanzado.'
/** Data of the client that must not appear in the market. */
const CANARY = { name: 'Canario Reservado Quilodrán', email: 'canario.reservado@prueba.test' }

const lawyerWith = async (plan: PlanId, name?: string) => {
  const member = await suite.member({
    role: 'lawyer',
    verificationStatus: 'verified',
    ...(name && { name }),
  })
  if (plan !== 'gratis') await setPlan(suite.platform.db, member.id, plan, 20)
  return member
}

const ask = async (member: Pick<Member, 'rpc'>, input: object = {}): Promise<MarketPage> => {
  const answer = await member.rpc('cases.market', input)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as MarketPage
}
/** Titles of the cases that all tests share; they occur nowhere else in a page, not even in a nonce. */
const [A1, A2, A3, A4] = ['Causa A1', 'Causa A2', 'Causa A3', 'Causa A4'] as const
const titles = (page: MarketPage) => page.items.map(({ title }) => title)

let clientId = ''
const publish = (input: CaseAttributes) => makeOpenCase(suite.platform, clientId, input)

beforeAll(async () => {
  clientId = (await makeAccount(suite.platform.db, CANARY)).id
  await publish({ title: A1, specialty: 'Divorcio', commune: 'Talca' })
  await publish({ title: A2, specialty: 'Divorcio', commune: 'Maipú' })
  await publish({ title: A3, specialty: 'Acoso laboral', commune: 'Talca' })
  await publish({ title: A4, specialty: 'Otro', commune: 'Chillán' })
})

describe('MKT-13, OPEN-31: who sees the market', () => {
  test.each(['basico', 'intermedio', 'avanzado'] as const)('%s does', async (plan) => {
    expect(titles(await ask(await lawyerWith(plan)))).toEqual([A4, A3, A2, A1])
  })

  test('MKT-14, TRAP-03, abuse 25: gratis does not: 403 with the text, and no case data, also not on the page', {
    tags: 'built',
  }, async () => {
    const member = await lawyerWith('gratis')
    const answer = await member.rpc('cases.market')
    expect(answer.status).toBe(403)
    expect(answer.json<Problem>().message).toBe(PLAN_REQUIRED)
    for (const path of [
      '/casos-recientes',
      '/casos-recientes.data',
      '/casos-recientes?especialidad=Divorcio',
    ]) {
      const page = await member.get(path)
      expect(page.status).toBe(200)
      expect(page.text).not.toMatch(/Causa A[1-4]/)
      expect(page.text).not.toContain('resultado(s)')
    }
    expect((await member.get('/casos-recientes')).text).toContain('Acceso Exclusivo para Suscriptores')
  })

  test('abuse 25: without a plan a lawyer gets the number of open cases of their specialties, and nothing else', {
    tags: 'built',
  }, async () => {
    const member = await lawyerWith('gratis')
    await suite.database.sql(`update lawyer_profiles set specialties = '{Divorcio,Adopción}' where id = $1`, [
      member.id,
    ])
    const before = await suite.database.snapshot()
    const answer = await member.get('/api/cases/open-count')
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ count: 2 })
    const page = await member.get('/casos-recientes')
    expect(page.text).toContain('Hay 2 casos abiertos de tus especialidades.')
    expect(page.text).not.toMatch(/Causa A[1-4]/)
    expect(page.text).not.toContain(CANARY.name)
    expect(await suite.database.snapshot()).toEqual(before)
    // The input cannot choose the lawyer or the cases.
    expect((await member.get('/api/cases/open-count?specialty=Otro')).status).toBe(422)
  })

  test('clients, administrators and lawyers who are not verified do not; visitors sign in', {
    tags: 'built',
  }, async () => {
    for (const account of [
      { role: 'client' },
      { role: 'admin' },
      { role: 'lawyer', verificationStatus: 'admin_pending' },
      { role: 'lawyer', verificationStatus: 'profile_pending' },
    ] as const) {
      const member = await suite.member(account)
      if (account.role === 'lawyer') await setPlan(suite.platform.db, member.id, 'avanzado', 100)
      const answer = await member.rpc('cases.market')
      expect([account, answer.status]).toEqual([account, 403])
      expect(answer.text).not.toContain('Divorcio')
      const page = await member.get('/casos-recientes')
      expect([page.status, page.headers.location]).toEqual([302, '/dashboard'])
    }
    const visitor = suite.visitor()
    expect((await visitor.rpc('cases.market')).status).toBe(401)
    const page = await visitor.get('/casos-recientes?comuna=Talca')
    expect(page.headers.location).toBe(`/login?volver=${encodeURIComponent('/casos-recientes?comuna=Talca')}`)
  })

  test('without the plan the next request is refused', async () => {
    const member = await lawyerWith('basico')
    await ask(member)
    await setPlan(suite.platform.db, member.id, 'gratis', 0)
    expect((await member.rpc('cases.market')).status).toBe(403)
  })
})

describe('the market', () => {
  test('TRAP-35, OPEN-50, abuse 25: no data of the client; RUT, telephone and e-mail in texts are hidden', {
    tags: 'built',
  }, async () => {
    const member = await lawyerWith('basico')
    await publish({
      title: 'Consulta urgente al +56 9 8765 4321',
      specialty: 'Herencias y posesiones',
      commune: 'Arica',
      description:
        '¿Qué pasó? Soy canario quilodran. Mi RUT es 12.345.678-5 y mi correo canario.reservado@prueba.test. Me deben $1.500.000 desde 2019.',
    })
    const page = await ask(member, { communes: ['Arica'] })
    expect(page.items).toEqual([
      {
        id: expect.any(String),
        title: 'Consulta urgente al [dato oculto]',
        specialty: 'Herencias y posesiones',
        commune: 'Arica',
        urgency: null,
        description:
          '¿Qué pasó? Soy [dato oculto]. Mi RUT es [dato oculto] y mi correo [dato oculto]. Me deben $1.500.000 desde 2019.',
        created_at: expect.stringMatching(/Z$/),
        chat_id: null,
      },
    ])
    const answers = [
      (await member.rpc('cases.market')).text,
      (await member.get('/api/cases/market')).text,
      (await member.get('/casos-recientes')).text,
      (await member.get('/casos-recientes.data')).text,
    ]
    for (const text of answers) {
      expect(text).toContain('[dato oculto]')
      for (const secret of [CANARY.name, 'quilodran', 'client_name', CANARY.email, clientId, '12.345.678'])
        expect(text).not.toContain(secret)
      // All digits, because four of them may occur in a time stamp or an id.
      expect(text).not.toMatch(/8765\D?4321/)
    }
  })

  test('OPEN-50, abuse 25: disguised contact data is hidden in the market', async () => {
    const member = await lawyerWith('basico')
    const ways = ['t.me/quelentaro', 'facebook.com/quelentaro', '@quelentaro', 'www.quelentaro.cl']
    const more = ['quelentaro punto cl', '9x8x7x6x5x4x3x2x1', '98765\n4321', 'Av. Quelentaro 1234 depto 5']
    const descriptionWith = (way: string) => `Llevo 3 meses en la calle; ${way}. Ley 19.947, $900.000.`
    for (const way of [...ways, ...more, 'instagram quelentaro'])
      await publish({
        title: 'Duda',
        commune: 'Putre',
        specialty: 'Divorcio',
        description: descriptionWith(way),
      })
    const { items } = await ask(member, { communes: ['Putre'] })
    expect(items.map(({ description }) => description)).toEqual([
      descriptionWith('instagram [dato oculto]'),
      ...[...ways, ...more].map(() => descriptionWith('[dato oculto]')),
    ])
  })

  test('MKT-02: only open cases, the newest first', async () => {
    const member = await lawyerWith('basico')
    const other = await lawyerWith('gratis')
    const gone = await publish({ title: 'B1', specialty: 'Deudas y cobranzas', commune: 'Osorno' })
    await publish({ title: 'B2', specialty: 'Deudas y cobranzas', commune: 'Osorno' })
    const filter = { communes: ['Osorno'] }
    expect(titles(await ask(member, filter))).toEqual(['B2', 'B1'])
    await suite.database.sql(
      `update cases set status = 'activo', lawyer_id = $2, proposal_accepted_at = now() where id = $1`,
      [gone, other.id],
    )
    expect(await ask(member, filter)).toMatchObject({ items: [{ title: 'B2' }], total: 1, next: null })
    const { caseId } = await makeActiveCase(suite.platform, { clientId, lawyerId: other.id })
    expect((await member.rpc('cases.market')).text).not.toContain(caseId)
  })

  test('MKT-03, MKT-04, CAL-21: filters by specialties and communes: each, both, none and all', async () => {
    const member = await lawyerWith('basico')
    const some = async (input: object) =>
      titles(await ask(member, input)).filter((one) => /^Causa A\d/.test(one))
    expect(await some({ specialties: ['Divorcio'] })).toEqual([A2, A1])
    expect(await some({ communes: ['Talca', 'Chillán'] })).toEqual([A4, A3, A1])
    expect(await some({ specialties: ['Divorcio', 'Otro'], communes: ['Talca', 'Chillán'] })).toEqual([
      A4,
      A1,
    ])
    expect(await some({ specialties: [], communes: [] })).toEqual([A4, A3, A2, A1])
    expect(await some({ communes: COMMUNES })).toEqual([A4, A3, A2, A1])
    expect(await ask(member, { communes: ['Tortel'] })).toEqual({ items: [], next: null, total: 0 })
  })

  test('OPEN-11: unknown values, unknown keys and malformed cursors are refused', async () => {
    const member = await lawyerWith('basico')
    const refused = async (input: object) => {
      const answer = await member.rpc('cases.market', input)
      expect([input, answer.status]).toEqual([input, 422])
      return answer.json<Problem>().data?.fields
    }
    expect(await refused({ specialties: ['Divorcio', 'Magia'] })).toEqual({
      specialties: 'Elige especialidades de la lista.',
    })
    expect(await refused({ communes: ['París'] })).toEqual({ communes: 'Elige comunas de la lista.' })
    expect(await refused({ communes: Array(347).fill('Talca') })).toEqual({
      communes: 'Elige comunas de la lista.',
    })
    for (const after of ['x', '1.2', `1.${crypto.randomUUID().toUpperCase()}x`, `-1.${crypto.randomUUID()}`])
      expect(await refused({ after })).toEqual({ after: 'Esta página de la lista no existe.' })
    expect(await refused({ client_id: clientId })).toEqual({ client_id: 'Este dato no se acepta.' })
    expect(
      (await ask(member, { after: `9999999999999999.${crypto.randomUUID()}` })).items.length,
    ).toBeGreaterThan(0)
  })

  test('OPEN-50, OPEN-69: «Cargar más» by cursor: no case twice or omitted, while cases are added and deleted', async () => {
    const member = await lawyerWith('basico')
    // Times that differ by less than a millisecond, and some equal ones.
    await suite.database.sql(
      `insert into cases (title, description, client_id, specialty, commune, created_at)
       select 'C' || n, 'Texto', $1, 'Acoso laboral', 'Castro', timestamptz '2025-03-01' + (n / 3) * interval '1 microsecond'
       from generate_series(1, 50) as s (n)`,
      [clientId],
    )
    const filter = { communes: ['Castro'] }
    const first = await ask(member, filter)
    expect(first).toMatchObject({ total: 50, next: expect.any(String) })
    expect(first.items).toHaveLength(20)
    await publish({ title: 'C-nuevo', commune: 'Castro' })
    await suite.database.sql('delete from cases where id = $1', [first.items.at(-1)?.id])
    const second = await ask(member, { ...filter, after: first.next })
    const third = await ask(member, { ...filter, after: second.next })
    expect(third.next).toBeNull()
    const all = [first, second, third].flatMap(titles)
    expect(all).toHaveLength(50)
    expect(new Set(all).size).toBe(50)
  })

  test('counting stops above a thousand', async () => {
    const member = await lawyerWith('basico')
    await suite.database.sql(
      `insert into cases (title, description, client_id, specialty, commune, created_at)
       select 'D' || n, 'Texto', $1, 'Divorcio', case when n <= 1000 then 'Vitacura' else 'Pica' end, timestamptz '2024-01-01' + n * interval '1 minute'
       from generate_series(1, 1001) as s (n)`,
      [clientId],
    )
    expect((await ask(member, { communes: ['Vitacura'] })).total).toBe(1_000)
    const many = await ask(member, { communes: ['Vitacura', 'Pica'] })
    expect([many.total, titles(many)[0]]).toEqual([1_001, 'D1001'])
    const later = await ask(member, { communes: ['Vitacura', 'Pica'], after: many.next })
    expect(titles(later)[0]).toBe('D981')
    await suite.database.sql(`delete from cases where title like 'D%' and description = 'Texto'`)
  })

  test('OPEN-32: a case has the id of the lawyer’s own chat with the client, not of others’', async () => {
    const [mine, other] = [await lawyerWith('basico'), await lawyerWith('basico')]
    const client = await makeAccount(suite.platform.db)
    await makeOpenCase(suite.platform, client.id, { title: 'E1', commune: 'Ovalle' })
    const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: mine.id })
    expect((await ask(mine, { communes: ['Ovalle'] })).items[0]?.chat_id).toBe(chatId)
    expect((await ask(other, { communes: ['Ovalle'] })).items[0]?.chat_id).toBeNull()
  })

  test('OPEN-50: events of new cases reach lawyers who see the market, and no others', async () => {
    const [sees, not] = [await lawyerWith('basico'), await lawyerWith('gratis')]
    const [stream, closed] = await Promise.all([
      openEventStream(suite.app.url, sees),
      openEventStream(suite.app.url, not),
    ])
    // Without a last id a stream gets the events after the greeting.
    for (const one of [stream, closed]) await one.waitFor(isGreeting)
    const id = await publish({ title: 'F1', commune: 'Lota' })
    await stream.waitFor(({ data }) => data.ref === id)
    // Events arrive in order: when this one arrives, earlier ones would have arrived.
    await suite.database.sql(`insert into events (user_id, kind) values ($1, 'last')`, [not.id])
    await closed.waitFor(({ event, data }) => event === 'last' || data.kind === 'last')
    expect(closed.refs()).not.toContain(id)
    stream.close()
    closed.close()
  })
})
