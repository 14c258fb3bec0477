import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestApp } from '../support/app/suite.ts'
import { question } from '../support/data/data-requests.ts'
import { makeReport, makeReportedChat, readReport } from '../support/data/reports.ts'
import { countLockWaits, eventually } from '../support/database/test-database.ts'

const suite = useTestApp()

test.each([
  ['DAT-05', 'privacy/request-copy', undefined],
  ['DAT-12', 'privacy/send-request', { requestId: randomUUID(), ...question }],
  ['DAT-46', 'security/start-totp', undefined],
  ['DAT-55', 'security/request-email-change', { email: 'otro@correo.test' }],
  ['DAT-55', 'security/cancel-email-change', undefined],
])(
  '%s «%s» of an account that is deleted at this moment in another tab gets 401',
  async (_id, path, input) => {
    const person = await suite.member()
    const departure = await suite.platform.pool.connect()
    try {
      await departure.query('begin')
      await departure.query('select 1 from account where "userId" = $1 for update', [person.id])
      const sending = person.post(`/api/${path}`, input)
      await eventually(async () => (await countLockWaits(suite.database)) === 1)
      await departure.query('delete from "user" where id = $1', [person.id])
      await departure.query('commit')
      const answer = await sending
      expect([answer.status, answer.json<{ message: string }>().message]).toEqual([
        401,
        'Debes iniciar sesión.',
      ])
    } finally {
      departure.release(true)
    }
  },
)

/** The last statement of a deletion, which has the account's lock already, in steps: a request comes between them. */
async function deleteAround(id: string, request: () => Promise<{ status: number }>) {
  const departure = await suite.platform.pool.connect()
  try {
    await departure.query('begin')
    await departure.query('select 1 from account where "userId" = $1 for update', [id])
    await departure.query('delete from profiles where id = $1', [id])
    const sending = request()
    await eventually(async () => (await countLockWaits(suite.database)) === 1)
    await departure.query('delete from "user" where id = $1', [id])
    await departure.query('commit')
    return (await sending).status
  } finally {
    departure.release(true)
  }
}

test('DAT-72 an appeal and the deletion of the account in another tab do not wait for each other', async () => {
  const person = await suite.member()
  const [sanction] = await suite.database.sql<{ id: string }>(
    `insert into sanctions (id, user_id, kind, state, rule, reason, starts_at)
     values (gen_random_uuid(), $1, 'advertencia', 'vigente', 2, 'Regla 2: amenazas en la conversación.', app_now())
     returning id`,
    [person.id],
  )
  const input = { id: sanction?.id, text: 'No fui yo.' }
  expect(await deleteAround(person.id, () => person.post('/api/moderation/appeal', input))).toBe(401)
})

test('DAT-66 «Pedir más mensajes» and the deletion of the reporter’s account do not wait for each other', async () => {
  const { client, chatId } = await makeReportedChat(suite)
  const id = await makeReport(client, chatId)
  const admin = await suite.member({ role: 'admin' })
  await admin.post('/api/moderation/take', { id })
  const asking = () => admin.post('/api/moderation/ask-messages', { id })
  expect(await deleteAround(client.id, asking)).toBe(409)
})

test('DAT-66 more messages for a report and the deletion of the reported account do not wait for each other', async () => {
  const { client, lawyer, chatId } = await makeReportedChat(suite)
  const id = await makeReport(client, chatId)
  const admin = await suite.member({ role: 'admin' })
  await readReport(admin, id)
  expect((await admin.post('/api/moderation/ask-messages', { id })).status).toBe(200)
  const departure = await suite.platform.pool.connect()
  try {
    await departure.query('begin')
    await departure.query('select 1 from chats where id = $1 for update', [chatId])
    const adding = client.post('/api/moderation/add-messages', { id, seqs: [3] })
    await eventually(async () => (await countLockWaits(suite.database)) === 1)
    // A command that held the report would wait for the chat, and this for the report.
    await departure.query('update reports set reported_id = null where reported_id = $1', [lawyer.id])
    await departure.query('commit')
    expect((await adding).status).toBe(200)
  } finally {
    departure.release(true)
  }
})
