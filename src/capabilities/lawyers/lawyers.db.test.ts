import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { storeFile } from '../../../tests/support/files/test-files.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { completeProfile, uniqueRut } from '../../demo-data/lawyers.ts'
import { transact } from '../../platform/database/database.server.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import type { VerificationStatus } from '../../platform/session/session.ts'
import {
  getProfessionalProfile,
  moveVerification,
  saveProfessionalProfile,
  setAvatar,
} from './commands.server.ts'
import type { VerificationEvent } from './rules.ts'
import type { ProfessionalFields } from './schema.ts'

const suite = useDatabase()

const STATUSES: VerificationStatus[] = ['email_pending', 'profile_pending', 'admin_pending', 'verified']

const makeLawyer = async (status: VerificationStatus) =>
  (await makeAccount(suite.platform.db, { role: 'lawyer', verificationStatus: status })).id

const applyEvent = (lawyerId: string, event: VerificationEvent) =>
  transact(suite.platform.db, (tx) => moveVerification(tx, suite.platform, { lawyerId, event }))

const save = (lawyerId: string, fields: ProfessionalFields) =>
  transact(suite.platform.db, (tx) => saveProfessionalProfile(tx, lawyerId, fields))

const statusOf = async (id: string) =>
  (
    await suite.database.sql(
      `select p.verification_status as p, l.verification_status as l, l.is_verified as verified,
         (select count(*)::int from events where user_id = p.id and kind = 'profile') as published
       from profiles p join lawyer_profiles l on l.id = p.id where p.id = $1`,
      [id],
    )
  )[0]

const fieldsOf = (rut: string): ProfessionalFields => ({
  rut,
  phoneNumber: '+56911112222',
  birthDate: '1990-02-28',
  location: { region: 'Los Ríos', commune: 'Valdivia' },
  addressStreet: 'Picarte',
  addressNumber: null,
  specialties: ['Divorcio', 'Otro'],
  experience: 3,
  price: 15_000,
  description: 'Causas de familia en Valdivia.',
  university: 'Universidad Austral de Chile',
  graduationYear: 2016,
  idCardPath: 'identidad/x/y.jpg',
})

describe('moveVerification (TRAP-27)', () => {
  test.each<[string, VerificationEvent, VerificationStatus, VerificationStatus]>([
    ['ONV-12', 'verifyEmail', 'email_pending', 'profile_pending'],
    ['ONP-08', 'submit', 'profile_pending', 'admin_pending'],
    ['OPEN-01', 'verify', 'admin_pending', 'verified'],
    ['OPEN-02', 'return', 'admin_pending', 'profile_pending'],
  ])(
    '%s %s: %s → %s in both tables and is_verified, and publishes the change',
    async (_id, event, from, to) => {
      const id = await makeLawyer(from)
      await completeProfile(suite.platform.db, id)
      expect(await applyEvent(id, event)).toEqual({ ok: true, value: to })
      expect(await statusOf(id)).toEqual({ p: to, l: to, verified: to === 'verified', published: 1 })
    },
  )

  test('from any other status nothing changes, and the text says why', async () => {
    const from = { verifyEmail: 0, submit: 1, verify: 2, return: 2 }
    for (const event of Object.keys(from) as VerificationEvent[]) {
      for (const status of STATUSES.filter((_, at) => at !== from[event])) {
        const id = await makeLawyer(status)
        expect(await applyEvent(id, event)).toMatchObject({ ok: false, refusal: { code: 'CONFLICT' } })
        expect(await statusOf(id)).toMatchObject({ p: status, l: status, published: 0 })
      }
    }
  })

  test('clients, administrators and unknown ids are not lawyers', async () => {
    const client = await makeAccount(suite.platform.db)
    const admin = await makeAccount(suite.platform.db, { role: 'admin' })
    const before = await suite.database.snapshot()
    for (const id of [client.id, admin.id, crypto.randomUUID()])
      expect(await applyEvent(id, 'verify')).toEqual({
        ok: false,
        refusal: { code: 'NOT_FOUND', message: 'Abogado no encontrado.' },
      })
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('an incomplete profile is not sent to review', async () => {
    const id = await makeLawyer('profile_pending')
    expect(await applyEvent(id, 'submit')).toMatchObject({ refusal: { code: 'UNPROCESSABLE_CONTENT' } })
    expect(await statusOf(id)).toMatchObject({ p: 'profile_pending', l: 'profile_pending' })
  })

  test('exactly one of fifty concurrent calls changes the status', async () => {
    const id = await makeLawyer('admin_pending')
    const answers = await Promise.all(Array.from({ length: 50 }, () => applyEvent(id, 'verify')))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      refusal: { code: 'CONFLICT', message: 'El abogado ya está verificado.' },
    })
    expect(await statusOf(id)).toEqual({ p: 'verified', l: 'verified', verified: true, published: 1 })
  })

  test('concurrent verify and return: exactly one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await makeLawyer('admin_pending')
      const answers = await Promise.all([applyEvent(id, 'verify'), applyEvent(id, 'return')])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const { p, l, verified } = (await statusOf(id)) as Record<string, unknown>
      expect([p, verified]).toEqual(answers[0]?.ok ? ['verified', true] : ['profile_pending', false])
      expect(l).toBe(p)
    }
  })

  test('TRAP-27 statuses that differ are a fault, not an endless retry', async () => {
    const [one, two] = [await makeLawyer('admin_pending'), await makeLawyer('admin_pending')]
    const corrupt = (table: string, id: string) =>
      suite.database.sql(`update ${table} set verification_status = 'profile_pending' where id = $1`, [id])
    await corrupt('lawyer_profiles', one)
    await expect(applyEvent(one, 'verify')).rejects.toThrow('differ')
    await corrupt('profiles', two)
    await expect(save(two, fieldsOf(uniqueRut()))).rejects.toThrow('differ')
  })

  test('a rollback by the caller undoes everything', async () => {
    const id = await makeLawyer('admin_pending')
    await transact(suite.platform.db, async (tx) => {
      await moveVerification(tx, suite.platform, { lawyerId: id, event: 'verify' })
      return refuse({ code: 'CONFLICT', message: 'no' })
    })
    expect(await statusOf(id)).toEqual({
      p: 'admin_pending',
      l: 'admin_pending',
      verified: false,
      published: 0,
    })
  })
})

