import { expect, test } from 'vitest'
import { silentLog } from '../../../tests/support/database.ts'
import { useDatabase } from '../../../tests/support/suite.ts'
import { listen } from './channel.server.ts'
import { createWake } from './publish.server.ts'

const house = useDatabase()

test('DESIGN §6: a wake-up reaches its own process at once, and the others over the channel alone', async () => {
  const { url, platform } = house.database
  const [mine, another] = [createWake(platform.db, silentLog()), createWake(platform.db, silentLog())]
  const heard: string[] = []
  mine.here.add(() => heard.push('here'))
  const listening = [
    listen(url, silentLog(), () => heard.push('mine'), mine.sender),
    listen(url, silentLog(), () => heard.push('another'), another.sender),
  ]
  // Whoever listens anew has missed what it does not know.
  await expect.poll(() => heard.toSorted()).toEqual(['another', 'mine'])
  heard.splice(0)
  mine()
  expect(heard).toEqual(['here'])
  await expect.poll(() => heard).toEqual(['here', 'another'])
  // Calls come in their order: had its own been heard, it would stand before this one.
  another()
  await expect.poll(() => heard).toEqual(['here', 'another', 'mine'])
  for (const one of listening) await one.stop()
})
