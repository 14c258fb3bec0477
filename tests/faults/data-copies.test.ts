import { expect, test } from 'vitest'
import { makeAccount } from '../../src/demo-data/accounts.ts'
import { makeActiveCase } from '../../src/demo-data/conversations.ts'
import { makeDocument } from '../../src/demo-data/workspace.ts'
import { startAppProcess } from '../support/app/app-process.ts'
import { useDatabase } from '../support/app/suite.ts'
import { withCheapPassword } from '../support/data/cheap-password.ts'
import { eventually } from '../support/database/test-database.ts'
import { pdf } from '../support/files/test-files.ts'
import { readZip } from '../support/files/zip-files.ts'
import { newClient } from '../support/network/http-client.ts'

// F19: the process is killed while it makes a copy of a person's data.

const suite = useDatabase()
const DOCUMENTS = 20
const MESSAGES = 4_000

test('F19, DAT-07 a kill -9 of a copy, four times: it begins again, is whole at the end, and one mail says so', async () => {
  const { platform, database } = suite
  const client = await makeAccount(platform.db, withCheapPassword())
  const lawyer = await makeAccount(platform.db, { role: 'lawyer', verificationStatus: 'verified' })
  const { caseId, chatId } = await makeActiveCase(platform, { clientId: client.id, lawyerId: lawyer.id })
  const content = pdf(2_000_000)
  for (let at = 0; at < DOCUMENTS; at++)
    await makeDocument(platform, { caseId, userId: client.id, name: `papel-${at}.pdf`, bytes: content })
  await database.sql(
    `insert into messages (chat_id, seq, sender_id, side, type, content)
     select id, last_seq + n, client_id, 'client', 'text', 'palabra ' || n from chats, generate_series(1, $2::int) n
     where id = $1`,
    [chatId, MESSAGES],
  )
  await database.sql('update chats set last_seq = last_seq + $2 where id = $1', [chatId, MESSAGES])

  const signIn = async (url: string) => {
    const browser = newClient(url)
    const answer = await browser.post('/api/accounts/login', {
      email: client.email,
      password: client.password,
    })
    expect(answer.status).toBe(200)
    return browser
  }
  const state = async () =>
    (await database.sql<{ state: string }>('select state from data_copies'))[0]?.state ?? null
  let app = await startAppProcess({ databaseUrl: database.url })
  await (await signIn(app.url)).post('/api/privacy/request-copy')
  const killedIn: (string | null)[] = []
  for (let round = 0; round < 4; round++) {
    await eventually(async () => (await state()) !== 'pedida')
    await app.kill()
    killedIn.push(await state())
    // Instead of waiting for the minute after which a dead process's jobs are unlocked.
    await database.sql(
      `update graphile_worker._private_jobs set locked_at = locked_at - interval '2 minutes'`,
    )
    // So that the next round sees when the job has begun again.
    await database.sql(`update data_copies set state = 'pedida' where state = 'preparando'`)
    app = await startAppProcess({ databaseUrl: database.url })
  }
  console.log(`F19: killed in the states ${killedIn.join(', ')}`)
  expect(killedIn).toContain('preparando')
  await eventually(async () => (await state()) === 'lista')
  const browser = await signIn(app.url)
  const { copy } = (await browser.get('/api/privacy/copy')).json<{
    copy: { id: string; missing_files: number }
  }>()
  expect(copy.missing_files).toBe(0)
  const { urls } = (await browser.post('/api/privacy/open-copy', { copyId: copy.id })).json<{
    urls: string[]
  }>()
  const files = await readZip((await browser.get(urls[0] ?? '')).body)
  const papers = [...files].filter(([name]) => name.startsWith('archivos/causas/'))
  expect(papers).toHaveLength(DOCUMENTS)
  for (const [, bytes] of papers) expect(bytes.equals(content)).toBe(true)
  expect(files.get('datos.json')?.toString()).toContain(`palabra ${MESSAGES}`)
  await app.stop()
  expect(
    await database.sql(`select 1 from local_mailbox where subject = 'Tu copia de datos está lista'`),
  ).toHaveLength(1)
})
