/** Records every row that is written to a database, to prove cheaply that a refused request wrote nothing. */
import type { TestDatabase } from './test-database.ts'

export interface Change {
  table: string
  operation: 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE'
}

export interface ChangeWatch {
  /** Committed changes since the previous call, oldest first. */
  takeChanges(): Promise<Change[]>
}

/**
 * Adds triggers to every table of the application, and to the job queue for new jobs. The triggers record
 * changes in the same transaction, so rolled back changes leave no record.
 * @param except tables that are not watched
 */
export async function watchChanges(
  { sql }: Pick<TestDatabase, 'sql'>,
  ...except: string[]
): Promise<ChangeWatch> {
  await sql(`
    create table test_changes (id bigint generated always as identity primary key, "table" text not null, operation text not null);
    create function test_note_change() returns trigger language plpgsql as $$
    begin
      insert into public.test_changes ("table", operation) values (tg_table_name, tg_op);
      return null;
    end $$`)
  const tables = await sql<{ name: string; isJobs: boolean }>(
    `select format('%I.%I', schemaname, tablename) as name, tablename = '_private_jobs' as "isJobs" from pg_tables
     where (schemaname = 'public' and tablename <> 'test_changes' or tablename = '_private_jobs')
       and tablename <> all ($1)`,
    [except],
  )
  for (const { name, isJobs } of tables) {
    // Only inserts: the job runner updates and deletes the rows of jobs itself.
    await sql(`
      create trigger zz_test_note_change after ${isJobs ? 'insert' : 'insert or update or delete'} on ${name}
        for each row execute function test_note_change();
      create trigger zz_test_note_truncate after truncate on ${name}
        for each statement execute function test_note_change()`)
  }
  let lastId = '0'
  return {
    async takeChanges() {
      const rows = await sql<Change & { id: string }>(
        'select id, "table", operation from test_changes where id > $1 order by id',
        [lastId],
      )
      lastId = rows.at(-1)?.id ?? lastId
      return rows.map(({ table, operation }) => ({ table, operation }))
    },
  }
}
