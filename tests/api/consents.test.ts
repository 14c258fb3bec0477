import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caseSentence, newestVersion } from '../../src/capabilities/consents/rules.ts'
import { MESSAGES } from '../../src/capabilities/open-cases/schema.ts'
import { makeActiveCase, makeChat, makeOpenCase, makeProposal } from '../../src/demo-data/conversations.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { newClient } from '../support/network/http-client.ts'
import { completion, startStubModel } from '../support/network/stub-language-model.ts'

const model = await startStubModel('127.0.0.2')
const HOST = '127.0.0.2'
const suite = useTestApp(2, { LLM_URL: model.url, LLM_MODEL: 'prueba-1', LLM_TIMEOUT: '8000' })
beforeAll(() => {
  model.respond = completion({ specialty: 'Despido injustificado', sure: true, reasons: [] })
})
afterAll(() => model.close())

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const movementsOf = (userId: string, kind?: string) =>
  suite.database.sql<{
    kind: string
    version: string
    text_sha256: string
    given: boolean
    case_id: string | null
    screen: string
  }>(
    `select kind, version, text_sha256, given, case_id, screen from consent_movements
     where user_id = $1 and ($2::text is null or kind = $2) order by id`,
    [userId, kind ?? null],
  )
const statusOf = async (caseId: string) =>
  (await suite.database.sql<{ status: string }>('select status from cases where id = $1', [caseId]))[0]
    ?.status
const createClient = () => suite.member({ name: 'Camila Rojas' })
const newCase = (change: object = {}) => ({
  id: randomUUID(),
  specialty: 'Otro',
  commune: 'Ñuñoa',
  answers: {},
  otherText: 'Mi vecino hace ruido.',
  ...change,
})
const publish = async (client: Member, change: object = {}) => {
  const input = newCase(change)
  expect((await client.post('/api/cases/publish', input)).status).toBe(200)
  return input.id
}
/** A client with a case from before the ledger. */
async function clientWithEarlierCase() {
  const client = await createClient()
  const caseId = await makeOpenCase(suite.platform, client.id)
  await suite.database.sql('alter table consent_movements disable trigger consent_movements_append_only')
  await suite.database.sql('delete from consent_movements where case_id = $1', [caseId])
  await suite.database.sql('alter table consent_movements enable trigger consent_movements_append_only')
  return { client, caseId }
}
const consentsOf = async (client: Member) =>
  (await client.get('/api/open-cases/consents')).json<{
    consents: { case_id: string; given: boolean | null; has_children: boolean }[]
  }>().consents

test('DAT-28 registration writes the two rows of its sentence, with the words that applied', async () => {
  const visitor = suite.visitor()
  const email = `${randomUUID()}@prueba.test`
  const sent = {
    name: 'Ana Soto',
    email,
    role: 'client',
    password: 'clave-123',
    confirmPassword: 'clave-123',
  }
  const answer = await visitor.post('/api/accounts/register', sent)
  expect(answer.status).toBe(200)
  const { user } = answer.json<{ user: { id: string } }>()
  const expected = (['terminos', 'privacidad'] as const).map((kind) => {
    const { version, sha256: text_sha256 } = newestVersion(kind)
    return { kind, version, text_sha256, given: true, case_id: null, screen: 'Registro' }
  })
  expect(await movementsOf(user.id)).toEqual(expected)
  // A taken address rolls everything back.
  const before = await suite.database.snapshot('rate_limits')
  expect((await suite.visitor().post('/api/accounts/register', sent)).status).toBe(409)
  expect(await suite.database.snapshot('rate_limits')).toEqual(before)
})

