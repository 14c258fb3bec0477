import { beforeAll, describe, expect, test } from 'vitest'
import type { LawyerSummary, LawyersPage, ProblemAnalysis } from '../../src/capabilities/search/schema.ts'
import { completeProfile } from '../../src/demo-data/lawyers.ts'
import { type Member, useAppProcesses } from '../support/app/suite.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useAppProcesses()

const SECRET = {
  rut: '7654321-6',
  phone_number: '+56987651234',
  address_street: 'Calle Reservada',
  birth_date: '1981-02-03',
  id_card_path: 'identidad/secreta.jpg',
}
const HIDDEN = [
  '7654321',
  '87651234',
  'Calle Reservada',
  '1981-02-03',
  'secreta.jpg',
  'credits',
  '@prueba.test',
]

const PEOPLE = [
  ['Alba Gratis', 'gratis', 0, 0, 30, 20_000, 'Talca', 'Maule', ['Divorcio', 'Otro']],
  ['Bruno Basico', 'basico', 9, 2, 3, 30_000, 'Talca', 'Maule', ['Divorcio', 'Adopción']],
  ['Carla Intermedia', 'intermedio', 0, 0, 1, 45_000, 'Arica', 'Arica y Parinacota', ['Divorcio']],
  [
    'Dante Avanzado',
    'avanzado',
    3,
    1,
    12,
    90_000,
    'Arica',
    'Arica y Parinacota',
    ['Divorcio', 'Ley de drogas'],
  ],
  ['Elisa Avanzada', 'avanzado', 5, 1, 12, 80_000, 'Arica', 'Arica y Parinacota', ['Divorcio']],
  ['Ñusta Ñáñez', 'gratis', 0, 0, 8, 15_000, 'Ñuñoa', 'Metropolitana de Santiago', ['Ley de drogas']],
] as const
const ids = new Map<string, string>()
let elisa: Member

beforeAll(async () => {
  for (const [name, plan, sum, count, experience, price, address_commune, address_region, list] of PEOPLE) {
    const member = await suite.member({ role: 'lawyer', verificationStatus: 'verified', name })
    ids.set(name, member.id)
    if (name === 'Elisa Avanzada') elisa = member
    await completeProfile(suite.platform.db, member.id, {
      ...(name === 'Alba Gratis' && SECRET),
      price,
      experience,
      address_commune,
      address_region,
      specialties: [...list],
    })
    await suite.database.sql(
      'update lawyer_profiles set plan = $2, rating_sum = $3, rating_count = $4 where id = $1',
      [member.id, plan, sum, count],
    )
  }
  for (const verificationStatus of ['email_pending', 'profile_pending', 'admin_pending'] as const) {
    const { id } = await suite.member({ role: 'lawyer', verificationStatus, name: 'Pendiente Oculta' })
    await completeProfile(suite.platform.db, id, { specialties: ['Divorcio'] })
  }
  const gone = await suite.member({ role: 'lawyer', verificationStatus: 'verified', name: 'Borrada Oculta' })
  await gone.post('/api/departure/delete-account', { password: gone.password })
})

const search = async (input: object = {}): Promise<LawyersPage> => {
  const answer = await suite.visitor().rpc('search.lawyers', input)
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}
const names = async (input: object = {}) => (await search(input)).items.map(({ name }) => name)

