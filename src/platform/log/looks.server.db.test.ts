import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../../tests/support/app/suite.ts'
import { createWaitingLawyer } from '../../../tests/support/data/waiting-lawyer.ts'
import { withClockAt } from '../../../tests/support/database/platform-at.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { type Look, leaveLooks, looksAt, recordLook, showLooks } from './looks.server.ts'

const suite = useTestApp()
async function write(look: Partial<Look> & { personId: string }): Promise<void> {
  const { id: adminId } = await makeAccount(suite.platform.db, { role: 'admin' })
  await suite.platform.db
    .transaction()
    .execute((tx) => recordLook(tx, { adminId, action: 'account.viewed', purpose: 'support', ...look }))
}
const read = (personId: string, after: string | null = null, limit = 20) =>
  looksAt(suite.platform.db, personId, after, limit)

describe('DAT-35 an administrator who looks at data leaves a row', () => {
  const looks = (personId: string) =>
    suite.database.sql('select actor_id, action, purpose from audit_log where person_id = $1 order by id', [
      personId,
    ])

  test('for each reading of a review file and each opening of the ID card, with its purpose', async () => {
    const lawyer = await createWaitingLawyer(suite.platform, { document: 'pdf' })
    const admin = await suite.member({ role: 'admin' })
    const url = `/api/verification/submission?lawyerId=${lawyer.id}`
    const file = (await admin.get(url)).json<{ document: { url: string } }>()
    expect((await admin.get(file.document.url)).status).toBe(200)
    expect(await looks(lawyer.id)).toEqual([
      { actor_id: admin.id, action: 'review_file.viewed', purpose: 'verification' },
      { actor_id: admin.id, action: 'id_document.viewed', purpose: 'verification' },
    ])
    expect((await read(lawyer.id)).map(({ action }) => action)).toEqual([
      'id_document.viewed',
      'review_file.viewed',
    ])
  })

  test('without the row there is no data: a reading that cannot be recorded fails', async () => {
    const lawyer = await createWaitingLawyer(suite.platform, { document: 'pdf' })
    const admin = await suite.member({ role: 'admin' })
    const url = `/api/verification/submission?lawyerId=${lawyer.id}`
    const { document } = (await admin.get(url)).json<{ document: { url: string } }>()
    await suite.database.sql(`create function no_looks() returns trigger language plpgsql as
      $$ begin if new.purpose is not null then raise exception 'no room'; end if; return new; end $$`)
    await suite.database.sql(
      'create trigger no_looks before insert on audit_log for each row execute function no_looks()',
    )
    try {
      for (const address of [url, document.url]) {
        const answer = await admin.get(address)
        expect(answer.status).toBe(500)
        expect(answer.text).not.toMatch(/"rut"|%PDF/)
      }
    } finally {
      await suite.database.sql('drop function no_looks() cascade')
    }
    expect(await looks(lawyer.id)).toHaveLength(1)
  })

  test('nobody else leaves one: the owner, and who is refused', async () => {
    const lawyer = await createWaitingLawyer(suite.platform, { document: 'pdf' })
    const curious = await suite.member({ role: 'client' })
    expect((await curious.get(`/api/verification/submission?lawyerId=${lawyer.id}`)).status).toBe(403)
    expect(await looks(lawyer.id)).toEqual([])
  })
})

describe('DAT-35 the looks that a person is told', () => {
  test('newest first, by page, of that person only', async () => {
    const [personId, other] = [randomUUID(), randomUUID()]
    for (let at = 0; at < 5; at++) await write({ personId })
    await write({ personId: other })
    const first = await read(personId, null, 3)
    const second = await read(personId, first.at(-1)?.id ?? null, 3)
    expect([first.length, second.length]).toEqual([3, 2])
    const ids = [...first, ...second].map(({ id }) => Number(id))
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect(Object.keys(first[0] ?? {}).sort()).toEqual(['action', 'at', 'id', 'purpose', 'request_number'])
  })

  test('within an open report only when it closes, or when their time has come', async () => {
    const personId = randomUUID()
    const reference = randomUUID()
    const hour = 3_600
    await write({ personId, reference, hiddenFor: hour })
    await write({ personId, hiddenFor: -hour })
    expect(await read(personId)).toHaveLength(1)
    await suite.platform.db.transaction().execute((tx) => showLooks(tx, reference))
    expect(await read(personId)).toHaveLength(2)
  })

  test('they are hidden by the clock of the rules', async () => {
    const personId = randomUUID()
    const { id: adminId } = await makeAccount(suite.platform.db, { role: 'admin' })
    const look = { adminId, personId, action: 'report.viewed', purpose: 'report', hiddenFor: 3_600 } as const
    await withClockAt(suite, '12:00', 40, ({ db }) => db.transaction().execute((tx) => recordLook(tx, look)))
    const shownAt = (time: string) =>
      withClockAt(suite, time, 40, ({ db }) => looksAt(db, personId, null, 20))
    expect(await shownAt('12:59')).toHaveLength(0)
    expect(await shownAt('13:01')).toHaveLength(1)
  })

  test('after departure the rows stay without the person', async () => {
    const personId = randomUUID()
    await write({ personId })
    await suite.platform.db.transaction().execute((tx) => leaveLooks(tx, personId))
    expect(await read(personId)).toEqual([])
    const member = await suite.member({ role: 'client' })
    await write({ personId: member.id })
    const leaving = { password: member.password }
    expect((await member.post('/api/departure/delete-account', leaving)).status).toBe(200)
    expect(await read(member.id)).toEqual([])
  })
})
