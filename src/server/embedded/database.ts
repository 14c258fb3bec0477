import pg from 'pg'
import type { Config } from '../../platform/config/config.ts'
import { claimFolder } from './owner.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts'

export interface OpenDatabase {
  url: string
  embedded: boolean
  /** Tells when the embedded server ended unasked; it is started again at the same address. */
  onLoss(listener: (reason: string) => void): void
  /** Tells when it will not be started again: it keeps ending, or cannot start. */
  onGone(listener: (reason: string) => void): void
  close(): Promise<void>
}

const NAME = 'amparo'
const RESTARTS = 5

/**
 * The database of the settings: the one DATABASE_URL names, or the embedded one in dataDir, which this process then
 * owns alone until `close()`.
 * @throws FolderInUseError, EmbeddedPostgresError with one clear line
 */
export async function openDatabase(config: Config, say: (line: string) => void): Promise<OpenDatabase> {
  if (config.databaseUrl)
    return {
      url: config.databaseUrl,
      embedded: false,
      onLoss: () => {},
      onGone: () => {},
      close: async () => {},
    }
  const claim = await claimFolder(config.dataDir)
  let server = await startEmbeddedPostgres({ dataDir: config.dataDir, say })
  let closing = false
  let restarts = 0
  const losses: ((reason: string) => void)[] = []
  const ends: ((reason: string) => void)[] = []
  const tell = (listeners: ((reason: string) => void)[], reason: string) => {
    for (const listener of listeners) listener(reason)
  }
  const guard = (running: EmbeddedPostgres) =>
    running.onExit(async (reason) => {
      if (closing) return
      if (++restarts > RESTARTS) return tell(ends, `${reason}: no se mantiene en marcha.`)
      tell(losses, reason)
      try {
        server = await startEmbeddedPostgres({ dataDir: config.dataDir, say })
        guard(server)
        setTimeout(() => restarts--, 60_000).unref()
        // Asked to end while it was starting: the one that close() stopped was the dead one.
        if (closing) await server.stop()
      } catch (error) {
        tell(ends, oneLineOf(error))
      }
    })
  guard(server)
  try {
    await ensureDatabase(server.url('postgres'), NAME)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    url: server.url(NAME),
    embedded: true,
    onLoss: (listener) => losses.push(listener),
    onGone: (listener) => ends.push(listener),
    close: async () => {
      closing = true
      await server.stop()
      claim.release()
    },
  }
}

/** Makes a database unless it is there. @param adminUrl a URL of another database of the server */
export async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/** Deletes a database and whoever is connected to it. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  } finally {
    await client.end()
  }
}

/** A fault as one line for the terminal. */
export function oneLineOf(error: unknown): string {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `El puerto ${port} está ocupado: cierra el otro programa o define PORT.`
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