describe('search.lawyers', () => {
  test('AIS-11, LIM-15, OPEN-51, TRAP-38: only verified lawyers, ordered by plan and rating, with the count', async () => {
    const page = await search()
    expect(page.items.map(({ name }) => name)).toEqual([
      'Elisa Avanzada',
      'Dante Avanzado',
      'Carla Intermedia',
      'Bruno Basico',
      'Alba Gratis',
      'Ñusta Ñáñez',
    ])
    expect(page).toMatchObject({ total: 6, next: null })
  })

  test('AIS-08, SEA-02: filters by specialty, commune, minimum experience, name and maximum price', async () => {
    expect(await names({ specialty: 'Ley de drogas' })).toEqual(['Dante Avanzado', 'Ñusta Ñáñez'])
    expect(await names({ commune: 'Talca' })).toEqual(['Bruno Basico', 'Alba Gratis'])
    expect(await names({ experience: '10' })).toEqual(['Elisa Avanzada', 'Dante Avanzado', 'Alba Gratis'])
    expect(await names({ text: 'nanez ÑUS' })).toEqual(['Ñusta Ñáñez'])
    expect(await names({ maxPrice: '20000' })).toEqual(['Alba Gratis', 'Ñusta Ñáñez'])
    expect(
      await names({ specialty: 'Divorcio', commune: 'Arica', experience: '5', maxPrice: '85000' }),
    ).toEqual(['Elisa Avanzada'])
    expect(await search({ commune: 'Tortel' })).toEqual({ items: [], next: null, total: 0 })
  })

  test('ENT-17, AIS-12, abuse 27: a result has only these fields, by REST, RPC and on the pages', {
    tags: 'built',
  }, async () => {
    const { items } = await search({ text: 'alba' })
    expect(items).toEqual([
      {
        id: ids.get('Alba Gratis'),
        name: 'Alba Gratis',
        name_confirmed: true,
        avatar: null,
        specialties: ['Divorcio', 'Otro'],
        price: 20_000,
        rating: 0,
        reviewCount: 0,
        location: 'Talca, Maule',
        experience: 30,
        is_verified: true,
        plan: 'gratis',
        address_commune: 'Talca',
      },
    ])
    const visitor = suite.visitor()
    const bodies = [
      await visitor.get('/api/search/lawyers'),
      await visitor.rpc('search.lawyers'),
      await visitor.rpc('search.recommended', { specialty: 'Divorcio', commune: 'Talca' }),
      await visitor.get('/api/search/recommended?specialty=Divorcio&commune=Talca'),
      await visitor.get('/buscar-abogados?nombre=alba'),
      await visitor.get('/buscar-ia?busqueda=1&comuna=Talca'),
    ]
    for (const { status, text } of bodies) {
      expect(status).toBe(200)
      expect(text).toContain('Alba Gratis')
      expect(text).not.toContain('Oculta')
      for (const secret of HIDDEN) expect(text).not.toContain(secret)
    }
  })

  test('OPEN-51 pages follow by cursor, and a malformed cursor is refused', async () => {
    const first = await search()
    expect(first.items).toHaveLength(6)
    const visitor = suite.visitor()
    for (const after of [
      'x',
      '-1.2.3.4',
      `9.9.${crypto.randomUUID()}.\u0000`,
      `1.1.${crypto.randomUUID()}.\ud800`,
    ])
      expect((await visitor.rpc('search.lawyers', { after })).status).toBe(422)
    const far = `2147483647.0.${crypto.randomUUID()}.a`
    expect(await search({ after: far })).toEqual({ items: [], next: null, total: null })
    expect((await search({ after: `-9999999999.0.${crypto.randomUUID()}.a` })).items).toHaveLength(6)
  })

  test('abuse 36, 37: hostile search texts get a valid answer', {
    tags: 'built',
  }, async () => {
    const visitor = suite.visitor()
    for (const text of [
      '%',
      '_',
      '\\',
      "'; drop table profiles; --",
      '<script>alert(1)</script>',
      '(a+)+$',
      '\u0000',
      '\ud800',
      'a '.repeat(60),
      '\u202e\u200b',
      '😀',
    ]) {
      const answer = await visitor.rpc('search.lawyers', { text })
      expect(answer.status, JSON.stringify(text)).toBe(200)
      expect(
        (await visitor.get(`/buscar-abogados?nombre=${encodeURIComponent(text.toWellFormed())}`)).status,
      ).toBe(200)
    }
    expect(await names({ text: '%' })).toEqual([])
    for (const input of [
      { text: 'a'.repeat(100_000) },
      { text: 'a'.repeat(121) },
      { text: ['a'] },
      { specialty: 'Derecho espacial' },
      { commune: 'Gotham' },
      { experience: '2' },
      { maxPrice: '-1' },
      { maxPrice: '1e9' },
      { orden: 'precio' },
    ]) {
      const answer = await visitor.rpc('search.lawyers', input)
      expect(answer.status, JSON.stringify(input).slice(0, 80)).toBe(422)
      expect(answer.json<Problem>().data?.fields).toBeDefined()
    }
    // Invalid values are removed from the URL.
    const page = await visitor.get(
      '/buscar-abogados?especialidad=x&comuna=%00&experiencia=2&precio=-1&nombre=%ff',
    )
    expect([page.status, page.headers.location]).toEqual([302, '/buscar-abogados?nombre=%EF%BF%BD'])
    const other = await visitor.get('/buscar-ia?busqueda=1&comuna=Gotham&precio=7')
    expect([other.status, other.headers.location]).toEqual([302, '/buscar-ia?precio=7&busqueda=1'])
  })
})