describe('DAT-27 the ledger', () => {
  test('DAT-27 refuses changes and early deletions, also by SQL', async () => {
    const client = await createClient()
    const change = (statement: string) => suite.database.sql(statement, [client.id])
    for (const statement of [
      'update consent_movements set given = false where user_id = $1',
      `update consent_movements set screen = 'otra' where user_id = $1`,
      'delete from consent_movements where user_id = $1',
    ])
      await expect(change(statement)).rejects.toThrow('append-only')
    expect(await movementsOf(client.id)).toHaveLength(2)
  })

  test('DAT-27 departure leaves the rows as proof, and a new account of the address inherits none', async () => {
    const client = await createClient()
    const caseId = await publish(client)
    const password = { password: client.password }
    expect((await client.post('/api/departure/delete-account', password)).status).toBe(200)
    const digest = suite.platform.sealer.digest(client.email)
    const rows = await suite.database.sql<{ user_id: string | null; kind: string; case_id: string | null }>(
      'select user_id, kind, case_id from consent_movements where subject_digest = $1 order by id',
      [digest],
    )
    expect(rows).toEqual([
      { user_id: null, kind: 'terminos', case_id: null },
      { user_id: null, kind: 'privacidad', case_id: null },
      { user_id: null, kind: 'datos_sensibles', case_id: caseId },
    ])
    const again = await suite.member({ email: client.email })
    expect(await movementsOf(again.id, 'datos_sensibles')).toEqual([])
  })

  test('DAT-27 own consents are the last movement of each kind and case', async () => {
    const client = await createClient()
    const caseId = await publish(client)
    await client.post('/api/open-cases/withdraw-consent', { caseId })
    const { consents } = (await client.get('/api/consents/own')).json<{
      consents: { kind: string; given: boolean; case_id: string | null; screen: string }[]
    }>()
    expect(consents.map(({ kind, given, case_id, screen }) => [kind, given, case_id, screen])).toEqual([
      ['datos_sensibles', false, caseId, 'Tus datos'],
      ['privacidad', true, null, 'Registro'],
      ['terminos', true, null, 'Registro'],
    ])
    expect((await suite.visitor().get('/api/consents/own')).status).toBe(401)
  })
})

describe('DAT-29 a published case', () => {
  test('DAT-29 writes the consent under its sentence, once for retries of one case', async () => {
    const client = await createClient()
    const input = newCase()
    const twin = newClient(suite.apps[1]?.url ?? '')
    for (const [name, value] of client.jar) twin.jar.set(name, value)
    await Promise.all([client, twin, client, twin].map((one) => one.post('/api/cases/publish', input)))
    const words = caseSentence('Enviar y Buscar Abogados', { hasChildren: false })
    expect(await movementsOf(client.id, 'datos_sensibles')).toMatchObject([
      { given: true, case_id: input.id, text_sha256: sha256(words), screen: 'Ingresa tu Causa' },
    ])
  })

  test('DAT-29 with children, the words name who gives the data of a child', async () => {
    const client = await createClient()
    await publish(client, { otherText: 'El colegio expulsó a mi hija.' })
    const words = caseSentence('Enviar y Buscar Abogados', { hasChildren: true })
    expect(words).toContain('La información de un menor de 14 años la entrega quien lo representa.')
    expect(await movementsOf(client.id, 'datos_sensibles')).toMatchObject([{ text_sha256: sha256(words) }])
  })

  test('DAT-29 an earlier case has no consent until its client answers; nothing changes before', async () => {
    const { client, caseId } = await clientWithEarlierCase()
    expect(await consentsOf(client)).toMatchObject([{ case_id: caseId, given: null }])
    expect(await statusOf(caseId)).toBe('ingresado')
    for (const _ of [1, 2])
      expect((await client.post('/api/open-cases/consent', { caseId })).json()).toEqual({ given: true })
    expect(await movementsOf(client.id, 'datos_sensibles')).toMatchObject([
      { given: true, case_id: caseId, screen: 'Pregunta en el panel' },
    ])
    const stranger = await createClient()
    expect((await stranger.post('/api/open-cases/consent', { caseId })).status).toBe(404)
  })
})

