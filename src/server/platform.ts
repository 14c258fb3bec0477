import type pg from 'pg'
import type { Config } from '../platform/config/config.ts'
import { createDatabase, createPool } from '../platform/database/database.server.ts'
import { SOCKET_TIMEOUT_MS } from '../platform/database/socket-timeout.server.ts'
import { createStorage } from '../platform/files/create-storage.server.ts'
import { createSealer } from '../platform/jobs/sealer.server.ts'
import { readKeys } from '../platform/keys/key-file.server.ts'
import { createKeys } from '../platform/keys/keys.server.ts'
import { createLog } from '../platform/log/log.server.ts'
import { createWake } from '../platform/realtime/publish.server.ts'
import type { Platform } from '../platform/rpc/context.server.ts'
import { noticeKinds } from './notices.ts'

export interface RunningPlatform extends Platform {
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Creates the shared services of this process.
 * @param config complete settings, with the URL of the database and the secret
 */
export function createPlatform(
  config: Config & { databaseUrl: string; sessionSecret: string },
): RunningPlatform {
  const keys = createKeys(readKeys(config))
  const quiet = config.localMode && process.stdout.isTTY
  const log = createLog(quiet ? 'warn' : 'info')
  const pool = createPool(config.databaseUrl, log, 10, {}, SOCKET_TIMEOUT_MS)
  const db = createDatabase(pool)
  return {
    config,
    log,
    pool,
    db,
    wake: createWake(db, log),
    sealer: createSealer(config.sessionSecret),
    keys,
    files: createStorage(config.files),
    noticeKinds,
    close: () => pool.end(),
  }
}

/**
 * Narrows settings that start.ts has completed: the application processes need no defaults of their own.
 * @throws when the URL of the database or the secret is absent
 */
export function completeConfig(config: Config): Config & { databaseUrl: string; sessionSecret: string } {
  const { databaseUrl, sessionSecret } = config
  if (!databaseUrl || !sessionSecret)
    throw new Error('DATABASE_URL and SESSION_SECRET must be known here: start through npm start.')
  return { ...config, databaseUrl, sessionSecret }
}
