import { describe, expect, test } from 'vitest'
import { STAGE_ERROR_PREFIXES } from '../../src/capabilities/onboarding/schema.ts'
import { uniqueRut } from '../../src/demo-data/lawyers.ts'
import { useTestApp } from '../support/app/suite.ts'
import { onboardingFixtures, SUBMIT_URL, submissionInput } from '../support/data/onboarding-fixtures.ts'
import { clientAt } from '../support/data/writers.ts'
import { eventually } from '../support/database/test-database.ts'
import { pdf } from '../support/files/test-files.ts'
import type { Client, Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const { pendingLawyer, storeCard, storePhoto, profile, submissions, submittedLawyer, returnSubmission } =
  onboardingFixtures(suite)
const fileState = async (key: string) =>
  (await suite.database.sql('select state from stored_files where key = $1', [key]))[0]?.state

describe('the form', () => {
  test('ENT-06 the first time it is empty but for the name', async () => {
    const who = await suite.member({
      role: 'lawyer',
      verificationStatus: 'profile_pending',
      name: 'María José Rojas Soto',
    })
    const answer = await who.get('/api/onboarding/form')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json()).toMatchObject({
      values: {
        firstName: 'María José',
        lastName: 'Rojas Soto',
        rut: '',
        specialties: [],
        experience: null,
        price: null,
        location: { region: '', commune: '' },
      },
      avatarUrl: null,
      idCard: null,
      returned: null,
    })
  })

  test('OPEN-02 after a return it has the last profile, the reason and the card, which need not be uploaded again', async () => {
    const { who, idCardKey } = await submittedLawyer()
    await returnSubmission(who.id, 'La foto del carnet no se lee.')
    const form = (await who.get('/api/onboarding/form')).json<{
      values: Record<string, unknown>
      idCard: { name: string; url: string }
      returned: { reason: string }
    }>()
    expect(form.values).toMatchObject({ firstName: 'Tomás', phoneNumber: '+56987654321', price: 35_000 })
    expect(form.returned.reason).toBe('La foto del carnet no se lee.')
    expect(form.idCard.name).toBe('carnet.pdf')
    const opened = await who.get(form.idCard.url)
    expect(opened.status).toBe(200)
    expect(opened.body.equals(pdf())).toBe(true)
    expect((await who.post(SUBMIT_URL, submissionInput({ rut: form.values.rut }))).status).toBe(200)
    expect((await profile(who.id))?.id_card_path).toBe(idCardKey)
    expect(await submissions(who.id)).toHaveLength(2)
  })
})

