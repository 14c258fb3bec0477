import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../support/database.ts'
import { expectWholeDatabase } from '../support/whole.ts'
import { expectInOrder, lostOf, openTalks, startWriting } from '../support/writers.ts'
import { openEmbeddedHouse } from './embedded-house.ts'

// F2, and the proof that the checker sees. kill -9 of a process is no loss of power: what the kernel was given reaches
// the disk. So «fsync off» could not be seen here; what can be is a commit that is acknowledged before its record has
// left PostgreSQL's own memory. That is what `synchronous_commit = off` does, and it must be caught.

const KILLS = 5

/** Kills the whole PostgreSQL again and again while people write. @returns what was acknowledged and is lost */
async function killUnderLoad(prepare: readonly string[]) {
  const house = await openEmbeddedHouse()
  const { app, database, postmaster } = house
  try {
    const talks = await openTalks(database.platform, app.url, 6)
    for (const statement of prepare) await database.sql(statement)
    // The connections that are open keep the settings they began with.
    await database.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'amparo' and pid <> pg_backend_pid()`,
    )
    await sleep(500)
    const writing = startWriting(talks, () => app.url)
    for (let kill = 1; kill <= KILLS; kill++) {
      await writing.reached(kill * 70)
      process.kill(postmaster(), 'SIGKILL')
      const before = writing.told.unknown
      await eventually(async () => writing.told.unknown > before)
    }
    const told = await writing.stop()
    await eventually(() => database.sql('select 1').catch(() => null))
    return { house, told, lost: await lostOf(database, told, told.acknowledged) }
  } catch (error) {
    await house.close()
    throw error
  }
}

test(`F2 PostgreSQL is killed ${KILLS} times under load: nothing acknowledged is lost, everything adds up`, async () => {
  const { house, told, lost } = await killUnderLoad([])
  try {
    console.log(`F2: ${told.acknowledged.size} acknowledged, ${lost.length} lost, ${told.unknown} unknown`)
    expect(lost).toEqual([])
    await expectWholeDatabase(house.database)
    await expectInOrder(house.database)
  } finally {
    await house.close()
  }
})

test('F2 control: with durability switched off the same checker finds the loss', async () => {
  const { house, told, lost } = await killUnderLoad([
    `alter system set wal_writer_delay = '10s'`,
    'select pg_reload_conf()',
    'alter database amparo set synchronous_commit = off',
  ])
  try {
    console.log(
      `control: ${told.acknowledged.size} acknowledged, ${lost.length} lost, ${told.unknown} unknown`,
    )
    expect(lost.length).toBeGreaterThan(0)
  } finally {
    await house.close()
  }
})
