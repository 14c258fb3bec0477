import { describe, expect, test } from 'vitest'
import { completeProfile, setPlan, setVerification } from '../../src/demo-data/lawyers.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { eventually } from '../support/database/test-database.ts'
import { picture, storeFile } from '../support/files/test-files.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useTestApp()

const verified = (name?: string) =>
  suite.member({ role: 'lawyer', verificationStatus: 'verified', ...(name && { name }) })

const CHANGE = {
  price: 45_000,
  description: 'Contratos y arriendos en la Quinta Región.\n\nAtiendo los sábados.',
  phoneNumber: '+56922223333',
  location: { region: 'Valparaíso', commune: 'Quilpué' },
  addressStreet: '  Los   Carrera ',
  addressNumber: '455',
  addressApartment: 'Of. 21',
}

const update = (member: Pick<Member, 'post'>, input: unknown = CHANGE) =>
  member.post('/api/lawyers/update-profile', input)

const rowOf = async (table: 'lawyer_profiles' | 'profiles', id: string) =>
  (await suite.database.sql(`select * from ${table} where id = $1`, [id]))[0] as Record<string, unknown>

const WRITTEN: Record<string, unknown> = {
  price: 45_000,
  description: CHANGE.description,
  phone_number: '+56922223333',
  address_region: 'Valparaíso',
  address_commune: 'Quilpué',
  location: 'Quilpué, Valparaíso',
  address_street: 'Los Carrera',
  address_number: '455',
  address_apartment: 'Of. 21',
}

