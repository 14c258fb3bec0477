/** Days of Chile's calendar, of which a test must see one only. */
import type { TestDatabase } from './database.ts'

/** Does it again when it failed and midnight in Chile had come meanwhile. @param work begins from whatever there is */
export async function withinOneDay(
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
    const begun = await today()
    try {
      return await work()
    } catch (error) {
      if ((await today()) === begun) throw error
    }
  }
}
