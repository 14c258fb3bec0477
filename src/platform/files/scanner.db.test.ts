import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { cardPolicy } from '../../../tests/support/files/bucket-policies.ts'
import { EICAR_SIGNATURE, type StubClamd, startStubClamd } from '../../../tests/support/files/stub-clamd.ts'
import { listFiles, pdf } from '../../../tests/support/files/test-files.ts'
import { type Client, type HttpResponse, newClient } from '../../../tests/support/network/http-client.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { createApp } from '../../server/http.ts'
import { MB } from './buckets.ts'

// CLAMD_SOCKET, against a fake clamd that implements INSTREAM (tests/support/files/stub-clamd.ts).

const suite = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'amparo-clamd-'))
const clamdSocket = join(folder, 'clamd.sock')
let app: FastifyInstance
let clamd: StubClamd
let lawyer: Client

beforeAll(async () => {
  const config = { ...suite.platform.config, clamdSocket }
  app = await createApp({ ...suite.platform, config }, undefined, [cardPolicy])
  const account = await makeAccount(suite.platform.db, { role: 'lawyer' })
  lawyer = newClient(await app.listen({ port: 0, host: '127.0.0.1' }), null)
  await lawyer.post('/api/accounts/login', { email: account.email, password: account.password })
  clamd = await startStubClamd(clamdSocket)
})
afterAll(async () => {
  await app?.close()
  await clamd?.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  clamd.behaviour = 'well'
  await suite.database.sql('delete from rate_limits')
})

const put = (body: Buffer) => lawyer.send('/api/files/identidad', { method: 'PUT', body })
const infected = () => pdf().toString('latin1').replace('%PDF-1.4\n', `%PDF-1.4\n%${EICAR_SIGNATURE}\n`)

async function expectNothingStored(answer: HttpResponse, status: number, message: string): Promise<void> {
  expect([answer.status, answer.json<{ message: string }>().message]).toEqual([status, message])
  expect(await listFiles(suite.platform)).toEqual({ kept: [], arriving: [] })
  expect(await suite.database.sql('select 1 from stored_files')).toEqual([])
}

const NOT_SCANNED = 'No pudimos revisar el archivo. Inténtalo de nuevo.'

describe('a configured scanner', () => {
  test('finds a known signature, and nothing is stored', async () => {
    await expectNothingStored(
      await put(Buffer.from(infected(), 'latin1')),
      422,
      'El archivo no pasó la revisión de seguridad.',
    )
  })

  test('without a clear answer, with a broken connection or unreachable refuses every file', async () => {
    clamd.behaviour = 'confused'
    await expectNothingStored(await put(pdf()), 503, NOT_SCANNED)
    clamd.behaviour = 'gone'
    await expectNothingStored(await put(pdf(3 * MB)), 503, NOT_SCANNED)
    await clamd.close()
    const answer = await put(pdf())
    expect(answer.headers['retry-after']).toBe('5')
    await expectNothingStored(answer, 503, NOT_SCANNED)
    clamd = await startStubClamd(clamdSocket)
  })

  test('has scanned every byte of a stored file', async () => {
    clamd.scannedSizes.length = 0
    expect((await put(pdf(9 * MB))).status).toBe(201)
    expect(clamd.scannedSizes).toEqual([9 * MB])
  })
})