describe('PRO-17 updateProfile', () => {
  test('CAL-15: writes price, description, phone and address, and leaves every other column as it was', async () => {
    const member = await verified()
    await setPlan(suite.platform.db, member.id, 'basico', 7)
    const before = await rowOf('lawyer_profiles', member.id)
    const profile = await rowOf('profiles', member.id)
    const answer = await update(member)
    expect(answer.status, answer.text).toBe(200)
    const after = await rowOf('lawyer_profiles', member.id)
    expect(Object.keys(before).length).toBeGreaterThan(25)
    for (const column of Object.keys(before)) {
      if (column === 'updated_at') expect(after[column]).not.toEqual(before[column])
      else
        expect([column, after[column]]).toEqual([
          column,
          column in WRITTEN ? WRITTEN[column] : before[column],
        ])
    }
    expect(await rowOf('profiles', member.id)).toEqual(profile)
    expect(answer.json()).toMatchObject({
      price: 45_000,
      location: CHANGE.location,
      addressStreet: 'Los Carrera',
      addressApartment: 'Of. 21',
      verificationStatus: 'verified',
    })
    // An empty apartment is stored as null; 0 is a valid price.
    expect((await update(member, { ...CHANGE, price: 0, addressApartment: ' ' })).status).toBe(200)
    expect(await rowOf('lawyer_profiles', member.id)).toMatchObject({ price: 0, address_apartment: null })
  })

  test.each([
    'id',
    'name',
    'rut',
    'plan',
    'role',
    'is_verified',
    'verification_status',
    'credits_available',
    'specialties',
    'university',
    'experience',
    'birth_date',
    'id_card_path',
    'avatar_url',
    'rating_avg',
  ])('abuse 3: a body with %s is refused', async (key) => {
    const member = await verified()
    const before = await suite.database.snapshot('session', 'rate_limits')
    const body = JSON.stringify(CHANGE).replace('{', `{"${key}":"x",`)
    const answer = await member.send('/api/lawyers/update-profile', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status, answer.text).toBe(422)
    expect(await suite.database.snapshot('session', 'rate_limits')).toEqual(before)
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    ['PRO-09', { description: ' ' }, 'description', 'La descripción es obligatoria.'],
    ['PRO-10', { price: -1 }, 'price', 'El precio es obligatorio.'],
    ['PRO-10', { price: 1_000.5 }, 'price', 'El precio es obligatorio.'],
    ['PRO-10', { price: null }, 'price', 'El precio es obligatorio.'],
    ['PRO-11', { phoneNumber: '22223333' }, 'phoneNumber', 'Teléfono inválido.'],
    ['PRO-12', { location: { region: '', commune: '' } }, 'location.region', 'La región es obligatoria.'],
    [
      'PRO-12',
      { location: { region: 'Valparaíso', commune: 'Temuco' } },
      'location.commune',
      'La comuna es obligatoria.',
    ],
    ['PRO-13', { addressStreet: '' }, 'addressStreet', 'La calle es obligatoria.'],
    ['PRO-13, TRAP-10', { addressNumber: '' }, 'addressNumber', 'El número es obligatorio.'],
  ])('%s: %j is refused, and nothing is saved', async (_id, wrong, field, message) => {
    const member = await verified()
    const before = await rowOf('lawyer_profiles', member.id)
    const answer = await update(member, { ...CHANGE, ...wrong })
    expect(answer.status).toBe(422)
    expect(answer.json<Problem>().data?.fields?.[field]).toBe(message)
    expect(await rowOf('lawyer_profiles', member.id)).toEqual(before)
  })

  test('only verified lawyers, and only while they are verified', async () => {
    const members = await Promise.all([
      suite.member(),
      suite.member({ role: 'admin' }),
      ...(['email_pending', 'profile_pending', 'admin_pending'] as const).map((status) =>
        suite.member({ role: 'lawyer', verificationStatus: status }),
      ),
    ])
    for (const member of members) expect((await update(member)).status).toBe(403)
    expect((await update(suite.visitor())).status).toBe(401)
    const written = await suite.database.sql(
      'select 1 from lawyer_profiles where id = any ($1) and location = $2',
      [members.map(({ id }) => id), 'Quilpué, Valparaíso'],
    )
    expect(written).toEqual([])
    const once = await verified()
    await setVerification(suite.platform.db, once.id, 'admin_pending')
    expect((await update(once)).status).toBe(403)
  })

  test('the profile is that of the session: the input cannot name another', async () => {
    const [mine, theirs] = [await verified(), await verified()]
    const before = await rowOf('lawyer_profiles', theirs.id)
    expect((await update(mine, { ...CHANGE, lawyerId: theirs.id })).status).toBe(422)
    expect((await update(mine)).status).toBe(200)
    expect(await rowOf('lawyer_profiles', theirs.id)).toEqual(before)
  })

  test('sixty changes an hour, the next gets 429', async () => {
    const member = await verified()
    const answers = await Promise.all(Array.from({ length: 62 }, () => update(member)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    const late = answers.find(({ status }) => status === 429)
    expect(late?.json<Problem>().data?.retryAfter).toBeGreaterThan(0)
  })
})

describe('PRO-08 the photo', () => {
  const put = async (member: Member) => {
    const answer = await member.send('/api/files/avatars', {
      method: 'PUT',
      body: await picture('png'),
      headers: { 'content-type': 'image/png' },
    })
    expect(answer.status, answer.text).toBe(201)
    return answer.json<{ key: string }>().key
  }

  test('uploaded, saved, public; the old one is deleted; the session has the new one', async () => {
    const member = await verified()
    const first = await put(member)
    expect((await update(member, { ...CHANGE, avatarKey: first })).status).toBe(200)
    const { avatar_url: address } = await rowOf('profiles', member.id)
    expect(address).toMatch(new RegExp(`^/archivos/${first}\\?t=\\d+$`))
    const seen = await suite.visitor().get(address as string)
    expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/jpeg'])
    const second = await put(member)
    const saved = await update(member, { ...CHANGE, avatarKey: second })
    expect(saved.json<{ avatarUrl: string }>().avatarUrl).toContain(second)
    expect((await member.get('/api/accounts/session')).text).toContain(second)
    await eventually(async () => !(await suite.platform.files.exists(first)))
    await eventually(async () => (await suite.visitor().get(address as string)).status === 404)
    // Saving without a photo keeps it.
    expect((await update(member)).status).toBe(200)
    expect((await rowOf('profiles', member.id)).avatar_url).toContain(second)
  })

  test('the photo of another lawyer is refused, with the whole change', async () => {
    const [mine, theirs] = [await verified(), await verified()]
    const key = await put(theirs)
    const before = await rowOf('lawyer_profiles', mine.id)
    for (const avatarKey of [key, `avatars/${mine.id}/x.jpg`, '../../etc/passwd', '\0', '']) {
      const answer = await update(mine, { ...CHANGE, avatarKey })
      expect(answer.status).toBe(409)
      expect(answer.json<Problem>().data?.fields).toHaveProperty('avatarKey')
    }
    expect(await rowOf('lawyer_profiles', mine.id)).toEqual(before)
    expect(await suite.database.sql('select state from stored_files where key = $1', [key])).toEqual([
      { state: 'uploaded' },
    ])
  })

  test('A7: a lawyer uploads none before the e-mail is verified', async () => {
    const lawyer = await suite.member({ role: 'lawyer' })
    const send = async () =>
      lawyer.send('/api/files/avatars', {
        method: 'PUT',
        body: await picture('png'),
        headers: { 'content-type': 'image/png' },
      })
    const early = await send()
    expect(early.status).toBe(409)
    expect(early.json<Problem>().message).toBe('Verifica tu correo antes de subir una foto.')
    await setVerification(suite.platform.db, lawyer.id, 'profile_pending')
    expect((await send()).status).toBe(201)
  })

  test('a client may not upload one', async () => {
    const client = await suite.member()
    const answer = await client.send('/api/files/avatars', {
      method: 'PUT',
      body: await picture('png'),
      headers: { 'content-type': 'image/png' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('ownProfile', () => {
  test('complete for its owner, in any status, without invented values', async () => {
    const fresh = await suite.member({ role: 'lawyer' })
    expect((await fresh.get('/api/lawyers/own-profile')).json()).toMatchObject({
      verificationStatus: 'email_pending',
      rut: null,
      price: 0,
      specialties: [],
      location: null,
    })
    const member = await verified('Valeria Muñoz Tapia')
    const answer = await member.get('/api/lawyers/own-profile')
    expect(answer.json()).toMatchObject({ name: 'Valeria Muñoz Tapia', phoneNumber: '+56987654321' })
    expect(answer.headers['cache-control']).toContain('no-store')
    // Even for the owner, the answer has only what the page shows.
    for (const key of ['id_card', 'birth', 'credits', 'email']) expect(answer.text).not.toContain(key)
  })

  test.each(['client', 'admin'] as const)('%s: 403', async (role) => {
    expect((await (await suite.member({ role })).get('/api/lawyers/own-profile')).status).toBe(403)
  })
})

describe('CAL-22, TRAP-36, TRAP-37 publicProfile', () => {
  const NEVER = {
    rut: '11222333-9',
    phone_number: '+56955556666',
    birth_date: '1979-09-19',
    address_street: 'Calle Secreta',
    address_number: 'N-9876',
    address_apartment: 'Torre Z',
    id_card_path: 'identidad/secreta.jpg',
  }

  test('abuse 27: the profile of a verified lawyer is public, without private data', async () => {
    const member = await verified('Lorena Díaz Ríos')
    await completeProfile(suite.platform.db, member.id, { ...NEVER, credits_available: 4_242 })
    const visitor = await suite.visitor().get(`/api/lawyers/${member.id}`)
    const others = await Promise.all([suite.member(), suite.member({ role: 'admin' }), verified()])
    for (const answer of [
      visitor,
      ...(await Promise.all(others.map((one) => one.get(`/api/lawyers/${member.id}`)))),
      await member.get(`/api/lawyers/${member.id}`),
    ]) {
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.json()).sort()).toEqual([
        'address_commune',
        'avatar_url',
        'description',
        'experience',
        'id',
        'is_verified',
        'name',
        'name_confirmed',
        'plan',
        'price',
        'rating',
        'review_count',
        'specialties',
        'university',
      ])
      for (const secret of [...Object.values(NEVER), member.email]) expect(answer.text).not.toContain(secret)
      // The digits may occur in the lawyer's id.
      expect(answer.text.replaceAll(member.id, '')).not.toContain('4242')
    }
  })

  test.each(['email_pending', 'profile_pending', 'admin_pending'] as const)(
    'OPEN-54, abuse 27: in %s only the lawyer may read it, others get the answer for an unknown id',
    async (status) => {
      const member = await suite.member({ role: 'lawyer', verificationStatus: status })
      const own = await member.get(`/api/lawyers/${member.id}`)
      expect([own.status, own.json<{ is_verified: boolean }>().is_verified]).toEqual([200, false])
      const absent = await suite.visitor().get(`/api/lawyers/${crypto.randomUUID()}`)
      expect(absent.status).toBe(404)
      for (const asker of [
        suite.visitor(),
        await suite.member(),
        await verified(),
        await suite.member({ role: 'admin' }),
      ]) {
        const answer = await asker.get(`/api/lawyers/${member.id}`)
        expect([answer.status, answer.text]).toEqual([404, absent.text])
      }
    },
  )

  test('a client is not a lawyer (TRAP-05), and a malformed id is refused', async () => {
    const client = await suite.member()
    const answer = await client.get(`/api/lawyers/${client.id}`)
    expect(answer.status).toBe(404)
    expect(answer.json<Problem>().message).toBe('El perfil que buscas no existe o no es un abogado.')
    const statuses = ['1', 'own', `${client.id}'--`, '%00'].map(
      async (id) => (await client.get(`/api/lawyers/${id}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([422, 422, 422, 422])
  })
})

describe('OPEN-58 account deletion', () => {
  test('photo, ID card and unused uploads are deleted with the account', async () => {
    const member = await verified()
    const file = (bucket: 'avatars' | 'identidad', state: 'used' | 'uploaded') =>
      storeFile(suite.platform, { bucket, ownerId: member.id, state })
    const keys = [
      await file('avatars', 'used'),
      await file('identidad', 'used'),
      await file('identidad', 'uploaded'),
    ]
    await completeProfile(suite.platform.db, member.id, { id_card_path: keys[1] })
    const theirs = await verified()
    const kept = await storeFile(suite.platform, { bucket: 'identidad', ownerId: theirs.id })
    expect((await member.post('/api/departure/delete-account', { password: 'equivocada' })).status).toBe(422)
    expect(await suite.platform.files.exists(keys[0] as string)).toBe(true)
    expect((await member.post('/api/departure/delete-account', { password: member.password })).status).toBe(
      200,
    )
    for (const key of keys) await eventually(async () => !(await suite.platform.files.exists(key)))
    expect(await rowOf('lawyer_profiles', member.id)).toBeUndefined()
    expect((await suite.visitor().get(`/api/lawyers/${member.id}`)).status).toBe(404)
    expect(await suite.platform.files.exists(kept)).toBe(true)
  })

  test('a concurrent change and deletion both complete, in either order', async () => {
    for (let round = 0; round < 6; round++) {
      const member = await verified()
      const [changed, deleted] = await Promise.all([
        update(member),
        member.post('/api/departure/delete-account', { password: member.password }),
      ])
      expect(deleted.status, deleted.text).toBe(200)
      expect([200, 401, 403]).toContain(changed.status)
    }
  })
})

describe('OPEN-59 a lawyer changes the name', () => {
  test('abuse 5: not while the profile is under review, so that the reviewed name is the verified one', async () => {
    const member = await suite.member({
      role: 'lawyer',
      verificationStatus: 'admin_pending',
      name: 'Paula Soto',
    })
    const before = await suite.database.snapshot('rate_limits')
    const answer = await member.rpc('accounts.updateName', { name: 'Agustín Squella' })
    expect([answer.status, answer.json<Problem>().message]).toEqual([
      409,
      'Tu perfil está en revisión: podrás cambiar tu nombre cuando termine.',
    ])
    expect(await suite.database.snapshot('rate_limits')).toEqual(before)
    // The same name is accepted.
    expect((await member.rpc('accounts.updateName', { name: 'Paula Soto' })).status).toBe(200)
  })

  test('the audit log keeps both names, and one row only when it changed', async () => {
    const member = await verified('Paula Rivas Soto')
    for (const name of ['Paula Rivas', 'Paula Rivas']) {
      expect((await member.rpc('accounts.updateName', { name })).status).toBe(200)
    }
    const rows = await suite.database.sql(
      `select object, details from audit_log where action = 'lawyer.renamed' and actor_id = $1`,
      [member.id],
    )
    expect(rows).toEqual([{ object: member.id, details: { from: 'Paula Rivas Soto', to: 'Paula Rivas' } }])
  })
})
