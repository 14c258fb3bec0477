import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { WRONG_PASSWORD_LIMIT } from '../../src/capabilities/accounts/rules.ts'
import {
  finishFactorLosses,
  resetAdministratorFactor,
} from '../../src/capabilities/security/access/factor-loss.server.ts'
import { FACTOR_LOSS_MOVES, type FactorLossState } from '../../src/capabilities/security/rules.ts'
import type { Overview } from '../../src/capabilities/security/schema.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { turnTotpOn } from '../support/data/second-step.ts'
import { countLockWaits, eventually } from '../support/database/test-database.ts'
import { type Client, newClient, newClientAddress, type Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)

const ask = (client: Client, { email, password }: Pick<Member, 'email' | 'password'>) =>
  client.post('/api/security/request-factor-loss', { email, password })
const mailsTo = ({ email }: Pick<Member, 'email'>, subject: string) =>
  suite.database.sql<{ text: string }>(
    'select text from local_mailbox where recipient = $1 and subject = $2 order by id',
    [email, subject],
  )
async function secretIn(member: Pick<Member, 'email'>, subject: string): Promise<string> {
  await expect.poll(async () => (await mailsTo(member, subject)).length).toBeGreaterThan(0)
  const text = (await mailsTo(member, subject)).at(-1)?.text ?? ''
  return /\/recuperar-acceso#(?:empezar|cancelar)=([\w-]+)/.exec(text)?.[1] ?? ''
}
const on = (process: number) => newClient(suite.apps[process]?.url ?? '', newClientAddress())
const stateOf = async ({ id }: Pick<Member, 'id'>) =>
  (
    await suite.database.sql<{ state: string }>('select state from factor_losses where user_id = $1', [id])
  ).map(({ state }) => state)
const pass72Hours = ({ id }: Pick<Member, 'id'>) =>
  suite.database.sql('update factor_losses set due_at = app_now() where user_id = $1', [id])
const hasFactor = async ({ id }: Pick<Member, 'id'>) =>
  (await suite.database.sql('select 1 from totp_secrets where user_id = $1', [id])).length > 0

/** A member whose 72 hours have begun. */
async function losing() {
  const member = await suite.member()
  const { codes } = await turnTotpOn(member)
  const visitor = suite.visitor()
  expect((await ask(visitor, member)).json()).toEqual({ sent: true })
  const token = await secretIn(member, 'Quitar el segundo paso de tu cuenta')
  const started = await visitor.post('/api/security/start-factor-loss', { token })
  expect(started.status).toBe(200)
  return { member, visitor, token, codes, dueAt: started.json<{ dueAt: string }>().dueAt }
}