describe('search.recommended', () => {
  const recommended = async (who: Pick<Member, 'rpc'>, commune: string, specialty = 'Divorcio') => {
    const answer = await who.rpc('search.recommended', { specialty, commune })
    expect(answer.status, answer.text).toBe(200)
    return answer.json<LawyerSummary[]>()
  }

  test('WIZ-31, OPEN-48, LIM-06: at most three, those of the commune first, then by plan, rating and name', async () => {
    const found = await recommended(suite.visitor(), 'Talca')
    expect(found.map(({ name }) => name)).toEqual(['Bruno Basico', 'Alba Gratis', 'Elisa Avanzada'])
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(
      [
        'id',
        'name_confirmed',
        'name',
        'avatar',
        'rating',
        'reviewCount',
        'address_commune',
        'experience',
        'specialties',
        'price',
        'plan',
      ].sort(),
    )
    expect((await recommended(suite.visitor(), 'Arica')).map(({ name }) => name)).toEqual([
      'Elisa Avanzada',
      'Dante Avanzado',
      'Carla Intermedia',
    ])
    expect((await recommended(suite.visitor(), 'Tortel')).map(({ name }) => name)).toEqual([
      'Elisa Avanzada',
      'Dante Avanzado',
      'Carla Intermedia',
    ])
  })

  test('OPEN-20, OPEN-48: «Otro» matches profiles with «Otro»; never the user; no free text', async () => {
    expect((await recommended(suite.visitor(), 'Talca', 'Otro')).map(({ name }) => name)).toEqual([
      'Alba Gratis',
    ])
    expect((await recommended(elisa, 'Arica')).map(({ name }) => name)).not.toContain('Elisa Avanzada')
    expect(await recommended(suite.visitor(), 'Talca', 'Acoso laboral')).toEqual([])
    for (const specialty of ['mi vecino', 'Ley de drogas', ''])
      expect((await suite.visitor().rpc('search.recommended', { specialty, commune: 'Talca' })).status).toBe(
        422,
      )
  })
})

describe('search.understand', () => {
  const understand = async (text: string): Promise<ProblemAnalysis> => {
    const answer = await suite.visitor().rpc('search.understand', { text })
    expect(answer.status, answer.text).toBe(200)
    return answer.json()
  }

  test('OPEN-52: specialty, commune, experience and price from free text, and the words that decided', async () => {
    expect(
      await understand(
        'Me despidieron por necesidades de la empresa en Maipú, puedo pagar 40 lucas, alguien con 8 años de experiencia',
      ),
    ).toMatchObject({
      specialty: 'Despido injustificado',
      sure: true,
      reasons: expect.arrayContaining(['Me despidieron']),
      commune: 'Maipú',
      experience: '5',
      maxPrice: 40_000,
      question: null,
      safety: false,
    })
  })

  test('OPEN-52, docs/design.md §9: asks when it is not sure, detects danger, and returns nothing for a text without content', async () => {
    const unsure = await understand(
      'le dono la casa en vida a mi hijo o hago como que se la vendo? qué conviene',
    )
    expect(unsure).toMatchObject({
      sure: false,
      specialty: 'Compra o venta de propiedad',
      question: {
        text: '¿La propiedad viene de alguien que falleció, o es una compra o una venta entre vivos?',
      },
    })
    expect(unsure.question?.options.map(({ specialty }) => specialty)).toEqual([
      'Compra o venta de propiedad',
      'Herencias y posesiones',
      'Otro',
    ])
    // A specialty without a label of its own is offered by its name.
    const penal = await understand(
      'me acusan de quedarme con la plata de la caja en mi trabajo y me citaron de fiscalía, yo la deposité toda',
    )
    expect(penal.specialty).toBe('Defensa penal')
    expect(penal.question?.options[0]).toEqual({ specialty: 'Defensa penal', label: 'Es por defensa penal' })
    expect(await understand('mi marido me pega y me amenaza')).toMatchObject({ safety: true })
    expect(await understand('Necesito un abogado')).toMatchObject({
      specialty: null,
      reasons: [],
      question: null,
    })
  })

  test('OPEN-52: the text is in no URL, log or table', async () => {
    const before = await suite.database.snapshot()
    const text = 'xilofono morado secreto: me deben la pensión de alimentos'
    await understand(text)
    expect(await suite.database.snapshot()).toEqual(before)
    expect(suite.app.lines.join()).not.toContain('xilofono')
    const inAddress = await suite.visitor().get('/api/search/understand?text=xilofono')
    expect([404, 405]).toContain(inAddress.status)
  })

  test('hostile texts get a valid answer', async () => {
    for (const text of ['\ud800 me despidieron', '\u0000', '<b>divorcio</b>', '%_\\', '('.repeat(1_000)])
      await understand(text)
    for (const text of ['', '   ', 'a'.repeat(1_001), 'a'.repeat(100_000)]) {
      const answer = await suite.visitor().rpc('search.understand', { text })
      expect([413, 422]).toContain(answer.status)
    }
  })
})
