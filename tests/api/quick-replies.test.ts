import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_REPLIES } from '../../src/capabilities/quick-replies/rules.ts'
import { MESSAGES, type QuickReply } from '../../src/capabilities/quick-replies/schema.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { newClient } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const createLawyer = () => suite.member({ role: 'lawyer', verificationStatus: 'verified' })
/** The same session at the other process. */
function twinOf(member: Member) {
  const twin = newClient(suite.apps[1]?.url ?? '')
  for (const [name, value] of member.jar) twin.jar.set(name, value)
  return twin
}
const save = (who: Pick<Member, 'post'>, reply: Partial<Record<keyof QuickReply, unknown>> = {}) =>
  who.post('/api/quick-replies/save', {
    id: randomUUID(),
    title: 'Saludo',
    text: 'Hola, {nombre}.',
    ...reply,
  })
const listOf = async (who: Member) => {
  const answer = await who.get('/api/quick-replies/list')
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{ replies: QuickReply[] }>().replies
}

test('SEG-74 a lawyer creates, changes and deletes replies, listed by title; the same again is one', async () => {
  const lawyer = await createLawyer()
  const [first, second] = [randomUUID(), randomUUID()]
  for (let times = 0; times < 2; times++) {
    const saved = await save(lawyer, {
      id: first,
      title: ' Recibí\ntus documentos ',
      text: ' Hola, {nombre}.\n\nGracias. ',
    })
    expect(saved.json()).toEqual({
      id: first,
      title: 'Recibí tus documentos',
      text: 'Hola, {nombre}.\n\nGracias.',
    })
  }
  await save(lawyer, { id: second, title: 'Ánimo' })
  expect((await listOf(lawyer)).map(({ id }) => id)).toEqual([second, first])
  await save(lawyer, { id: second, title: 'Zona', text: 'Otra' })
  expect((await listOf(lawyer)).map(({ title }) => title)).toEqual(['Recibí tus documentos', 'Zona'])
  const remove = () => lawyer.post('/api/quick-replies/remove', { id: first })
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  // «Deshacer»: the same reply again.
  expect((await save(lawyer, { id: first })).status).toBe(200)
  expect(await listOf(lawyer)).toHaveLength(2)
})

test('SEG-74 a title has 1 to 60, a text 1 to 2,000 seen characters; clients have none; refusals change nothing', async () => {
  const [lawyer, client] = await Promise.all([createLawyer(), suite.member()])
  const emoji = '👍🏽'
  const refused: [Member, Partial<QuickReply>, number, string?][] = [
    [lawyer, { title: '' }, 422, MESSAGES.titleMissing],
    [lawyer, { title: '\u200b \u200b' }, 422, MESSAGES.titleMissing],
    [lawyer, { title: 'x'.repeat(61) }, 422, MESSAGES.titleTooLong],
    [lawyer, { text: '  ' }, 422, MESSAGES.textMissing],
    [lawyer, { text: 'x'.repeat(2_001) }, 422, MESSAGES.textTooLong],
    [lawyer, { id: 'uno' }, 422, MESSAGES.idInvalid],
    [client, {}, 403, MESSAGES.lawyersOnly],
  ]
  for (const [who, reply, status, message] of refused) {
    const answer = await save(who, reply)
    expect(answer.status, answer.text).toBe(status)
    expect(answer.text).toContain(message)
  }
  expect(await listOf(lawyer)).toEqual([])
  expect((await client.get('/api/quick-replies/list')).status).toBe(403)
  expect((await client.post('/api/quick-replies/remove', { id: randomUUID() })).status).toBe(403)
  const full = { title: emoji.repeat(60), text: emoji.repeat(2_000) }
  expect((await save(lawyer, full)).status).toBe(200)
  expect(await listOf(lawyer)).toMatchObject([full])
})

test('SEG-74 replies of another lawyer are 404 as unknown ones, and stay', async () => {
  const [owner, other] = await Promise.all([createLawyer(), createLawyer()])
  const id = randomUUID()
  await save(owner, { id })
  for (const answer of [
    await save(other, { id, text: 'Ajena' }),
    await other.post('/api/quick-replies/remove', { id }),
    await other.post('/api/quick-replies/remove', { id: randomUUID() }),
  ])
    expect([answer.status, answer.json()]).toEqual([
      404,
      expect.objectContaining({ message: MESSAGES.notFound }),
    ])
  expect(await listOf(other)).toEqual([])
  expect(await listOf(owner)).toMatchObject([{ id, text: 'Hola, {nombre}.' }])
})

test('SEG-74 at most 30: of many saved at once on two processes no 31st is kept; each id once', async () => {
  const lawyer = await createLawyer()
  const twin = twinOf(lawyer)
  for (let n = 0; n < MAX_REPLIES - 1; n++) await save(lawyer, { title: `Respuesta ${n}` })
  const ids = Array.from({ length: 10 }, () => randomUUID())
  const answers = await Promise.all(ids.flatMap((id) => [save(lawyer, { id }), save(twin, { id })]))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers.length - refused.length).toBe(2)
  for (const answer of refused)
    expect([answer.status, answer.json()]).toEqual([409, expect.objectContaining({ message: MESSAGES.full })])
  const replies = await listOf(lawyer)
  expect(replies).toHaveLength(MAX_REPLIES)
  // One that exists can still be changed.
  expect((await save(lawyer, { id: replies[0]?.id, title: 'Cambiada' })).status).toBe(200)
})

test('SEG-74 the replies of a lawyer whose account is deleted go with it', async () => {
  const [lawyer, other] = await Promise.all([createLawyer(), createLawyer()])
  await save(lawyer)
  await save(other)
  const { password } = lawyer
  expect((await lawyer.post('/api/departure/delete-account', { password })).status).toBe(200)
  const rows = await suite.database.sql('select 1 from quick_replies where lawyer_id = $1', [lawyer.id])
  expect(rows).toEqual([])
  expect(await listOf(other)).toHaveLength(1)
})
