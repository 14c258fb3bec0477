/** Counts the statements that are sent to PostgreSQL. */
import type pg from 'pg'
import { createDatabase } from '../../../src/platform/database/database.server.ts'
import type { RunningPlatform } from '../../../src/server/platform.ts'

/** Returns the platform with a database connection that records the text of every statement. */
export function recordStatements(platform: RunningPlatform): {
  platform: RunningPlatform
  statements: string[]
} {
  const statements: string[] = []
  const pool = {
    async connect() {
      const client = await platform.pool.connect()
      return {
        query: (query: string | { text: string }) => {
          statements.push(typeof query === 'string' ? query : query.text)
          return client.query(query as pg.QueryConfig)
        },
        release: (broken?: boolean) => client.release(broken),
      }
    },
  }
  return { platform: { ...platform, db: createDatabase(pool as unknown as pg.Pool) }, statements }
}
