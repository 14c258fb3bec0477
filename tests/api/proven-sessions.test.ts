import { describe, expect, test } from 'vitest'
import { readSession } from '../../src/capabilities/accounts/identity/session.server.ts'
import { requireProof } from '../../src/platform/session/proof.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { type Client, newClient, type Problem } from '../support/network/http-client.ts'

const suite = useTestApp(2)
const CONFIRM = '/api/security/confirm-identity'

async function isProven({ jar }: Client): Promise<boolean> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const session = await readSession(suite.platform, cookie, () => {})
  if (!session) throw new Error('No session.')
  return requireProof({ session }) === null
}
const age = ({ id }: Member, minutes: number) =>
  suite.database.sql(
    'update session set proven_at = app_now() - make_interval(mins => $2) where "userId" = $1',
    [id, minutes],
  )

describe('a proof of who somebody is', () => {
  test('DAT-52 a sign-in is one; after ten minutes the refusal has the reason REAUTH', async () => {
    const member = await suite.member()
    expect(await isProven(member)).toBe(true)
    await age(member, 9)
    expect(await isProven(member)).toBe(true)
    await age(member, 10)
    expect(await isProven(member)).toBe(false)
    expect(requireProof({ session: { isProven: false } as never })).toMatchObject({
      ok: false,
      refusal: { code: 'FORBIDDEN', reason: 'REAUTH' },
    })
  })

  test('DAT-52 sessions from before the release have none', async () => {
    const member = await suite.member()
    await suite.database.sql('update session set proven_at = null where "userId" = $1', [member.id])
    expect(await isProven(member)).toBe(false)
  })

  test('DAT-52 the password proves this session only, on every process', async () => {
    const member = await suite.member()
    const other = newClient(suite.apps[1]?.url ?? '')
    await other.post('/api/accounts/login', { email: member.email, password: member.password })
    await age(member, 11)
    const answer = await member.post(CONFIRM, { password: member.password })
    expect([answer.status, answer.json()]).toEqual([200, { confirmed: true }])
    expect([await isProven(member), await isProven(other)]).toEqual([true, false])
  })

  test('DAT-52 a wrong password proves nothing, is told at its field, and is limited on both processes', async () => {
    const member = await suite.member()
    await age(member, 11)
    const wrong = await member.post(CONFIRM, { password: 'equivocada' })
    expect(wrong.status).toBe(422)
    expect(wrong.json<Problem>().data?.fields).toEqual({ password: 'La contraseña no es correcta.' })
    const elsewhere = newClient(suite.apps[1]?.url ?? '')
    for (const [name, value] of member.jar) elsewhere.jar.set(name, value)
    const statuses: number[] = []
    for (let at = 0; at < 8; at++)
      statuses.push((await (at % 2 ? member : elsewhere).post(CONFIRM, { password: `no${at}` })).status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
    expect((await member.post(CONFIRM, { password: member.password })).status).toBe(429)
    expect(await isProven(member)).toBe(false)
  })
})
