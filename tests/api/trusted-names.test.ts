import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PublicLawyer } from '../../src/capabilities/lawyers/schema.ts'
import type { LawyersPage } from '../../src/capabilities/search/schema.ts'
import type { PendingNames, Submission } from '../../src/capabilities/verification/schema.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { createWaitingLawyer } from '../support/data/waiting-lawyer.ts'
import type { Client, Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const FORBIDDEN = 'Este nombre no está permitido.'

const verified = (name: string) => suite.member({ role: 'lawyer', verificationStatus: 'verified', name })
const rename = (who: Client, name: string) => who.post('/api/accounts/update-name', { name })
const badgeOf = async (lawyerId: string) => {
  const visitor = suite.visitor()
  const profile = (await visitor.get(`/api/lawyers/${lawyerId}`)).json<PublicLawyer>()
  const text = profile.name
  const page = (await visitor.get(`/api/search/lawyers?${new URLSearchParams({ text })}`)).json<LawyersPage>()
  const card = page.items.find(({ id }) => id === lawyerId)
  expect(card?.name_confirmed).toBe(profile.name_confirmed)
  return { name: profile.name, badge: profile.name_confirmed, verified: profile.is_verified }
}
const namesOf = async (admin: Member) => (await admin.get('/api/verification/names')).json<PendingNames>()
const problem = (answer: { status: number; json<T>(): T }) => [answer.status, answer.json<Problem>().message]

describe('H-03: only a confirmed name has the badge', () => {
  test('H-03, A3: a verified lawyer who takes another\u2019s name keeps all functions, but not the badge', async () => {
    await verified('Valeria Montes Pinto')
    const impostor = await verified('Bruno Salas Vera')
    expect(await badgeOf(impostor.id)).toEqual({ name: 'Bruno Salas Vera', badge: true, verified: true })
    expect((await rename(impostor, 'Valeria Montes Pinto')).status).toBe(200)
    expect(await badgeOf(impostor.id)).toEqual({ name: 'Valeria Montes Pinto', badge: false, verified: true })
    expect((await impostor.get('/api/lawyers/own-profile')).json()).toMatchObject({ nameConfirmed: false })
    // Functions of verified lawyers still work.
    expect((await impostor.get('/api/lawyers/colleagues')).status).toBe(200)
    const admin = await suite.member({ role: 'admin' })
    expect((await namesOf(admin)).items.find(({ lawyerId }) => lawyerId === impostor.id)).toEqual({
      lawyerId: impostor.id,
      name: 'Valeria Montes Pinto',
      before: 'Bruno Salas Vera',
      changedAt: expect.any(String),
      alike: 1,
    })
    // With the confirmed name the badge is back, and no review is needed.
    expect((await rename(impostor, 'Bruno Salas Vera')).status).toBe(200)
    expect((await badgeOf(impostor.id)).badge).toBe(true)
    expect((await namesOf(admin)).items.some(({ lawyerId }) => lawyerId === impostor.id)).toBe(false)
  })

  test('H-03 an administrator confirms: the badge is back, one of many concurrent requests succeeds, the audit log has it', async () => {
    const lawyer = await verified('Elisa Prado Lara')
    const name = 'Elisa Prado de Lara'
    await rename(lawyer, name)
    const admin = await suite.member({ role: 'admin' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        admin.post('/api/verification/confirm-name', { lawyerId: lawyer.id, name }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await badgeOf(lawyer.id)).toEqual({ name, badge: true, verified: true })
    const rows = await suite.database.sql(
      `select actor_id, details from audit_log where action = 'lawyer.name_confirmed' and object = $1`,
      [lawyer.id],
    )
    expect(rows).toEqual([{ actor_id: admin.id, details: {} }])
  })

  test('H-03 returned: the former name is restored, and the lawyer gets the reason by e-mail', async () => {
    const lawyer = await verified('Óscar Pinto Riquelme')
    const name = 'Óscar Riquelme'
    await rename(lawyer, name)
    const admin = await suite.member({ role: 'admin' })
    const input = { lawyerId: lawyer.id, name, reason: 'No es el de tu carnet.' }
    expect((await admin.post('/api/verification/return-name', { ...input, reason: ' ' })).status).toBe(422)
    expect((await admin.post('/api/verification/return-name', input)).json()).toEqual({
      name: 'Óscar Pinto Riquelme',
    })
    expect(await badgeOf(lawyer.id)).toEqual({ name: 'Óscar Pinto Riquelme', badge: true, verified: true })
    expect((await lawyer.get('/api/accounts/session')).json()).toMatchObject({
      user: { name: 'Óscar Pinto Riquelme' },
    })
    await expect
      .poll(() =>
        suite.database.sql<{ subject: string; text: string }>(
          `select subject, text from local_mailbox where recipient = $1`,
          [lawyer.email],
        ),
      )
      .toMatchObject([
        {
          subject: 'No confirmamos tu nombre nuevo',
          text: expect.stringContaining('No es el de tu carnet.'),
        },
      ])
    expect(problem(await admin.post('/api/verification/return-name', input))).toEqual([
      409,
      'Este nombre ya no espera confirmación. Actualiza la lista.',
    ])
  })

  test('H-03 a name that changed after it was shown is not confirmed', async () => {
    const lawyer = await verified('Irene Tapia Luna')
    const admin = await suite.member({ role: 'admin' })
    await rename(lawyer, 'Irene Luna')
    await rename(lawyer, 'Otra Persona')
    const answer = await admin.post('/api/verification/confirm-name', {
      lawyerId: lawyer.id,
      name: 'Irene Luna',
    })
    expect(answer.status).toBe(409)
    expect((await badgeOf(lawyer.id)).badge).toBe(false)
    expect(
      (await lawyer.post('/api/verification/confirm-name', { lawyerId: lawyer.id, name: 'x' })).status,
    ).toBe(403)
  })

  test('H-03, A3: the submission lists verified lawyers whose names look the same', async () => {
    const known = await verified('Oscar Paz Prado')
    // Differs in accent, case and a digit. Names may also be all Cyrillic: only mixed scripts are refused.
    const waiting = await createWaitingLawyer(suite.platform, { name: 'Óscar PAZ Prad0' })
    const admin = await suite.member({ role: 'admin' })
    const read = async (id: string) =>
      (await admin.get(`/api/verification/submission?lawyerId=${id}`)).json<Submission>().alike
    expect(await read(waiting.id)).toEqual([{ id: known.id, name: 'Oscar Paz Prado' }])
    await verified('Хосе Сосо')
    expect(await read((await createWaitingLawyer(suite.platform, { name: 'Xoce Coco' })).id)).toMatchObject([
      { name: 'Хосе Сосо' },
    ])
    expect(await read((await createWaitingLawyer(suite.platform, { name: 'Nadie Como Ella' })).id)).toEqual(
      [],
    )
  })
})

describe('H-03, A3, B7: names that are refused', () => {
  const NAMES = [
    'Vаlentina Soto Araya',
    'Valentina Soto ☑ Verificado',
    'Poder Judicial de Chile',
    'Amparo Verificado Oficial',
    'Amparo (pago pendiente: transfiere a Banco Estado 123-4)',
  ]

  test('H-03, A3, B7: at registration and at a change; nothing is written', async () => {
    const lawyer = await verified('Julia Reyes Toro')
    const before = await suite.database.snapshot('rate_limits', 'session')
    for (const name of NAMES) {
      const registered = await suite.visitor().post('/api/accounts/register', {
        name,
        email: `${randomUUID()}@prueba.test`,
        password: 'clave-segura-1',
        confirmPassword: 'clave-segura-1',
        role: 'client',
      })
      for (const answer of [registered, await rename(lawyer, name)]) {
        expect(answer.status, name).toBe(422)
        expect(answer.json<Problem>().data?.fields).toEqual({ name: FORBIDDEN })
      }
    }
    expect(await suite.database.snapshot('rate_limits', 'session')).toEqual(before)
  })

  test('H-03 Amparo as a first name is accepted', async () => {
    const lawyer = await verified('Amparo Noguera Portales')
    expect((await rename(lawyer, 'María Amparo Noguera')).status).toBe(200)
  })
})

test('OPEN-58: account deletion removes only its own names from the audit log', async () => {
  const [gone, kept] = [await verified('Ema Vera Ríos'), await verified('Luz Vera Ríos')]
  for (const member of [gone, kept]) {
    expect((await rename(member, 'Eva Vera')).status).toBe(200)
    await suite.platform.db
      .insertInto('audit_log')
      .values({ actor_id: member.id, action: 'test.other', object: member.id, details: { kept: true } })
      .execute()
  }
  const details = () =>
    suite.database.sql(
      `select action, details from audit_log where object = any($1) and action in ('lawyer.renamed', 'test.other')
       order by array_position($1, object), action`,
      [[gone.id, kept.id]],
    )
  const before = await details()
  expect(before).toHaveLength(4)
  const left = await gone.post('/api/departure/delete-account', { password: gone.password })
  expect(left.status, left.text).toBe(200)
  expect(await details()).toEqual([{ action: 'lawyer.renamed', details: {} }, ...before.slice(1)])
})