describe('a lost second step', () => {
  test('DAT-50 password and mailed link begin 72 hours, told by e-mail and in the sessions; then it goes, sessions end', async () => {
    const { member, dueAt } = await losing()
    const hours = (new Date(dueAt).getTime() - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(72)
    expect((await member.get('/api/security/overview')).json<Overview>().loss).toEqual({ dueAt })
    expect(await secretIn(member, 'Pidieron quitar el segundo paso de tu cuenta')).toHaveLength(43)
    const visitor = suite.visitor()
    const { email, password } = member
    expect((await visitor.post('/api/accounts/login', { email, password })).json()).toMatchObject({
      secondStep: true,
    })
    expect((await visitor.get('/api/security/pending-step')).json()).toMatchObject({
      pending: true,
      lossDueAt: dueAt,
    })
    await finishFactorLosses(suite.platform)
    expect([await stateOf(member), await hasFactor(member)]).toEqual([['esperando'], true])
    await pass72Hours(member)
    // On two workers at once: once.
    await Promise.all([finishFactorLosses(suite.platform), finishFactorLosses(suite.platform)])
    expect([await stateOf(member), await hasFactor(member)]).toEqual([['quitado'], false])
    expect((await member.get('/api/accounts/session')).json()).toMatchObject({ user: null })
    expect(
      (
        await suite.visitor().post('/api/accounts/login', { email: member.email, password: member.password })
      ).json(),
    ).toMatchObject({ secondStep: false })
    await expect
      .poll(async () =>
        (await mailsTo(member, 'Cambió la seguridad de tu cuenta')).filter(({ text }) =>
          text.includes('Pasaron las 72 horas'),
        ),
      )
      .toHaveLength(1)
  })

  test('DAT-50 a wrong password, no second step, an administrator: refused, and nobody is mailed', async () => {
    const member = await suite.member()
    expect((await ask(suite.visitor(), { ...member, password: 'equivocada' })).status).toBe(401)
    expect((await ask(suite.visitor(), member)).json<Problem>().message).toBe(
      'Tu cuenta no pide un segundo paso: entra con tu contraseña.',
    )
    const admin = await suite.member({ role: 'admin' })
    await turnTotpOn(admin)
    expect((await ask(suite.visitor(), admin)).status).toBe(403)
    expect(await mailsTo(member, 'Quitar el segundo paso de tu cuenta')).toEqual([])
    expect(await stateOf(admin)).toEqual([])
  })

  test('DAT-50 the link works once, not after an hour, and not after a new password; a second wait is the same', async () => {
    const { member, visitor, token, dueAt } = await losing()
    expect((await visitor.post('/api/security/start-factor-loss', { token })).status).toBe(404)
    await ask(suite.visitor(), member)
    await expect
      .poll(async () => (await mailsTo(member, 'Quitar el segundo paso de tu cuenta')).length)
      .toBe(2)
    const second = await secretIn(member, 'Quitar el segundo paso de tu cuenta')
    const answers = await Promise.all(
      [0, 1, 0, 1].map((at) => on(at).post('/api/security/start-factor-loss', { token: second })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    expect(answers.find(({ status }) => status === 200)?.json()).toEqual({ dueAt })
    expect(await stateOf(member)).toEqual(['esperando'])

    await ask(suite.visitor(), member)
    await expect
      .poll(async () => (await mailsTo(member, 'Quitar el segundo paso de tu cuenta')).length)
      .toBe(3)
    const third = await secretIn(member, 'Quitar el segundo paso de tu cuenta')
    const password = 'otra-clave-9'
    await member.post('/api/accounts/change-password', {
      currentPassword: member.password,
      password,
      confirmPassword: password,
    })
    expect((await visitor.post('/api/security/start-factor-loss', { token: third })).status).toBe(404)
  })

  test('DAT-50 «Cancelar» in a session, in the e-mail, and a sign-in with the second step end the wait', async () => {
    const bySession = await losing()
    expect((await bySession.member.post('/api/security/cancel-factor-loss')).json()).toEqual({
      cancelled: true,
    })
    const again = await bySession.member.post('/api/security/cancel-factor-loss')
    expect([again.status, again.json<Problem>().message]).toEqual([
      409,
      'Ya no hay una solicitud que cancelar.',
    ])
    const byMail = await losing()
    const token = await secretIn(byMail.member, 'Pidieron quitar el segundo paso de tu cuenta')
    const cancel = () => suite.visitor().post('/api/security/cancel-factor-loss-by-link', { token })
    expect((await cancel()).status).toBe(200)
    expect((await cancel()).status).toBe(404)
    const bySignIn = await losing()
    const browser = suite.visitor()
    const { email, password } = bySignIn.member
    await browser.post('/api/accounts/login', { email, password })
    expect(await stateOf(bySignIn.member)).toEqual(['esperando'])
    await browser.post('/api/security/finish-sign-in', { code: bySignIn.codes[0] })
    for (const { member } of [bySession, byMail, bySignIn]) {
      expect(await stateOf(member)).toEqual(['cancelada'])
      await pass72Hours(member)
    }
    await finishFactorLosses(suite.platform)
    for (const { member } of [bySession, byMail, bySignIn]) expect(await hasFactor(member)).toBe(true)
  })

  test('DAT-50 of «Cancelar» and the end of the 72 hours at once one happens, wholly', async () => {
    for (let at = 0; at < 6; at++) {
      const { member } = await losing()
      await pass72Hours(member)
      const [answer] = await Promise.all([
        member.post('/api/security/cancel-factor-loss'),
        finishFactorLosses(suite.platform),
      ])
      const [state] = await stateOf(member)
      expect(await hasFactor(member)).toBe(state === 'cancelada')
      expect(answer.status === 200).toBe(state === 'cancelada')
    }
  })
})

/** A transaction that has locked the person's password, as a new password does first. */
async function lockPassword(id: string) {
  const blocker = await suite.platform.pool.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from account where "userId" = $1 for update', [id])
  return blocker
}

describe('a new password while the second step is being taken away', () => {
  test('DAT-50 DAT-54 «No fui yo» ends the wait, and the second step stays', async () => {
    const member = await suite.member()
    const { codes } = await turnTotpOn(member)
    const thief = suite.visitor()
    await thief.post('/api/accounts/login', { email: member.email, password: member.password })
    await thief.post('/api/security/finish-sign-in', { code: codes[0] })
    const NEWS = 'Nuevo inicio de sesión en tu cuenta'
    await expect.poll(async () => (await mailsTo(member, NEWS)).length).toBe(1)
    const alarm = /\/no-fui-yo#([\w-]+)/.exec((await mailsTo(member, NEWS))[0]?.text ?? '')?.[1] ?? ''
    await ask(thief, member)
    const token = await secretIn(member, 'Quitar el segundo paso de tu cuenta')
    expect((await thief.post('/api/security/start-factor-loss', { token })).status).toBe(200)
    expect((await suite.visitor().post('/api/security/deny-sign-in', { token: alarm })).status).toBe(200)
    expect(await stateOf(member)).toEqual(['cancelada'])
    await pass72Hours(member)
    await finishFactorLosses(suite.platform)
    expect(await hasFactor(member)).toBe(true)
  })

  test('DAT-50 the link of a recovery ends the wait', async () => {
    const { member } = await losing()
    const SUBJECT = 'Restablece tu contraseña'
    await suite.visitor().post('/api/accounts/request-recovery', { email: member.email })
    await expect.poll(async () => (await mailsTo(member, SUBJECT)).length).toBe(1)
    const token = /token=([\w-]+)/.exec((await mailsTo(member, SUBJECT))[0]?.text ?? '')?.[1] ?? ''
    const passwords = { password: 'otra-clave-9', confirmPassword: 'otra-clave-9' }
    const reset = await suite.visitor().post('/api/accounts/reset-password', { token, ...passwords })
    expect(reset.status).toBe(200)
    expect(await stateOf(member)).toEqual(['cancelada'])
  })

  test('DAT-50 following the link waits for the new password, which ends it, without a deadlock', async () => {
    const member = await suite.member()
    await turnTotpOn(member)
    await ask(suite.visitor(), member)
    const token = await secretIn(member, 'Quitar el segundo paso de tu cuenta')
    const blocker = await lockPassword(member.id)
    try {
      const started = suite.visitor().post('/api/security/start-factor-loss', { token })
      await eventually(async () => (await countLockWaits(suite.database)) === 1)
      await blocker.query(`delete from verification where value = $1`, [member.id])
      await blocker.query('commit')
      expect((await started).status).toBe(404)
    } finally {
      blocker.release(true)
    }
    expect(await stateOf(member)).toEqual([])
  })

  test('DAT-54 «No fui yo» waits for a new password, without a deadlock', async () => {
    const member = await suite.member()
    const token = 'a'.repeat(43)
    const key = `alarm:${createHash('sha256').update(token).digest('hex')}`
    await suite.database.sql(
      `insert into verification (id, identifier, value, "expiresAt")
       values (gen_random_uuid(), $1, $2, app_now() + interval '1 day')`,
      [key, member.id],
    )
    const blocker = await lockPassword(member.id)
    try {
      const denied = suite.visitor().post('/api/security/deny-sign-in', { token })
      await eventually(async () => (await countLockWaits(suite.database)) === 1)
      await blocker.query(`delete from verification where value = $1`, [member.id])
      await blocker.query('commit')
      expect((await denied).status).toBe(404)
    } finally {
      blocker.release(true)
    }
  })
})

test('DAT-50 an account whose second step cannot be taken away does not stop the next one', async () => {
  const [stuck, next] = [(await losing()).member, (await losing()).member]
  await pass72Hours(stuck)
  await pass72Hours(next)
  await suite.database.sql(
    `create function refuse_removal() returns trigger language plpgsql as
     $$ begin raise exception 'no removal'; end $$`,
  )
  await suite.database.sql(
    `create trigger no_removal before delete on totp_secrets for each row
     when (old.user_id = '${stuck.id}') execute function refuse_removal()`,
  )
  await finishFactorLosses(suite.platform)
  expect([await stateOf(next), await hasFactor(next)]).toEqual([['quitado'], false])
  expect([await stateOf(stuck), await hasFactor(stuck)]).toEqual([['esperando'], true])
  await suite.database.sql('drop trigger no_removal on totp_secrets')
  await finishFactorLosses(suite.platform)
  expect(await stateOf(stuck)).toEqual(['quitado'])
})

test('DAT-50 asking in vain, with the right password, is no wrong password', async () => {
  const member = await suite.member()
  const visitor = suite.visitor()
  for (let at = 0; at < WRONG_PASSWORD_LIMIT.max + 1; at++)
    expect((await ask(visitor, member)).status).toBe(409)
  const { email, password } = member
  expect((await visitor.post('/api/accounts/login', { email, password })).status).toBe(200)
})

describe.each(Object.keys(FACTOR_LOSS_MOVES) as FactorLossState[])('a request in state %s', (state) => {
  test.each(['over 72 hours', 'cancel', 'sign-in with the second step', 'new password'] as const)(
    'DAT-50 %s: as the graph of states says, and nothing else',
    async (event) => {
      const { member, codes } = await losing()
      await suite.database.sql('update factor_losses set state = $2 where user_id = $1', [member.id, state])
      if (event === 'over 72 hours') {
        await pass72Hours(member)
        await finishFactorLosses(suite.platform)
      } else if (event === 'cancel') {
        await member.post('/api/security/cancel-factor-loss')
      } else if (event === 'new password') {
        await member.post('/api/accounts/change-password', {
          currentPassword: member.password,
          password: 'otra-clave-9',
          confirmPassword: 'otra-clave-9',
        })
      } else {
        const browser = suite.visitor()
        const { email, password } = member
        await browser.post('/api/accounts/login', { email, password })
        await browser.post('/api/security/finish-sign-in', { code: codes[0] })
      }
      const moves: Partial<Record<string, FactorLossState>> = FACTOR_LOSS_MOVES[state]
      expect(await stateOf(member)).toEqual([moves[event] ?? state])
      expect(await hasFactor(member)).toBe(moves[event] !== 'quitado')
    },
  )
})

test('DAT-50 the operator’s command takes the second step of an administrator away, audited, all told; nobody else’s', async () => {
  const [admin, other] = [await suite.member({ role: 'admin' }), await suite.member({ role: 'admin' })]
  const client = await suite.member()
  await turnTotpOn(admin)
  await turnTotpOn(client)
  const reset = ({ email }: Pick<Member, 'email'>) => resetAdministratorFactor(suite.platform, { email })
  expect(await reset(client)).toMatchObject({ ok: false, refusal: { code: 'NOT_FOUND' } })
  expect(await reset(other)).toMatchObject({ ok: false, refusal: { code: 'CONFLICT' } })
  expect(await reset(admin)).toMatchObject({ ok: true })
  expect([await hasFactor(admin), await hasFactor(client)]).toEqual([false, true])
  expect((await admin.get('/api/accounts/session')).json()).toMatchObject({ user: null })
  expect(
    await suite.database.sql(
      `select 1 from audit_log where action = 'account.factor_reset' and object = $1`,
      [admin.id],
    ),
  ).toHaveLength(1)
  for (const one of [admin, other])
    await expect
      .poll(
        async () => (await mailsTo(one, 'Se quitó el segundo paso de una cuenta de administración')).length,
      )
      .toBe(1)
})
