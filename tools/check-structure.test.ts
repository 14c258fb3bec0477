import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as architecture from './architecture.ts'
import { checkStructure, type StructureRules } from './check-structure.ts'

const at = 'src/capabilities'
const lines = (count: number) => 'export const line = 1\n'.repeat(count)
const store = (body: string) =>
  `import { sql } from 'kysely'\nexport async function write(db, value) {\n${body}\n}\n`

const migration =
  Object.keys(architecture.tableOwners)
    .map((table) => `create table "${table}" (id uuid primary key);`)
    .join('\n') +
  `\n-- create table commented (id int);
  create table old_name (id int); drop table old_name;
  create table "was" (id int); alter table was rename to is_now; drop table if exists is_now;
  create temporary table scratch (id int);
  create function f() returns void language plpgsql as $body$ begin create table in_a_body (id int); end $body$;\n`

/** A source tree with an example of everything that is allowed. */
const clean: Record<string, string> = {
  'db/migrations/0001_all.sql': migration,
  'vite.config.ts': 'export default {}',
  '.dependency-cruiser.mjs': 'export default {}',
  'src/routes.ts': 'export default []',
  'src/root.tsx': 'export default function Root() {}',
  'src/entry.client.tsx': 'export const client = 1',
  'src/entry.server.tsx': 'export default function handle() {}',
  'src/routes/home.tsx': 'export default function Home() {}',
  'src/routes.test.ts': 'export const here = 1',
  'src/chile/rut.ts': lines(architecture.lineLimit),
  'src/ui/theme/theme.css': '@theme {}',
  'src/ui/icon.svg': '<svg/>',
  'src/platform/llm.ts': 'export const model = 1',
  'src/platform/log.server.ts': 'export const log = 1',
  'src/platform/database/types.ts': lines(1_000),
  'src/platform/http/rate-limit.server.ts': store(
    `await sql\`insert into rate_limits as l (key, count) values (\${value}, 1)
       on conflict (key) do update set count = least(l.count + 1, 9), window_start = case when l.count > 1 then now() else l.window_start end returning count\`.execute(db)
     await sql\`delete from only rate_limits where key = \${value}\`.execute(db)
     await sql\`select wait from mail_attempts\`.execute(db)`,
  ),
  'tools/architecture.ts': '// one of the long files\n'.repeat(architecture.lineLimit + 1),
  'src/server/start.ts': `export const ready = (db) => db.selectFrom('user').innerJoin('rate_limits', 'a', 'b').execute()`,
  'src/demo-data/lawyers.ts': store(
    `await db.insertInto('lawyer_profiles').values({ plan: 'avanzado', rating_sum: 5 }).execute()`,
  ),
  ...Object.fromEntries(
    Object.values(architecture.sliceFiles).map((file) => [
      `${at}/${file.onlyIn ?? 'lawyers'}/${file.path.replace(/\/$/, '/card.tsx')}`,
      'export const here = 1',
    ]),
  ),
  [`${at}/lawyers/README.md`]: 'line\n'.repeat(architecture.readmeLimit),
  [`${at}/lawyers/ui/parts/name.tsx`]: 'export const name = 1',
  [`${at}/lawyers/ui/card.test.tsx`]: 'export const name = 1',
  [`${at}/lawyers/races.test.ts`]: `export const wild = (db) => db.deleteFrom('user').execute()`,
  [`${at}/lawyers/store.server.ts`]:
    store(`await db.updateTable('lawyer_profiles').set({ description: value, updated_at: value }).where('plan', '=', 'gratis').execute()
    await sql\`with session as (select 1) update lawyer_profiles lp set (price, experience) = (1, 2), university = 'plan = 1' from session where lp.plan = 'x'\`.execute(db)
    await db.updateTable('lawyer_profiles').set(value).execute()
    return db.selectFrom(['profiles as p', 'lawyer_profiles']).execute()`) +
    `export const applyRating = (tx, sum) => tx.updateTable('lawyer_profiles').set({ rating_sum: sum, rating_count: 1 }).execute()\n`,
  [`${at}/accounts/README.md`]: 'one',
  [`${at}/search/README.md`]: 'one',
  [`${at}/cases/README.md`]: 'one',
  [`${at}/deadlines/README.md`]: 'one',
  [`${at}/chat/README.md`]: 'one',
  [`${at}/documents/README.md`]: 'one',
  [`${at}/privacy/README.md`]: 'one',
  [`${at}/security/README.md`]: 'one',
  [`${at}/moderation/README.md`]: 'one',
  [`${at}/accounts/store.server.ts`]: store(`await db.insertInto('user').values(value).execute()
    await db.insertInto('lawyer_profiles').values({ id: value }).onConflict((oc) => oc.doNothing()).execute()
    await db.insertInto('events').values({ kind: 'x' }).execute()
    await db.selectFrom('user').leftJoin('lawyer_profiles', 'a', 'b').execute()
    await sql\`select 1 from session join audit_log on true\`.execute(db)
    await sql\`update "user" set name = \${value}, "updatedAt" = now() where id = 1\`.execute(db)
    return sql\`select plan from "user" u join lawyer_profiles l on l.id = u.id where extract(epoch from now()) is distinct from plan\`.execute(db)`),
  [`${at}/plans/README.md`]: 'one',
  [`${at}/plans/store.server.ts`]:
    store(`await db.updateTable('lawyer_profiles').set({ plan: 'basico', plan_last_updated: value, credits_available: 3, updated_at: value }).execute()
    await db.updateTable('lawyer_profiles').set((eb) => ({ credits_used: eb('credits_used', '+', 1) })).execute()
    await sql\`update lawyer_profiles set credits_available = credits_available - 1, credits_used = 1 where credits_available > 0 returning id\`.execute(db)`),
  'tests/e2e/home.spec.ts': `export const clear = (db) => db.deleteFrom('user').execute()`,
  'tests/support/fill.ts': `import './database.ts'\nexport { fill } from './rows.ts'`,
  'bench/send.ts': 'export const here = 1',
  'tools/types.ts': `export { a } from './b.ts'\nexport const c = 1`,
  'docs/design.md': 'outside the code',
}

