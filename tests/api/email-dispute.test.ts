import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mailRecovery } from '../../src/capabilities/accounts/commands.server.ts'
import { revertDueEmailChanges } from '../../src/capabilities/security/access/email-dispute.server.ts'
import { finishFactorLosses } from '../../src/capabilities/security/access/factor-loss.server.ts'
import { useTestApp } from '../support/app/suite.ts'
import { emailChanges } from '../support/data/email-changes.ts'
import { turnTotpOn } from '../support/data/second-step.ts'
import { countLockWaits, eventually } from '../support/database/test-database.ts'
import { newClient, newClientAddress, type Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const sql = (text: string, values?: unknown[]) => suite.database.sql(text, values)
const {
  addressOf,
  allMailed,
  asked,
  changed,
  claim,
  confirm,
  deny,
  disputed,
  mailsTo,
  pass72Hours,
  stateOf,
} = emailChanges(suite)
const on = (process: number) => newClient(suite.apps[process % 2]?.url ?? '', newClientAddress())
const login = (email: string, password: string) =>
  suite.visitor().post('/api/accounts/login', { email, password })
const FROZEN =
  'Detuvimos esta cuenta: desde su correo anterior dijeron que no cambiaron el correo. Si lo cambiaste tú, responde en «¿Cambiaste tu correo?».'
const RECOVERY = 'Restablece tu contraseña'
const DISPUTED = 'Detuvimos tu cuenta por el cambio de correo'
const CLAIMED = 'Una persona decidirá sobre el correo de tu cuenta'
const BACK = 'Tu cuenta volvió a su correo anterior'
/** Links of an account, with one secret. */
async function plantLinks(userId: string, ...kinds: string[]) {
  const token = `enlace-${randomUUID()}`.padEnd(43, '0')
  for (const kind of kinds)
    await sql(
      `insert into verification (id, identifier, value, "expiresAt") values ($1, $2, $3, app_now() + interval '1 day')`,
      [randomUUID(), `${kind}:${createHash('sha256').update(token).digest('hex')}`, userId],
    )
  return token
}
const revert = () => revertDueEmailChanges(suite.platform)

describe('«No fui yo» about a changed address', () => {
  test('DAT-55 freezes: sessions end, no sign-in by password or factor, no e-mail for a new password to either', async () => {
    const { member, to, dueAt } = await disputed()
    expect(Math.round((new Date(dueAt).getTime() - Date.now()) / 3_600_000)).toBe(72)
    expect((await member.get('/api/accounts/session')).json()).toMatchObject({ user: null })
    const refused = await login(to, member.password)
    expect([refused.status, refused.json<Problem>().message]).toEqual([403, FROZEN])
    expect((await login(to, 'equivocada')).status).toBe(401)
    expect((await login(member.email, member.password)).status).toBe(401)
    for (const email of [to, member.email])
      expect((await suite.visitor().post('/api/accounts/request-recovery', { email })).status).toBe(200)
    const loss = await suite
      .visitor()
      .post('/api/security/request-factor-loss', { email: to, password: member.password })
    expect([loss.status, loss.json<Problem>().message]).toEqual([403, FROZEN])
    await allMailed()
    for (const email of [to, member.email]) expect(await mailsTo(email, RECOVERY)).toEqual([])
    expect((await mailsTo(to, DISPUTED))[0]?.text).toContain('/cambio-de-correo')
    // A mailbox alone never wins: nothing is given back yet.
    expect((await addressOf(member))?.email).toBe(to)
    await revert()
    expect((await addressOf(member))?.email).toBe(to)
  })

  test('DAT-55, DAT-48 with a second step no session begins either, and earlier links for a password are dead', async () => {
    const member = await suite.member()
    const { codes } = await turnTotpOn(member)
    const change = await changed(member)
    await suite.visitor().post('/api/accounts/request-recovery', { email: change.to })
    await allMailed()
    const link = /token=([\w-]+)/.exec((await mailsTo(change.to, RECOVERY))[0]?.text ?? '')?.[1]
    expect(link).toHaveLength(43)
    const waiting = suite.visitor()
    await waiting.post('/api/accounts/login', { email: change.to, password: member.password })
    await deny(change.undo)
    // Said before a second step is asked for.
    const refused = await login(change.to, member.password)
    expect([refused.status, refused.json<Problem>().message]).toEqual([403, FROZEN])
    const finished = await waiting.post('/api/security/finish-sign-in', { code: codes[0] })
    expect([finished.status, finished.json<Problem>().message]).toEqual([403, FROZEN])
    expect(await sql('select 1 from session where "userId" = $1', [member.id])).toEqual([])
    const password = 'otra-clave-9'
    const reset = await suite
      .visitor()
      .post('/api/accounts/reset-password', { token: link, password, confirmPassword: password })
    expect(reset.status).toBe(404)
  })

  test('DAT-55 the link works once, on 50 at once on two processes, and not after seven days', async () => {
    const { member, undo } = await changed()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => deny(undo, on(at))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
    expect(await stateOf(member)).toEqual(['en_disputa'])
    const late = await changed()
    await sql('update email_changes set undo_until = app_now() where user_id = $1', [late.member.id])
    await sql(`update verification set "expiresAt" = app_now() where value = $1`, [late.member.id])
    expect((await deny(late.undo)).status).toBe(404)
    expect(await stateOf(late.member)).toEqual(['hecho'])
    expect((await deny('desconocido')).json<Problem>().message).toBe('El enlace no es válido o ha expirado.')
  })

  test('DAT-55 a link that was made while the account froze gives neither a new password nor the wait of DAT-50', async () => {
    const member = await suite.member()
    await turnTotpOn(member)
    const { undo } = await changed(member)
    await deny(undo)
    const token = await plantLinks(member.id, 'recovery', 'factor-loss')
    const password = 'otra-clave-9'
    const answers = [
      await suite.visitor().post('/api/accounts/reset-password', {
        ...{ token, password, confirmPassword: password },
      }),
      await suite.visitor().post('/api/security/start-factor-loss', { token }),
    ]
    expect(answers.map((answer) => [answer.status, answer.json<Problem>().message])).toEqual([
      [404, 'El enlace no es válido o ha expirado.'],
      [404, 'El enlace no es válido o ha expirado.'],
    ])
    expect(await sql('select 1 from factor_losses where user_id = $1', [member.id])).toEqual([])
  })

  test.each([
    [
      'the account froze',
      `update email_changes set state = 'en_disputa', due_at = app_now() + interval '3 days' where user_id = $1`,
    ],
    ['the address changed', `update "user" set email = 'cambio-' || id || '@nuevo.test' where id = $1`],
  ])('DAT-55 no link for a new password is made when, meanwhile, %s', async (_why, statement) => {
    const { member, to } = await changed()
    const blocker = await suite.platform.pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select 1 from account where "userId" = $1 for update', [member.id])
      const mailed = mailRecovery(suite.platform, { email: to })
      await eventually(async () => (await countLockWaits(suite.database)) === 1)
      await blocker.query(statement, [member.id])
      await blocker.query('commit')
      await mailed
    } finally {
      blocker.release(true)
    }
    const links = `select 1 from verification where value = $1 and identifier like 'recovery:%'`
    expect(await sql(links, [member.id])).toEqual([])
    await allMailed()
    expect(await mailsTo(to, RECOVERY)).toEqual([])
  })

  test('DAT-55 an account that cannot be given back does not stop the next one', async () => {
    const [stuck, next] = [await disputed(), await disputed()]
    await pass72Hours(stuck.member)
    await pass72Hours(next.member)
    await sql(
      `create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'no change'; end $$`,
    )
    await sql(
      `create trigger no_change before update of email on "user" for each row
       when (old.id = '${stuck.member.id}') execute function refuse_change()`,
    )
    await revert()
    expect([await stateOf(next.member), await stateOf(stuck.member)]).toEqual([['revertido'], ['en_disputa']])
    await sql('drop trigger no_change on "user"')
    await revert()
    expect(await stateOf(stuck.member)).toEqual(['revertido'])
  })

  test('DAT-55 unanswered 72 hours: the old address is back, newer factors are void, a new password is demanded', async () => {
    const { member, to, undo } = await changed()
    const { codes } = await turnTotpOn(member)
    await deny(undo)
    await pass72Hours(member)
    await Promise.all([revert(), revert(), revert()])
    expect(await stateOf(member)).toEqual(['revertido'])
    expect(await addressOf(member)).toEqual({ email: member.email, profile: member.email, confirmed: true })
    expect(await sql('select 1 from totp_secrets where user_id = $1', [member.id])).toEqual([])
    expect(await sql('select 1 from recovery_codes where user_id = $1', [member.id])).toEqual([])
    expect(codes).toHaveLength(10)
    // The person who changed the address knew this password.
    expect((await login(member.email, member.password)).status).toBe(401)
    await allMailed()
    expect([await mailsTo(to, BACK), await mailsTo(member.email, BACK)].map(({ length }) => length)).toEqual([
      1, 1,
    ])
    expect(await mailsTo(to, RECOVERY)).toEqual([])
    const token = /token=([\w-]+)/.exec((await mailsTo(member.email, RECOVERY))[0]?.text ?? '')?.[1]
    const password = 'otra-clave-9'
    await suite.visitor().post('/api/accounts/reset-password', { token, password, confirmPassword: password })
    expect((await login(member.email, password)).json()).toMatchObject({ secondStep: false })
    expect((await claim(to, member.password)).status).toBe(401)
  })

  test('DAT-49, DAT-55 factors of before the change stay: the old mailbox alone does not open the account', async () => {
    const member = await suite.member()
    const { codes } = await turnTotpOn(member)
    await sql(`update totp_secrets set confirmed_at = app_now() - interval '1 day' where user_id = $1`, [
      member.id,
    ])
    await sql(`update recovery_codes set created_at = app_now() - interval '1 day' where user_id = $1`, [
      member.id,
    ])
    const { undo } = await changed(member)
    await deny(undo)
    await pass72Hours(member)
    await revert()
    await allMailed()
    const token = /token=([\w-]+)/.exec((await mailsTo(member.email, RECOVERY))[0]?.text ?? '')?.[1]
    const password = 'otra-clave-9'
    const browser = suite.visitor()
    await browser.post('/api/accounts/reset-password', { token, password, confirmPassword: password })
    expect(
      (await browser.post('/api/accounts/login', { email: member.email, password })).json(),
    ).toMatchObject({
      secondStep: true,
    })
    expect((await browser.post('/api/security/finish-sign-in', { code: codes[0] })).status).toBe(200)
  })

  test('DAT-50, DAT-55 a wait that would take the second step away ends with the freeze', async () => {
    const { member, undo } = await changed()
    await turnTotpOn(member)
    await sql(`insert into factor_losses (user_id, due_at) values ($1, app_now())`, [member.id])
    await deny(undo)
    await finishFactorLosses(suite.platform)
    expect(await sql('select state from factor_losses where user_id = $1', [member.id])).toEqual([
      { state: 'cancelada' },
    ])
    expect(await sql('select 1 from totp_secrets where user_id = $1', [member.id])).toHaveLength(1)
  })

  test('DAT-54, DAT-55 «No fui yo» about a sign-in ends a change that waits for its link', async () => {
    const { member, token } = await asked()
    const alarm = await plantLinks(member.id, 'alarm')
    expect((await suite.visitor().post('/api/security/deny-sign-in', { token: alarm })).status).toBe(200)
    expect((await confirm(token)).status).toBe(404)
    expect([await stateOf(member), (await addressOf(member))?.email]).toEqual([['cerrado'], member.email])
  })
})

