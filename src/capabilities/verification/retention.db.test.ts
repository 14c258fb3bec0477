import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { createWaitingLawyer } from '../../../tests/support/data/waiting-lawyer.ts'
import { readFileOf } from '../../../tests/support/files/test-files.ts'
import { type RetentionRule, ranLately, runRetention } from '../../platform/retention/retention.server.ts'
import { retentionRules } from '../../server/tasks.ts'
import { consentsRetention } from '../consents/jobs.server.ts'
import { verificationRetention } from './jobs.server.ts'

const suite = useDatabase()
const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  suite.database.sql<Row>(text, values)
const run = (rules: readonly RetentionRule[] = verificationRetention) => runRetention(suite.platform, rules)

/** A lawyer with a card on file whose last submission was decided so many days ago. */
async function decided(outcome: 'verified' | 'returned', days: number) {
  const { id } = await createWaitingLawyer(suite.platform, { document: 'pdf' })
  await sql(
    `update review_submissions set outcome = $2, reason = case when $2 = 'returned' then 'Falta algo' end,
       submitted_at = app_now() - make_interval(days => $3 + 1), decided_at = app_now() - make_interval(days => $3)
     where lawyer_id = $1`,
    [id, outcome, days],
  )
  const status = outcome === 'verified' ? 'verified' : 'profile_pending'
  await sql(
    `update lawyer_profiles set verification_status = $2, is_verified = $2 = 'verified' where id = $1`,
    [id, status],
  )
  await sql('update profiles set verification_status = $2 where id = $1', [id, status])
  return { id, key: (await cardOf(id)).key as string }
}

const cardOf = async (id: string) =>
  (
    await sql<{ key: string | null; sha256: string | null; gone: boolean; state: string | null }>(
      `select l.id_card_path as key, l.id_card_sha256 as sha256, l.id_card_deleted_at is not null as gone
       from lawyer_profiles l where l.id = $1`,
      [id],
    )
  )[0] as { key: string | null; sha256: string | null; gone: boolean }
const stateOf = async (key: string) =>
  (await sql<{ state: string }>('select state from stored_files where key = $1', [key]))[0]?.state

/** As if the rules had been there for a year. */
const oldRuns = () =>
  sql(
    `insert into retention_runs (rule, cut_off, started_at, finished_at)
     select name, app_now(), app_now() - interval '1 year', app_now() - interval '1 year' from unnest($1::text[]) as name`,
    [verificationRetention.map(({ name }) => name)],
  )

describe('DAT-38 identity cards', () => {
  test('of verified lawyers from before stay 30 days after the first run', async () => {
    const { id, key } = await decided('verified', 400)
    await run()
    expect(await cardOf(id)).toEqual({ key, sha256: null, gone: false })
  })

  test('are deleted 30 days after «verificado» and 180 after a return; their hash stays', async () => {
    await oldRuns()
    const due = [await decided('verified', 31), await decided('returned', 181)]
    const kept = [await decided('verified', 29), await decided('returned', 179)]
    const hashes = await Promise.all(
      due.map(async ({ key }) =>
        createHash('sha256')
          .update(await readFileOf(suite.platform, key))
          .digest('hex'),
      ),
    )
    await run()
    for (const [at, { id, key }] of due.entries()) {
      expect(await cardOf(id)).toEqual({ key: null, sha256: hashes[at], gone: true })
      expect(await stateOf(key)).toBe('discarded')
    }
    for (const { id, key } of kept) expect((await cardOf(id)).key).toBe(key)
    expect(
      await sql('select verification_status as status from profiles where id = $1', [due[0]?.id]),
    ).toEqual([{ status: 'verified' }])
    const [last] = await sql<{ rows: number; files: number }>(
      `select rows, files from retention_runs where rule = 'id-cards-returned' order by id desc limit 1`,
    )
    expect(last).toEqual({ rows: 1, files: 1 })
  })

  test('a card that does not open is deleted without its hash, and keeps no other one back', async () => {
    await oldRuns()
    const broken = await decided('verified', 31)
    const { files } = suite.platform.config
    if (files.kind !== 'disk') throw new Error('not on disk')
    await writeFile(join(files.folder, broken.key), randomBytes(100))
    const whole = await decided('verified', 31)
    await run()
    expect(await cardOf(broken.id)).toEqual({ key: null, sha256: null, gone: true })
    expect(await cardOf(whole.id)).toMatchObject({ key: null, sha256: expect.any(String), gone: true })
  })

  test('of a lawyer who is under review again stay, whatever was decided before', async () => {
    const { id, key } = await decided('returned', 300)
    await sql('insert into review_submissions (lawyer_id) values ($1)', [id])
    await run()
    expect((await cardOf(id)).key).toBe(key)
  })

  test('a deleted card is no way back into review without a new one', async () => {
    const { id } = await decided('returned', 300)
    await run()
    await expect(
      sql(`update lawyer_profiles set verification_status = 'admin_pending' where id = $1`, [id]),
    ).rejects.toThrow('lawyer_profiles_complete')
  })
})

