import fastify from 'fastify'
import { expect, test } from 'vitest'
import { useDatabase } from '../../tests/support/app/suite.ts'
import { makeAccount } from '../demo-data/accounts.ts'
import { crawlerRoutes } from './crawlers.ts'

const suite = useDatabase()

/** The path of every URL in a sitemap. */
async function listed(path: string, maxProfiles?: number): Promise<string[]> {
  const app = fastify()
  crawlerRoutes(app, suite.platform, maxProfiles)
  const answer = await app.inject(path)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  return [...answer.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  )
}

test('OPEN-54 the sitemap lists the profiles of verified lawyers only; with too many it becomes an index', async () => {
  const { db } = suite.platform
  const verified: string[] = []
  for (let at = 0; at < 5; at++)
    verified.push((await makeAccount(db, { role: 'lawyer', verificationStatus: 'verified' })).id)
  const others = [
    await makeAccount(db, { role: 'lawyer', verificationStatus: 'admin_pending' }),
    await makeAccount(db, { role: 'client' }),
  ]
  const profiles = verified.map((id) => `/lawyer/${id}`).sort()

  const all = await listed('/sitemap.xml')
  expect(all.filter((path) => path.startsWith('/lawyer/'))).toEqual(profiles)
  expect(all[0]).toBe('/')
  for (const { id } of others) expect(all.join()).not.toContain(id)

  const parts = await listed('/sitemap.xml', 4)
  expect(parts).toHaveLength(17)
  const named = (await Promise.all(parts.map((path) => listed(path, 4)))).flat()
  expect(named.filter((path) => path.startsWith('/lawyer/')).sort()).toEqual(profiles)
  expect(named).toContain('/privacidad')
})
