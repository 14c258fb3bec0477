// Generates src/platform/database/types.ts from a migrated database; --check only reports whether it is up to
// date.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/embedded-postgres/postgres.ts'
import { migrate } from '../src/platform/database/migrate.server.ts'

/**
 * Types of the columns whose CHECK lists their values, and of those that refer to one, by `table.column`: such
 * as `'alta' | 'baja' | null`.
 */
async function readValueLists(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{
    column: string
    values: string
    nullable: boolean
    generated: boolean
  }>(`
    with listed as (
      select conrelid, conkey, pg_get_constraintdef(oid) as values from pg_constraint
      where contype = 'c' and pg_get_constraintdef(oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\['
      union
      select f.conrelid, f.conkey, pg_get_constraintdef(k.oid) from pg_constraint f
      join pg_constraint k on k.conrelid = f.confrelid and k.conkey = f.confkey and k.contype = 'c'
      where f.contype = 'f' and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\['
    )
    select c.relname || '.' || a.attname as column, not a.attnotnull as nullable, a.atthasdef as generated, values
    from listed join pg_class c on c.oid = conrelid
    join pg_attribute a on a.attrelid = c.oid and array[a.attnum] = conkey
  `)
  return Object.fromEntries(
    rows.map(({ column, values, nullable, generated }) => {
      const literals = [...values.matchAll(/'[^']*'/g)].map(([literal]) => literal)
      const type = [...literals, ...(nullable ? ['null'] : [])].join(' | ')
      return [column, generated ? `Generated<${type}>` : type]
    }),
  )
}

const TYPES_FILE = join('src', 'platform', 'database', 'types.ts')
const check = process.argv.includes('--check')
const dataDir = mkdtempSync(join(tmpdir(), 'amparo-types-'))
// When started as root, the server runs as another user, who must be able to enter the folder.
chmodSync(dataDir, 0o711)
const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
let status = 1
try {
  const url = server.url('postgres')
  const pool = new pg.Pool({ connectionString: url })
  await migrate(pool)
  const columns = await readValueLists(pool)
  await pool.end()
  const out = check ? join(dataDir, 'types.ts') : TYPES_FILE
  const args = [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    out,
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    'public.migrations*',
    '--date-parser',
    'string',
    '--numeric-parser',
    'number',
    '--no-domains',
    '--type-mapping',
    '{"int8":"number"}',
    '--overrides',
    JSON.stringify({ columns }),
    '--log-level',
    'error',
  ]
  const run = spawnSync(process.execPath, ['node_modules/kysely-codegen/dist/cli/bin.js', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  status = run.status ?? 1
  if (status === 0 && check && readFileSync(out, 'utf8') !== readFileSync(TYPES_FILE, 'utf8')) {
    console.error(`${TYPES_FILE} does not match db/migrations: run npm run db:types.`)
    status = 1
  }
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(status)
