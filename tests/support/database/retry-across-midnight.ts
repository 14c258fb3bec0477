/** Repeats tests that midnight in Chile interrupts. */
import type { TestDatabase } from './test-database.ts'

/**
 * Runs `work`, and again when it fails and the date in Chile has changed meanwhile.
 * @param work must be repeatable
 */
export async function retryAcrossMidnight(
  { sql }: Pick<TestDatabase, 'sql'>,
  work: () => Promise<void>,
): Promise<void> {
  const today = async () => {
    const [row] = await sql<{ day: string }>(
      "select (app_now() at time zone 'America/Santiago')::date::text as day",
    )
    return row?.day
  }
  for (;;) {
    const startDay = await today()
    try {
      return await work()
    } catch (error) {
      if ((await today()) === startDay) throw error
    }
  }
}
