import { beforeAll, expect, test } from 'vitest'
import type { LawyersPage } from '../../src/capabilities/search/schema.ts'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { useTestApp } from '../support/app/suite.ts'
import { type HttpResponse, newClient, type Problem } from '../support/network/http-client.ts'

// Abuse case 28 (tools/abuse-cases.ts): nobody copies the directory, and administrators read no chats.

const suite = useTestApp(2)

beforeAll(async () => {
  for (let at = 0; at < 45; at++)
    await makeAccount(suite.platform.db, {
      name: `Abogada ${at}`,
      role: 'lawyer',
      verificationStatus: 'verified',
    })
})

/** Returns a client of this address for each process. */
const clientsAt = (address: string) => suite.apps.map(({ url }) => newClient(url, address))
/** Sends requests, 50 at a time. */
const inBatches = async (count: number, one: (at: number) => Promise<HttpResponse>) => {
  const answers: HttpResponse[] = []
  for (let from = 0; from < count; from += 50)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, at) => one(from + at)))))
  return answers
}

test('abuse 28: of 500 rapid searches from one address over two processes 60 are answered, the others get Retry-After', {
  tags: 'built',
}, async () => {
  const scraper = suite.visitor()
  const clients = clientsAt(scraper.address)
  const answers = await inBatches(500, (at) =>
    at % 5 === 0
      ? (clients[at % 2] ?? scraper).get('/api/search/recommended?specialty=Divorcio&commune=Talca')
      : (clients[at % 2] ?? scraper).rpc('search.lawyers', { text: `abogada ${at % 10}` }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  const limited = answers.filter(({ status }) => status !== 200)
  for (const answer of limited) {
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
  // The page is served without lawyers. Other addresses, and users who are signed in at this one, are not
  // limited.
  const page = await (clients[1] ?? scraper).get('/buscar-abogados')
  expect([page.status, page.text.includes('Abogada ')]).toEqual([200, false])
  expect((await suite.visitor().get('/api/search/lawyers')).status).toBe(200)
  const member = await suite.member()
  const neighbour = newClient(suite.app.url, scraper.address)
  for (const [name, value] of member.jar) neighbour.jar.set(name, value)
  expect((await neighbour.get('/api/search/lawyers')).status).toBe(200)
  // The limit ends after a minute.
  await suite.database.sql(
    `update rate_limits set window_start = window_start - interval '60 seconds' where key like 'search:%'`,
  )
  expect((await scraper.get('/api/search/lawyers')).status).toBe(200)
})

test('abuse 28: a signed-in user has the same limit, from any address', async () => {
  const member = await suite.member()
  const answers = await inBatches(100, () => {
    const client = suite.visitor()
    for (const [name, value] of member.jar) client.jar.set(name, value)
    return client.rpc('search.lawyers')
  })
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
})

test('abuse 28: the list of colleagues shares its limit and counter with the search', async () => {
  const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
  const answers = await inBatches(100, (at) =>
    at % 2 === 0 ? lawyer.rpc('lawyers.colleagues', { text: 'a' }) : lawyer.rpc('search.lawyers'),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect((await lawyer.rpc('lawyers.colleagues', {})).status).toBe(429)
})

test('abuse 28: a page has 20 lawyers, no request gets more, and ids are random', async () => {
  const visitor = suite.visitor()
  const page = (await visitor.rpc('search.lawyers')).json<LawyersPage>()
  expect(page.items).toHaveLength(20)
  for (const input of [{ limit: 1_000 }, { page: 2 }, { offset: 20 }])
    expect((await visitor.rpc('search.lawyers', input)).status).toBe(422)
  for (const { id } of page.items) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/)
  // Other lists refuse a larger limit, too, even for administrators.
  const admin = await suite.member({ role: 'admin' })
  expect((await admin.get('/api/verification/queue?limit=1000')).status).toBe(422)
  expect((await admin.get('/api/chat/list?limit=1000')).status).not.toBe(200)
})
