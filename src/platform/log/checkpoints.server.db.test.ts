import { beforeEach, describe, expect, test } from 'vitest'
import { useTestApp } from '../../../tests/support/app/suite.ts'
import { makeAccount } from '../../demo-data/accounts.ts'
import { audit } from './audit.server.ts'
import { addCheckpoints, checkAuditLog, isCheckpoint } from './checkpoints.server.ts'
import { lookRetention, recordLook } from './looks.server.ts'

const suite = useTestApp()
const db = () => suite.platform.db
const query = (text: string, values: unknown[] = []) => suite.database.sql(text, values)

async function act(count = 3): Promise<string> {
  const { id } = await makeAccount(db(), { role: 'admin' })
  for (let done = 0; done < count; done += 1)
    await db()
      .transaction()
      .execute((tx) => audit(tx, { actor: id, action: 'account.restored', object: id, details: { done } }))
  return id
}
const checkpoint = () => addCheckpoints(suite.platform)
/** Changes the table as somebody with the rights of its owner can. */
async function tamper(statement: string): Promise<void> {
  await query('alter table audit_log disable trigger audit_log_append_only')
  try {
    await query(statement)
  } finally {
    await query('alter table audit_log enable trigger audit_log_append_only')
  }
}

// Each test begins with a whole log: what another one changed is not covered.
beforeEach(async () => {
  await query('truncate audit_log, audit_seals')
})

describe('DAT-64 the audit log is append-only', () => {
  test('no row is deleted, and no time, action or purpose changes', async () => {
    await act(1)
    for (const statement of [
      'delete from audit_log',
      `update audit_log set action = 'account.suspended'`,
      `update audit_log set created_at = created_at + interval '1 day'`,
      `update audit_log set purpose = 'support'`,
      `update audit_log set actor_id = gen_random_uuid()`,
      `update audit_log set object = 'another'`,
      `update audit_log set details = '{"done": 7}'`,
    ])
      await expect(query(statement)).rejects.toThrow('audit_log is append-only')
    await checkpoint()
    for (const statement of ['delete from audit_seals', 'update audit_seals set rows = 9'])
      await expect(query(statement)).rejects.toThrow('audit_seals is append-only')
  })

  test('who and what can be erased', async () => {
    await act(1)
    await query(`update audit_log set actor_id = null, object = null, details = '{}'`)
    expect(await query('select actor_id, object, details from audit_log')).toEqual([
      { actor_id: null, object: null, details: {} },
    ])
  })
})

describe('DAT-64 checkpoints show what was changed in spite of that', () => {
  test('a whole log: every row is covered once, the next run goes on, and erasures change no hash', async () => {
    const actor = await act()
    await db()
      .transaction()
      .execute((tx) =>
        recordLook(tx, { adminId: actor, personId: actor, action: 'account.viewed', purpose: 'support' }),
      )
    await checkpoint()
    await checkpoint()
    await act(2)
    await checkpoint()
    expect(await checkAuditLog(db())).toMatchObject({ checkpoints: 2, rows: 6, broken: null })
    await query('delete from "user" where id = $1', [actor])
    await db()
      .transaction()
      .execute((tx) =>
        lookRetention.deleteBatch(
          tx,
          { before: new Date(Date.now() + 60_000), firstRun: new Date(), limit: 10 },
          suite.platform,
        ),
      )
    expect(await query('select person_id from audit_log where person_id is not null')).toEqual([])
    const { last, broken } = await checkAuditLog(db())
    expect(broken).toBeNull()
    expect(await isCheckpoint(db(), last ?? '')).toBe(true)
    expect(await isCheckpoint(db(), '0'.repeat(64))).toBe(false)
  })

  test.for([
    ['deleted', 'delete from audit_log where id = (select min(id) + 1 from audit_log)'],
    ['changed', `update audit_log set action = 'lawyer.verified' where id = (select min(id) from audit_log)`],
    ['moved in time', `update audit_log set created_at = created_at - interval '1 second'`],
    ['given a purpose', `update audit_log set purpose = 'support'`],
    [
      'put in between',
      `insert into audit_log (id, action) overriding system value select min(id) + 1, 'log.read' from audit_log`,
    ],
  ] as const)('a row %s is found in the first checkpoint that covers it', async ([what, statement]) => {
    await act(3)
    if (what === 'put in between')
      await tamper('delete from audit_log where id = (select min(id) + 1 from audit_log)')
    await checkpoint()
    await act(3)
    await checkpoint()
    const [first] = await query(
      'select id::text, last_row::text from audit_seals order by audit_seals.id limit 1',
    )
    await tamper(statement)
    expect((await checkAuditLog(db())).broken).toEqual({
      checkpoint: first?.id,
      after: '0',
      upTo: first?.last_row,
    })
  })

  test('an open transaction is waited for: its row is covered with the others, not skipped', async () => {
    const { id: actor } = await makeAccount(db(), { role: 'admin' })
    let adding: Promise<void> | undefined
    await db()
      .transaction()
      .execute(async (tx) => {
        await audit(tx, { actor, action: 'account.restored', object: actor })
        adding = checkpoint()
        await expect
          .poll(() => query(`select 1 from pg_locks where relation = 'audit_log'::regclass and not granted`))
          .toHaveLength(1)
      })
    await adding
    expect(await checkAuditLog(db())).toMatchObject({ rows: 1, broken: null })
  })
})
