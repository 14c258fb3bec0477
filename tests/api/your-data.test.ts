import { expect, test } from 'vitest'
import { processorsOf } from '../../src/capabilities/privacy/commands.server.ts'
import type { Held, LooksPage } from '../../src/capabilities/privacy/schema.ts'
import { makeActiveCase, makeChat, sendText } from '../../src/demo-data/conversations.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { runInTransaction } from '../../src/platform/database/database.server.ts'
import { recordLook } from '../../src/platform/log/looks.server.ts'
import { useTestApp } from '../support/app/suite.ts'
import {
  accessRequest,
  codeIn,
  confirmedVisitorRequest,
  mailsTo,
  sendVisitorRequest,
} from '../support/data/visitor-requests.ts'
import type { Client } from '../support/network/http-client.ts'

const suite = useTestApp()

const heldBy = async (person: Client) => {
  const answer = await person.get('/api/privacy/held')
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Held>()
}

const countsOf = ({ groups }: Held) =>
  Object.fromEntries(groups.flatMap(({ items }) => items.map(({ title, count }) => [title, count])))

test('DAT-03 the counts are of the own rows, and live', async () => {
  const [client, lawyer, other] = [
    await suite.member(),
    await suite.member({ role: 'lawyer', verificationStatus: 'verified' }),
    await suite.member(),
  ]
  const chatId = await makeChat(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  await sendText(suite.platform, chatId, client.id, 'Hola')
  await sendText(suite.platform, chatId, lawyer.id, 'Buenos días')
  await sendText(suite.platform, chatId, client.id, 'Necesito ayuda')
  expect(countsOf(await heldBy(client))).toMatchObject({
    'Tu cuenta': '1 cuenta',
    'Tus sesiones': '1 sesión',
    Conversaciones: '1 conversación',
    Mensajes: '2 mensajes',
    Causas: '0 causas',
  })
  expect(countsOf(await heldBy(lawyer))).toMatchObject({ Mensajes: '1 mensaje', RUT: '1 dato' })
  expect(countsOf(await heldBy(other))).toMatchObject({ Conversaciones: '0 conversaciones' })
  await makeActiveCase(suite.platform, { clientId: client.id, lawyerId: lawyer.id })
  expect(countsOf(await heldBy(client))).toMatchObject({ Causas: '1 causa' })
})

test('DAT-03, DAT-36 the looks at one’s data are counted as «Quién vio tus datos» has them, not as own actions', async () => {
  const [person, admin] = [await suite.member(), await suite.member({ role: 'admin' })]
  const look = { adminId: admin.id, personId: person.id, purpose: 'report' } as const
  await runInTransaction(suite.platform.db, async (tx) => {
    await recordLook(tx, { ...look, action: 'account.found' })
    await recordLook(tx, { ...look, action: 'account.viewed' })
    await recordLook(tx, { ...look, action: 'reported_messages.viewed', hiddenFor: 86_400 })
  })
  expect(countsOf(await heldBy(person))).toMatchObject({
    'Quién vio tus datos': '2 veces',
    'Para qué': '2 veces',
    'Registro de acciones': '0 acciones',
  })
  const ofAdmin = countsOf(await heldBy(admin))
  expect(ofAdmin).toMatchObject({ 'Registro de acciones': '3 acciones' })
  expect(ofAdmin).not.toHaveProperty('Quién vio tus datos')
})

test('DAT-03 anybody with a session reads it, also before verification; a visitor does not', async () => {
  const pending = await suite.member({ role: 'lawyer', verificationStatus: 'email_pending' })
  const admin = await suite.member({ role: 'admin' })
  expect((await heldBy(pending)).groups.map(({ title }) => title)).toContain('Perfil profesional')
  expect((await heldBy(admin)).groups.length).toBeGreaterThan(0)
  expect((await suite.visitor().get('/api/privacy/held')).status).toBe(401)
})

test('DAT-24, DAT-76 requests without an account are of the account that confirmed their mailbox before, and of no other', async () => {
  const title = 'Solicitudes que hiciste sin entrar a una cuenta'
  const asked = async (person: Client) => countsOf(await heldBy(person))[title]
  const { email } = await confirmedVisitorRequest(suite)
  const later = await suite.member({ email })
  const none = await asked(later)
  expect(none).toMatch(/^0 /)
  // Since then one of a stranger, whose mailbox nobody confirmed, and one of the mailbox.
  await sendVisitorRequest(suite.visitor(), { ...accessRequest(email), name: 'Nombre de otra persona' })
  expect(await asked(later)).toBe(none)
  const [row] = await suite.database.sql<{ id: string }>(
    'select request_id as id from desk_requests where email = $1 and confirmed_at is null',
    [email],
  )
  const mails = await mailsTo(suite, email, 3)
  const confirmed = await suite.visitor().post('/api/privacy/confirm-visitor-request', {
    ...{ requestId: row?.id, code: codeIn(mails.at(-1)?.subject) },
  })
  expect(confirmed.status, confirmed.text).toBe(200)
  expect(await asked(later)).toMatch(/^1 /)
  await suite.database.sql('update "user" set "emailVerified" = false where id = $1', [later.id])
  expect(await asked(later)).toBe(none)
})

test('DAT-03 «Mostrar» tells the own RUT only after a fresh proof', async () => {
  const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'verified' })
  const [row] = await suite.database.sql<{ rut: string }>('select rut from lawyer_profiles where id = $1', [
    lawyer.id,
  ])
  const rut = row?.rut ?? ''
  expect((await lawyer.get('/api/privacy/held')).text).not.toContain(rut.slice(0, 6))
  const shown = await lawyer.post('/api/privacy/reveal', { kind: 'rut' })
  expect(shown.json<{ value: string }>().value.replaceAll('.', '')).toBe(rut)
  expect((await (await suite.member()).post('/api/privacy/reveal', { kind: 'rut' })).json()).toEqual({
    value: null,
  })
  await suite.database.sql('update session set proven_at = null where "userId" = $1', [lawyer.id])
  const refused = await lawyer.post('/api/privacy/reveal', { kind: 'rut' })
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('REAUTH')
  expect((await lawyer.post('/api/privacy/reveal', { kind: 'clave' })).status).toBe(422)
})