describe('saveProfessionalProfile (ONP-42)', () => {
  test('writes every field of the form, and the location in one line (TRAP-26)', async () => {
    const id = await makeLawyer('profile_pending')
    const rut = uniqueRut()
    expect(await save(id, fieldsOf(rut))).toEqual({ ok: true, value: true })
    expect(await getProfessionalProfile(suite.platform.db, id)).toMatchObject({
      verificationStatus: 'profile_pending',
      rut,
      phoneNumber: '+56911112222',
      birthDate: '1990-02-28',
      location: { region: 'Los Ríos', commune: 'Valdivia' },
      addressStreet: 'Picarte',
      addressNumber: null,
      addressApartment: null,
      specialties: ['Divorcio', 'Otro'],
      experience: 3,
      price: 15_000,
      description: 'Causas de familia en Valdivia.',
      university: 'Universidad Austral de Chile',
      graduationYear: 2016,
      idCardPath: 'identidad/x/y.jpg',
    })
    const [listed] = await suite.database.sql(
      'select is_verified, plan, location from lawyer_profiles where id = $1',
      [id],
    )
    expect(listed).toEqual({ is_verified: false, plan: 'gratis', location: 'Valdivia, Los Ríos' })
    // Saved again without a new card: the one on file stays.
    const { idCardPath: _, ...again } = fieldsOf(rut)
    expect(await save(id, again)).toMatchObject({ ok: true })
    expect(await getProfessionalProfile(suite.platform.db, id)).toMatchObject({
      idCardPath: 'identidad/x/y.jpg',
    })
  })

  test.each<VerificationStatus>(['email_pending', 'admin_pending', 'verified'])(
    'refused in status %s',
    async (status) => {
      const id = await makeLawyer(status)
      const before = await getProfessionalProfile(suite.platform.db, id)
      expect(await save(id, fieldsOf(uniqueRut()))).toMatchObject({ refusal: { code: 'CONFLICT' } })
      expect(await getProfessionalProfile(suite.platform.db, id)).toEqual(before)
    },
  )

  const submitProfile = (id: string, rut: string) =>
    transact(suite.platform.db, async (tx) => {
      const saved = await saveProfessionalProfile(tx, id, fieldsOf(rut))
      return saved.ok ? moveVerification(tx, suite.platform, { lawyerId: id, event: 'submit' }) : saved
    })
  const rutTaken = {
    ok: false,
    refusal: {
      code: 'CONFLICT',
      message: 'Este RUT ya está registrado.',
      fields: { rut: 'Este RUT ya está registrado.' },
    },
  }

  test('OPEN-62: a RUT is taken while its profile is under review or verified, and free after a return', async () => {
    const rut = uniqueRut()
    const [other, owner] = [await makeLawyer('profile_pending'), await makeLawyer('profile_pending')]
    expect(await submitProfile(other, rut)).toMatchObject({ ok: true })
    expect(await submitProfile(owner, rut)).toEqual(rutTaken)
    expect(await applyEvent(other, 'return')).toMatchObject({ ok: true })
    expect(await submitProfile(owner, rut)).toMatchObject({ ok: true })
    expect(await submitProfile(other, rut)).toEqual(rutTaken)
    expect(await applyEvent(owner, 'verify')).toMatchObject({ ok: true })
    expect(await submitProfile(other, rut)).toEqual(rutTaken)
  })

  test('OPEN-62: of twenty concurrent submissions with one RUT, one succeeds and the others are told why', async () => {
    const rut = uniqueRut()
    const ids = await Promise.all(Array.from({ length: 20 }, () => makeLawyer('profile_pending')))
    const answers = await Promise.all(ids.map((id) => submitProfile(id, rut)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toEqual(rutTaken)
    const rows = await suite.database.sql('select id, address_street from lawyer_profiles where rut = $1', [
      rut,
    ])
    expect(rows).toEqual([{ id: ids[answers.findIndex(({ ok }) => ok)], address_street: 'Picarte' }])
    const others = await suite.database.sql(
      'select count(*)::int as count from lawyer_profiles where id = any ($1) and rut is null and description is null',
      [ids],
    )
    expect(others).toEqual([{ count: 19 }])
  })
})

describe('setAvatar (PRO-08)', () => {
  const photo = (ownerId: string, state: 'uploaded' | 'used' = 'uploaded') =>
    storeFile(suite.platform, {
      bucket: 'avatars',
      ownerId,
      state,
      type: 'image/jpeg',
      bytes: Buffer.from('x'),
    })
  const set = (userId: string, key: string) =>
    transact(suite.platform.db, (tx) => setAvatar(tx, suite.platform, { userId, key }))
  const stateOf = async (key: string) =>
    (await suite.database.sql('select state from stored_files where key = $1', [key]))[0]?.state
  const addressOf = async (id: string) =>
    (await suite.database.sql('select avatar_url from profiles where id = $1', [id]))[0]?.avatar_url as string

  test('the URL carries a timestamp, and the old file is discarded', async () => {
    const id = await makeLawyer('verified')
    const [first, second] = [await photo(id), await photo(id)]
    const answer = await set(id, first)
    expect(answer).toEqual({ ok: true, value: await addressOf(id) })
    expect(await addressOf(id)).toMatch(new RegExp(`^/archivos/${first}\\?t=\\d{13}$`))
    expect(await stateOf(first)).toBe('used')
    await set(id, second)
    expect(await addressOf(id)).toContain(second)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['discarded', 'used'])
  })

  test('a file of another owner, in use or missing is refused, and the photo stays', async () => {
    const [mine, theirs] = [await makeLawyer('verified'), await makeLawyer('verified')]
    const card = await storeFile(suite.platform, { bucket: 'identidad', ownerId: mine, state: 'uploaded' })
    const keys = [await photo(theirs), await photo(mine, 'used'), card, `avatars/${mine}/no.jpg`, '']
    for (const key of keys)
      expect(await set(mine, key)).toMatchObject({ ok: false, refusal: { code: 'CONFLICT' } })
    expect(await addressOf(mine)).toBeNull()
  })

  test('replacing an external photo discards nothing', async () => {
    const id = await makeLawyer('verified')
    await suite.database.sql(`update profiles set avatar_url = 'https://fotos.example/a.jpg' where id = $1`, [
      id,
    ])
    expect(await set(id, await photo(id))).toMatchObject({ ok: true })
  })

  test('after ten concurrent changes exactly one photo is in use', async () => {
    const id = await makeLawyer('verified')
    const keys = await Promise.all(Array.from({ length: 10 }, () => photo(id)))
    const answers = await Promise.all(keys.map((key) => set(id, key)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    const states = await Promise.all(keys.map(stateOf))
    expect(states.filter((state) => state === 'used')).toHaveLength(1)
    expect(await addressOf(id)).toContain(keys[states.indexOf('used')])
  })
})

test('professionalProfile finds lawyers only', async () => {
  const client = await makeAccount(suite.platform.db)
  expect(await getProfessionalProfile(suite.platform.db, client.id)).toBeNull()
})
