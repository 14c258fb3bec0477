import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startAppProcess } from '../support/app/app-process.ts'
import { useDatabase } from '../support/app/suite.ts'
import { eventually } from '../support/database/test-database.ts'

// Service managers send SIGTERM to every process of the group, and tools/bootstrap.mjs passes it on.

const suite = useDatabase()
const BODY = '{"text":"Me despidieron"}'

/** Starts the application and a request of which only half has arrived. */
async function startWithOpenRequest() {
  const app = await startAppProcess({ databaseUrl: suite.database.url })
  const socket = connect(app.port, '127.0.0.1')
  socket.write(
    `POST /api/search/understand HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY.slice(0, 5)}`,
  )
  // Has arrived when the next request is answered.
  await fetch(`${app.url}/healthz`)
  const isListening = async () =>
    await fetch(`${app.url}/healthz`).then(
      () => true,
      () => false,
    )
  return { app, socket, isListening }
}

test('a second SIGTERM does not break off the requests in progress', async () => {
  const { app, socket, isListening } = await startWithOpenRequest()
  const answer = text(socket)
  process.kill(app.pid, 'SIGTERM')
  await eventually(async () => !(await isListening()))
  process.kill(app.pid, 'SIGTERM')
  // Long enough for the second signal to arrive.
  await new Promise((done) => setTimeout(done, 200))
  socket.write(BODY.slice(5))
  expect(await answer).toMatch(/^HTTP\/1\.1 200/)
  await app.stop()
})

test('a second Ctrl+C ends the application at once', async () => {
  const { app, socket, isListening } = await startWithOpenRequest()
  const answer = text(socket).catch(() => '')
  process.kill(app.pid, 'SIGINT')
  await eventually(async () => !(await isListening()))
  process.kill(app.pid, 'SIGINT')
  expect(await answer).toBe('')
  await app.stop()
})