test('DAT-38 consents stay while they are in force, and five years after they ended or the account was deleted', async () => {
  const { id } = await createWaitingLawyer(suite.platform)
  await sql('delete from retention_runs')
  await sql('alter table consent_movements disable trigger user')
  await sql('delete from consent_movements')
  const add = (userId: string | null, version: string, age: string, left: string | null = null) =>
    sql(
      `insert into consent_movements (user_id, kind, version, text_sha256, given, screen, at, left_at)
       values ($1, 'terminos', $2, repeat('a', 64), true, 'x', app_now() - $3::interval, app_now() - $4::interval)`,
      [userId, version, age, left],
    )
  // Replaced six years ago; replaced last year; in force.
  await add(id, '2015-01-01', '9 years')
  await add(id, '2016-01-01', '6 years')
  await add(id, '2017-01-01', '1 year')
  await add(null, '2011-01-01', '9 years', '6 years')
  await add(null, '2012-01-01', '9 years', '1 year')
  await sql('alter table consent_movements enable trigger user')
  await run(consentsRetention)
  const left = await sql<{ version: string }>(
    'select version::text as version from consent_movements order by version',
  )
  expect(left.map(({ version }) => version)).toEqual(['2012-01-01', '2016-01-01', '2017-01-01'])
})

describe('DAT-37 the run of all rules', () => {
  const rule = (name: string, deleteBatch: RetentionRule['deleteBatch']): RetentionRule => ({
    name,
    title: name,
    period: '',
    seconds: 60,
    batchRows: 2,
    deleteBatch,
  })
  const runsOf = (name: string) =>
    sql(
      'select rows, files, finished_at is not null as done, error from retention_runs where rule = $1 order by id',
      [name],
    )

  test('leaves rows, files and the cut-off of each; one that fails is recorded and stops no other', async () => {
    let left = 5
    const counting = rule('counting', async () => {
      const rows = Math.min(left, 2)
      left -= rows
      return { rows, files: 1 }
    })
    const failing = rule('failing', async (tx) => {
      await tx.updateTable('rate_limits').set({ count: 0 }).execute()
      throw new TypeError('no')
    })
    await expect(run([failing, counting])).rejects.toThrow('failing')
    expect(await runsOf('failing')).toEqual([{ rows: 0, files: 0, done: true, error: 'TypeError' }])
    expect(await runsOf('counting')).toEqual([{ rows: 5, files: 3, done: true, error: null }])
    const [{ age } = { age: 0 }] = await sql<{ age: number }>(
      `select extract(epoch from started_at - cut_off)::int as age from retention_runs where rule = 'counting'`,
    )
    expect(age).toBe(60)
  })

  test('killed between two batches it has counted what it deleted, and the next run does the rest', async () => {
    await sql(`insert into rate_limits (key, count, window_start)
      select 'retention:' || at, 1, app_now() - interval '2 days' from generate_series(1, 5) as at`)
    const attempts = retentionRules.find(({ name }) => name === 'attempts') as RetentionRule
    let batches = 0
    const killed: RetentionRule = {
      ...attempts,
      batchRows: 2,
      deleteBatch: async (tx, batch, platform) => {
        const result = await attempts.deleteBatch(tx, batch, platform)
        // The connection ends with the process: this batch is rolled back.
        if (++batches === 2) throw new Error('killed')
        return result
      },
    }
    await expect(run([killed])).rejects.toThrow('attempts')
    expect(await runsOf('attempts')).toMatchObject([{ rows: 2 }])
    await run([attempts])
    expect(await runsOf('attempts')).toMatchObject([{ rows: 2 }, { rows: 3 }])
  })

  test('two processes at once delete each thing once', async () => {
    await oldRuns()
    const due = await Promise.all(Array.from({ length: 5 }, () => decided('verified', 40)))
    const before = await sql<{ files: number }>(
      `select coalesce(sum(files), 0)::int as files from retention_runs`,
    )
    await Promise.all([run(), run()])
    const after = await sql<{ files: number }>(
      `select coalesce(sum(files), 0)::int as files from retention_runs`,
    )
    for (const { id } of due) expect((await cardOf(id)).gone).toBe(true)
    expect((after[0]?.files ?? 0) - (before[0]?.files ?? 0)).toBe(due.length)
  })

  test('is made up when a night was missed, and only then', async () => {
    await sql('delete from retention_runs')
    expect(await ranLately(suite.platform.db)).toBe(false)
    await run(retentionRules)
    expect(await ranLately(suite.platform.db)).toBe(true)
    await sql(`update retention_runs set finished_at = app_now() - interval '26 hours'`)
    expect(await ranLately(suite.platform.db)).toBe(false)
  })

  test('every rule has a name, a title and a period of its own', () => {
    const names = retentionRules.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, title, period } of retentionRules) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(title && period).not.toBe('')
    }
  })

  test('DAT-38 of an old look only that it happened stays', async () => {
    const [admin] = await sql<{ id: string }>('select id from "user" limit 1')
    await sql(
      `insert into audit_log (actor_id, action, object, person_id, purpose, details, created_at)
       select $1, 'account.viewed', 'x', $1, 'support', '{"a":1}', app_now() - make_interval(days => age)
       from unnest(array[731, 729]) as age`,
      [admin?.id],
    )
    await run(retentionRules)
    expect(
      await sql(
        `select object, person_id is null as nameless, actor_id is null as actorless, details, purpose from audit_log
         where action = 'account.viewed' order by created_at`,
      ),
    ).toEqual([
      { object: null, nameless: true, actorless: true, details: {}, purpose: 'support' },
      { object: 'x', nameless: false, actorless: false, details: { a: 1 }, purpose: 'support' },
    ])
  })
})

test('DAT-38 what was decided about a lawyer who left is deleted after five years', async () => {
  await oldRuns()
  await sql(
    `insert into former_lawyers (rut_digest, review_count, rating_sum, decisions, left_at)
     select repeat('a', 64), 0, 0, '[{}]', app_now() - make_interval(days => age) from unnest(array[1824, 1826]) as age`,
  )
  await run()
  expect(await sql(`select (app_now()::date - left_at::date) as age from former_lawyers`)).toEqual([
    { age: 1824 },
  ])
})
