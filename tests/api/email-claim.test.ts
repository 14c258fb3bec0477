import { expect, test } from 'vitest'
import { useTestApp } from '../support/app/suite.ts'
import { Authenticator } from '../support/data/authenticator.ts'
import type { Client, Problem } from '../support/network/http-client.ts'

const PORT = 34567
const suite = useTestApp(1, { LOCAL_MODE: 'on', PUBLIC_URL: `http://127.0.0.1:${PORT}` })
const UNKNOWN = 'No reconocemos esta llave.'
const EXPIRED = 'El tiempo para usar la llave se acabó. Inténtalo de nuevo.'

const start = async (client: Client, path: string, input: object = {}) =>
  (await client.post(`/api/security/${path}`, input)).json<{ options: unknown }>().options

/** A member whose only second step is a key. */
async function memberWithKey() {
  const member = await suite.member()
  const key = new Authenticator(`http://localhost:${PORT}`)
  const answer = key.create(await start(member, 'start-passkey'))
  const added = await member.post('/api/security/add-passkey', { name: 'iPhone', ...answer })
  return { member, key, codes: added.json<{ codes: string[] }>().codes }
}

test('DAT-55, DAT-48 «Sí fui yo» takes a key of the account with the password, once, or a recovery code', async () => {
  const { member, key, codes } = await memberWithKey()
  const { key: foreign } = await memberWithKey()
  await suite.database.sql(
    `insert into email_changes (user_id, state, old_email, new_email, expires_at, changed_at, due_at)
     values ($1, 'en_disputa', 'antes-' || $2, $2, app_now(), app_now(), app_now() + interval '3 days')`,
    [member.id, member.email],
  )
  const browser = suite.visitor()
  const { email, password } = member
  const claim = (more: object) =>
    browser.post('/api/security/claim-email-change', { email, password, ...more })
  const options = () => start(browser, 'start-passkey-sign-in', { secondStep: false })
  const refusals = []
  const forConfirming = key.get(await start(member, 'start-passkey-proof'))
  for (const more of [
    {},
    { code: '' },
    { code: codes[0], passkey: foreign.get(await options()) },
    { passkey: forConfirming },
    { passkey: key.get(await options(), { isVerified: false }) },
  ]) {
    const answer = await claim(more)
    const { message, data } = answer.json<Problem>()
    refusals.push([answer.status, message, data?.fields?.code])
  }
  const missing = 'Usa tu llave de acceso o ingresa un código de recuperación.'
  expect(refusals).toEqual([
    [422, missing, missing],
    [422, missing, missing],
    [422, UNKNOWN, undefined],
    [404, EXPIRED, undefined],
    [422, UNKNOWN, undefined],
  ])
  const passkey = key.get(await options())
  expect((await claim({ password: 'equivocada', passkey })).status).toBe(401)
  const state = () => suite.database.sql('select state from email_changes where user_id = $1', [member.id])
  expect(await state()).toEqual([{ state: 'en_disputa' }])
  // Of two at once one is heard.
  const answers = await Promise.all([claim({ passkey }), claim({ passkey })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
  expect(await state()).toEqual([{ state: 'en_revision' }])
  expect(
    await suite.database.sql('select 1 from recovery_codes where user_id = $1 and used_at is null', [
      member.id,
    ]),
  ).toHaveLength(10)
  expect([...browser.jar.keys()]).toEqual(['amparo-llave'])
})
