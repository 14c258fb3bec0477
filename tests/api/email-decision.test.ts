import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { closeUnusedChanges } from '../../src/capabilities/security/access/email-change.server.ts'
import {
  remindOfDecisions,
  revertDueEmailChanges,
} from '../../src/capabilities/security/access/email-dispute.server.ts'
import { EMAIL_CHANGE_MOVES, type EmailChangeState } from '../../src/capabilities/security/rules.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { emailChanges } from '../support/data/email-changes.ts'
import { withClockAt } from '../support/database/platform-at.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const sql = (text: string, values?: unknown[]) => suite.database.sql(text, values)
const { addressOf, allMailed, ask, asked, claim, confirm, deny, disputed, mailsTo, stateOf } =
  emailChanges(suite)
const login = (email: string, password: string) =>
  suite.visitor().post('/api/accounts/login', { email, password })
const RECOVERY = 'Restablece tu contraseña'
const REASON = 'Mostró su cédula por videollamada y coincide.'
const idOf = async ({ id }: Pick<Member, 'id'>) => {
  const [row] = await suite.database.sql<{ id: string }>(
    'select id from email_changes where user_id = $1 order by created_at desc limit 1',
    [id],
  )
  return row?.id ?? ''
}
const decide = (admin: Member, id: string, keeps: boolean) =>
  admin.post('/api/console/decide-email-dispute', { id, keeps, reason: REASON })

