/** An account that is deleted while a copy of its data is made. */
import { expect, test } from 'vitest'
import { copyTask } from '../../src/capabilities/privacy/copies/copies.server.ts'
import type { Screens } from '../../src/capabilities/privacy/copies/copy-sections.server.ts'
import { enqueue } from '../../src/platform/jobs/jobs.server.ts'
import { captureLog } from '../support/app/captured-log.ts'
import { type Member, useTestApp } from '../support/app/suite.ts'
import { countLockWaits, eventually } from '../support/database/test-database.ts'

const suite = useTestApp()

async function askedCopy({ id, email }: Member): Promise<string> {
  const [copy] = await suite.database.sql<{ id: string }>(
    'insert into data_copies (user_id, email) values ($1, $2) returning id',
    [id, email],
  )
  return copy?.id ?? ''
}

const filesOf = ({ id }: Member) =>
  suite.database.sql('select key, state from stored_files where key like $1', [`copias/${id}/%`])

test('DAT-08 a part that is stored while the account is deleted does not outlive it', async () => {
  const person = await suite.member()
  const copyId = await askedCopy(person)
  const departure = await suite.platform.pool.connect()
  try {
    await departure.query('begin')
    await departure.query('select 1 from account where "userId" = $1 for update', [person.id])
    await enqueue(suite.platform.db, 'privacy:copy', { copyId }, null, 'copies')
    await eventually(async () => (await countLockWaits(suite.database)) === 1)
    expect(await filesOf(person)).toMatchObject([{ state: 'arriving' }])
    await departure.query('delete from "user" where id = $1', [person.id])
    await departure.query('commit')
  } finally {
    departure.release(true)
  }
  await eventually(async () => (await filesOf(person)).length === 0)
})

test('DAT-07 a copy whose person deletes the account meanwhile ends without a fault', async () => {
  const person = await suite.member()
  const copyId = await askedCopy(person)
  const { log, entries } = captureLog()
  const nothing = { items: [], chats: [], notices: [], next: null }
  const screens = {
    chat: {
      list: async () => {
        await suite.database.sql('delete from "user" where id = $1', [person.id])
        return nothing
      },
    },
    cases: { mine: async () => nothing },
    notices: { list: async () => nothing },
    privacy: { looks: async () => ({ looks: [], next: null }) },
  }
  const make = copyTask({ ...suite.platform, log }, () => screens as unknown as Screens)
  await make({ copyId }, 1)
  await make({ copyId }, 3)
  expect(entries).toEqual([])
  expect(await filesOf(person)).toEqual([])
})
