import type { Duplex } from 'node:stream'
import pg from 'pg'
import { BackupError } from './manifest.ts'

/** Interval of the checks whether a connection makes progress. */
const CHECK_INTERVAL_MS = 60_000

/** Statements may take hours. Waits for a lock, and idle time in a transaction, are limited. */
const SETTINGS = {
  statement_timeout: '0',
  lock_timeout: '60s',
  idle_in_transaction_session_timeout: '5min',
  timezone: 'UTC',
  search_path: 'public',
}

/**
 * Connects for long statements, without the application's statement timeout. A watchdog checks the connection
 * every `checkMs` milliseconds: if a response is pending, no byte was transferred since the last check and
 * the server does not work on the statement, it ends the connection, and the statement fails with a
 * BackupError (docs/decisions/0027).
 */
export async function connectForBackup(url: string, checkMs = CHECK_INTERVAL_MS): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'amparo-copia',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  // A connection error also rejects the running statement, so it is handled there.
  client.on('error', () => {})
  await client.connect()
  await watch(client, url, checkMs)
  return client
}

/** Properties of pg's client that its types do not declare. */
const internals = (client: pg.Client) =>
  client as unknown as {
    connection: { stream: Duplex & { bytesRead: number; bytesWritten: number } }
    readyForQuery: boolean
  }

async function watch(client: pg.Client, url: string, checkMs: number): Promise<void> {
  const query: pg.QueryConfig & pg.ClientConfig = {
    text: 'select pg_backend_pid() as pid',
    query_timeout: 10_000,
  }
  const { rows } = await client.query<{ pid: number }>(query)
  const { stream } = internals(client).connection
  const bytesTransferred = () => stream.bytesRead + stream.bytesWritten
  let before = bytesTransferred()
  const check = async () => {
    const now = bytesTransferred()
    const isStalled = now === before && !internals(client).readyForQuery
    before = now
    // Compare again after the query: if this process itself was blocked, data may have arrived meanwhile.
    if (!isStalled || (await isWorking(url, rows[0]?.pid, checkMs)) || bytesTransferred() !== now) return
    stream.destroy(
      new BackupError('La base de datos dejó de responder y la orden se canceló: inténtalo de nuevo.'),
    )
  }
  // The timer also keeps the process alive, which a socket that nobody reads does not.
  const timer = setInterval(check, checkMs)
  client.once('end', () => clearInterval(timer))
}

/** Whether the server executes a statement of that connection and does not wait for the client. */
async function isWorking(url: string, pid: number | undefined, timeoutMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `select from pg_stat_activity where pid = $1 and state = 'active' and wait_event_type is distinct from 'Client'`,
      [pid],
    )
    return rowCount === 1
  } catch {
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
