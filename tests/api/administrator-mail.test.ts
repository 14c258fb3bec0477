import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAdministrator } from '../../src/capabilities/accounts/commands.server.ts'
import { subject, useNoticeMails } from '../support/mail/notice-mails.ts'

const { suite, sql, deliverDue, mailsTo } = useNoticeMails()

test('DAT-62 an administrator whom the operator made gets the e-mail about another one who looks too often', async () => {
  const account = {
    name: 'Paulina Mardones',
    email: `${randomUUID()}@prueba.test`,
    password: 'clave-larga-1',
  }
  const made = await createAdministrator(suite.platform, account)
  if (!made.ok) throw new Error(made.refusal.message)
  // At any hour.
  await sql(
    `insert into notice_settings (user_id, frequency, quiet_from, quiet_until) values ($1, 'now', null, null)`,
    [made.value.id],
  )
  const looking = await suite.member({ role: 'admin', name: 'Rodrigo Soto' })
  await sql(`insert into rate_limits (key, count, window_start) values ($1, 60, app_now())`, [
    `console:looks:${looking.id}`,
  ])
  const input = { by: 'id', value: looking.id, purpose: 'support', reference: 'Motivo de la búsqueda' }
  expect((await looking.post('/api/console/find', input)).status).toBe(429)
  await deliverDue()
  expect(mailsTo(account).map(subject)).toEqual(['Muchas búsquedas de personas'])
  expect(mailsTo(looking)).toEqual([])
})
