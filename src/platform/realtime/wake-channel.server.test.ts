import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { Log } from '../log/log.server.ts'
import { listenForWakeUps } from './wake-channel.server.ts'

test('retries an unreachable database and logs each lost connection', async () => {
  let attempts = 0
  const server = createServer((socket) => {
    attempts += 1
    socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const warn = vi.fn()
  const onWake = vi.fn()
  const listener = listenForWakeUps(
    `postgres://x@127.0.0.1:${port}/x`,
    { warn } as unknown as Log,
    onWake,
    'me',
  )
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(1), { timeout: 20_000 })
  await listener.stop()
  const attemptsAtStop = attempts
  expect(warn).toHaveBeenCalledWith(expect.anything(), 'live channel lost')
  expect(onWake).not.toHaveBeenCalled()
  await new Promise((done) => setTimeout(done, 300))
  expect(attempts).toBeLessThanOrEqual(attemptsAtStop + 1)
  server.close()
})
