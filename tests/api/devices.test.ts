import { expect, test } from 'vitest'
import type { Overview } from '../../src/capabilities/security/schema.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { openEventStream } from '../support/network/event-stream.ts'

const suite = useTestApp(2)

const AGENTS = {
  'Chrome en Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Safari en iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Firefox en Linux': 'Mozilla/5.0 (Wayland; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Navegador desconocido': 'curioso/1.0',
} as const

const devicesOf = async (member: Member) =>
  (await member.get('/api/security/overview')).json<Overview>().devices

test('DAT-53 each session has browser and system in words, and one is «Este dispositivo»', async () => {
  const member = await suite.member()
  for (const agent of Object.values(AGENTS))
    await suite
      .visitor()
      .post(
        '/api/accounts/login',
        { email: member.email, password: member.password },
        { 'user-agent': agent },
      )
  const devices = await devicesOf(member)
  expect(devices.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
  expect(
    devices
      .filter(({ isCurrent }) => !isCurrent)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(AGENTS).sort())
  expect(devices.filter(({ isPhone }) => isPhone).map(({ name }) => name)).toEqual(['Safari en iPhone'])
})

test('DAT-53 «Cerrar sesión» ends that session and its stream, needs no fresh proof, and no other session ends', async () => {
  const member = await suite.member()
  const other = suite.visitor()
  await other.post('/api/accounts/login', { email: member.email, password: member.password })
  await suite.database.sql('update session set proven_at = null where "userId" = $1', [member.id])
  const stream = await openEventStream(suite.apps[1]?.url ?? '', other)
  const target = (await devicesOf(member)).find(({ isCurrent }) => !isCurrent)
  const answer = await member.post('/api/security/end-session', { id: target?.id })
  expect(answer.json()).toEqual({ ended: true })
  await stream.ended
  expect((await other.get('/api/accounts/session')).json()).toMatchObject({ user: null })
  expect(await devicesOf(member)).toHaveLength(1)
  expect((await member.post('/api/security/end-session', { id: target?.id })).status).toBe(404)
})

test('DAT-53 a session of somebody else is unknown', async () => {
  const [member, stranger] = [await suite.member(), await suite.member()]
  const [theirs] = await devicesOf(stranger)
  expect((await member.post('/api/security/end-session', { id: theirs?.id })).status).toBe(404)
  expect(await devicesOf(stranger)).toHaveLength(1)
})
