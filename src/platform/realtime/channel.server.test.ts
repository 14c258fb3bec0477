import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { Log } from '../log/log.server.ts'
import { listen } from './channel.server.ts'

test('a database that cannot be reached is tried again, and each loss is logged', async () => {
  let tries = 0
  const server = createServer((socket) => {
    tries += 1
    socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const warn = vi.fn()
  const heard = vi.fn()
  const listening = listen(`postgres://x@127.0.0.1:${port}/x`, { warn } as unknown as Log, heard, 'me')
  await vi.waitFor(() => expect(tries).toBeGreaterThan(1), { timeout: 20_000 })
  await listening.stop()
  const stopped = tries
  expect(warn).toHaveBeenCalledWith(expect.anything(), 'live channel lost')
  expect(heard).not.toHaveBeenCalled()
  await new Promise((done) => setTimeout(done, 300))
  expect(tries).toBeLessThanOrEqual(stopped + 1)
  server.close()
})
