import type { Duplex } from 'node:stream'
import pg from 'pg'
import { BackupError } from './manifest.ts'

/** Between two looks at whether a connection makes progress. */
const LOOK_MS = 60_000

/** A statement may take hours, waiting may not: neither for somebody else's lock, nor for us inside a transaction. */
const SETTINGS = {
  statement_timeout: '0',
  lock_timeout: '60s',
  idle_in_transaction_session_timeout: '5min',
  timezone: 'UTC',
  search_path: 'public',
}

/**
 * A connection for statements that take long, without the time limits of the application's own.
 * @param lookMs milliseconds after which a connection that is owed an answer and moved no byte is asked about; ended,
 *   with a BackupError for what was asked, unless the server works on it
 */
export async function connectFor(url: string, lookMs = LOOK_MS): Promise<pg.Client> {
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
  // What breaks a connection fails the statement that runs on it.
  client.on('error', () => {})
  await client.connect()
  await watch(client, url, lookMs)
  return client
}

/** What pg knows and does not tell in its types. */
const within = (client: pg.Client) =>
  client as unknown as {
    connection: { stream: Duplex & { bytesRead: number; bytesWritten: number } }
    readyForQuery: boolean
  }

async function watch(client: pg.Client, url: string, lookMs: number): Promise<void> {
  const asked: pg.QueryConfig & pg.ClientConfig = {
    text: 'select pg_backend_pid() as pid',
    query_timeout: 10_000,
  }
  const { rows } = await client.query<{ pid: number }>(asked)
  const { stream } = within(client).connection
  const moved = () => stream.bytesRead + stream.bytesWritten
  let before = moved()
  const look = async () => {
    const now = moved()
    const isStill = now === before && !within(client).readyForQuery
    before = now
    // Asking takes a moment, in which a process that stood still itself hears what has come.
    if (!isStill || (await isWorking(url, rows[0]?.pid, lookMs)) || moved() !== now) return
    stream.destroy(
      new BackupError('La base de datos dejó de responder y la orden se canceló: inténtalo de nuevo.'),
    )
  }
  // It also keeps the process alive: a socket that nobody reads does not.
  const timer = setInterval(look, lookMs)
  client.once('end', () => clearInterval(timer))
}

/** Whether the server is busy with a statement of that connection, and not waiting for its client. */
async function isWorking(url: string, pid: number | undefined, withinMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
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
