/** A process of its own that claims a data folder and owns its PostgreSQL: to be killed by the tests. */
import { claimFolder } from '../../src/server/embedded/owner.ts'
import { startEmbeddedPostgres } from '../../src/server/embedded/postgres.ts'

const dataDir = process.argv[2]
if (!dataDir) throw new Error('usage: embedded-owner.ts <data folder>')
const begin = performance.now()
try {
  await claimFolder(dataDir)
  const said: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, say: (line) => said.push(line) })
  server.onExit((reason) => console.log(JSON.stringify({ ended: reason })))
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
  const { pid, place, connection } = server
  const ms = Math.round(performance.now() - begin)
  console.log(JSON.stringify({ pid, place, connection, url: server.url('postgres'), said, ms }))
  setInterval(() => {}, 60_000)
} catch (error) {
  console.log(JSON.stringify({ refused: error instanceof Error ? error.message : String(error) }))
  process.exit(1)
}