/** Files to write (null deletes one) and the exact findings. */
const violations: [why: string, change: Record<string, string | null>, findings: string[]][] = [
  [
    'a file that is not in the list of a slice',
    { [`${at}/plans/service.ts`]: 'export const a = 1' },
    [`${at}/plans/service.ts: not in the closed list of a slice's files`],
  ],
  [
    'a listed name with another suffix',
    { [`${at}/plans/store.ts`]: 'export const a = 1' },
    [`${at}/plans/store.ts: not in the closed list of a slice's files`],
  ],
  [
    'a folder in a slice',
    { [`${at}/plans/hooks/use-plan.ts`]: 'export const a = 1' },
    [`${at}/plans/hooks/use-plan.ts: not in the closed list of a slice's files`],
  ],
  [
    "a folder that is another slice's alone",
    { [`${at}/plans/identity/auth.server.ts`]: 'export const a = 1' },
    [`${at}/plans/identity/auth.server.ts: not in the closed list of a slice's files`],
  ],
  [
    'a style sheet in ui',
    { [`${at}/plans/ui/plan.css`]: '' },
    [`${at}/plans/ui/plan.css: not in the closed list of a slice's files`],
  ],
  [
    'an unknown slice',
    { [`${at}/payments/schema.ts`]: 'export const a = 1' },
    [`${at}/payments/schema.ts: «payments» is not in the list of slices`],
  ],
  [
    'a file outside of the slices',
    { [`${at}/shared.ts`]: 'export const a = 1' },
    [`${at}/shared.ts: «shared.ts» is not in the list of slices`],
  ],
  [
    'an unknown folder in src',
    { 'src/lib/a.ts': 'export const a = 1' },
    ['src/lib/a.ts: src/lib/ is not an allowed folder'],
  ],
  [
    'an unknown file in src',
    { 'src/app.ts': 'export const a = 1' },
    [`src/app.ts: src/ holds only ${architecture.sourceFiles.join(', ')} and its folders`],
  ],
  [
    'an unknown part of platform',
    { 'src/platform/cache.server.ts': 'export const a = 1' },
    ['src/platform/cache.server.ts: platform has no part «cache»'],
  ],
  [
    'an unknown folder of platform',
    { 'src/platform/cache/cache.ts': 'export const a = 1' },
    ['src/platform/cache/cache.ts: platform has no part «cache»'],
  ],
  [
    'a vague file name',
    { 'src/chile/utils.ts': 'export const a = 1' },
    ['src/chile/utils.ts: «utils.ts» does not describe its contents'],
  ],
  [
    'a refused word in a file name',
    { 'tests/doors.test.ts': 'export const a = 1' },
    ['tests/doors.test.ts: the name doors.test.ts has a word of refused-words.ts'],
  ],
  [
    'a vague folder name',
    { 'tests/helpers/user.ts': 'export const a = 1' },
    ['tests/helpers/user.ts: «helpers» does not describe its contents'],
  ],
  [
    'a barrel',
    { 'src/ui/index.ts': `export * from './button.tsx'\nexport { a } from './card.tsx'` },
    ['src/ui/index.ts: only re-exports; import from the declaring files'],
  ],
  [
    'a barrel in two steps',
    { 'src/ui/all.ts': `import { a } from './a.ts'\nexport { a }` },
    ['src/ui/all.ts: only re-exports; import from the declaring files'],
  ],
  [
    'a default export',
    { 'src/ui/actions/button.tsx': 'export default function Button() {}' },
    ['src/ui/actions/button.tsx: default export'],
  ],
  [
    'a default expression',
    { 'src/ui/actions/button.tsx': 'const b = 1\nexport default b' },
    ['src/ui/actions/button.tsx: default export'],
  ],
  [
    'a default by name',
    { 'tools/a.ts': 'const a = 1\nexport { a as default }' },
    ['tools/a.ts: default export'],
  ],
  [
    'a screen that compares the text of a failure',
    { [`${at}/plans/ui/plan.tsx`]: 'export const a = (x) =>\n failureOf(x).message === A' },
    [`${at}/plans/ui/plan.tsx:2: compare the reason of a failure, not its text`],
  ],
  [
    'a long file',
    { 'src/chile/rut.ts': lines(architecture.lineLimit + 1) },
    ['src/chile/rut.ts: more than 400 lines'],
  ],
  [
    'a long style sheet',
    { 'src/ui/theme/theme.css': 'a {}\n'.repeat(401) },
    ['src/ui/theme/theme.css: more than 400 lines'],
  ],
  ['a long test', { 'tests/e2e/home.spec.ts': lines(401) }, ['tests/e2e/home.spec.ts: more than 400 lines']],
  ['a slice without README', { [`${at}/plans/README.md`]: null }, [`${at}/plans/README.md: missing`]],
  [
    'a long README',
    { [`${at}/plans/README.md`]: 'line\n'.repeat(41) },
    [`${at}/plans/README.md: 41 lines, at most 40`],
  ],
  [
    'a table without owner',
    { 'db/migrations/0002_more.sql': 'CREATE TABLE IF NOT EXISTS public.orphans (id int);' },
    ['db/migrations: table orphans has no owner in tools/architecture.ts'],
  ],
  [
    'a table made by renaming',
    { 'db/migrations/0002_more.sql': 'create table t (id int); alter table t rename to orphans;' },
    ['db/migrations: table orphans has no owner in tools/architecture.ts'],
  ],
  [
    'an owner without table',
    { 'db/migrations/0002_less.sql': 'drop table verification;' },
    ['tools/architecture.ts: table verification has an owner, but no migration makes it'],
  ],
]

