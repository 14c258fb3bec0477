import { describe, expect, test } from 'vitest'
import {
  closeUnusedChanges,
  mailEmailChange,
} from '../../src/capabilities/security/access/email-change.server.ts'
import type { Overview } from '../../src/capabilities/security/schema.ts'
import { useTestApp } from '../support/app/suite.ts'
import { CHANGED, CONFIRM, emailChanges, newAddress } from '../support/data/email-changes.ts'
import { newClient, newClientAddress, type Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const { addressOf, allMailed, ask, asked, changed, confirm, mailsTo, stateOf, tokenTo } = emailChanges(suite)
const on = (process: number) => newClient(suite.apps[process % 2]?.url ?? '', newClientAddress())
const login = (email: string, password: string) =>
  suite.visitor().post('/api/accounts/login', { email, password })
const WANTED = 'Alguien intentó usar tu correo'

describe('a change of the e-mail address', () => {
  test('DAT-43, DAT-55 is asked for with a fresh proof, shown as pending, and changes nothing before the link', async () => {
    const member = await suite.member()
    const to = newAddress()
    await suite.database.sql('update session set proven_at = null where "userId" = $1', [member.id])
    const unproven = await ask(member, to)
    expect([unproven.status, unproven.json<{ data: { reason: string } }>().data.reason]).toEqual([
      403,
      'REAUTH',
    ])
    expect(await stateOf(member)).toEqual([])
    await suite.database.sql('update session set proven_at = app_now() where "userId" = $1', [member.id])
    expect((await ask(member, ` ${to.toUpperCase()} `)).json()).toEqual({ sent: true })
    const { email } = (await member.get('/api/security/overview')).json<Overview>()
    expect(email).toEqual({ address: member.email, pending: { address: to, expiresAt: expect.any(String) } })
    const hours = (new Date(email.pending?.expiresAt ?? '').getTime() - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
    expect(await tokenTo(to)).toHaveLength(43)
    const [mail] = await mailsTo(to, CONFIRM)
    expect(mail?.text).toContain('/email-verification?token=')
    expect(mail?.text).toContain('&type=email_change')
    expect(await addressOf(member)).toMatchObject({ email: member.email, profile: member.email })
    expect((await login(member.email, member.password)).status).toBe(200)
    expect((await login(to, member.password)).status).toBe(401)
    const stored = await suite.database.sql<{ identifier: string }>(
      'select identifier from verification where value = $1',
      [member.id],
    )
    expect(JSON.stringify(stored)).not.toContain(await tokenTo(to))
  })

  test('DAT-55 the link changes user and profile together, ends the other sessions, kills the old links, tells both', async () => {
    const { member, to, token } = await asked()
    const other = suite.visitor()
    await other.post('/api/accounts/login', { email: member.email, password: member.password })
    await suite.visitor().post('/api/accounts/request-recovery', { email: member.email })
    await allMailed()
    const recovery = /token=([\w-]+)/.exec(
      (await mailsTo(member.email, 'Restablece tu contraseña'))[0]?.text ?? '',
    )
    const before = member.jar.get('amparo-session')
    expect((await confirm(token, member)).json()).toEqual({ email: to })
    expect(await addressOf(member)).toEqual({ email: to, profile: to, confirmed: true })
    expect((await member.get('/api/accounts/session')).json()).toMatchObject({ user: { email: to } })
    expect(member.jar.get('amparo-session')).not.toBe(before ?? 'none')
    expect((await other.get('/api/accounts/session')).json()).toMatchObject({ user: null })
    const password = 'otra-clave-9'
    const reset = await suite
      .visitor()
      .post('/api/accounts/reset-password', { token: recovery?.[1], password, confirmPassword: password })
    expect(reset.status).toBe(404)
    expect([
      (await login(to, member.password)).status,
      (await login(member.email, member.password)).status,
    ]).toEqual([200, 401])
    await allMailed()
    expect(
      (await mailsTo(member.email, CHANGED)).map(({ text }) => /#no-fui-yo=[\w-]{43}/.test(text)),
    ).toEqual([true])
    expect((await mailsTo(to, 'Cambió la seguridad de tu cuenta'))[0]?.text).toContain(
      'Cambió el correo de tu cuenta.',
    )
    // The mailbox of the person's past stays theirs to read.
    expect((await mailsTo(member.email, CHANGED)).length).toBe(1)
  })

  test('DAT-54, DAT-55 another browser may open the link: then every session ends; a copy of the data expires', async () => {
    const { member, to, token } = await asked()
    await suite.database.sql(
      `insert into data_copies (user_id, email, state, ready_at, expires_at) values ($1, $2, 'lista', app_now(), app_now() + interval '7 days')`,
      [member.id, member.email],
    )
    expect((await member.get('/api/privacy/copy')).json()).toMatchObject({ copy: { state: 'lista' } })
    expect((await confirm(token)).json()).toEqual({ email: to })
    expect((await member.get('/api/accounts/session')).json()).toMatchObject({ user: null })
    await member.post('/api/accounts/login', { email: to, password: member.password })
    expect((await member.get('/api/privacy/copy')).json()).toMatchObject({ copy: { state: 'vencida' } })
  })

  test('DAT-55 the link works once, on 50 at once on two processes; not after 24 hours, a newer one, or a new password', async () => {
    const { member, to, token } = await asked()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => confirm(token, on(at))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
    expect([await stateOf(member), (await addressOf(member))?.email]).toEqual([['hecho'], to])
    await allMailed()
    expect(await mailsTo(member.email, CHANGED)).toHaveLength(1)

    const late = await asked()
    await suite.database.sql('update email_changes set expires_at = app_now() where user_id = $1', [
      late.member.id,
    ])
    await Promise.all([closeUnusedChanges(suite.platform), closeUnusedChanges(suite.platform)])
    expect((await confirm(late.token)).status).toBe(404)
    expect(await stateOf(late.member)).toEqual(['cerrado'])

    const first = await asked()
    const second = await asked(first.member)
    expect((await confirm(first.token)).status).toBe(404)
    expect((await confirm(second.token)).status).toBe(200)
    expect(await stateOf(first.member)).toEqual(['cerrado', 'hecho'])

    const secured = await asked()
    const password = 'otra-clave-9'
    await secured.member.post('/api/accounts/change-password', {
      ...{ currentPassword: secured.member.password, password, confirmPassword: password },
    })
    expect((await confirm(secured.token)).status).toBe(404)
    expect((await addressOf(secured.member))?.email).toBe(secured.member.email)
  })

  test('DAT-55 a new password ends the change: nothing is pending, and its look-up, tried again, sends no link', async () => {
    const { member, to } = await asked()
    const [change] = await suite.database.sql<{ id: string }>(
      'select id from email_changes where user_id = $1',
      [member.id],
    )
    const password = 'otra-clave-9'
    await member.post('/api/accounts/change-password', {
      ...{ currentPassword: member.password, password, confirmPassword: password },
    })
    expect(await stateOf(member)).toEqual(['cerrado'])
    expect((await member.get('/api/security/overview')).json<Overview>().email.pending).toBeNull()
    await mailEmailChange(suite.platform, change?.id ?? '')
    await allMailed()
    expect(await mailsTo(to, CONFIRM)).toHaveLength(1)
    expect(
      await suite.database.sql(
        `select 1 from verification where value = $1 and identifier like 'email-change:%'`,
        [member.id],
      ),
    ).toEqual([])
  })

  test('DAT-55 «Cancelar» ends it; a stranger to the account cannot', async () => {
    const { member, token } = await asked()
    const stranger = await suite.member()
    expect((await stranger.post('/api/security/cancel-email-change')).status).toBe(409)
    expect((await member.post('/api/security/cancel-email-change')).json()).toEqual({ cancelled: true })
    const again = await member.post('/api/security/cancel-email-change')
    expect([again.status, again.json<Problem>().message]).toEqual([409, 'Ya no hay un cambio que cancelar.'])
    expect((await confirm(token)).status).toBe(404)
    expect([await stateOf(member), (await addressOf(member))?.email]).toEqual([['cerrado'], member.email])
    expect((await confirm('desconocido')).json<Problem>().message).toBe(
      'El enlace no es válido o ha expirado.',
    )
  })

  test('DAT-55 a taken address gets the same answer and looks the same; its owner is told, nobody gets a link', async () => {
    const [member, owner] = [await suite.member(), await suite.member()]
    const [taken, free] = [await ask(member, owner.email), await ask(await suite.member(), newAddress())]
    expect([taken.status, taken.text]).toEqual([free.status, free.text])
    expect((await member.get('/api/security/overview')).json<Overview>().email.pending?.address).toBe(
      owner.email,
    )
    await allMailed()
    expect(await mailsTo(owner.email, CONFIRM)).toEqual([])
    const [letter] = await mailsTo(owner.email, WANTED)
    expect(letter?.text).not.toContain(member.email)
    // The request itself never looks the address up.
    expect(await stateOf(member)).toEqual(['pedido'])
  })

  test('DAT-55 an address that is taken before the link is used: 409, nothing changes, never two accounts', async () => {
    const { member, to, token } = await asked()
    const rival = await asked()
    await suite.database.sql('update email_changes set new_email = $2 where user_id = $1', [
      rival.member.id,
      to,
    ])
    const answers = await Promise.all([confirm(token, on(0)), confirm(rival.token, on(1))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await suite.database.sql('select 1 from "user" where email = $1', [to])).toHaveLength(1)
    const [winner, loser] = answers[0]?.status === 200 ? [member, rival.member] : [rival.member, member]
    expect([await stateOf(winner), await stateOf(loser)]).toEqual([['hecho'], ['pedido']])
    expect(answers.find(({ status }) => status === 409)?.json<Problem>().message).toBe(
      'Este correo ya tiene una cuenta. Pide el cambio con otro.',
    )
  })

  test('DAT-55, DAT-76 while it may come back, the old address is nobody else’s: not by registration, not by a change', async () => {
    const { member } = await changed()
    const password = 'nueva-clave-1'
    const register = () =>
      suite.visitor().post('/api/accounts/register', {
        ...{ name: 'Otra Persona', email: member.email, password, confirmPassword: password, role: 'client' },
      })
    expect((await register()).status).toBe(409)
    const rival = await suite.member()
    await ask(rival, member.email)
    await allMailed()
    expect(await mailsTo(member.email, CONFIRM)).toEqual([])
    await suite.database.sql(`update email_changes set undo_until = app_now() where user_id = $1`, [
      member.id,
    ])
    expect((await register()).status).toBe(200)
  })

  test('DAT-55 wrong, own, late and too many: the text of each, and nothing changes', async () => {
    const member = await suite.member()
    const textOf = async (email: string) => {
      const answer = await ask(member, email)
      return [answer.status, answer.json<Problem>().message]
    }
    const invalid = await ask(member, 'no es un correo')
    expect([invalid.status, invalid.json<{ data: { fields: object } }>().data.fields]).toEqual([
      422,
      { email: 'Ingresa un correo electrónico válido.' },
    ])
    const own = await ask(member, member.email)
    expect([own.status, own.json<{ data: { fields: object } }>().data.fields]).toEqual([
      422,
      { email: 'Este ya es tu correo.' },
    ])
    expect(await stateOf(member)).toEqual([])
    for (let at = 0; at < 3; at++) expect((await ask(member, newAddress())).status).toBe(200)
    expect(await textOf(newAddress())).toEqual([429, 'Ya pediste tres cambios hoy. Inténtalo mañana.'])
    const { member: done } = await changed()
    const again = await ask(done, newAddress())
    expect(again.status).toBe(409)
    expect(again.json<Problem>().message).toMatch(
      /^Cambiaste tu correo hace poco\. Podrás cambiarlo otra vez desde el \d+ de [a-z]+ de \d{4}\.$/,
    )
  })

  test('DAT-55 a profile under review keeps its address: at the request and at the link, which stays usable', async () => {
    const lawyer = await suite.member({ role: 'lawyer', verificationStatus: 'admin_pending' })
    const refused = await ask(lawyer, newAddress())
    const text = 'Tu perfil está en revisión: podrás cambiar tu correo cuando termine.'
    expect([refused.status, refused.json<Problem>().message]).toEqual([409, text])
    const setStatus = (status: string) =>
      suite.database.sql('update profiles set verification_status = $2 where id = $1', [lawyer.id, status])
    await setStatus('verified')
    const { to, token } = await asked(lawyer)
    await setStatus('admin_pending')
    const late = await confirm(token)
    expect([late.status, late.json<Problem>().message]).toEqual([409, text])
    await setStatus('verified')
    expect((await confirm(token)).json()).toEqual({ email: to })
  })
})

test('DAT-76 the deletion of an account takes its changes and the local e-mails of all its addresses', async () => {
  const { member, to } = await changed()
  const pending = await suite.member()
  expect(
    (await member.post('/api/departure/delete-account', { password: member.password })).status,
  ).toBeLessThan(300)
  expect(await stateOf(member)).toEqual([])
  for (const address of [member.email, to])
    expect(await suite.database.sql('select 1 from local_mailbox where recipient = $1', [address])).toEqual(
      [],
    )
  expect(await stateOf(pending)).toEqual([])
})
