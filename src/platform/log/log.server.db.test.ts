import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { createLog } from './log.server.ts'

const suite = useDatabase()

test('TRAP-36 a write that the database rejects leaves no RUT, telephone or address in the log', async () => {
  const { id } = await makeAccount(suite.platform.db, { role: 'lawyer', verificationStatus: 'verified' })
  const secret = "rut = '12345678-5', phone_number = '+56912345678', address_street = 'Calle Secreta'"
  const error = await suite.database
    .sql(`update lawyer_profiles set ${secret}, price = -1 where id = $1`, [id])
    .catch((thrown: unknown) => thrown)
  // The error does carry the private data.
  expect((error as { detail: string }).detail).toContain('Calle Secreta')
  const lines: string[] = []
  createLog('info', { write: (text) => lines.push(text) }).error({ err: error }, 'fault')
  const line = lines.join()
  expect(line).toContain('violates check constraint')
  expect(line).not.toMatch(/12345678|Secreta/)
})