describe('«Sí fui yo»', () => {
  test('DAT-55 needs password and second step; then the clock stops, both are told how to show identity', async () => {
    const member = await suite.member()
    const { codes } = await turnTotpOn(member)
    const { to } = await disputed(member)
    expect((await claim(to, 'equivocada', codes[0])).status).toBe(401)
    for (const code of [undefined, '', 'mala', '000000']) {
      const answer = await claim(to, member.password, code)
      expect([code, answer.status]).toEqual([code, 422])
    }
    expect(await stateOf(member)).toEqual(['en_disputa'])
    expect((await claim(to, member.password, codes[0])).json()).toEqual({ claimed: true })
    expect(await stateOf(member)).toEqual(['en_revision'])
    expect((await claim(to, member.password, codes[1])).status).toBe(409)
    await sql('update email_changes set due_at = app_now() where user_id = $1', [member.id])
    await revert()
    expect(await stateOf(member)).toEqual(['en_revision'])
    expect((await login(to, member.password)).status).toBe(403)
    expect(await sql('select 1 from session where "userId" = $1', [member.id])).toEqual([])
    await allMailed()
    for (const address of [to, member.email])
      expect((await mailsTo(address, CLAIMED))[0]?.text).toContain('soporte@amparo.test')
  })

  test('DAT-55 of an answer and the end of the 72 hours at once one happens, wholly', async () => {
    for (let at = 0; at < 6; at++) {
      const { member, to } = await disputed()
      await sql(
        `update email_changes set due_at = app_now() + interval '30 milliseconds' where user_id = $1`,
        [member.id],
      )
      const [answer] = await Promise.all([
        claim(to, member.password, undefined, on(at)),
        revert(),
        ...Array.from({ length: 5 }, () => revert()),
      ])
      await revert()
      const state = (await stateOf(member))[0]
      expect(answer.status === 200 ? 'en_revision' : 'revertido').toBe(state)
      expect((await addressOf(member))?.email).toBe(state === 'revertido' ? member.email : to)
    }
  })

  test('DAT-55 of the link to the new address and «No fui yo» of the same person one never undoes the other', async () => {
    const { member, undo } = await changed()
    // The 7 days are over for requests, but not for the old address: both at once.
    await sql(`update email_changes set undo_until = null where user_id = $1`, [member.id])
    const next = await asked(member)
    await sql(
      `update email_changes set undo_until = app_now() + interval '1 day' where user_id = $1 and state = 'hecho'`,
      [member.id],
    )
    const answers = await Promise.all([confirm(next.token, on(0)), deny(undo, on(1))])
    const statuses = answers.map(({ status }) => status)
    expect([
      [200, 404],
      [404, 200],
      [404, 404],
    ]).toContainEqual(statuses)
  })
})