const plan = 'plan and credits move together with the ledger, in plans'

/** A slice, a line of its store, and the expected finding. table-uses.test.ts tests the SQL parser. */
const writes: [slice: string, body: string, finding: string][] = [
  ['plans', `db.deleteFrom('profiles')`, 'delete of profiles, which belongs to accounts'],
  ['plans', 'sql`update profiles set name = 1`', 'update of profiles, which belongs to accounts'],
  ['plans', 'db.insertInto(value)', 'write the table name literally, so that its owner can be checked'],
  ['plans', `db.deleteFrom('nowhere')`, 'table nowhere has no owner in tools/architecture.ts'],
  ['plans', `db.deleteFrom('rate_limits')`, 'delete of rate_limits, which belongs to platform/http'],
  // An exception applies only to its operations and its slice.
  ['plans', `db.deleteFrom('events')`, 'delete of events, which belongs to platform/realtime'],
  ['plans', 'sql`insert into lawyer_profiles (id)`', 'insert of lawyer_profiles, which belongs to lawyers'],
  ['plans', 'sql`insert into lawyer_profiles (plan)`', 'insert of lawyer_profiles, which belongs to lawyers'],
  // Registration may only insert an empty row: no update, no plan.
  [
    'accounts',
    `db.updateTable('lawyer_profiles').set({ is_verified: true })`,
    'update of lawyer_profiles, which belongs to lawyers',
  ],
  [
    'accounts',
    `db.insertInto('lawyer_profiles').values({ id: 1, plan: 'avanzado' })`,
    `lawyer_profiles.plan belongs to plans (${plan})`,
  ],
  [
    'accounts',
    'sql`insert into lawyer_profiles (id) values (1) on conflict (id) do update set credits_used = 0`',
    `lawyer_profiles.credits_used belongs to plans (${plan})`,
  ],
  // The owner of the table does not own every column.
  [
    'lawyers',
    'sql`update lawyer_profiles set price = 1, credits_available = 2`',
    `lawyer_profiles.credits_available belongs to plans (${plan})`,
  ],
  [
    'lawyers',
    `db.updateTable('lawyer_profiles').set({ rating_sum: 5 })`,
    'lawyer_profiles.rating_sum is written in applyRating only (the rating moves with the reviews, in their transaction, through lawyers.applyRating only)',
  ],
  // The owner of columns may write no others, no unknown ones, and shared ones only together with its own.
  ...[`{ plan: 'x', description: 'y' }`, `{ plan: 'x', ...value }`, '{ updated_at: value }'].map(
    (set): [string, string, string] => [
      'plans',
      `db.updateTable('lawyer_profiles').set(${set})`,
      'update of lawyer_profiles, which belongs to lawyers',
    ],
  ),
]

