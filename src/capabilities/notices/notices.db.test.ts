import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { actingAs } from '../../demo-data/acting-as.ts'
import { transact } from '../../platform/database/database.server.ts'
import { accept, refuse } from '../../platform/errors/refusal.ts'
import {
  deleteOldNotices,
  listNotices,
  type NoticeToSend,
  notify,
  readAllNotices,
  readNotice,
  seeNotices,
  unseenCount,
} from './commands.server.ts'
import { MESSAGES, PAGE_SIZE } from './schema.ts'

const suite = useDatabase()

const person = async () => (await makeAccount(suite.platform.db)).id
/** A notice about something that does not exist. */
const notice = (userId: string, changes: Partial<NoticeToSend> = {}): NoticeToSend => ({
  userId,
  kind: 'proposal-received',
  key: randomUUID(),
  ref: randomUUID(),
  caseId: null,
  actorId: null,
  ...changes,
})
const write = (...notices: NoticeToSend[]) =>
  transact(suite.platform.db, async (tx) => {
    await notify(tx, suite.platform, notices)
    return accept(null)
  })
const rowsOf = (userId: string) => suite.database.sql('select key from notices where user_id = $1', [userId])
const eventsOf = (userId: string) =>
  suite.database.sql(`select 1 from events where kind = 'notice' and user_id = $1 and ref = $1`, [userId])

test('SEG-57: one key is one notice, 50 times at once; each new one is one event', async () => {
  const userId = await person()
  const same = notice(userId)
  await Promise.all(Array.from({ length: 50 }, () => write(same)))
  expect(await rowsOf(userId)).toHaveLength(1)
  expect(await eventsOf(userId)).toHaveLength(1)
})

test('SEG-57: the actor gets none, nor does somebody who is gone; a rolled back transaction leaves none', async () => {
  const [userId, actorId] = [await person(), await person()]
  await write(notice(actorId, { actorId }), notice(userId, { actorId }), { ...notice(userId), userId: null })
  expect([await rowsOf(actorId), await rowsOf(userId)].map(({ length }) => length)).toEqual([0, 1])
  await transact(suite.platform.db, async (tx) => {
    await notify(tx, suite.platform, [notice(userId)])
    return refuse({ code: 'CONFLICT', message: '' })
  })
  expect(await rowsOf(userId)).toHaveLength(1)
  expect(await eventsOf(userId)).toHaveLength(1)
})

test('SEG-55, SEG-56: opening the list sees all, following reads one; other people change nothing', async () => {
  const [userId, otherId] = [await person(), await person()]
  const [context, other] = [await actingAs(suite.platform, userId), await actingAs(suite.platform, otherId)]
  await write(notice(userId), notice(userId), notice(otherId))
  const unseen = (count: number) => ({ ok: true, value: { unseen: count } })
  const read = async () => {
    const page = await listNotices(context, {})
    if (!page.ok) throw new Error(page.refusal.message)
    return page.value.notices
  }
  expect(await unseenCount(context)).toEqual(unseen(2))
  const [first] = await read()
  if (!first) throw new Error('no notice')
  expect(await readNotice(other, { noticeId: first.id })).toEqual(unseen(1))
  expect(await unseenCount(context)).toEqual(unseen(2))
  expect(await readNotice(context, { noticeId: first.id })).toEqual(unseen(1))
  expect(await seeNotices(context)).toEqual(unseen(0))
  expect((await read()).map(({ is_read }) => is_read)).toEqual([true, false])
  expect(await readAllNotices(context)).toEqual(unseen(0))
  expect((await read()).map(({ is_read }) => is_read)).toEqual([true, true])
  const before = await eventsOf(userId)
  await readAllNotices(context)
  await seeNotices(context)
  expect(await eventsOf(userId)).toHaveLength(before.length)
  expect(await unseenCount(other)).toEqual(unseen(1))
})

test('SEG-55: unseen notices are counted up to ten', async () => {
  const userId = await person()
  await write(...Array.from({ length: 12 }, () => notice(userId)))
  expect(await unseenCount(await actingAs(suite.platform, userId))).toEqual({
    ok: true,
    value: { unseen: 10 },
  })
})

test('SEG-56, SEG-58: pages without gaps or repeats, by case; what cannot be shown says so', async () => {
  const userId = await person()
  const context = await actingAs(suite.platform, userId)
  const caseId = randomUUID()
  const count = PAGE_SIZE + 5
  await write(...Array.from({ length: count }, (_, n) => notice(userId, { caseId: n % 2 ? caseId : null })))
  await write(notice(userId, { kind: 'no-such-kind' }))
  const pages = []
  for (let after: string | undefined; ; ) {
    const page = await listNotices(context, { after })
    if (!page.ok) throw new Error(page.refusal.message)
    pages.push(page.value.notices)
    if (page.value.next === null) break
    after = page.value.next
  }
  expect(pages.map(({ length }) => length)).toEqual([PAGE_SIZE, 6])
  const all = pages.flat()
  expect(new Set(all.map(({ id }) => id)).size).toBe(count + 1)
  expect(new Set(all.map(({ sentence }) => sentence))).toEqual(new Set([MESSAGES.unavailable]))
  expect(all[0]).toMatchObject({ category: null, about: null, case_id: null, path: null, chat_id: null })
  const ofCase = await listNotices(context, { caseId })
  expect(ofCase.ok && ofCase.value.notices).toHaveLength(Math.floor(count / 2))
})

test('notices end after 180 days read, 365 unread, and with their account', async () => {
  const userId = await person()
  await write(
    notice(userId, { key: 'read' }),
    notice(userId, { key: 'unread' }),
    notice(userId, { key: 'old' }),
  )
  const age = (key: string, days: number, isRead: boolean) =>
    suite.database.sql(
      `update notices set created_at = app_now() - make_interval(days => $2),
         seen_at = case when $3 then app_now() end, read_at = case when $3 then app_now() end where key = $1`,
      [key, days, isRead],
    )
  await age('read', 181, true)
  await age('unread', 181, false)
  await age('old', 366, false)
  await suite.platform.db.transaction().execute((tx) => deleteOldNotices(tx, 100))
  expect(await rowsOf(userId)).toEqual([{ key: 'unread' }])
  await suite.database.sql('delete from profiles where id = $1', [userId])
  expect(await rowsOf(userId)).toEqual([])
})
