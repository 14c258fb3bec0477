import { beforeAll, describe, expect, test } from 'vitest'
import type { Colleague } from '../../src/capabilities/lawyers/schema.ts'
import { completeProfile } from '../../src/demo-data/lawyers.ts'
import { type Member, useAppProcesses } from '../support/app/suite.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useAppProcesses()

interface Page {
  items: Colleague[]
  next: string | null
}

const verified = (name: string) => suite.member({ role: 'lawyer', verificationStatus: 'verified', name })
const ask = async (member: Pick<Member, 'rpc'>, input: object = {}): Promise<Page> => {
  const answer = await member.rpc('lawyers.colleagues', input)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as Page
}
const names = async (input: object = {}) => (await ask(me, input)).items.map(({ name }) => name)

let me: Member
const SECRET = {
  rut: '7654321-6',
  phone_number: '+56987651234',
  address_street: 'Calle Reservada',
  birth_date: '1981-02-03',
}

beforeAll(async () => {
  me = await verified('Yo Misma Araya')
  const people = [
    [
      'Álvaro Ñáñez Pérez',
      'Ñuñoa',
      'Metropolitana de Santiago',
      12,
      ['Divorcio', 'Adopción', 'Defensa penal', 'Otro'],
    ],
    ['Bárbara Soto Díaz', 'Quilpué', 'Valparaíso', 5, ['Acoso laboral', 'Despido injustificado']],
    ['Carla Divorcio Ruiz', 'Valparaíso', 'Valparaíso', 4, ['Ley de drogas']],
    ['Diego 100%_Real', 'Tomé', 'Biobío', 0, ['Tuición y régimen de visitas']],
  ] as const
  for (const [name, address_commune, address_region, experience, specialties] of people) {
    const { id } = await verified(name)
    await completeProfile(suite.platform.db, id, {
      ...(name.startsWith('Álvaro') && SECRET),
      address_commune,
      address_region,
      experience,
      specialties: [...specialties],
    })
  }
  await suite.member({ role: 'lawyer', verificationStatus: 'admin_pending', name: 'Pendiente Soto' })
  await suite.member({ role: 'client', name: 'Cliente Soto' })
})

describe('colleagues', () => {
  test('COL-07, COL-08, CAL-27, TRAP-36, abuse 27: all other verified lawyers, by name, without private data', {
    tags: 'built',
  }, async () => {
    const { items, next } = await ask(me)
    expect(items.map(({ name }) => name)).toEqual([
      'Álvaro Ñáñez Pérez',
      'Bárbara Soto Díaz',
      'Carla Divorcio Ruiz',
      'Diego 100%_Real',
    ])
    expect(next).toBeNull()
    expect(items[0]).toEqual({
      id: expect.any(String),
      name: 'Álvaro Ñáñez Pérez',
      avatar_url: null,
      location: 'Ñuñoa, Metropolitana de Santiago',
      experience: 12,
      specialties: ['Divorcio', 'Adopción', 'Defensa penal', 'Otro'],
    })
    const bodies = [
      (await me.rpc('lawyers.colleagues')).text,
      (await me.get('/api/lawyers/colleagues')).text,
      (await me.get('/find-colleagues')).text,
    ]
    for (const text of bodies) {
      expect(text).toContain('Álvaro')
      for (const secret of [...Object.values(SECRET), '@prueba.test', 'Pendiente Soto', 'Cliente Soto'])
        if (secret !== '@prueba.test' || !text.includes('<html')) expect(text).not.toContain(secret)
    }
  })

  test('COL-03: the text matches part of the name or of a specialty, ignoring case and accents', async () => {
    expect(await names({ text: 'nanez' })).toEqual(['Álvaro Ñáñez Pérez'])
    expect(await names({ text: '  ÁLVARO ñ ' })).toEqual(['Álvaro Ñáñez Pérez'])
    expect(await names({ text: 'divorcio' })).toEqual(['Álvaro Ñáñez Pérez', 'Carla Divorcio Ruiz'])
    expect(await names({ text: 'tuicion y' })).toEqual(['Diego 100%_Real'])
    expect(await names({ text: '%' })).toEqual(['Diego 100%_Real'])
    expect(await names({ text: '_' })).toEqual(['Diego 100%_Real'])
    expect(await names({ text: '\\' })).toEqual([])
    expect(await names({ text: "' or true --" })).toEqual([])
  })

  test('COL-04: the specialty matches exactly', async () => {
    expect(await names({ specialty: 'Divorcio' })).toEqual(['Álvaro Ñáñez Pérez'])
    expect(await names({ specialty: 'Divor' })).toEqual([])
  })

  test('COL-05: the location matches in part, ignoring case and accents', async () => {
    expect(await names({ location: 'VALPARAISO' })).toEqual(['Bárbara Soto Díaz', 'Carla Divorcio Ruiz'])
    expect(await names({ location: 'nunoa' })).toEqual(['Álvaro Ñáñez Pérez'])
    expect(await names({ location: 'é, bio' })).toEqual(['Diego 100%_Real'])
    expect(await names({ location: 'París' })).toEqual([])
  })

  test('COL-06, LIM-13: minimum years of experience', async () => {
    expect(await names({ experience: '1' })).toHaveLength(3)
    expect(await names({ experience: '5' })).toEqual(['Álvaro Ñáñez Pérez', 'Bárbara Soto Díaz'])
    expect(await names({ experience: '10' })).toEqual(['Álvaro Ñáñez Pérez'])
    expect((await me.rpc('lawyers.colleagues', { experience: '3' })).status).toBe(422)
  })

  test('filters combine', async () => {
    expect(
      await names({ text: 'soto', location: 'quilpue', experience: '5', specialty: 'Acoso laboral' }),
    ).toEqual(['Bárbara Soto Díaz'])
    expect(await names({ text: 'soto', experience: '10' })).toEqual([])
  })

  test('ROU-39, TRAP-32: nobody else may use the operation or the page', { tags: 'built' }, async () => {
    for (const account of [
      { role: 'client' },
      { role: 'admin' },
      { role: 'lawyer', verificationStatus: 'email_pending' },
      { role: 'lawyer', verificationStatus: 'admin_pending' },
    ] as const) {
      const member = await suite.member(account)
      const answer = await member.rpc('lawyers.colleagues')
      expect([account, answer.status]).toEqual([account, 403])
      expect(answer.json<Problem>().message).toMatch(/^Solo los abogados/)
      const page = await member.get('/find-colleagues')
      expect([page.status, page.headers.location]).toEqual([302, '/dashboard'])
    }
    expect((await suite.visitor().rpc('lawyers.colleagues')).status).toBe(401)
    expect((await suite.visitor().get('/find-colleagues')).headers.location).toBe('/dashboard')
    for (const input of [
      { plan: 'basico' },
      { after: 'x' },
      { after: `${'-'.repeat(36)}.x` },
      { after: `${'0'.repeat(36)}.x` },
      { text: 'x'.repeat(121) },
    ])
      expect((await me.rpc('lawyers.colleagues', input)).status).toBe(422)
  })

  test('OPEN-69: pages neither repeat nor omit anybody, even with equal names', async () => {
    for (let at = 0; at < 45; at += 1) await verified(at % 3 ? 'Zoila Igual Páez' : `Zoila Igual Páez ${at}`)
    const seen: string[] = []
    let after: string | null | undefined
    do {
      const page: Page = await ask(me, { text: 'zoila igual', ...(after && { after }) })
      expect(page.items.length).toBeLessThanOrEqual(20)
      seen.push(...page.items.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(seen).toHaveLength(45)
    expect(new Set(seen).size).toBe(45)
  })
})
