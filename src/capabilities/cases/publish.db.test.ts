import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { isoDay } from '../../chile/dates.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { makeActiveCase } from '../../demo-data/conversations.ts'
import { completeProfile } from '../../demo-data/lawyers.ts'
import { noticeSettings } from '../notices/commands.server.ts'
import { contactChoice, saveContactChoice } from '../safe-contact/commands.server.ts'
import { caseById, publishIntake } from './commands.server.ts'
import { INTAKE_MESSAGES } from './intake/answers.ts'
import { questionsOf, SAFETY_SPECIALTIES } from './intake/questions.ts'
import { PUBLISH_RATE_LIMIT } from './rules.ts'
import { MESSAGES, type PublishInput } from './schema.ts'

const suite = useDatabase()

const intake = (change: Partial<PublishInput> = {}): PublishInput => ({
  id: randomUUID(),
  specialty: 'Despido injustificado',
  commune: 'Ñuñoa',
  answers: { q1: '0', q2: 'Sí, indefinido', q3: 'Necesidades de la empresa.' },
  ...change,
})
const client = async () => {
  const { id } = await makeAccount(suite.platform.db, { name: 'Camila Rojas' })
  return actingAs(suite.platform, id)
}
const casesOf = (clientId: string) =>
  suite.database.sql<Record<string, unknown>>('select * from cases where client_id = $1', [clientId])

