import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSealer } from '../jobs/sealer.server.ts'
import { isLinkValid, signLink } from './links.server.ts'

const platform = { sealer: createSealer('un-secreto-de-prueba-de-32-letras') }
const key = 'identidad/11111111-1111-4111-8111-111111111111/22222222-2222-4222-8222-222222222222.pdf'
const viewerId = '33333333-3333-4333-8333-333333333333'
const queryOf = (link: string) => Object.fromEntries(new URL(link, 'http://x').searchParams)

afterEach(() => vi.useRealTimers())

describe('CAL-29 a signed link', () => {
  test('is valid for its file and its viewer, for one hour at most', () => {
    vi.useFakeTimers({ now: 1_000_000_000_000 })
    const link = signLink(platform, { key, viewerId, seconds: 90_000 })
    expect(link).toMatch(new RegExp(`^/archivos/${key}\\?viewer=${viewerId}&expires=1000003600&sig=`))
    expect(isLinkValid(platform, key, viewerId, queryOf(link))).toBe(true)
    vi.setSystemTime(1_000_000_000_000 + 3_599_999)
    expect(isLinkValid(platform, key, viewerId, queryOf(link))).toBe(true)
    vi.setSystemTime(1_000_000_000_000 + 3_600_000)
    expect(isLinkValid(platform, key, viewerId, queryOf(link))).toBe(false)
  })

  test('is not valid for another file, another viewer or a later time', () => {
    const query = queryOf(signLink(platform, { key, viewerId, seconds: 60 }))
    const wrong: Record<string, unknown>[] = [
      { ...query, expires: String(Number(query.expires) + 1) },
      { ...query, viewer: key },
      { ...query, sig: `${query.sig}x` },
      { ...query, sig: query.sig?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) },
      { ...query, sig: [query.sig, query.sig] },
      { ...query, expires: `${query.expires}.0` },
      { ...query, expires: '9'.repeat(30) },
      { viewer: viewerId },
      {},
    ]
    for (const one of wrong) expect(isLinkValid(platform, key, viewerId, one)).toBe(false)
    expect(isLinkValid(platform, key.replace('2222.pdf', '2223.pdf'), viewerId, query)).toBe(false)
    expect(isLinkValid(platform, key, key, query)).toBe(false)
    expect(
      isLinkValid({ sealer: createSealer('otro-secreto-de-otra-instalacion-00') }, key, viewerId, query),
    ).toBe(false)
  })

  test('a sealed job payload or a signature of another kind is not a valid link', () => {
    const expires = String(Math.floor(Date.now() / 1000) + 60)
    for (const sig of [
      platform.sealer.sign(`write\n${key}\n${viewerId}\n${expires}`),
      platform.sealer.seal(key),
    ]) {
      expect(isLinkValid(platform, key, viewerId, { viewer: viewerId, expires, sig })).toBe(false)
    }
  })
})
