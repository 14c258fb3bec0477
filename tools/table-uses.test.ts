// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the cases are source text
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { tablesAfter, tableUses } from './table-uses.ts'

/** Formats the uses in TypeScript source as `operation table(columns)`; `?` is unknown. */
function uses(text: string): string[] {
  return tableUses(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)).map((use) => {
    const columns = use.columns === null ? '(?)' : use.columns.length > 0 ? `(${use.columns.join(' ')})` : ''
    return `${use.operation} ${use.table ?? '?'}${columns}`
  })
}

const kysely: [text: string, uses: string[]][] = [
  [`db.insertInto('a').values({ x: 1, 'y': 2 })`, ['insert a(x y)']],
  [`db.insertInto('a').values([{ x: 1 }, { y }])`, ['insert a(x y)']],
  ['db.insertInto(`a`).values(rows.map((row) => ({ x: row.x })))', ['insert a(x)']],
  [`db.insertInto('a').columns(['x', 'y']).expression(other)`, ['insert a(x y)']],
  [`db.insertInto('a').values(row)`, ['insert a(?)']],
  [`db.insertInto('a').values({ x: 1, ...row })`, ['insert a(?)']],
  [`db.insertInto('a').values({ [name]: 1 })`, ['insert a(?)']],
  [
    `db.insertInto('a').values({ x: 1 }).onConflict((c) => c.column('x').doUpdateSet({ y: 1 }))`,
    ['insert a(x y)'],
  ],
  [`db.insertInto('a').values({ x: 1 }).onConflict((c) => c.column('x').doNothing())`, ['insert a(x)']],
  [`db.updateTable('a as b').set({ x: 1 } as const).where('z', '=', 1)`, ['update a(x)']],
  [`db.updateTable('public.a').set((eb) => ({ x: eb('x', '+', 1) }))`, ['update a(x)']],
  [`db.updateTable('a').set('x', 1)`, ['update a(x)']],
  [`const query = db.updateTable('a')`, ['update a(?)']],
  [`db.deleteFrom('a').where('x', '=', 1)`, ['delete a']],
  [`db.mergeInto('a').using('b', 'a.x', 'b.x').whenMatched().thenUpdateSet({ x: 1 })`, ['update a(x)']],
  ['db.deleteFrom(table)', ['delete ?']],
  [`db.selectFrom('a').leftJoin('b as c', 'x', 'y')`, ['read b', 'read a']],
  [`db.selectFrom(['a', 'b as c'])`, ['read a', 'read b']],
  [`db.selectFrom((eb) => eb.selectFrom('a').as('b'))`, ['read a']],
  [`db.with('b', (eb) => eb.deleteFrom('a'))`, ['delete a']],
]

const sql: [text: string, uses: string[]][] = [
  ['INSERT INTO a (x, "camelCase") VALUES (1, 2)', ['insert a(x camelCase)']],
  ['insert into public."a" as b (x) select y from c', ['insert a(x)', 'read c']],
  ['insert into a values (1)', ['insert a(?)']],
  ['insert into a (select x from b)', ['insert a(?)', 'read b']],
  ['insert into a (x) values (1) on conflict (x) do nothing', ['insert a(x)']],
  ['insert into a (x) values (1) on conflict (x) do update set y = 1, z = f(1, 2)', ['insert a(x y z)']],
  [
    'with c as (insert into a (x) values (1)) insert into b (y) values (1) on conflict do update set z = 1',
    ['insert a(x)', 'insert b(y z)'],
  ],
  ['update a set x = 1, (y, z) = (2, 3) from b where w = 4', ['update a(x y z)', 'read b']],
  ['update only a as b set x = case when y = 1 then 2 else 3 end, z = 1 returning w', ['update a(x z)']],
  ['update a set x = y is distinct from 1, z = 1 from b', ['update a(x z)', 'read b']],
  ['update a b set x = (select y from c where d = 1), z = 2 where e = 3', ['update a(x z)', 'read c']],
  ['with c as (update a set x = 1 returning y) select 1 from c', ['update a(x)']],
  ['with c (v) as materialized (select 1) select 1 from c join d on true', ['read d']],
  ['select x from a where y is distinct from b for update skip locked', ['read a']],
  ['select extract(epoch from now()), x from jsonb_to_recordset(1) r', []],
  ['delete\n  from only a', ['delete a']],
  ['merge into a using b on true when matched then delete', ['update a(?)']],
  ['truncate table a, b restart identity', ['delete a', 'delete b']],
  ['copy a (x) from stdin', ['insert a(?)']],
  ["update a set x = 'set y = 1, from b' -- from c\n /* from d */ where e = 1", ['update a(x)']],
]

const forms: [text: string, uses: string[]][] = [
  ['sql`delete from a where x = ${x}`', ['delete a']],
  ['sql<{ x: number }>`delete from a`', ['delete a']],
  ['sql`update a set ${column} = 1`', ['update a(?)']],
  ["sql`delete from ${sql.table('a')}`", ['delete a']],
  ['sql`delete from ${sql.table(name)}`', ['delete ?']],
  [`pool.query({ name: 'n', text: 'delete from a' })`, ['delete a']],
  ['const text = `\n  with b as (select 1)\n  delete from a`', ['delete a']],
  // Not SQL: prose, CSS classes, other methods, comments.
  [`const text = 'Could not update a set, delete from b'`, []],
  [`const style = 'truncate text-sm'`, []],
  [`hash.update('a'); list.values({ x: 1 }); text.toString('utf8')`, []],
  ['// sql`delete from a`', []],
]

describe.each([
  ['Kysely', kysely],
  ['tagged templates', sql.map(([text, found]): [string, string[]] => [`sql\`${text}\``, found])],
  ['other forms', forms],
])('%s', (_name, cases) => {
  test.each(cases)('%s', (text, found) => expect(uses(text)).toEqual(found))
})

test('a use includes its line and the enclosing functions', () => {
  const text = `\nexport const setRating = (db) =>\n  db.deleteFrom('a')\nfunction outer() { const inner = () => db.deleteFrom('b') }`
  const found = tableUses(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true))
  expect(found.map((use) => [use.line, use.functions])).toEqual([
    [3, ['setRating']],
    [4, ['inner', 'outer']],
  ])
})

test('finds the tables that exist after the last migration', () => {
  const first = `create table a (id int); CREATE UNLOGGED TABLE IF NOT EXISTS public."B" (id int);
    create temporary table scratch (id int); -- create table commented (id int);
    create function f() returns void language plpgsql as $$ begin create table inside (id int); end $$;`
  expect([...tablesAfter([first])]).toEqual(['a', 'B'])
  expect([...tablesAfter([first, 'alter table a rename to c; drop table if exists "B";'])]).toEqual(['c'])
  expect([...tablesAfter([first, 'alter table a rename column x to y;'])]).toEqual(['a', 'B'])
})
