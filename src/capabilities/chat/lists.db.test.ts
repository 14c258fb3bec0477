import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { countCustomPlans } from '../../../tests/support/database/custom-plans.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { makeChat } from '../../demo-data/conversations.ts'
import { uuidv7 } from '../../input/ids.ts'
import { listMyChats, sendMessage } from './commands.server.ts'
import { listMessages } from './conversation.server.ts'
import { listChats, listFirstPages } from './lists.server.ts'
import { MAX_PAGE_BYTES, PAGE_SIZE } from './schema.ts'
import { readMessagesById } from './store.server.ts'

const app = useDatabase()

const namesOf = async (context: Parameters<typeof listMyChats>[0]) => {
  const page = await listMyChats(context, {})
  return page.ok ? page.value.chats.map((chat) => [chat.side, chat.partner.name]) : page
}

test('CAL-17, OPEN-69: of a hundred concurrent requests, on both sides, each gets its own list', async () => {
  const lawyers = []
  for (let n = 0; n < 11; n++) {
    const name = `Abogada ${n}`
    const { id } = await makeAccount(app.platform.db, {
      role: 'lawyer',
      verificationStatus: 'verified',
      name,
    })
    lawyers.push({ id, name, clients: [] as string[] })
  }
  const users: { id: string; expected: string[][] }[] = []
  for (let n = 0; n < 24; n++) {
    const name = `Clienta ${n}`
    const { id: clientId } = await makeAccount(app.platform.db, { name })
    // Lawyer 0 has no chats, the last one has most.
    const own = lawyers.filter((_, at) => at > n % 11)
    for (const lawyer of own) {
      await makeChat(app.platform, { clientId, lawyerId: lawyer.id }, [['client', 'Hola']])
      lawyer.clients.unshift(name)
    }
    users.push({ id: clientId, expected: own.map((lawyer) => ['client', lawyer.name]).reverse() })
  }
  for (const { id, clients } of lawyers) users.push({ id, expected: clients.map((name) => ['lawyer', name]) })
  const requests = [...users, ...users, ...users].sort(() => Math.random() - 0.5)
  const contexts = await Promise.all(requests.map(({ id }) => actingAs(app.platform, id)))
  expect(await Promise.all(contexts.map(namesOf))).toEqual(requests.map(({ expected }) => expected))
})

test('CHA-05: a batched first page equals the one read alone', async () => {
  const people: string[] = []
  for (let n = 0; n < 3; n++) {
    const account = await makeAccount(app.platform.db, { role: 'lawyer', verificationStatus: 'verified' })
    people.push(account.id)
    for (let chat = 0; chat < 3; chat++) {
      const { id: clientId } = await makeAccount(app.platform.db)
      await makeChat(app.platform, { clientId, lawyerId: account.id }, [['client', 'Hola']])
    }
  }
  // Equal times, so the order is decided by the ids.
  await app.database.sql(`update chats set updated_at = '2026-03-01' where lawyer_id = any($1::uuid[])`, [
    people,
  ])
  const [one = '', two = '', three = ''] = people
  // A deleted partner: the partner fields stay null.
  await app.database.sql(
    `update chats set client_id = null where id = (select max(id::text)::uuid from chats where lawyer_id = $1)`,
    [two],
  )
  const { db } = app.platform
  const batched = await listFirstPages(db, 'lawyer', [three, one, one, two], 2)
  const alone = (id: string) => listChats(db, id, 'lawyer', { limit: 2, deletedUserLabel: '' })
  expect(batched).toMatchObject([await alone(three), await alone(one), await alone(one), await alone(two)])
  expect(batched[3]).toMatchObject([
    { partner_id: null, partner_name: null },
    { partner_id: expect.any(String) },
  ])
  expect(await listFirstPages(db, 'lawyer', [three], 2)).toMatchObject([await alone(three)])
  expect(await listFirstPages(db, 'client', people, PAGE_SIZE)).toEqual([[], [], []])
})

test('docs/design.md §11: the statement keeps its generic plan for any number of keys', async () => {
  const people = Array.from({ length: 8 }, () => randomUUID())
  for (const ids of [people.slice(0, 2), people]) {
    const { url } = app.database
    expect(await countCustomPlans(url, (db) => listFirstPages(db, 'lawyer', ids, PAGE_SIZE))).toEqual([0])
    expect(await countCustomPlans(url, (db) => readMessagesById(db, ids))).toEqual([0])
  }
})

test('abuse 33: a page ends at its byte limit, in both directions, and the next one continues there', async () => {
  const { id: clientId } = await makeAccount(app.platform.db)
  const { id: lawyerId } = await makeAccount(app.platform.db, {
    role: 'lawyer',
    verificationStatus: 'verified',
  })
  const chatId = await makeChat(app.platform, { clientId, lawyerId })
  const client = await actingAs(app.platform, clientId)
  // The longest message allowed, 80 kB: four code points per grapheme, four bytes per code point.
  const flag = '🏴\u{E0067}\u{E0062}\u{E0065}'
  const ids: string[] = []
  for (const content of ['corto', ...Array<string>(7).fill(flag.repeat(5_000)), 'corto']) {
    const sent = await sendMessage(client, { id: uuidv7(), chatId, content })
    if (!sent.ok) throw new Error(sent.refusal.message)
    ids.push(sent.value.id)
  }
  const page = async (from: { before?: number; after?: number }) => {
    const answer = await listMessages(client, { chatId, limit: 100, ...from })
    if (!answer.ok) throw new Error(answer.refusal.message)
    const { messages, more } = answer.value
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)).toBeLessThan(
      MAX_PAGE_BYTES,
    )
    return { messages, more }
  }
  const forward: string[] = []
  for (let at = 0, more = true; more; ) {
    const next = await page({ after: at })
    forward.push(...next.messages.map(({ id }) => id))
    at = next.messages.at(-1)?.seq ?? 0
    more = next.more
  }
  expect(forward).toEqual(ids)
  const backward: string[] = []
  for (let at: number | undefined, more = true; more; ) {
    const next = await page(at === undefined ? {} : { before: at })
    backward.unshift(...next.messages.map(({ id }) => id))
    at = next.messages[0]?.seq
    more = next.more
  }
  expect(backward).toEqual(ids)
  // Event payloads leave out the largest messages.
  const smallest = await readMessagesById(app.platform.db, ids, 100_000)
  expect(smallest.map(({ message }) => message.content.length).sort((a, b) => a - b)).toEqual([5, 5, 40_000])
})