describe('the submission', () => {
  test('without an input it is refused, not a fault', async () => {
    const who = await pendingLawyer()
    for (const input of [null, undefined, 5, []]) {
      const answer = await who.post(SUBMIT_URL, input)
      expect(answer.status, answer.text).toBe(422)
    }
  })

  test('CAL-03 ONP-08 ONP-40 to ONP-43 TRAP-26 writes everything and opens a submission', async () => {
    const who = await pendingLawyer()
    const [idCardKey, avatarKey] = [await storeCard(who), await storePhoto(who)]
    const rut = uniqueRut()
    const dotted = rut.replace(/^(\d+)(\d{3})(\d{3})-/, '$1.$2.$3-').toLowerCase()
    const answer = await who.post(SUBMIT_URL, submissionInput({ rut: dotted, idCardKey, avatarKey }))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json()).toEqual({ submitted: true })
    expect(await profile(who.id)).toMatchObject({
      name: 'Tomás Echeverría Soto',
      user_name: 'Tomás Echeverría Soto',
      status: 'admin_pending',
      verification_status: 'admin_pending',
      is_verified: false,
      rut,
      phone_number: '+56987654321',
      birth_date: '1988-04-17',
      address_commune: 'Ñuñoa',
      address_region: 'Metropolitana de Santiago',
      location: 'Ñuñoa, Metropolitana de Santiago',
      // In the order of the list of specialties.
      specialties: ['Arriendo (conflictos)', 'Divorcio'],
      experience: 9,
      price: 35_000,
      graduation_year: 2014,
      id_card_path: idCardKey,
    })
    expect((await profile(who.id))?.avatar_url).toContain(`/archivos/${avatarKey}`)
    expect([await fileState(idCardKey), await fileState(avatarKey)]).toEqual(['used', 'used'])
    expect(await submissions(who.id)).toEqual([{ outcome: null }])
  })

  test('ONP-43 20 at once, at two processes, create one submission', async () => {
    const who = await pendingLawyer()
    const input = submissionInput({ idCardKey: await storeCard(who), avatarKey: await storePhoto(who) })
    const other = clientAt(suite.apps[1]?.url ?? '', who)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? other : who).post(SUBMIT_URL, input)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await submissions(who.id)).toHaveLength(1)
  })

  test.each(['email_pending', 'admin_pending', 'verified'] as const)(
    'a lawyer in %s is refused (409) and nothing is written',
    async (verificationStatus) => {
      const who = await suite.member({ role: 'lawyer', verificationStatus })
      const idCardKey = await storeCard(who)
      const before = await suite.database.snapshot()
      expect((await who.post(SUBMIT_URL, submissionInput({ idCardKey }))).status).toBe(409)
      expect(await suite.database.snapshot()).toEqual(before)
    },
  )

  const year = new Date().getFullYear()
  const invalid: [string, Record<string, unknown>, string, string][] = [
    ['ONP-09', { firstName: ' ' }, 'firstName', 'El nombre es obligatorio.'],
    ['ONP-10', { lastName: '' }, 'lastName', 'El apellido es obligatorio.'],
    ['ONP-11', { rut: '12345678-9' }, 'rut', 'RUT inválido.'],
    ['ONP-12', { phoneNumber: '+5691234567' }, 'phoneNumber', 'Teléfono inválido.'],
    ['ONP-14', { birthDate: '2025-02-30' }, 'birthDate', 'La fecha de nacimiento es obligatoria.'],
    ['OPEN-62', { birthDate: `${year - 17}-01-01` }, 'birthDate', 'La fecha de nacimiento es obligatoria.'],
    [
      'ONP-22',
      { location: { region: 'X', commune: 'Ñuñoa' } },
      'location.region',
      'La región es obligatoria.',
    ],
    [
      'ONP-24',
      { location: { region: 'Los Ríos', commune: 'Ñuñoa' } },
      'location.commune',
      'La comuna es obligatoria.',
    ],
    ['ONP-26', { addressStreet: '' }, 'addressStreet', 'La calle es obligatoria.'],
    ['ONP-31', { university: 'Harvard' }, 'university', 'La universidad es obligatoria.'],
    ['ONP-32', { graduationYear: 1949 }, 'graduationYear', 'El año de titulación es obligatorio.'],
    ['ONP-32', { graduationYear: year + 2 }, 'graduationYear', 'El año de titulación es obligatorio.'],
    ['ONP-33', { specialties: [] }, 'specialties', 'Debes seleccionar al menos una especialidad.'],
    ['ONP-33', { specialties: ['Magia'] }, 'specialties', 'Debes seleccionar al menos una especialidad.'],
    ['ONP-37', { experience: -1 }, 'experience', 'Los años de experiencia son obligatorios.'],
    ['ONP-38', { price: 1.5 }, 'price', 'El precio es obligatorio.'],
    ['ONP-39', { description: '' }, 'description', 'La descripción es obligatoria.'],
    ['ONP-28', { idCardKey: undefined }, 'idCardKey', 'La foto del carnet es obligatoria.'],
    [
      'docs/design.md §5',
      { verification_status: 'verified' },
      'verification_status',
      'Este dato no se acepta.',
    ],
  ]
  test('every field is refused with its text, and nothing is written', async () => {
    const who = await pendingLawyer()
    const idCardKey = await storeCard(who)
    const before = await suite.database.snapshot()
    for (const [id, change, field, message] of invalid) {
      const answer = await who.post(SUBMIT_URL, submissionInput({ idCardKey, ...change }))
      expect(answer.status, id).toBe(422)
      expect(answer.json<Problem>().data?.fields, id).toMatchObject({ [field]: message })
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('OPEN-62 another lawyer’s RUT is refused at its field; the lawyer’s own one is accepted', async () => {
    const { who: first } = await submittedLawyer()
    const taken = (await profile(first.id))?.rut
    const who = await pendingLawyer()
    const idCardKey = await storeCard(who)
    const before = await suite.database.snapshot()
    const answer = await who.post(SUBMIT_URL, submissionInput({ rut: taken, idCardKey }))
    expect(answer.status).toBe(409)
    expect(answer.json<Problem>()).toMatchObject({
      message: 'Este RUT ya está registrado.',
      data: { fields: { rut: 'Este RUT ya está registrado.' } },
    })
    expect(await suite.database.snapshot()).toEqual(before)
    expect((await who.post(SUBMIT_URL, submissionInput({ idCardKey }))).status).toBe(200)
  })

  test('OPEN-62 two lawyers with one RUT at once: one succeeds', async () => {
    const [one, two] = [await pendingLawyer(), await pendingLawyer()]
    const rut = uniqueRut()
    const inputs = [
      submissionInput({ rut, idCardKey: await storeCard(one) }),
      submissionInput({ rut, idCardKey: await storeCard(two) }),
    ]
    const answers = await Promise.all([one.post(SUBMIT_URL, inputs[0]), two.post(SUBMIT_URL, inputs[1])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('ONP-45 a card of another lawyer, of another bucket, a used and an unknown one get the same refusal', async () => {
    const [who, other] = [await pendingLawyer(), await pendingLawyer()]
    const keys = [
      await storeCard(other),
      await storePhoto(who),
      await storeCard(who, 'used'),
      `identidad/${who.id}/${crypto.randomUUID()}.pdf`,
      '../../etc/passwd',
      `identidad/${who.id}/\0`,
    ]
    const before = await suite.database.snapshot()
    for (const idCardKey of keys) {
      const answer = await who.post(SUBMIT_URL, submissionInput({ idCardKey }))
      expect(answer.status, idCardKey).toBe(422)
      expect(answer.json<Problem>().message, idCardKey).toBe(
        `${STAGE_ERROR_PREFIXES.idCard}: El archivo ya no está disponible. Elígelo de nuevo.`,
      )
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('ONP-44 a photo key with a NUL character is refused like an unknown one', async () => {
    const who = await pendingLawyer()
    const input = submissionInput({ idCardKey: await storeCard(who), avatarKey: `avatars/${who.id}/\0.jpg` })
    const answer = await who.post(SUBMIT_URL, input)
    expect(answer.status).toBe(409)
    expect(answer.json<Problem>().message).toBe(
      `${STAGE_ERROR_PREFIXES.avatar}: La foto ya no está disponible. Elígela de nuevo.`,
    )
  })

  test('ONP-46 a card whose file is missing is refused, and the profile is not submitted', async () => {
    const who = await pendingLawyer()
    const idCardKey = await storeCard(who)
    await suite.platform.files.remove(idCardKey)
    const answer = await who.post(SUBMIT_URL, submissionInput({ idCardKey }))
    expect(answer.status).toBe(422)
    expect(answer.json<Problem>().message).toMatch(/^Error creando URL firmada para el carnet: /)
    expect((await profile(who.id))?.status).toBe('profile_pending')
    expect((await who.post(SUBMIT_URL, submissionInput({ idCardKey: await storeCard(who) }))).status).toBe(
      200,
    )
  })

  test('a new card replaces the old one, whose file is deleted', async () => {
    const { who, idCardKey: old } = await submittedLawyer()
    await returnSubmission(who.id, 'No se lee.')
    const fresh = await storeCard(who)
    const { rut } = (await profile(who.id)) as { rut: string }
    expect((await who.post(SUBMIT_URL, submissionInput({ rut, idCardKey: fresh }))).status).toBe(200)
    expect((await profile(who.id))?.id_card_path).toBe(fresh)
    await eventually(async () => (await fileState(old)) === undefined)
  })
})

describe('uploading the card', () => {
  const put = (client: Client) =>
    client.send('/api/files/identidad', {
      method: 'PUT',
      body: pdf(),
      headers: { 'content-type': 'application/pdf' },
    })

  test('ONP-41 only a lawyer in profile_pending may upload a card', async () => {
    expect((await put(suite.visitor())).status).toBe(401)
    expect((await put(await suite.member({ role: 'client' }))).status).toBe(403)
    expect((await put(await suite.member({ role: 'admin' }))).status).toBe(403)
    expect((await put(await suite.member({ role: 'lawyer' }))).status).toBe(409)
    expect((await put(await suite.member({ role: 'lawyer', verificationStatus: 'verified' }))).status).toBe(
      409,
    )
    expect((await put(await pendingLawyer())).status).toBe(201)
  })

  test('CAL-29 only its owner can open its link', async () => {
    const { who } = await submittedLawyer()
    await returnSubmission(who.id, 'x')
    const { idCard } = (await who.get('/api/onboarding/form')).json<{ idCard: { url: string } }>()
    expect((await who.get(idCard.url)).status).toBe(200)
    const { who: other } = await submittedLawyer()
    expect((await other.get(idCard.url)).status).toBe(404)
    expect((await suite.visitor().get(idCard.url)).status).toBeGreaterThanOrEqual(401)
  })
})