let root: string

const put = (files: Record<string, string | null>) => {
  for (const [file, text] of Object.entries(files)) {
    const path = join(root, file)
    mkdirSync(dirname(path), { recursive: true })
    if (text === null) rmSync(path)
    else writeFileSync(path, text)
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'amparo-structure-'))
  put(clean)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('the clean tree has no finding', () => {
  expect(checkStructure(root)).toEqual([])
})

test('a tree without migrations has no table findings', () => {
  put({ 'db/migrations/0001_all.sql': null })
  expect(checkStructure(root)).toEqual([])
})

describe('a violation is found', () => {
  test.each(violations)('%s', (_why, change, findings) => {
    put(change)
    expect(checkStructure(root)).toEqual(findings)
  })
})

describe('a write to a table of another owner is found', () => {
  test.each(writes)('%s: %s: %s', (slice, body, finding) => {
    const path = `${at}/${slice}/store.server.ts`
    put({ [path]: store(body) })
    expect(checkStructure(root)).toEqual([`${path}:3: ${finding}`])
  })
})

describe('which files may contain SQL', () => {
  const query = `export const read = (db) => db.selectFrom('lawyer_profiles').execute()`
  const places: [path: string, text: string, findings: string[]][] = [
    [`${at}/lawyers/commands.server.ts`, query, ['the queries of a slice belong in its store.server.ts']],
    ['src/routes/home.tsx', query, ['read of lawyer_profiles, which belongs to lawyers']],
    ['src/platform/realtime/hub.server.ts', query, ['read of lawyer_profiles, which belongs to lawyers']],
    [
      'src/server/start.ts',
      query.replace('selectFrom', 'deleteFrom'),
      ['delete of lawyer_profiles, which belongs to lawyers'],
    ],
    [
      'src/platform/mail.server.ts',
      `export const f = (db) => db.deleteFrom('rate_limits')`,
      ['delete of rate_limits, which belongs to platform/http'],
    ],
    // «Every slice» means slices, not platform.
    [
      'src/platform/jobs.server.ts',
      `export const f = (db) => db.insertInto('events')`,
      ['insert of events, which belongs to platform/realtime'],
    ],
  ]
  test.each(places)('%s: %s', (path, text, findings) => {
    put({ [path]: text })
    expect(checkStructure(root)).toEqual(findings.map((finding) => `${path}:1: ${finding}`))
  })

  test('a slice may not read tables of a later slice', () => {
    const rules: StructureRules = { ...architecture, tableExceptions: [] }
    put({
      [`${at}/accounts/store.server.ts`]: store(
        `return sql\`select 1 from "user" u join lawyer_profiles l on true\``,
      ),
    })
    expect(checkStructure(root, rules)).toEqual([
      `${at}/accounts/store.server.ts:3: read of lawyer_profiles, which belongs to lawyers`,
    ])
  })
})

describe('unnecessary exceptions are found', () => {
  test('a long file that is listed passes', () => {
    put({ 'src/chile/communes.ts': lines(401) })
    expect(
      checkStructure(root, {
        ...architecture,
        longFiles: [...architecture.longFiles, 'src/chile/communes.ts'],
      }),
    ).toEqual([])
  })

  test('a listed file that is short or missing is found', () => {
    expect(
      checkStructure(root, {
        ...architecture,
        longFiles: [...architecture.longFiles, 'src/chile/rut.ts', 'src/gone.ts'],
      }),
    ).toEqual([
      'src/chile/rut.ts: in longFiles, but missing or short enough',
      'src/gone.ts: in longFiles, but missing or short enough',
    ])
  })

  test('an exception for a table without owner is found', () => {
    const rules: StructureRules = {
      ...architecture,
      tableExceptions: [
        ...architecture.tableExceptions,
        { table: 'gone', by: 'chat', operations: ['insert'], why: 'x' },
      ],
    }
    expect(checkStructure(root, rules)).toEqual([
      'tools/architecture.ts: table gone has an exception, but no owner',
    ])
  })
})
