import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { claimFolder } from './folder-lock.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts'

export interface OpenDatabase {
  url: string
  embedded: boolean
  /**
   * `restart`: the embedded server has ended unexpectedly and is being restarted at the same address.
   * `failure`: it is not restarted any more, because it keeps ending or cannot start.
   */
  events: EventEmitter<{ restart: [reason: string]; failure: [reason: string] }>
  close(): Promise<void>
}

const DATABASE = 'amparo'
/** Restarts within a minute. */
const MAX_RESTARTS = 5

/**
 * Opens the configured database: the one of DATABASE_URL, or the embedded one in dataDir, which this process
 * then owns exclusively until `close()`.
 * @param print receives lines for the terminal
 * @throws FolderInUseError, EmbeddedPostgresError, each with a one-line message
 */
export async function openDatabase(config: Config, print: (line: string) => void): Promise<OpenDatabase> {
  const events: OpenDatabase['events'] = new EventEmitter()
  if (config.databaseUrl) return { url: config.databaseUrl, embedded: false, events, close: async () => {} }
  const claim = await claimFolder(config.dataDir)
  let server = await startEmbeddedPostgres({ dataDir: config.dataDir, print })
  let closing = false
  let restarts = 0
  const watch = (running: EmbeddedPostgres) =>
    running.onExit(async (reason) => {
      if (closing) return
      if (++restarts > MAX_RESTARTS)
        return void events.emit('failure', `${reason}: no se mantiene en marcha.`)
      events.emit('restart', reason)
      try {
        server = await startEmbeddedPostgres({ dataDir: config.dataDir, print })
        watch(server)
        setTimeout(() => restarts--, 60_000).unref()
        // close() was called during the restart and stopped the dead server, not this one.
        if (closing) await server.stop()
      } catch (error) {
        events.emit('failure', describeError(error))
      }
    })
  watch(server)
  try {
    await ensureDatabase(server.url('postgres'), DATABASE)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    url: server.url(DATABASE),
    embedded: true,
    events,
    close: async () => {
      closing = true
      await server.stop()
      claim.release()
    },
  }
}

/** Creates a database if it does not exist. @param adminUrl URL of another database of the server */
export const ensureDatabase = (adminUrl: string, name: string): Promise<void> =>
  withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  })

/** Drops a database and ends the connections to it. @param adminUrl URL of another database of the server */
export const dropDatabase = (adminUrl: string, name: string): Promise<void> =>
  withClient(adminUrl, async (client) => {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  })

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** An error as one line for the terminal. */
export function describeError(error: unknown): string {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `El puerto ${port} está ocupado: cierra el otro programa o define PORT.`
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
