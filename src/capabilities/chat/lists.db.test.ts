import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { plannedAnew } from '../../../tests/support/planning.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { makeAccount } from '../../server/factories/accounts.ts'
import { actingAs } from '../../server/factories/acting.ts'
import { makeChat } from '../../server/factories/conversations.ts'
import { listMessages, listMyChats, sendMessage } from './commands.server.ts'
import { firstChats, listChats } from './lists.server.ts'
import { newMessageId } from './rules.ts'
import { PAGE, PAGE_BYTES } from './schema.ts'
import { readMessagesById } from './store.server.ts'

const house = useDatabase()

const namesOf = async (context: Parameters<typeof listMyChats>[0]) => {
  const page = await listMyChats(context, {})
  return page.ok ? page.value.chats.map((chat) => [chat.side, chat.partner.name]) : page
}

test('CAL-17, OPEN-69: of a hundred who ask at once, on either side, each gets their own list', async () => {
  const lawyers = []
  for (let n = 0; n < 11; n++) {
    const name = `Abogada ${n}`
    const { id } = await makeAccount(house.platform.db, {
      role: 'lawyer',
      verificationStatus: 'verified',
      name,
    })
    lawyers.push({ id, name, clients: [] as string[] })
  }
  const asked: { id: string; expected: string[][] }[] = []
  for (let n = 0; n < 24; n++) {
    const name = `Clienta ${n}`
    const { id: clientId } = await makeAccount(house.platform.db, { name })
    // Lawyer 0 has none, the last has most.
    const own = lawyers.filter((_, at) => at > n % 11)
    for (const lawyer of own) {
      await makeChat(house.platform, { clientId, lawyerId: lawyer.id }, [['client', 'Hola']])
      lawyer.clients.unshift(name)
    }
    asked.push({ id: clientId, expected: own.map((lawyer) => ['client', lawyer.name]).reverse() })
  }
  for (const { id, clients } of lawyers) asked.push({ id, expected: clients.map((name) => ['lawyer', name]) })
  const crowd = [...asked, ...asked, ...asked].sort(() => Math.random() - 0.5)
  const contexts = await Promise.all(crowd.map(({ id }) => actingAs(house.platform, id)))
  expect(await Promise.all(contexts.map(namesOf))).toEqual(crowd.map(({ expected }) => expected))
})

test('CHA-05: the first page of many is what each would be given alone', async () => {
  const people: string[] = []
  for (let n = 0; n < 3; n++) {
    const account = await makeAccount(house.platform.db, { role: 'lawyer', verificationStatus: 'verified' })
    people.push(account.id)
    for (let chat = 0; chat < 3; chat++) {
      const { id: clientId } = await makeAccount(house.platform.db)
      await makeChat(house.platform, { clientId, lawyerId: account.id }, [['client', 'Hola']])
    }
  }
  // The same moment for all: the order is the ids' then.
  await house.database.sql(`update chats set updated_at = '2026-03-01' where lawyer_id = any($1::uuid[])`, [
    people,
  ])
  const [one = '', two = '', three = ''] = people
  // A partner who left: what is told of nobody stays nothing.
  await house.database.sql(
    `update chats set client_id = null where id = (select max(id::text)::uuid from chats where lawyer_id = $1)`,
    [two],
  )
  const { db } = house.platform
  const together = await firstChats(db, 'lawyer', [three, one, one, two], 2)
  const alone = (id: string) => listChats(db, id, 'lawyer', { limit: 2, gone: '' })
  expect(together).toEqual([await alone(three), await alone(one), await alone(one), await alone(two)])
  expect(together[3]).toMatchObject([
    { partner_id: null, partner_name: null },
    { partner_id: expect.any(String) },
  ])
  expect(await firstChats(db, 'lawyer', [three], 2)).toEqual([await alone(three)])
  expect(await firstChats(db, 'client', people, PAGE)).toEqual([[], [], []])
})

test('DESIGN §11: however many are asked for, the plan of the statement is kept', async () => {
  const people = Array.from({ length: 8 }, () => randomUUID())
  for (const asked of [people.slice(0, 2), people]) {
    const { url } = house.database
    expect(await plannedAnew(url, (db) => firstChats(db, 'lawyer', asked, PAGE))).toEqual([0])
    expect(await plannedAnew(url, (db) => readMessagesById(db, asked, ''))).toEqual([0])
  }
})

test('abuse 33: a page ends where its text grows heavy, in either direction, and goes on from there', async () => {
  const { id: clientId } = await makeAccount(house.platform.db)
  const { id: lawyerId } = await makeAccount(house.platform.db, {
    role: 'lawyer',
    verificationStatus: 'verified',
  })
  const chatId = await makeChat(house.platform, { clientId, lawyerId })
  const client = await actingAs(house.platform, clientId)
  // As long as a message can be, and 80 kB: four signs a letter, four bytes a sign.
  const flag = '🏴\u{E0067}\u{E0062}\u{E0065}'
  const ids: string[] = []
  for (const content of ['corto', ...Array<string>(7).fill(flag.repeat(5_000)), 'corto']) {
    const sent = await sendMessage(client, { id: newMessageId(), chatId, content })
    if (!sent.ok) throw new Error(sent.refusal.message)
    ids.push(sent.value.id)
  }
  const page = async (from: { before?: number; after?: number }) => {
    const answer = await listMessages(client, { chatId, limit: 100, ...from })
    if (!answer.ok) throw new Error(answer.refusal.message)
    const { messages, more } = answer.value
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)).toBeLessThan(
      PAGE_BYTES,
    )
    return { messages, more }
  }
  const forth: string[] = []
  for (let at = 0, more = true; more; ) {
    const next = await page({ after: at })
    forth.push(...next.messages.map(({ id }) => id))
    at = next.messages.at(-1)?.seq ?? 0
    more = next.more
  }
  expect(forth).toEqual(ids)
  const back: string[] = []
  for (let at: number | undefined, more = true; more; ) {
    const next = await page(at === undefined ? {} : { before: at })
    back.unshift(...next.messages.map(({ id }) => id))
    at = next.messages[0]?.seq
    more = next.more
  }
  expect(back).toEqual(ids)
  // What travels with events leaves out the heaviest.
  const light = await readMessagesById(house.platform.db, ids, '', 100_000)
  expect(light.map(({ content }) => content.length).sort((a, b) => a - b)).toEqual([5, 5, 40_000])
})
