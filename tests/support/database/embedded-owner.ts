/** Runs as a child process: locks a data folder and starts its PostgreSQL, until a test kills it. */
import { claimFolder } from '../../../src/embedded-postgres/folder-lock.ts'
import { startEmbeddedPostgres } from '../../../src/embedded-postgres/postgres.ts'

const dataDir = process.argv[2]
if (!dataDir) throw new Error('usage: embedded-owner.ts <data folder>')
const startedAt = performance.now()
try {
  await claimFolder(dataDir)
  const messages: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, print: (line) => messages.push(line) })
  server.onExit((reason) => console.log(JSON.stringify({ ended: reason })))
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  const { pid, clusterDir, connection } = server
  const ms = Math.round(performance.now() - startedAt)
  console.log(JSON.stringify({ pid, clusterDir, connection, url: server.url('postgres'), messages, ms }))
  setInterval(() => {}, 60_000)
} catch (error) {
  console.log(JSON.stringify({ refused: error instanceof Error ? error.message : String(error) }))
  process.exit(1)
}
