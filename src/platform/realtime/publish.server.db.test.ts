import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import { createWake } from './publish.server.ts'
import { listenForWakeUps } from './wake-channel.server.ts'

const suite = useDatabase()

test('docs/design.md §6: a wake-up reaches its own process directly, and the others through the channel only', async () => {
  const { url, platform } = suite.database
  const [mine, another] = [createWake(platform.db, silentLog()), createWake(platform.db, silentLog())]
  const calls: string[] = []
  mine.localHubs.add(() => calls.push('here'))
  const listeners = [
    listenForWakeUps(url, silentLog(), () => calls.push('mine'), mine.senderId),
    listenForWakeUps(url, silentLog(), () => calls.push('another'), another.senderId),
  ]
  // Each new listener wakes once, because it may have missed wake-ups.
  await expect.poll(() => calls.toSorted()).toEqual(['another', 'mine'])
  calls.splice(0)
  mine()
  expect(calls).toEqual(['here'])
  await expect.poll(() => calls).toEqual(['here', 'another'])
  // Notifications keep their order: its own one would come before this one.
  another()
  await expect.poll(() => calls).toEqual(['here', 'another', 'mine'])
  for (const one of listeners) await one.stop()
})
