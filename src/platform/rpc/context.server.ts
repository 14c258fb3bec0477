import type { Config } from '../config/config.ts'
import type { Db } from '../database/database.server.ts'
import type { FileStorage } from '../files/storage.server.ts'
import type { Sealer } from '../jobs/sealer.server.ts'
import type { Keys } from '../keys/keys.server.ts'
import type { Log } from '../log/log.server.ts'
import type { NoticeKinds } from '../notices/notice-kinds.ts'
import type { Wake } from '../realtime/publish.server.ts'
import type { Session } from '../session/session.ts'

/** The application's services, for every command; the composition root creates them once per process. */
export interface Platform {
  config: Config
  db: Db
  log: Log
  wake: Wake
  sealer: Sealer
  keys: Keys
  files: FileStorage
  noticeKinds: NoticeKinds
}

/** Per-request context: who calls, from where, and how the response sets a cookie or header. */
export interface Context extends Platform {
  session: Session | null
  requestId: string
  /** The client's IP address; forwarded headers count only from TRUSTED_PROXIES. */
  address: string
  userAgent: string
  /** The raw Cookie header. */
  cookie: string
  setCookie(value: string): void
  setHeader(name: string, value: string): void
}

/** Context of a request with a session. */
export interface SignedInContext extends Context {
  session: Session
}