describe('publishing the answers of the wizard', () => {
  test('WIZ-06, WIZ-25 to WIZ-28: the server writes title, description and details; the caller is the client', async () => {
    const context = await client()
    const sent = intake()
    await suite.database.sql('delete from events')
    expect(await publishIntake(context, sent)).toEqual({ ok: true, value: { id: sent.id } })
    expect(await casesOf(context.session.userId)).toEqual([
      {
        id: sent.id,
        title: 'Consulta de Despido injustificado en Ñuñoa',
        description:
          '¿Cuántos días han pasado desde el despido? 0\n¿Tenías contrato de trabajo escrito? Sí, indefinido\n¿Qué motivo te dio tu empleador? Cuéntanos también si firmaste finiquito. Necesidades de la empresa.',
        status: 'ingresado',
        client_id: context.session.userId,
        lawyer_id: null,
        specialty: 'Despido injustificado',
        commune: 'Ñuñoa',
        urgency: null,
        details: [
          { question: '¿Cuántos días han pasado desde el despido?', answer: '0' },
          { question: '¿Tenías contrato de trabajo escrito?', answer: 'Sí, indefinido' },
          {
            question: '¿Qué motivo te dio tu empleador? Cuéntanos también si firmaste finiquito.',
            answer: 'Necesidades de la empresa.',
          },
        ],
        proposal_accepted_at: null,
        created_at: expect.any(Date),
        withdrawn_at: null,
        withdrawal_reason: null,
        republished_at: null,
        in_market: true,
      },
    ])
    expect(
      await suite.database.sql(
        'select user_id, audience, kind, ref from events order by audience nulls first',
      ),
    ).toEqual([
      { user_id: context.session.userId, audience: null, kind: 'case', ref: sent.id },
      { user_id: null, audience: 'mercado', kind: 'case', ref: sent.id },
    ])
  })

  test('OPEN-47: «Otro» stays «Otro»; its text is the only question and answer', async () => {
    const context = await client()
    await publishIntake(context, intake({ specialty: 'Otro', answers: {}, otherText: 'Un cerco movido' }))
    expect(await casesOf(context.session.userId)).toMatchObject([
      {
        title: 'Consulta de Otro en Ñuñoa',
        specialty: 'Otro',
        description: 'Describe brevemente el tipo de caso Un cerco movido',
        details: [{ question: 'Describe brevemente el tipo de caso', answer: 'Un cerco movido' }],
      },
    ])
  })

  test('invalid answers: 422 by field, and nothing is written', async () => {
    const context = await client()
    const before = await suite.database.snapshot()
    // A day in Chile can have 25 hours.
    const tomorrow = isoDay(new Date(Date.now() + 36 * 3_600_000))
    const result = await publishIntake(
      context,
      intake({ specialty: 'Divorcio', commune: 'Lima', answers: { q1: 'Por culpa', q2: tomorrow } }),
    )
    expect(result).toEqual({
      ok: false,
      refusal: {
        code: 'UNPROCESSABLE_CONTENT',
        message: INTAKE_MESSAGES.future,
        fields: {
          'answers.q2': INTAKE_MESSAGES.future,
          'answers.q3': INTAKE_MESSAGES.unanswered,
          commune: INTAKE_MESSAGES.commune,
        },
      },
    })
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('OPEN-46: only clients may publish', async () => {
    const lawyer = await makeAccount(suite.platform.db, { role: 'lawyer', verificationStatus: 'verified' })
    const admin = await makeAccount(suite.platform.db, { role: 'admin' })
    const gone = await client()
    await suite.database.sql('delete from client_profiles where id = $1', [gone.session.userId])
    const actors = [await actingAs(suite.platform, lawyer.id), await actingAs(suite.platform, admin.id), gone]
    const before = await suite.database.snapshot()
    for (const context of actors)
      expect(await publishIntake(context, intake())).toEqual({
        ok: false,
        refusal: { code: 'FORBIDDEN', message: MESSAGES.clientsOnly },
      })
    expect(await suite.database.snapshot()).toEqual(before)
  })
})

describe('exactly once', () => {
  test('WIZ-23: 20 concurrent calls with one id create one case and publish its events once', async () => {
    const context = await client()
    const sent = intake()
    await suite.database.sql('delete from events')
    const all = await Promise.all(Array.from({ length: 20 }, () => publishIntake(context, sent)))
    expect(all).toEqual(Array(20).fill({ ok: true, value: { id: sent.id } }))
    expect(await casesOf(context.session.userId)).toHaveLength(1)
    expect(await suite.database.sql('select kind from events')).toHaveLength(2)
  })

  test('WIZ-23: 20 concurrent calls with the same answers and other ids create one case', async () => {
    const context = await client()
    const all = await Promise.all(Array.from({ length: 20 }, () => publishIntake(context, intake())))
    const rows = await casesOf(context.session.userId)
    expect(rows).toHaveLength(1)
    expect(all).toEqual(Array(20).fill({ ok: true, value: { id: rows[0]?.id } }))
    // Another commune, other answers or another client: another case.
    await publishIntake(context, intake({ commune: 'Talca' }))
    await publishIntake(context, intake({ answers: { ...intake().answers, q1: '1' } }))
    expect(await casesOf(context.session.userId)).toHaveLength(3)
    const other = await client()
    expect(await publishIntake(other, intake())).toMatchObject({ ok: true })
    expect(await casesOf(other.session.userId)).toHaveLength(1)
  })

  test('a retry after a lost response returns the same case, even once it has a lawyer', async () => {
    const context = await client()
    const { id: lawyerId } = await makeAccount(suite.platform.db, {
      role: 'lawyer',
      verificationStatus: 'verified',
    })
    await completeProfile(suite.platform.db, lawyerId, { specialties: ['Despido injustificado'] })
    const sent = intake()
    await publishIntake(context, sent)
    const { caseId } = await makeActiveCase(suite.platform, { clientId: context.session.userId, lawyerId })
    expect(caseId).toBe(sent.id)
    expect(await publishIntake(context, sent)).toEqual({ ok: true, value: { id: sent.id } })
    expect(await casesOf(context.session.userId)).toHaveLength(1)
    // A running case does not prevent a new one with the same answers.
    expect(await publishIntake(context, intake())).toMatchObject({ ok: true })
    expect(await casesOf(context.session.userId)).toHaveLength(2)
  })

  test('other content under the same id is refused (409), and so is the id of another client’s case', async () => {
    const context = await client()
    const stranger = await client()
    const sent = intake()
    await publishIntake(context, sent)
    const taken = { ok: false, refusal: { code: 'CONFLICT', message: MESSAGES.idTaken, reason: 'ID_TAKEN' } }
    const before = await suite.database.snapshot()
    expect(await publishIntake(context, { ...sent, commune: 'Talca' })).toEqual(taken)
    expect(await publishIntake(stranger, sent)).toEqual(taken)
    expect(await publishIntake(stranger, { ...sent, commune: 'Talca' })).toEqual(taken)
    expect(await suite.database.snapshot()).toEqual(before)
    expect(await caseById(stranger, { caseId: sent.id })).toMatchObject({ ok: false })
  })
})

test('too many in an hour: 429 with the seconds to wait; a retry does not count', async () => {
  const context = await client()
  const another = (n: number) => intake({ answers: { ...intake().answers, q1: String(n) } })
  const all = []
  for (let n = 0; n < PUBLISH_RATE_LIMIT.max + 5; n++) {
    all.push(await publishIntake(context, another(n)))
    // Only a few open cases are allowed (B3): finish all but the first.
    await suite.database.sql(
      `update cases set status = 'finalizado', proposal_accepted_at = app_now()
       where client_id = $1 and id <> (select id from cases where client_id = $1 order by created_at limit 1)`,
      [context.session.userId],
    )
  }
  expect(all.filter((result) => result.ok)).toHaveLength(PUBLISH_RATE_LIMIT.max)
  expect(all.find((result) => !result.ok)).toEqual({
    ok: false,
    refusal: {
      code: 'TOO_MANY_REQUESTS',
      message: MESSAGES.tooManyCases,
      retryAfter: expect.any(Number),
    },
  })
  const rows = await casesOf(context.session.userId)
  expect(rows).toHaveLength(PUBLISH_RATE_LIMIT.max)
  const first = all.findIndex((result) => result.ok)
  expect(await publishIntake(context, another(first))).toMatchObject({ ok: true })
  expect(await publishIntake(await client(), intake())).toMatchObject({ ok: true })
})

test('SEG-61, PLZ-70: a person who publishes a case about violence is written to discreetly, until they choose otherwise', async () => {
  const chosen = async (specialty: string, answers: PublishInput['answers'], by = client()) => {
    const context = await by
    const published = await publishIntake(context, intake({ specialty, answers }))
    expect(published.ok, JSON.stringify(published)).toBe(true)
    return noticeSettings(context)
  }
  expect(await chosen('Despido injustificado', intake().answers)).toMatchObject({
    value: { is_discreet: false },
  })
  for (const specialty of SAFETY_SPECIALTIES) {
    const answers = Object.fromEntries(
      questionsOf(specialty).map((question) => [
        question.id,
        question.input === 'radio'
          ? (question.options[0] ?? '')
          : question.input === 'date'
            ? '2026-11-01'
            : 'Hace una semana.',
      ]),
    )
    expect(await chosen(specialty, answers)).toMatchObject({ value: { is_discreet: true } })
    const context = await client()
    const choice = { mail: 'normal', calls: 'no', hours: '', note: '' } as const
    expect(await saveContactChoice(context, choice)).toMatchObject({ ok: true })
    expect(await chosen(specialty, answers, Promise.resolve(context))).toMatchObject({
      value: { is_discreet: false },
    })
    expect(await contactChoice(context)).toMatchObject({ value: { mail: 'normal', calls: 'no' } })
  }
})