describe('the decision of an administrator', () => {
  async function claimed(member?: Member) {
    const dispute = await disputed(member)
    expect((await claim(dispute.to, dispute.member.password)).status).toBe(200)
    return { ...dispute, id: await idOf(dispute.member) }
  }

  test('DAT-55, DAT-63 is told of, looks with a row that the person sees, keeps the address, and is audited', async () => {
    const admin = await suite.member({ role: 'admin' })
    const { member, to, id } = await claimed()
    expect(
      await sql(`select user_id from notices where kind = 'email-dispute' and ref = $1`, [id]),
    ).toContainEqual({
      user_id: admin.id,
    })
    const queue = await admin.get('/api/console/email-disputes')
    expect(queue.json<{ disputes: { id: string }[] }>().disputes.map((one) => one.id)).toContain(id)
    expect(queue.text).not.toContain(to)
    const opened = await admin.post('/api/console/open-email-dispute', { id })
    expect(opened.json()).toMatchObject({
      oldEmail: member.email,
      newEmail: to,
      isOwn: false,
      rut: null,
    })
    expect(
      await sql(`select purpose from audit_log where action = 'email_change.viewed' and person_id = $1`, [
        member.id,
      ]),
    ).toEqual([{ purpose: 'security' }])
    expect((await decide(admin, id, true)).json()).toEqual({ decided: true })
    const late = await admin.post('/api/console/open-email-dispute', { id })
    expect([late.status, late.text.includes(to)]).toEqual([404, false])
    expect([await stateOf(member), (await addressOf(member))?.email]).toEqual([['hecho'], to])
    expect((await login(to, member.password)).status).toBe(200)
    expect(
      await sql(
        `select actor_id, person_id from audit_log where action = 'email_change.kept' and object = $1`,
        [member.id],
      ),
    ).toEqual([{ actor_id: admin.id, person_id: member.id }])
    await allMailed()
    for (const address of [to, member.email])
      expect(await mailsTo(address, 'Tu cuenta sigue con su correo nuevo')).toHaveLength(1)
    const counts = (await admin.get('/api/console/counts')).json<{ requests: { total: number } }>()
    expect(counts.requests.total).toBe(0)
    // Decided: the person may change the address again, and the old one cannot dispute it again.
    const again = suite.visitor()
    await again.post('/api/accounts/login', { email: to, password: member.password })
    expect(
      (await again.post('/api/security/request-email-change', { email: `${randomUUID()}@otro.test` })).status,
    ).toBe(200)
  })

  test('DAT-55 undoing gives the old address back as after 72 hours', async () => {
    const admin = await suite.member({ role: 'admin' })
    const { member, id } = await claimed()
    expect((await decide(admin, id, false)).json()).toEqual({ decided: true })
    expect([await stateOf(member), (await addressOf(member))?.email]).toEqual([['revertido'], member.email])
    expect((await login(member.email, member.password)).status).toBe(401)
    await allMailed()
    expect(await mailsTo(member.email, RECOVERY)).toHaveLength(1)
  })

  test('DAT-55 is asked for by e-mail each day after three days, on any number of processes, and counted as overdue', async () => {
    const admin = await suite.member({ role: 'admin' })
    const own = await claimed(await suite.member({ role: 'admin' }))
    const { member, id } = await claimed()
    const subject = 'Cambios de correo por decidir'
    const overdue = async () =>
      (await admin.get('/api/console/counts')).json<{ requests: { overdue: number } }>().requests.overdue
    await withClockAt(suite, '10:00', 2, remindOfDecisions)
    await withClockAt(suite, '08:59', 4, remindOfDecisions)
    await allMailed()
    expect([await mailsTo(admin.email, subject), await overdue()]).toEqual([[], 0])
    await Promise.all([1, 2, 3].map(() => withClockAt(suite, '10:00', 4, remindOfDecisions)))
    await allMailed()
    const [mail, ...others] = await mailsTo(admin.email, subject)
    expect(others).toEqual([])
    expect(mail?.text).toContain('2 cambios de correo en disputa esperan una decisión hace 3 días o más.')
    expect(mail?.text).not.toContain(member.email)
    // Of an administrator's own account the others are told.
    expect(await mailsTo(own.to, subject)).toEqual([])
    await sql(`update email_changes set claimed_at = claimed_at - interval '3 days' where id = $1`, [id])
    expect(await overdue()).toBe(1)
    await decide(admin, id, true)
    await decide(admin, own.id, true)
    expect(await overdue()).toBe(0)
    await withClockAt(suite, '10:00', 5, remindOfDecisions)
    await allMailed()
    expect(await mailsTo(admin.email, subject)).toHaveLength(1)
  })

  test('DAT-61 two at once: one decides, the other 409; never one’s own account; a proof, a reason and a role are needed', async () => {
    const [admin, second] = [await suite.member({ role: 'admin' }), await suite.member({ role: 'admin' })]
    const { member, id } = await claimed()
    expect((await decide(await suite.member(), id, true)).status).toBe(403)
    expect((await suite.visitor().get('/api/console/email-disputes')).status).toBe(401)
    expect((await decide(admin, randomUUID(), true)).status).toBe(404)
    const short = await admin.post('/api/console/decide-email-dispute', {
      id,
      keeps: true,
      reason: 'sí, es ella',
    })
    expect(short.json<{ data: { fields: object } }>().data.fields).toEqual({
      reason: 'Escribe cómo mostró su identidad y por qué decides así, con al menos 20 caracteres.',
    })
    await sql('update session set proven_at = null where "userId" = $1', [admin.id])
    expect((await decide(admin, id, true)).status).toBe(403)
    expect((await admin.post('/api/console/open-email-dispute', { id })).status).toBe(403)
    expect(await stateOf(member)).toEqual(['en_revision'])
    await sql('update session set proven_at = app_now() where "userId" = $1', [admin.id])
    const answers = await Promise.all([decide(admin, id, true), decide(second, id, false)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.json<Problem>().message).toBe(
      'Otra persona ya respondió.',
    )
    expect((await stateOf(member))[0]).toBe(answers[0]?.status === 200 ? 'hecho' : 'revertido')

    const own = await claimed(await suite.member({ role: 'admin' }))
    await sql('update email_changes set user_id = $2 where id = $1', [own.id, second.id])
    const refused = await decide(second, own.id, true)
    expect([refused.status, refused.json<Problem>().message]).toEqual([
      403,
      'No puedes decidir sobre tu propia cuenta.',
    ])
  })
})

const EVENTS = [
  ...['link', 'cancel', 'over 24 hours', 'No fui yo', 'over 72 hours', 'Sí fui yo'],
  ...['admin keeps', 'admin reverts', 'new password'],
]

describe.each(Object.keys(EMAIL_CHANGE_MOVES) as EmailChangeState[])('a change in state %s', (state) => {
  test.each(EVENTS)('DAT-55 %s: as the graph of states says, and nothing else', async (event) => {
    const { member, to, token } = await asked()
    const { undo, password } = await linksFor(member, event)
    await sql(
      `update email_changes set state = $2, changed_at = app_now(), undo_until = app_now() + interval '1 day',
         due_at = app_now() + interval '1 day', claimed_at = app_now() where user_id = $1`,
      [member.id, state],
    )
    // The account has the address that belongs to the state.
    if (['hecho', 'en_disputa', 'en_revision'].includes(state)) {
      await sql('update "user" set email = $2 where id = $1', [member.id, to])
      await sql('update profiles set email = $2 where id = $1', [member.id, to])
    }
    const address = (await addressOf(member))?.email ?? ''
    if (event === 'link') await confirm(token)
    if (event === 'cancel') await member.post('/api/security/cancel-email-change')
    if (event === 'over 24 hours') {
      await sql('update email_changes set expires_at = app_now() where user_id = $1', [member.id])
      await closeUnusedChanges(suite.platform)
    }
    if (event === 'No fui yo') await deny(undo)
    if (event === 'over 72 hours') {
      await sql('update email_changes set due_at = app_now() where user_id = $1', [member.id])
      await revertDueEmailChanges(suite.platform)
    }
    if (event === 'Sí fui yo') await claim(address, password)
    if (event === 'new password')
      await member.post('/api/accounts/change-password', {
        ...{ currentPassword: password, password: 'otra-clave-9', confirmPassword: 'otra-clave-9' },
      })
    if (event.startsWith('admin'))
      await decide(await suite.member({ role: 'admin' }), await idOf(member), event === 'admin keeps')
    const moves: Partial<Record<string, EmailChangeState>> = EMAIL_CHANGE_MOVES[state]
    expect(await stateOf(member)).toEqual([moves[event] ?? state])
    const isBack = moves[event] === 'revertido'
    const isNew = moves[event] === 'hecho' || (address === to && !isBack)
    expect((await addressOf(member))?.email).toBe(isNew ? to : member.email)
  })
})

/** A link of the old address, which no e-mail has given yet. */
async function linksFor(member: Member, event: string) {
  const undo = `deshacer-${randomUUID()}`
  if (event === 'No fui yo')
    await sql(
      `insert into verification (id, identifier, value, "expiresAt") values ($1, $2, $3, app_now() + interval '1 day')`,
      [randomUUID(), `email-undo:${createHash('sha256').update(undo).digest('hex')}`, member.id],
    )
  return { undo, password: member.password }
}

test('DAT-55 a person with neither link nor account changes nothing', async () => {
  const { member } = await asked()
  const stranger = await suite.member()
  for (const answer of [
    await confirm('x'.repeat(43), stranger),
    await deny('x'.repeat(43), stranger),
    await claim(member.email, 'otra', undefined, stranger),
    await stranger.post('/api/console/decide-email-dispute', {
      ...{ id: await idOf(member), keeps: false, reason: REASON },
    }),
  ])
    expect(answer.status).toBeGreaterThanOrEqual(400)
  expect([await stateOf(member), (await addressOf(member))?.email]).toEqual([['pedido'], member.email])
  expect((await ask(stranger, stranger.email)).status).toBe(422)
})
