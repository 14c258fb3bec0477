/** What is written into a database, row by row: proof that a refusal left nothing, at the price of one short query. */
import type { TestDatabase } from './database.ts'

export interface Change {
  table: string
  what: 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE'
}

export interface ChangeWatch {
  /** What was written and committed since the last call, oldest first. */
  since(): Promise<Change[]>
}

/**
 * Watches every table of the house, and which jobs are added. A trigger on each notes every row that is written in the
 * same transaction, so that what was rolled back leaves no note.
 * @param except tables that are not watched
 */
export async function watchChanges(
  { sql }: Pick<TestDatabase, 'sql'>,
  ...except: string[]
): Promise<ChangeWatch> {
  await sql(`
    create table test_changes (id bigint generated always as identity primary key, "table" text not null, what text not null);
    create function test_note_change() returns trigger language plpgsql as $$
    begin
      insert into public.test_changes ("table", what) values (tg_table_name, tg_op);
      return null;
    end $$`)
  const tables = await sql<{ name: string; isJobs: boolean }>(
    `select format('%I.%I', schemaname, tablename) as name, tablename = '_private_jobs' as "isJobs" from pg_tables
     where (schemaname = 'public' and tablename <> 'test_changes' or tablename = '_private_jobs')
       and tablename <> all ($1)`,
    [except],
  )
  for (const { name, isJobs } of tables) {
    // Whoever works at a job writes its row too.
    await sql(`
      create trigger zz_test_note_change after ${isJobs ? 'insert' : 'insert or update or delete'} on ${name}
        for each row execute function test_note_change();
      create trigger zz_test_note_truncate after truncate on ${name}
        for each statement execute function test_note_change()`)
  }
  let seen = '0'
  return {
    async since() {
      const rows = await sql<Change & { id: string }>(
        'select id, "table", what from test_changes where id > $1 order by id',
        [seen],
      )
      seen = rows.at(-1)?.id ?? seen
      return rows.map(({ table, what }) => ({ table, what }))
    },
  }
}
