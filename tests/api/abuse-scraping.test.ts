import { beforeAll, expect, test } from 'vitest'
import type { LawyersPage } from '../../src/capabilities/search/schema.ts'
import { makeAccount } from '../../src/server/factories/accounts.ts'
import { type Answer, newClient, type Problem } from '../support/http.ts'
import { useHouse } from '../support/suite.ts'

// Security §1, row 28: the directory is for looking something up, not for copying; and administrators read no chats.

const house = useHouse(2)

beforeAll(async () => {
  for (let at = 0; at < 45; at++)
    await makeAccount(house.platform.db, {
      name: `Abogada ${at}`,
      role: 'lawyer',
      verificationStatus: 'verified',
    })
})

/** The same address at both processes. */
const doorsOf = (address: string) => house.apps.map(({ url }) => newClient(url, address))
const many = async (count: number, one: (at: number) => Promise<Answer>) => {
  const statuses: Answer[] = []
  for (let from = 0; from < count; from += 50)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => one(from + at)))))
  return statuses
}

test('abuse 28: 500 rapid searches of one address over two processes: 60 are answered, the others told when to come back', {
  tags: 'built',
}, async () => {
  const scraper = house.visitor()
  const doors = doorsOf(scraper.address)
  const answers = await many(500, (at) =>
    at % 5 === 0
      ? (doors[at % 2] ?? scraper).get('/api/search/recommended?specialty=Divorcio&commune=Talca')
      : (doors[at % 2] ?? scraper).rpc('search.lawyers', { text: `abogada ${at % 10}` }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  const late = answers.filter(({ status }) => status !== 200)
  for (const answer of late) {
    expect(answer.status).toBe(429)
    const wait = Number(answer.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
  }
  const problem = (await scraper.get('/api/search/lawyers')).json<Problem>()
  expect(problem).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'Hiciste muchas búsquedas seguidas. Espera un momento e inténtalo de nuevo.',
  })
  // The page stands, without lawyers, and nobody else is held up: at another address, or signed in at this one.
  const page = await (doors[1] ?? scraper).get('/buscar-abogados')
  expect([page.status, page.text.includes('Abogada ')]).toEqual([200, false])
  expect((await house.visitor().get('/api/search/lawyers')).status).toBe(200)
  const member = await house.member()
  const neighbour = newClient(house.app.url, scraper.address)
  for (const [name, value] of member.jar) neighbour.jar.set(name, value)
  expect((await neighbour.get('/api/search/lawyers')).status).toBe(200)
  // A minute later it goes on.
  await house.database.sql(
    `update rate_limits set window_start = window_start - interval '60 seconds' where key like 'search:%'`,
  )
  expect((await scraper.get('/api/search/lawyers')).status).toBe(200)
})

test('abuse 28: whoever is signed in has the same limit, whatever the address', async () => {
  const member = await house.member()
  const answers = await many(100, () => {
    const client = house.visitor()
    for (const [name, value] of member.jar) client.jar.set(name, value)
    return client.rpc('search.lawyers')
  })
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
})

test('abuse 28: the colleagues are looked through at the same pace, in one count with the search', async () => {
  const lawyer = await house.member({ role: 'lawyer', verificationStatus: 'verified' })
  const answers = await many(100, (at) =>
    at % 2 === 0 ? lawyer.rpc('lawyers.colleagues', { text: 'a' }) : lawyer.rpc('search.lawyers'),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect((await lawyer.rpc('lawyers.colleagues', {})).status).toBe(429)
})

test('abuse 28: a page has 20 lawyers, no request asks for more, and ids tell nothing of the next one', async () => {
  const visitor = house.visitor()
  const page = (await visitor.rpc('search.lawyers')).json<LawyersPage>()
  expect(page.items).toHaveLength(20)
  for (const input of [{ limit: 1_000 }, { page: 2 }, { offset: 20 }])
    expect((await visitor.rpc('search.lawyers', input)).status).toBe(422)
  for (const { id } of page.items) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
  // Other lists give no more than 50, whoever asks and for how much.
  const admin = await house.member({ role: 'admin' })
  expect((await admin.get('/api/verification/queue?limit=1000')).status).toBe(422)
  expect((await admin.get('/api/chat/list?limit=1000')).status).not.toBe(200)
})
