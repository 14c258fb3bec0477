import { sql } from 'kysely'
import type { Db } from '../database/database.server.ts'

/** Removes events that no browser can resume from any more (kept 7 days, DESIGN.md §6); run by the nightly sweep. */
export async function sweepEvents(db: Db): Promise<void> {
  await sql`delete from events where created_at < app_now() - interval '7 days'`.execute(db)
}