describe('DAT-30 withdrawing the consent', () => {
  const withdrawConsent = (client: Pick<Member, 'post'>, caseId: string) =>
    client.post('/api/open-cases/withdraw-consent', { caseId })

  test('DAT-30 takes an open case off the market in the same transaction; it stays its client’s', async () => {
    const [client, lawyer] = await Promise.all([
      createClient(),
      suite.member({ role: 'lawyer', verificationStatus: 'verified' }),
    ])
    const caseId = await publish(client)
    const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    await suite.database.sql('update chats set case_id = $1 where id = $2', [caseId, chatId])
    const { id: proposalId } = await makeProposal(suite.platform, { chatId, lawyerId: lawyer.id })
    expect((await withdrawConsent(client, caseId)).json()).toEqual({ status: 'retirado' })
    expect(await consentsOf(client)).toMatchObject([{ case_id: caseId, given: false, status: 'retirado' }])
    const [proposal] = await suite.database.sql('select status from proposals where id = $1', [proposalId])
    expect(proposal).toEqual({ status: 'rejected' })
    expect((await client.get(`/api/cases/by-id?caseId=${caseId}`)).status).toBe(200)
    // Publishing it again needs a new consent.
    const refused = await client.post('/api/open-cases/republish', { caseId })
    expect([refused.status, refused.json<{ message: string }>().message]).toEqual([
      409,
      MESSAGES.consentMissing,
    ])
    expect(await statusOf(caseId)).toBe('retirado')
    expect((await client.post('/api/open-cases/republish', { caseId, consents: true })).status).toBe(200)
    const words = caseSentence('Volver a publicar', { hasChildren: false })
    expect(
      (await movementsOf(client.id, 'datos_sensibles')).map(({ given, screen }) => [given, screen]),
    ).toEqual([
      [true, 'Ingresa tu Causa'],
      [false, 'Tus datos'],
      [true, 'Volver a publicar'],
    ])
    expect((await movementsOf(client.id, 'datos_sensibles')).at(-1)?.text_sha256).toBe(sha256(words))
  })

  test('DAT-30 50 withdrawals at once on two processes are one', async () => {
    const client = await createClient()
    const caseId = await publish(client)
    const twin = newClient(suite.apps[1]?.url ?? '')
    for (const [name, value] of client.jar) twin.jar.set(name, value)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => withdrawConsent(at % 2 ? client : twin, caseId)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await movementsOf(client.id, 'datos_sensibles')).toHaveLength(2)
  })

  test('DAT-30 of a running case is refused with the reason of the law, and changes nothing', async () => {
    const [client, lawyer] = await Promise.all([
      createClient(),
      suite.member({ role: 'lawyer', verificationStatus: 'verified' }),
    ])
    const { caseId } = await makeActiveCase(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
    const before = await movementsOf(client.id)
    const refused = await withdrawConsent(client, caseId)
    expect([refused.status, refused.json<{ message: string }>().message]).toEqual([
      409,
      MESSAGES.consentRunning,
    ])
    expect((await withdrawConsent(lawyer, caseId)).status).toBe(403)
    expect((await withdrawConsent(await createClient(), caseId)).status).toBe(404)
    expect(await movementsOf(client.id)).toEqual(before)
    expect(await statusOf(caseId)).toBe('activo')
  })

  test('DAT-30 «Retirar causa» for another reason leaves the consent, and it can be published again at once', async () => {
    const client = await createClient()
    const caseId = await publish(client)
    await client.post('/api/open-cases/withdraw', { caseId, reason: 'Otro' })
    expect(await consentsOf(client)).toMatchObject([{ given: true }])
    expect((await client.post('/api/open-cases/republish', { caseId })).status).toBe(200)
    expect(await movementsOf(client.id, 'datos_sensibles')).toHaveLength(1)
  })
})

describe('DAT-31 a language model on another machine', () => {
  const understand = (client: Pick<Member, 'rpc'>, change: object = {}) =>
    client.rpc('search.understand', { text: 'Me despidieron sin aviso.', ...change })

  test('DAT-31 gets no text without the consent that names it', async () => {
    const client = await createClient()
    const sent = model.requests.length
    for (const change of [{}, { sendTo: 'otro.ejemplo.cl' }, { sendTo: HOST, isTyping: true }])
      expect((await understand(client, change)).status).toBe(200)
    expect((await understand(suite.visitor())).status).toBe(200)
    expect(model.requests).toHaveLength(sent)
    expect(await movementsOf(client.id, 'ia_externa')).toEqual([])
  })

  test('DAT-31 with the consent the text is sent, and the ledger has one row until it is withdrawn', async () => {
    const client = await createClient()
    const sent = model.requests.length
    for (const _ of [1, 2]) expect((await understand(client, { sendTo: HOST })).status).toBe(200)
    expect(model.requests).toHaveLength(sent + 2)
    const text_sha256 = sha256(`Tu texto se enviará a ${HOST} para analizarlo.`)
    expect(await movementsOf(client.id, 'ia_externa')).toMatchObject([{ given: true, text_sha256 }])
    const withdraw = () => client.post('/api/consents/withdraw-external-analysis', {})
    expect((await withdraw()).status).toBe(200)
    expect((await withdraw()).status).toBe(409)
    await understand(client, { sendTo: HOST })
    const rows = await movementsOf(client.id, 'ia_externa')
    expect(rows.map(({ given }) => given)).toEqual([true, false, true])
  })

  test('DAT-31 a visitor’s text is sent with the consent, and nothing is recorded', async () => {
    const before = await suite.database.snapshot('rate_limits')
    const sent = model.requests.length
    expect((await understand(suite.visitor(), { sendTo: HOST })).status).toBe(200)
    expect(model.requests).toHaveLength(sent + 1)
    expect(await suite.database.snapshot('rate_limits')).toEqual(before)
  })
})
