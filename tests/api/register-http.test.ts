import { describe, expect, test } from 'vitest'
import { useTestApp } from '../support/app/suite.ts'
import { registrationInput } from '../support/data/registration-input.ts'
import type { Problem } from '../support/network/http-client.ts'

const suite = useTestApp()
const REGISTER = '/api/accounts/register'

describe('AUT-12 the account was created, but its user was not returned', () => {
  const faulty = useTestApp(1, { FAULTS: 'accounts.register.no-user' })

  test('AUT-12 the text of the specification, by REST and RPC, and the account works', async () => {
    const input = registrationInput()
    const rest = await faulty.visitor().post(REGISTER, input)
    const rpc = await faulty.visitor().rpc('accounts.register', registrationInput())
    for (const answer of [rest, rpc]) {
      expect(answer.status).toBe(503)
      expect(answer.json<Problem>()).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: 'No se pudo crear el usuario en Supabase Auth.',
      })
    }
    const login = await faulty
      .visitor()
      .post('/api/accounts/login', { email: input.email, password: input.password })
    expect(login.status).toBe(200)
  })
})

describe('abuse 13: origin and content type', () => {
  const asText = { method: 'POST', body: JSON.stringify(registrationInput()) }
  test.each<[string, Record<string, string | undefined>, number]>([
    ['plain text', { 'content-type': 'text/plain' }, 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['JSON with another type', { 'content-type': 'application/jsonp' }, 415],
    ['no type', { 'content-type': undefined }, 415],
    ['another site', { origin: 'https://malo.example' }, 403],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    [
      'no Origin, and the browser says cross-site',
      { origin: undefined, 'sec-fetch-site': 'cross-site' },
      403,
    ],
    ['no Origin, and the browser says same-site', { origin: undefined, 'sec-fetch-site': 'same-site' }, 403],
  ])('%s: refused, nothing written', async (_what, headers, status) => {
    const before = await suite.database.snapshot()
    for (const path of [REGISTER, '/api/rpc/accounts/register']) {
      const answer = await suite
        .visitor()
        .send(path, { ...asText, headers: { 'content-type': 'application/json', ...headers } })
      expect(answer.status).toBe(status)
      const text =
        status === 415
          ? 'Solo se aceptan datos en formato JSON.'
          : 'La petición no viene de una página de Amparo.'
      expect(answer.text).toContain(text)
      expect(answer.cookies).toEqual([])
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test('a client without the browser’s headers is served', async () => {
    const answer = await suite.visitor().post(REGISTER, registrationInput(), { origin: undefined })
    expect(answer.status).toBe(200)
  })

  test('other methods register nobody', async () => {
    const before = await suite.database.snapshot()
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await suite
        .visitor()
        .send(`${REGISTER}?${new URLSearchParams(Object.entries(registrationInput()))}`, { method })
      expect([404, 405]).toContain(answer.status)
    }
    expect(await suite.database.snapshot()).toEqual(before)
  })

  test.each(['{', '{"name":', 'texto', '{"name":"a",}', '\u0000'])(
    'abuse 14: malformed JSON %j: 400 in Spanish',
    async (body) => {
      for (const path of [REGISTER, '/api/rpc/accounts/register']) {
        const answer = await suite
          .visitor()
          .send(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
        expect(answer.status).toBe(400)
        expect(answer.text).toContain('La petición no se entiende.')
      }
    },
  )

  test('abuse 33: a body over 256 kB: 413 in Spanish, with or without Content-Length', async () => {
    const body = JSON.stringify(registrationInput({ name: 'a'.repeat(300_000) }))
    const json = { 'content-type': 'application/json' }
    for (const headers of [json, { ...json, 'content-length': undefined, 'transfer-encoding': 'chunked' }]) {
      const answer = await suite.visitor().send(REGISTER, { method: 'POST', body, headers })
      expect(answer.status).toBe(413)
      expect(answer.json<Problem>()).toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
        message: 'Lo enviado es demasiado grande.',
      })
    }
  })
})
