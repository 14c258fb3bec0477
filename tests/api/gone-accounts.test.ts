import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestApp } from '../support/app/suite.ts'
import { question } from '../support/data/data-requests.ts'
import { countLockWaits, eventually } from '../support/database/test-database.ts'

const suite = useTestApp()

test.each([
  ['DAT-05', 'privacy/request-copy', undefined],
  ['DAT-12', 'privacy/send-request', { requestId: randomUUID(), ...question }],
  ['DAT-46', 'security/start-totp', undefined],
  ['DAT-55', 'security/request-email-change', { email: 'otro@correo.test' }],
  ['DAT-55', 'security/cancel-email-change', undefined],
])(
  '%s «%s» of an account that is deleted at this moment in another tab gets 401',
  async (_id, path, input) => {
    const person = await suite.member()
    const departure = await suite.platform.pool.connect()
    try {
      await departure.query('begin')
      await departure.query('select 1 from account where "userId" = $1 for update', [person.id])
      const sending = person.post(`/api/${path}`, input)
      await eventually(async () => (await countLockWaits(suite.database)) === 1)
      await departure.query('delete from "user" where id = $1', [person.id])
      await departure.query('commit')
      const answer = await sending
      expect([answer.status, answer.json<{ message: string }>().message]).toEqual([
        401,
        'Debes iniciar sesión.',
      ])
    } finally {
      departure.release(true)
    }
  },
)
