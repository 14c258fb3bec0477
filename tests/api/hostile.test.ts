import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { useAppProcesses } from '../support/app/suite.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useAppProcesses()

/** Sends raw bytes. @returns everything the server answers until it closes the connection */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(suite.app.url).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setTimeout(3_000, () => socket.end())
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

test.each(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])(
  'abuse 13: %s runs no RPC operation, from any origin',
  async (method) => {
    const member = await suite.member()
    for (const name of ['logout', 'closeOtherSessions']) {
      const answer = await member.send(`/api/rpc/accounts/${name}`, {
        method,
        headers: { origin: 'https://otro.amparo.test' },
      })
      expect([403, 405]).toContain(answer.status)
    }
    expect((await member.get('/api/accounts/session')).json()).toMatchObject({ user: { id: member.id } })
  },
)

test('OPEN-66 GET does not run an operation without input either; the error is in Spanish', async () => {
  const member = await suite.member()
  const answer = await member.get('/api/rpc/accounts/logout')
  expect([answer.status, answer.json<{ json: Problem }>().json.message]).toEqual([
    405,
    'Esta dirección no acepta ese tipo de petición.',
  ])
  expect((await member.get('/api/accounts/session')).json()).toMatchObject({ user: { id: member.id } })
})

test('one address with several accounts cannot block the login of others', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => suite.member()))
  const attacker = suite.visitor()
  let isAttacking = true
  const attack = Promise.all(
    Array.from({ length: 39 }, async (_, at) => {
      const account = accounts[at % accounts.length]
      while (isAttacking && account) {
        await attacker.post('/api/accounts/login', { email: account.email, password: account.password })
      }
    }),
  )
  const somebody = await suite.member()
  const statuses: number[] = []
  for (let at = 0; at < 12; at++) {
    const answer = await suite
      .visitor()
      .post('/api/accounts/login', { email: somebody.email, password: somebody.password })
    statuses.push(answer.status)
  }
  isAttacking = false
  await attack
  expect(statuses).toEqual(Array<number>(12).fill(200))
})

test('the longest e-mail address that can register can sign in, and a wrong password gets 401', async () => {
  const part = (letter: string) => letter.repeat(60)
  const email = `${part('a')}@${part('b')}.${part('c')}.${part('d')}.cl`
  const input = { name: 'Larga', email, password: 'secreta1', confirmPassword: 'secreta1', role: 'client' }
  expect((await suite.visitor().post('/api/accounts/register', input)).status).toBe(200)
  expect((await suite.visitor().post('/api/accounts/login', { email, password: 'secreta1' })).status).toBe(
    200,
  )
  expect((await suite.visitor().post('/api/accounts/login', { email, password: 'otra' })).status).toBe(401)
})

test('abuse 10: for rate limits an IPv6 /64 is one client, and so are both spellings of an IPv4 address', async () => {
  const { email } = await suite.member()
  const statuses: number[] = []
  for (let at = 0; at < 9; at++) {
    const client = suite.visitor(`2001:db8:7:7::${at + 1}`)
    statuses.push((await client.post('/api/accounts/login', { email, password: 'equivocada' })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429, 429])
  const other = await suite.member()
  const mixed: number[] = []
  for (let at = 0; at < 8; at++) {
    const client = suite.visitor(at % 2 ? '::ffff:10.77.0.1' : '10.77.0.1')
    mixed.push(
      (await client.post('/api/accounts/login', { email: other.email, password: 'equivocada' })).status,
    )
  }
  expect(mixed).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
})

test('saving the same name writes nothing and notifies nobody', async () => {
  const member = await suite.member({ name: 'Mismo Nombre' })
  const events = () => suite.database.sql('select 1 from events where user_id = $1', [member.id])
  const before = (await events()).length
  for (let at = 0; at < 5; at++) {
    expect((await member.post('/api/accounts/update-name', { name: 'Mismo Nombre' })).status).toBe(200)
  }
  expect(await events()).toHaveLength(before)
  const statuses: number[] = []
  for (let at = 0; at < 30; at++) {
    statuses.push((await member.post('/api/accounts/update-name', { name: `Nombre ${at}` })).status)
  }
  expect(statuses).toContain(429)
})

test.each(['\u3164\u3164', '\u115f', '\u2800', '\u200b \u2060', '...'])(
  'an invisible name, %j, is refused',
  async (name) => {
    const member = await suite.member()
    const answer = await member.post('/api/accounts/update-name', { name })
    expect(answer.json<Problem>().data?.fields).toEqual({ name: 'Ingresa tu nombre completo.' })
  },
)

test('abuse 14: malformed requests get a short answer with the security headers, never a 500', async () => {
  const host = `Host: 127.0.0.1:${new URL(suite.app.url).port}`
  for (const [line, status] of [
    ['GET http://evil.example/ HTTP/1.1', 400],
    ['OPTIONS * HTTP/1.1', 400],
    ['GET /%ff HTTP/1.1', 400],
    ['GET / HTTP/9.9', 400],
    [`GET / HTTP/1.1\r\nx-big: ${'a'.repeat(40_000)}`, 431],
  ] as const) {
    const answer = await raw(`${line}\r\n${host}\r\nConnection: close\r\n\r\n`)
    expect(answer.split('\r\n')[0], line.slice(0, 40)).toContain(` ${status} `)
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(answer.toLowerCase()).toContain('content-security-policy:')
    expect(answer).not.toMatch(/evil\.example|FST_ERR|Error/)
  }
})

test('RPC input that cannot be decoded is refused in Spanish', async () => {
  const answer = await suite.visitor().post('/api/rpc/accounts/login', { json: {}, meta: [[0, 'x']] })
  expect(answer.status).toBe(400)
  expect(answer.json<{ json: Problem }>().json.message).toBe('La petición no se entiende.')
})

test('OPEN-08 a malformed URL: a page with a link to the start, which does not repeat the URL', async () => {
  const accept = 'text/html,application/xhtml+xml'
  for (const path of ['/lawyer/%E0%A4%A', '/case/%zz?<script>alert(1)</script>']) {
    const answer = await suite.visitor().get(path, { accept })
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; .*style-src 'sha256-/)
    expect(answer.text).toContain('<h1>Página no encontrada</h1>')
    expect(answer.text).toContain('<a href="/">Volver al inicio</a>')
    expect(answer.text).not.toMatch(/%|script/)
  }
  expect((await suite.visitor().get('/lawyer/%E0%A4%A')).text).toBe('La petición no se entiende.')
  expect((await suite.visitor().get('/api/%E0%A4%A')).json()).toEqual({
    defined: false,
    code: 'BAD_REQUEST',
    status: 400,
    message: 'La petición no se entiende.',
  })
})

test('metrics are for this machine only', { tags: 'built' }, async () => {
  const local = suite.visitor(null)
  expect((await local.get('/metrics')).status).toBe(200)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
    expect((await local.get('/metrics', { [header]: '8.8.8.8' })).status, header).toBe(404)
  }
  expect((await local.get('/api/dev/mailbox?to=%00')).json()).toEqual([])
  expect((await local.get('/correo-local?to=%00')).status).toBe(200)
})
