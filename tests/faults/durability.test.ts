import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  expectMessagesInOrder,
  findLostMessages,
  openConversations,
  startWriters,
} from '../support/data/writers.ts'
import { expectInvariants } from '../support/database/invariants.ts'
import { eventually } from '../support/database/test-database.ts'
import { startEmbeddedApp } from './embedded-app.ts'

// F2, and a control that proves that the check works. kill -9 is no power failure: data that reached the
// kernel is still written to disk, so this test cannot detect `fsync = off`. It detects commits that are
// acknowledged before they have left the memory of PostgreSQL, as with `synchronous_commit = off`.

const KILLS = 5

/**
 * Kills PostgreSQL several times while people write.
 * @param prepare SQL to run first
 * @returns the lost messages
 */
async function killUnderLoad(prepare: readonly string[]) {
  const embedded = await startEmbeddedApp()
  const { app, database, postmasterPid } = embedded
  try {
    const conversations = await openConversations(database.platform, app.url, 6)
    for (const statement of prepare) await database.sql(statement)
    // Open connections keep their old settings, so they are closed.
    await database.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'amparo' and pid <> pg_backend_pid()`,
    )
    await sleep(500)
    const writing = startWriters(conversations, () => app.url)
    for (let kill = 1; kill <= KILLS; kill++) {
      await writing.waitForAcknowledged(kill * 70)
      process.kill(postmasterPid(), 'SIGKILL')
      const before = writing.writeLog.uncertain
      await eventually(async () => writing.writeLog.uncertain > before)
    }
    const writeLog = await writing.stop()
    await eventually(() => database.sql('select 1').catch(() => null))
    return { embedded, writeLog, lost: await findLostMessages(database, writeLog, writeLog.acknowledged) }
  } catch (error) {
    await embedded.close()
    throw error
  }
}

test(`F2 PostgreSQL is killed ${KILLS} times under load: nothing acknowledged is lost, all invariants hold`, async () => {
  const { embedded, writeLog, lost } = await killUnderLoad([])
  try {
    console.log(
      `F2: ${writeLog.acknowledged.size} acknowledged, ${lost.length} lost, ${writeLog.uncertain} unknown`,
    )
    expect(lost).toEqual([])
    await expectInvariants(embedded.database)
    await expectMessagesInOrder(embedded.database)
  } finally {
    await embedded.close()
  }
})

test('F2 control: with durability switched off, the same check detects the loss', async () => {
  const { embedded, writeLog, lost } = await killUnderLoad([
    `alter system set wal_writer_delay = '10s'`,
    'select pg_reload_conf()',
    'alter database amparo set synchronous_commit = off',
  ])
  try {
    console.log(
      `control: ${writeLog.acknowledged.size} acknowledged, ${lost.length} lost, ${writeLog.uncertain} unknown`,
    )
    expect(lost.length).toBeGreaterThan(0)
  } finally {
    await embedded.close()
  }
})
