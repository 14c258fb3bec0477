import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { chatFixtures } from '../../../tests/support/data/chat-fixtures.ts'
import { statementsOf } from '../../../tools/migration-rules.ts'
import { finishCase } from '../../demo-data/closings.ts'
import { makeOpenCase } from '../../demo-data/conversations.ts'
import { transact } from '../../platform/database/database.server.ts'
import { MIGRATIONS_DIR } from '../../platform/database/migrate.server.ts'
import { accept, refuse } from '../../platform/errors/refusal.ts'
import { deleteAccount } from '../account-deletion/commands.server.ts'
import { advanceCase, publishCase, recordEntry } from './commands.server.ts'

const suite = useDatabase()
const { client, activeCase } = chatFixtures(suite)

const entriesOf = (caseId: string) =>
  suite.database.sql(
    'select kind, ref, actor_id, at is not null as dated, detail from case_entries where case_id = $1 order by id',
    [caseId],
  )
const step = (kind: string, caseId: string, actor_id: string | null, dated = true) => ({
  kind,
  ref: caseId,
  actor_id,
  dated,
  detail: null,
})

test('SEG-03 a published case has an entry of its client; a repeated publication none more', async () => {
  const clientId = await client()
  const caseId = await makeOpenCase(suite.platform, clientId)
  expect(await entriesOf(caseId)).toEqual([step('published', caseId, clientId)])
  const other = { id: caseId, clientId, title: 'Otra', description: 'Otra' }
  await publishCase(suite.platform, {
    ...other,
    specialty: null,
    commune: null,
    details: [],
    in_market: true,
  })
  expect(await entriesOf(caseId)).toHaveLength(1)
})

test('SEG-03 acceptance and both changes of status have an entry each', async () => {
  const { caseId, clientId, lawyerId, asLawyer, asClient } = await activeCase()
  await advanceCase(asClient, { caseId, to: 'en progreso' })
  expect(await entriesOf(caseId)).toEqual([step('accepted', caseId, clientId)])
  await Promise.all(Array.from({ length: 5 }, () => advanceCase(asLawyer, { caseId, to: 'en progreso' })))
  await finishCase(asLawyer, caseId)
  expect(await entriesOf(caseId)).toEqual([
    step('accepted', caseId, clientId),
    step('in-progress', caseId, lawyerId),
    { ...step('finished', caseId, lawyerId), ref: expect.any(String) },
  ])
})

test('SEG-03 an entry is written in its transaction, once for a kind and ref', async () => {
  const { caseId, lawyerId } = await activeCase()
  const entry = { caseId, kind: 'in-progress', ref: 'a', actorId: lawyerId, detail: 'uno' } as const
  await transact(suite.platform.db, async (tx) => {
    await recordEntry(tx, entry)
    return refuse({ code: 'CONFLICT', message: 'x' })
  })
  expect(await entriesOf(caseId)).toHaveLength(1)
  for (const detail of ['uno', 'dos'])
    await transact(suite.platform.db, async (tx) => accept(await recordEntry(tx, { ...entry, detail })))
  expect((await entriesOf(caseId)).slice(1)).toMatchObject([{ ref: 'a', detail: 'uno' }])
})

test('SEG-03, OPEN-58 a departure is an entry without an actor; one of the lawyer also ends the case', async () => {
  const byLawyer = await activeCase()
  expect(await deleteAccount(byLawyer.asLawyer, { password: 'demo1234' })).toMatchObject({ ok: true })
  expect(await entriesOf(byLawyer.caseId)).toEqual([
    step('accepted', byLawyer.caseId, byLawyer.clientId),
    step('lawyer-left', byLawyer.caseId, null),
    step('finished', byLawyer.caseId, null),
  ])
  const byClient = await activeCase()
  expect(await deleteAccount(byClient.asClient, { password: 'demo1234' })).toMatchObject({ ok: true })
  expect(await entriesOf(byClient.caseId)).toEqual([
    step('accepted', byClient.caseId, null),
    step('client-left', byClient.caseId, null),
  ])
})

test('SEG-03 the migration fills entries from stored times, and invents none', async () => {
  const running = await activeCase()
  const waiting = await makeOpenCase(suite.platform, running.clientId)
  const published = await makeOpenCase(suite.platform, running.clientId)
  const finished = await activeCase()
  const left = await activeCase()
  await suite.database.sql(
    `update cases set status = 'activo', lawyer_id = $2, proposal_accepted_at = app_now() + interval '1 day' where id = $1`,
    [published, running.lawyerId],
  )
  await suite.database.sql(`update cases set status = 'en progreso' where id = $1`, [running.caseId])
  await suite.database.sql(`update cases set status = 'finalizado' where id = any($1)`, [
    [finished.caseId, left.caseId],
  ])
  await suite.database.sql(`update cases set lawyer_id = null where id = $1`, [left.caseId])
  await suite.database.sql('delete from case_entries')
  const script = readFileSync(join(MIGRATIONS_DIR, '0024_progress.sql'), 'utf8')
  for (const statement of statementsOf(script))
    if (/^(--[^\n]*\n)*insert into case_entries/.test(statement)) await suite.database.sql(statement)

  const { clientId, lawyerId, caseId } = running
  expect(await entriesOf(waiting)).toEqual([step('published', waiting, clientId)])
  expect(await entriesOf(published)).toEqual([
    step('published', published, clientId),
    step('accepted', published, clientId),
  ])
  expect(await entriesOf(caseId)).toEqual([
    step('accepted', caseId, clientId),
    step('in-progress', caseId, lawyerId, false),
  ])
  expect(await entriesOf(finished.caseId)).toEqual([
    step('accepted', finished.caseId, finished.clientId),
    step('in-progress', finished.caseId, finished.lawyerId, false),
    step('finished', finished.caseId, finished.lawyerId, false),
  ])
  expect(await entriesOf(left.caseId)).toEqual([
    step('accepted', left.caseId, left.clientId),
    step('finished', left.caseId, null, false),
    step('lawyer-left', left.caseId, null, false),
  ])
})