test('DAT-03 processors are those of the settings in use, with their country', () => {
  const production = {
    LOCAL_MODE: 'off',
    PUBLIC_URL: 'http://amparo.test',
    SESSION_SECRET: 's'.repeat(32),
    SUPPORT_EMAIL: 'soporte@amparo.test',
    SMTP_URL: 'smtp://clave:secreto@correo.proveedor.test:587',
    DATABASE_URL: 'postgres://u:p@localhost/amparo',
    FILES_URL: 's3://clave:secreto@archivos.proveedor.test/amparo?region=us-east-1',
    FILES_COUNTRY: 'Chile',
  }
  expect(processorsOf(readConfig(production))).toEqual([
    { name: 'archivos.proveedor.test', task: 'Guarda los archivos', country: 'Chile' },
    {
      name: 'correo.proveedor.test',
      task: 'Envía los correos',
      country: 'El operador no ha informado el país.',
    },
  ])
  expect(processorsOf(readConfig({}))).toEqual([])
})

test('DAT-36 one reads when the team looked at the own data and what for, twenty a page, without who', async () => {
  const [person, other, admin] = [
    await suite.member(),
    await suite.member(),
    await suite.member({ role: 'admin', name: 'Paulina Mardones' }),
  ]
  const look = { adminId: admin.id, action: 'request.viewed', personId: person.id } as const
  for (let at = 0; at < 21; at += 1)
    await suite.platform.db.transaction().execute((tx) =>
      recordLook(tx, {
        ...look,
        purpose: 'data_request',
        reference: at === 19 ? 'Llamó por teléfono' : `DA-2026-${100_000 + at}`,
      }),
    )
  await suite.platform.db.transaction().execute((tx) =>
    recordLook(tx, {
      ...{ ...look, action: 'reported_messages.viewed', purpose: 'report' },
      hiddenFor: 86_400,
    }),
  )
  const page = async (who: Client, after?: string) => {
    const answer = await who.get(`/api/privacy/looks${after ? `?after=${after}` : ''}`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain(admin.id)
    expect(answer.text).not.toContain('Paulina')
    return answer.json<LooksPage>()
  }
  const first = await page(person)
  expect(first.looks).toHaveLength(20)
  const what = 'Tu solicitud de datos'
  expect(first.looks[0]).toMatchObject({ what, why: 'Solicitud de datos DA-2026-100020' })
  // What an administrator wrote in place of a number is not shown.
  expect(first.looks[1]).toMatchObject({ what, why: 'Solicitud de datos' })
  const second = await page(person, first.next ?? '')
  expect(second.next).toBeNull()
  expect(new Set([...first.looks, ...second.looks].map(({ id }) => id)).size).toBe(21)
  expect(await page(other)).toEqual({ looks: [], next: null })
})
