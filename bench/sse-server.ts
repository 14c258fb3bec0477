// The live stream as every application process has it, and a POST that writes a message and its events like the chat.
import Fastify from 'fastify'
import { sql } from 'kysely'
import { readConfig } from '../src/platform/config/config.ts'
import { transact } from '../src/platform/database/database.server.ts'
import { accept } from '../src/platform/errors/refusal.ts'
import type { EventReader } from '../src/platform/realtime/hub.server.ts'
import { publish } from '../src/platform/realtime/publish.server.ts'
import { eventRoutes } from '../src/server/events.ts'
import { completeConfig, createPlatform } from '../src/server/platform.ts'
import { requestContext } from '../src/server/request-context.ts'

const platform = createPlatform(completeConfig(readConfig(process.env)))
platform.log.level = 'warn'
const app = Fastify({ forceCloseConnections: 'idle' })

const message: EventReader = async (db, refs) => {
  const { rows } = await sql<{ id: string; sender_id: string; text: string }>`
    select id, sender_id, text from bench_messages where id = any(${refs}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

let streams = 0
app.server.on('connection', (socket) => {
  streams++
  socket.on('close', () => streams--)
})
eventRoutes(app, platform, { readers: { message } })
app.post<{ Body: { id: string; to: string; text: string } }>('/api/bench/send', async (request, reply) => {
  const context = await requestContext(platform, request, reply)
  const from = context.session?.userId
  if (!from) return reply.code(401).send({})
  const { id, to, text } = request.body
  await transact(platform.db, async (tx) => {
    await sql`insert into bench_messages (id, sender_id, text) values (${id}, ${from}, ${text})`.execute(tx)
    await publish(
      tx,
      platform.wake,
      [from, to].map((user_id) => ({ user_id, kind: 'message', ref: id })),
    )
    return accept(null)
  })
  return { id }
})

process.on('message', () => {
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  process.send?.({ rssBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6, streams })
})
process.once('SIGTERM', async () => {
  await app.close()
  await platform.close()
  process.exit(0)
})
await app.listen({ host: '127.0.0.1', port: platform.config.port })
process.send?.('ready')
