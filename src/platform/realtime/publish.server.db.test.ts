import { expect, test } from 'vitest'
import { silentLog } from '../../../tests/support/database.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { listenForWakeUps } from './channel.server.ts'
import { createWake } from './publish.server.ts'

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
