import { describe, expect, test } from 'vitest'
import { storeFile } from '../../../tests/support/files.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { transact } from '../../platform/database/database.server.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import type { VerificationStatus } from '../../platform/session.ts'
import { makeAccount } from '../../server/factories/accounts.ts'
import { completeProfile, freshRut } from '../../server/factories/lawyers.ts'
import {
  moveVerification,
  professionalProfile,
  saveProfessionalProfile,
  setAvatar,
} from './commands.server.ts'
import type { VerificationEvent } from './rules.ts'
import type { ProfessionalFields } from './schema.ts'

const house = useDatabase()

const STATUSES: VerificationStatus[] = ['email_pending', 'profile_pending', 'admin_pending', 'verified']

const lawyer = async (status: VerificationStatus) =>
  (await makeAccount(house.platform.db, { role: 'lawyer', verificationStatus: status })).id

const move = (lawyerId: string, event: VerificationEvent) =>
  transact(house.platform.db, (tx) => moveVerification(tx, house.platform, { lawyerId, event }))

const save = (lawyerId: string, fields: ProfessionalFields) =>
  transact(house.platform.db, (tx) => saveProfessionalProfile(tx, lawyerId, fields))

const standing = async (id: string) =>
  (
    await house.database.sql(
      `select p.verification_status as p, l.verification_status as l, l.is_verified as verified,
         (select count(*)::int from events where user_id = p.id and kind = 'profile') as told
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
    '%s %s: %s → %s in both tables, is_verified with it, the session is told',
    async (_id, event, from, to) => {
      const id = await lawyer(from)
      await completeProfile(house.platform.db, id)
      expect(await move(id, event)).toEqual({ ok: true, value: to })
      expect(await standing(id)).toEqual({ p: to, l: to, verified: to === 'verified', told: 1 })
    },
  )

  test('from any other status nothing moves, and the text says why', async () => {
    const from = { verifyEmail: 0, submit: 1, verify: 2, return: 2 }
    for (const event of Object.keys(from) as VerificationEvent[]) {
      for (const status of STATUSES.filter((_, at) => at !== from[event])) {
        const id = await lawyer(status)
        expect(await move(id, event)).toMatchObject({ ok: false, refusal: { code: 'CONFLICT' } })
        expect(await standing(id)).toMatchObject({ p: status, l: status, told: 0 })
      }
    }
  })

  test('a client, an administrator and nobody at all are no lawyers', async () => {
    const client = await makeAccount(house.platform.db)
    const admin = await makeAccount(house.platform.db, { role: 'admin' })
    const before = await house.database.snapshot()
    for (const id of [client.id, admin.id, crypto.randomUUID()])
      expect(await move(id, 'verify')).toEqual({
        ok: false,
        refusal: { code: 'NOT_FOUND', message: 'Abogado no encontrado.' },
      })
    expect(await house.database.snapshot()).toEqual(before)
  })

  test('a profile with gaps is not sent to review', async () => {
    const id = await lawyer('profile_pending')
    expect(await move(id, 'submit')).toMatchObject({ refusal: { code: 'UNPROCESSABLE_CONTENT' } })
    expect(await standing(id)).toMatchObject({ p: 'profile_pending', l: 'profile_pending' })
  })

  test('of fifty at once one moves it', async () => {
    const id = await lawyer('admin_pending')
    const answers = await Promise.all(Array.from({ length: 50 }, () => move(id, 'verify')))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({
      refusal: { code: 'CONFLICT', message: 'El abogado ya está verificado.' },
    })
    expect(await standing(id)).toEqual({ p: 'verified', l: 'verified', verified: true, told: 1 })
  })

  test('verify and return at once: one of them', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await lawyer('admin_pending')
      const answers = await Promise.all([move(id, 'verify'), move(id, 'return')])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const { p, l, verified } = (await standing(id)) as Record<string, unknown>
      expect([p, verified]).toEqual(answers[0]?.ok ? ['verified', true] : ['profile_pending', false])
      expect(l).toBe(p)
    }
  })

  test('TRAP-27 two statuses that differ are a fault, not a wait without end', async () => {
    const [one, two] = [await lawyer('admin_pending'), await lawyer('admin_pending')]
    const spoil = (table: string, id: string) =>
      house.database.sql(`update ${table} set verification_status = 'profile_pending' where id = $1`, [id])
    await spoil('lawyer_profiles', one)
    await expect(move(one, 'verify')).rejects.toThrow('differ')
    await spoil('profiles', two)
    await expect(save(two, fieldsOf(freshRut()))).rejects.toThrow('differ')
  })

  test('what the caller rolls back did not happen', async () => {
    const id = await lawyer('admin_pending')
    await transact(house.platform.db, async (tx) => {
      await moveVerification(tx, house.platform, { lawyerId: id, event: 'verify' })
      return refuse({ code: 'CONFLICT', message: 'no' })
    })
    expect(await standing(id)).toEqual({ p: 'admin_pending', l: 'admin_pending', verified: false, told: 0 })
  })
})

describe('saveProfessionalProfile (ONP-42)', () => {
  test('writes every field of the form, and the place in one line (TRAP-26)', async () => {
    const id = await lawyer('profile_pending')
    const rut = freshRut()
    expect(await save(id, fieldsOf(rut))).toEqual({ ok: true, value: true })
    expect(await professionalProfile(house.platform.db, id)).toMatchObject({
      id,
      verification_status: 'profile_pending',
      is_verified: false,
      plan: 'gratis',
      rut,
      phone_number: '+56911112222',
      birth_date: '1990-02-28',
      address_region: 'Los Ríos',
      address_commune: 'Valdivia',
      location: 'Valdivia, Los Ríos',
      address_street: 'Picarte',
      address_number: null,
      address_apartment: null,
      specialties: ['Divorcio', 'Otro'],
      experience: 3,
      price: 15_000,
      description: 'Causas de familia en Valdivia.',
      university: 'Universidad Austral de Chile',
      graduation_year: 2016,
      id_card_path: 'identidad/x/y.jpg',
    })
    // A second time without a new card: the one on file stays.
    const { idCardPath: _, ...again } = fieldsOf(rut)
    expect(await save(id, again)).toMatchObject({ ok: true })
    expect(await professionalProfile(house.platform.db, id)).toMatchObject({
      id_card_path: 'identidad/x/y.jpg',
    })
  })

  test.each<VerificationStatus>(['email_pending', 'admin_pending', 'verified'])(
    'in %s it is not the lawyer’s to write',
    async (status) => {
      const id = await lawyer(status)
      const before = await professionalProfile(house.platform.db, id)
      expect(await save(id, fieldsOf(freshRut()))).toMatchObject({ refusal: { code: 'CONFLICT' } })
      expect(await professionalProfile(house.platform.db, id)).toEqual(before)
    },
  )

  const send = (id: string, rut: string) =>
    transact(house.platform.db, async (tx) => {
      const saved = await saveProfessionalProfile(tx, id, fieldsOf(rut))
      return saved.ok ? moveVerification(tx, house.platform, { lawyerId: id, event: 'submit' }) : saved
    })
  const taken = {
    ok: false,
    refusal: {
      code: 'CONFLICT',
      message: 'Este RUT ya está registrado.',
      fields: { rut: 'Este RUT ya está registrado.' },
    },
  }

  test('OPEN-62: a RUT is of whoever is looked at: one that was returned is free for its owner, and taken again after', async () => {
    const rut = freshRut()
    const [other, owner] = [await lawyer('profile_pending'), await lawyer('profile_pending')]
    expect(await send(other, rut)).toMatchObject({ ok: true })
    expect(await send(owner, rut)).toEqual(taken)
    expect(await move(other, 'return')).toMatchObject({ ok: true })
    expect(await send(owner, rut)).toMatchObject({ ok: true })
    expect(await send(other, rut)).toEqual(taken)
    expect(await move(owner, 'verify')).toMatchObject({ ok: true })
    expect(await send(other, rut)).toEqual(taken)
  })

  test('OPEN-62: twenty lawyers with one RUT at once: one has it, the others read why', async () => {
    const rut = freshRut()
    const ids = await Promise.all(Array.from({ length: 20 }, () => lawyer('profile_pending')))
    const answers = await Promise.all(ids.map((id) => send(id, rut)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toEqual(taken)
    const rows = await house.database.sql('select id, address_street from lawyer_profiles where rut = $1', [
      rut,
    ])
    expect(rows).toEqual([{ id: ids[answers.findIndex(({ ok }) => ok)], address_street: 'Picarte' }])
    const others = await house.database.sql(
      'select count(*)::int as count from lawyer_profiles where id = any ($1) and rut is null and description is null',
      [ids],
    )
    expect(others).toEqual([{ count: 19 }])
  })
})

describe('setAvatar (PRO-08)', () => {
  const photo = (ownerId: string, state: 'uploaded' | 'used' = 'uploaded') =>
    storeFile(house.platform, {
      bucket: 'avatars',
      ownerId,
      state,
      type: 'image/jpeg',
      bytes: Buffer.from('x'),
    })
  const set = (userId: string, key: string) =>
    transact(house.platform.db, (tx) => setAvatar(tx, house.platform, { userId, key }))
  const stateOf = async (key: string) =>
    (await house.database.sql('select state from stored_files where key = $1', [key]))[0]?.state
  const addressOf = async (id: string) =>
    (await house.database.sql('select avatar_url from profiles where id = $1', [id]))[0]?.avatar_url as string

  test('the address carries the moment; the old file is discarded', async () => {
    const id = await lawyer('verified')
    const [first, second] = [await photo(id), await photo(id)]
    const answer = await set(id, first)
    expect(answer).toEqual({ ok: true, value: await addressOf(id) })
    expect(await addressOf(id)).toMatch(new RegExp(`^/archivos/${first}\\?t=\\d{13}$`))
    expect(await stateOf(first)).toBe('used')
    await set(id, second)
    expect(await addressOf(id)).toContain(second)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['discarded', 'used'])
  })

  test('another’s file, one in use, one that is not there: refused, and the photo stays', async () => {
    const [mine, theirs] = [await lawyer('verified'), await lawyer('verified')]
    const card = await storeFile(house.platform, { bucket: 'identidad', ownerId: mine, state: 'uploaded' })
    const keys = [await photo(theirs), await photo(mine, 'used'), card, `avatars/${mine}/no.jpg`, '']
    for (const key of keys)
      expect(await set(mine, key)).toMatchObject({ ok: false, refusal: { code: 'CONFLICT' } })
    expect(await addressOf(mine)).toBeNull()
  })

  test('a photo of elsewhere is left alone when a new one comes', async () => {
    const id = await lawyer('verified')
    await house.database.sql(`update profiles set avatar_url = 'https://fotos.example/a.jpg' where id = $1`, [
      id,
    ])
    expect(await set(id, await photo(id))).toMatchObject({ ok: true })
  })

  test('ten at once: one photo is left in use', async () => {
    const id = await lawyer('verified')
    const keys = await Promise.all(Array.from({ length: 10 }, () => photo(id)))
    const answers = await Promise.all(keys.map((key) => set(id, key)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    const states = await Promise.all(keys.map(stateOf))
    expect(states.filter((state) => state === 'used')).toHaveLength(1)
    expect(await addressOf(id)).toContain(keys[states.indexOf('used')])
  })
})

test('professionalProfile knows lawyers only', async () => {
  const client = await makeAccount(house.platform.db)
  expect(await professionalProfile(house.platform.db, client.id)).toBeNull()
})
