import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { unsubscribeToken } from '../../src/capabilities/notices/commands.server.ts'
import type { SettingsView } from '../../src/capabilities/notices/schema.ts'
import { createSealer } from '../../src/platform/jobs/sealer.server.ts'
import { header, useNoticeMails } from '../support/mail/notice-mails.ts'

const { suite, sql, createChat, propose, deliverDue, mailsTo } = useNoticeMails()

test('SEG-63 the link of an e-mail: GET changes nothing, POST ends the category, from anywhere and twice the same', async () => {
  const chat = await createChat()
  await propose(chat)
  await deliverDue()
  const url = header(mailsTo(chat.client)[0], 'list-unsubscribe')?.slice(1, -1) ?? ''
  const chosen = async () =>
    (await chat.client.rpc('notices.settings', {})).json<SettingsView>().unmailed_categories
  for (let visits = 0; visits < 2; visits++) {
    const page = await fetch(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Ya no te escribiremos correos de propuestas.')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  }
  expect(await chosen()).toEqual([])
  const oneClick = () =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://correo.example' },
    })
  for (const answer of [await oneClick(), await oneClick()]) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
  expect(await chosen()).toEqual(['proposals'])
  await propose(chat)
  await deliverDue()
  expect(mailsTo(chat.client)).toHaveLength(1)
  const lines = JSON.stringify(suite.apps[0]?.log())
  expect(lines).toContain('/baja/…')
  expect(lines).not.toContain(new URL(url).pathname)
  const large = await fetch(url, { method: 'POST', body: 'x'.repeat(1_025) })
  expect(large.status).toBe(413)
})

test('SEG-63 a link that was altered, of another secret, a year old, or of a deleted account', async () => {
  const { id } = await suite.member()
  const { sealer } = suite.platform
  const yearAgo = Date.now() - 366 * 86_400_000
  const valid = unsubscribeToken(sealer, id, 'reviews')
  const gone = unsubscribeToken(sealer, randomUUID(), 'all')
  const tokens = [
    `${valid.slice(0, -1)}${valid.endsWith('A') ? 'B' : 'A'}`,
    createSealer('otro-secreto-de-mas-de-treinta-y-dos-letras').seal({
      userId: id,
      unsubscribe: 'all',
      issuedAt: Date.now(),
    }),
    sealer.seal({ userId: id, unsubscribe: 'all', issuedAt: yearAgo }),
    sealer.seal(null),
    'x',
    '%00',
  ]
  const refusal = 'Este enlace ya no sirve. Cambia tus avisos en tu cuenta.'
  for (const token of [...tokens, gone])
    for (const method of token === gone ? ['POST'] : ['GET', 'POST']) {
      const answer = await fetch(`${suite.app.url}/baja/${token}`, { method })
      expect([token, answer.status]).toEqual([token, 404])
      expect(await answer.text()).toContain(refusal)
    }
  expect(await sql('select 1 from notice_settings where user_id = $1', [id])).toEqual([])
  const [posted] = await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${suite.app.url}/baja/${valid}`, { method: 'POST' })),
  )
  expect(posted?.status).toBe(200)
  expect(await sql('select unmailed_categories from notice_settings where user_id = $1', [id])).toEqual([
    { unmailed_categories: ['reviews'] },
  ])
})
