import type { Config } from '../config/config.ts'
import type { Db } from '../database/database.server.ts'
import type { FileStorage } from '../files/storage.server.ts'
import type { Sealer } from '../jobs/secrets.server.ts'
import type { Log } from '../log/log.server.ts'
import type { Wake } from '../realtime/publish.server.ts'
import type { Session } from '../session.ts'

/** What every command may need of the house, made once per process by the composition root. */
export interface Platform {
  config: Config
  db: Db
  log: Log
  wake: Wake
  sealer: Sealer
  files: FileStorage
}

/** Who asks, from where, and how an answer may set a cookie or header. One per request. */
export interface Context extends Platform {
  session: Session | null
  requestId: string
  /** The client's address; behind a proxy only what TRUSTED_PROXIES vouches for. */
  address: string
  userAgent: string
  /** The Cookie header as sent. */
  cookie: string
  setCookie(value: string): void
  setHeader(name: string, value: string): void
}

/** A context whose asker is signed in. */
export interface SignedIn extends Context {
  session: Session
}
