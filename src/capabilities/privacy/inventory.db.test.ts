import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/app/suite.ts'
import { BUCKETS } from '../../platform/files/buckets.ts'
import {
  type DataInventory,
  isPersonal,
  joinTables,
  type PersonalTable,
  type RowsOf,
  treatmentOf,
} from '../../platform/personal-data/inventory.ts'
import { type BrowserStore, browserStores, fileBuckets } from '../../platform/personal-data/stores.ts'
import { privacyData } from './data.ts'
import { dataInventory } from './inventory.ts'
import { REQUEST_SUBJECTS } from './request-rules.ts'

const suite = useDatabase()

interface Column {
  table: string
  column: string
}

const readColumns = () =>
  suite.database.sql<Column & Record<string, unknown>>(
    `select case table_schema when 'public' then table_name else table_schema || '.' || table_name end as table,
       column_name as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )

const columnsOf = (table: DataInventory[string]): readonly string[] =>
  isPersonal(table) ? Object.keys(table.columns) : table.columns

/** Columns without an entry, and entries without a column. */
function differences(inventory: DataInventory, columns: readonly Column[]): string[] {
  const found = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  const described = new Set(
    Object.entries(inventory).flatMap(([name, table]) =>
      columnsOf(table).map((column) => `${name}.${column}`),
    ),
  )
  return [
    ...[...found].filter((name) => !described.has(name)).map((name) => `${name} has no entry`),
    ...[...described].filter((name) => !found.has(name)).map((name) => `${name} does not exist`),
  ].sort()
}

/** The words that an entry writes itself: those of the table, and those of a column with its own. */
const ownPurposes = (inventory: DataInventory): [name: string, purpose: string][] =>
  Object.entries(inventory).flatMap(([name, table]): [string, string][] => {
    if (!isPersonal(table)) return [[name, table.technical]]
    const own = Object.entries(table.columns).flatMap(([column, entry]): [string, string][] =>
      typeof entry !== 'string' && entry.purpose !== undefined ? [[`${name}.${column}`, entry.purpose]] : [],
    )
    return [[name, table.purpose], ...own]
  })

const MIN_PURPOSE_LETTERS = 15

/** Purposes that are empty, or the same words as another one. */
function emptyOrCopied(purposes: readonly [name: string, purpose: string][]): string[] {
  const seen = new Map<string, string>()
  return purposes.flatMap(([name, purpose]) => {
    const words = purpose
      .trim()
      .toLowerCase()
      .replace(/[.,;:]/g, '')
    const first = seen.get(words)
    if (first === undefined) seen.set(words, name)
    if (words.length < MIN_PURPOSE_LETTERS) return [`${name}: empty`]
    return first === undefined ? [] : [`${name}: copied from ${first}`]
  })
}

/** Texts of a treatment that are empty. */
const emptyTexts = (name: string, table: PersonalTable): string[] =>
  Object.keys(table.columns).flatMap((column) => {
    const { label, purpose, basis, origin, period, recipients, export: exported } = treatmentOf(table, column)
    const texts = [label, purpose, basis, origin, period, recipients, exported === true ? 'yes' : exported.no]
    return texts.some((text) => text.trim() === '') ? [`${name}.${column}`] : []
  })

/** @returns an error, or null when the rows lead to a person */
function rowsError(inventory: DataInventory, name: string, rows: RowsOf, depth = 0): string | null {
  if (depth > 5) return `${name}: leads to no person`
  const names =
    'person' in rows
      ? rows.person
      : 'via' in rows
        ? [rows.via.column]
        : 'address' in rows
          ? [rows.address]
          : [rows.digest]
  const table = inventory[name]
  const missing = names.filter((column) => !table || !columnsOf(table).includes(column))
  if (missing.length > 0) return `${name}: rows by ${missing}, which it does not have`
  if (!('via' in rows)) return null
  const next = inventory[rows.via.table]
  if (!next || !isPersonal(next) || !columnsOf(next).includes(rows.via.key))
    return `${name}: rows by ${rows.via.table}.${rows.via.key}, which is not personal`
  return rowsError(inventory, rows.via.table, next.rows, depth + 1)
}

const personalTables = (inventory: DataInventory) =>
  Object.entries(inventory).flatMap(([name, table]) => (isPersonal(table) ? [[name, table] as const] : []))

test('DAT-02 every column of the database has an entry in the inventory, and every entry a column', async () => {
  expect(differences(dataInventory, await readColumns())).toEqual([])
})

test('DAT-02 a planted table, a planted column and a planted entry are found by name', async () => {
  await suite.database.sql('alter table quick_replies add column secret_wish text')
  await suite.database.sql('create table diaries (id uuid, page text)')
  try {
    const planted = joinTables([
      dataInventory,
      { letters: { technical: 'Una tabla que no existe.', columns: ['id'] } },
    ])
    expect(differences(planted, await readColumns())).toEqual([
      'diaries.id has no entry',
      'diaries.page has no entry',
      'letters.id does not exist',
      'quick_replies.secret_wish has no entry',
    ])
  } finally {
    await suite.database.sql('drop table diaries')
    await suite.database.sql('alter table quick_replies drop column secret_wish')
  }
})

test('DAT-02 purposes are written for their column: none is empty or copied', () => {
  const purposes = ownPurposes(dataInventory)
  const stores = [...browserStores, ...Object.values(fileBuckets)].map(
    ({ title, purpose }): [string, string] => [title, purpose],
  )
  expect(emptyOrCopied([...purposes, ...stores])).toEqual([])
  expect(personalTables(dataInventory).flatMap(([name, table]) => emptyTexts(name, table))).toEqual([])
  const [first] = purposes
  expect(
    emptyOrCopied([...purposes, ['planted.copy', `${first?.[1].toUpperCase()}.`], ['planted.empty', '   ']]),
  ).toEqual([`planted.copy: copied from ${first?.[0]}`, 'planted.empty: empty'])
})

test('DAT-02 every personal row leads to a person', () => {
  const errors = personalTables(dataInventory).map(([name, { rows }]) => rowsError(dataInventory, name, rows))
  expect(errors.filter((error) => error !== null)).toEqual([])
  expect(rowsError(dataInventory, 'messages', { person: ['writer_id'] })).toContain('writer_id')
  expect(
    rowsError(dataInventory, 'messages', { via: { column: 'chat_id', table: 'installation', key: 'epoch' } }),
  ).toContain('installation')
})

test('DAT-02 the inventory has every folder of stored files, as the database allows them', async () => {
  expect(Object.keys(fileBuckets).sort()).toEqual([...BUCKETS].sort())
  const [check] = await suite.database.sql<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'stored_files_bucket_check'`,
  )
  const allowed = [...(check?.definition.matchAll(/'(\w+)'::text/g) ?? [])].map(([, name]) => name)
  expect(allowed.sort()).toEqual(Object.keys(fileBuckets).sort())
})

/** The columns whose CHECK lists their values, and those that refer to one, with these values. */
const readClosedLists = () =>
  suite.database.sql<Column & { definition: string } & Record<string, unknown>>(
    `with listed as (
       select conrelid, conkey, pg_get_constraintdef(oid) as definition from pg_constraint
       where contype = 'c' and pg_get_constraintdef(oid) ~ '^CHECK \\(\\(\\w+ = ANY'
       union all
       select f.conrelid, f.conkey, pg_get_constraintdef(k.oid) from pg_constraint f
       join pg_constraint k on k.conrelid = f.confrelid and k.conkey = f.confkey and k.contype = 'c'
       where f.contype = 'f' and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY'
     )
     select c.relname as table, a.attname as column, definition
     from listed join pg_class c on c.oid = conrelid
     join pg_attribute a on a.attrelid = c.oid and array[a.attnum] = conkey`,
  )

/** Codes of a closed list that a copy would show, and words for codes that the list does not have. */
function wordDifferences(inventory: DataInventory, lists: Awaited<ReturnType<typeof readClosedLists>>) {
  return lists.flatMap(({ table, column, definition }) => {
    const entry = inventory[table]
    if (!entry || !isPersonal(entry)) return []
    const { export: exported, values } = treatmentOf(entry, column)
    if (exported !== true) return []
    const codes = [...definition.matchAll(/'([^']*)'::text/g)].map(([, code]) => code ?? '')
    const words = new Set(Object.keys(values ?? {}))
    return [
      ...codes.filter((code) => !words.has(code)).map((code) => `${table}.${column}: no words for ${code}`),
      ...[...words].filter((code) => !codes.includes(code)).map((code) => `${table}.${column}: no ${code}`),
    ]
  })
}

test('DAT-06 every code of a closed list that a copy has is shown in words', async () => {
  const lists = await readClosedLists()
  expect(lists.length).toBeGreaterThan(25)
  expect(wordDifferences(dataInventory, lists)).toEqual([])
  const planted = [{ table: 'appeals', column: 'state', definition: `'apelada'::text, 'perdida'::text` }]
  expect(wordDifferences(dataInventory, planted)).toEqual([
    'appeals.state: no words for perdida',
    'appeals.state: no confirmada',
    'appeals.state: no revocada',
  ])
  const empty = personalTables(dataInventory).flatMap(([name, table]) =>
    Object.keys(table.columns)
      .filter((column) =>
        Object.values(treatmentOf(table, column).values ?? {}).some((words) => words.trim() === ''),
      )
      .map((column) => `${name}.${column}`),
  )
  expect(empty).toEqual([])
})

test('DAT-06 what a request can be about has words, also where no CHECK lists it', () => {
  const { values } = treatmentOf(privacyData.data_requests, 'about')
  const subjects = Object.values(REQUEST_SUBJECTS)
    .flat()
    .map(({ value }) => value)
  expect(subjects.filter((value) => !values?.[value])).toEqual([])
})

/** Code that writes a cookie or a browser's storage. */
const WRITES: readonly [BrowserStore['kind'], RegExp][] = [
  ['cookie', /SameSite=/],
  ['localStorage', /\blocalStorage\b/],
  ['sessionStorage', /\bsessionStorage\b/],
]
/** Other places where a browser keeps data: nothing uses them, so they have no entries. */
const UNUSED = /\bindexedDB\b|\bcaches\.open\b|\bcookieStore\b|navigator\.storage\b/

/** Texts that begin like the names of our stores: `amparo…`, `__Host-…`. */
const storeNames = (source: string): string[] =>
  [...source.matchAll(/['"`](amparo[a-z-]*:?|__Host-[a-z-]+)(?=['"`$])/g)].map(([, name]) => name ?? '')

function storeDifferences(files: readonly { path: string; text: string }[], stores: readonly BrowserStore[]) {
  const found: string[] = []
  for (const { path, text: source } of files) {
    const text = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
    const own = stores.filter((store) => store.writtenIn === path)
    for (const [kind, pattern] of WRITES) {
      const isWriter = pattern.test(text)
      const entries = own.filter((store) => store.kind === kind)
      if (isWriter && entries.length === 0) found.push(`${path} writes ${kind} and has no entry`)
      if (!isWriter && entries.length > 0) found.push(`${path} has an entry for ${kind} and writes none`)
    }
    if (UNUSED.test(text)) found.push(`${path} writes a browser storage that has no entries`)
    const names = new Set(own.flatMap((store) => store.names))
    if (own.length > 0)
      for (const name of storeNames(text)) if (!names.has(name)) found.push(`${path}: ${name} has no entry`)
    for (const name of names) if (!text.includes(name)) found.push(`${path}: ${name} is not in it`)
  }
  const paths = new Set(files.map(({ path }) => path))
  for (const { writtenIn } of stores) if (!paths.has(writtenIn)) found.push(`${writtenIn} does not exist`)
  return found
}

const root = join(import.meta.dirname, '../../..')
const sources = () =>
  readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => path !== 'src/platform/personal-data/stores.ts')
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test('DAT-02 every cookie and browser storage has an entry, and every entry is written somewhere', () => {
  expect(storeDifferences(sources(), browserStores)).toEqual([])
  const planted = [
    { path: 'src/a.ts', text: `localStorage.setItem('amparo-secret', '1')` },
    { path: 'src/b.ts', text: 'const line = "device=1; HttpOnly; SameSite=Lax"' },
    { path: 'src/c.ts', text: `indexedDB.open('diary')` },
    ...sources().map(({ path, text }) =>
      path.endsWith('drafts.ts') ? { path, text: `${text}\nconst OTHER = 'amparo-other:'` } : { path, text },
    ),
  ]
  expect(storeDifferences(planted, browserStores)).toEqual([
    'src/a.ts writes localStorage and has no entry',
    'src/b.ts writes cookie and has no entry',
    'src/c.ts writes a browser storage that has no entries',
    'src/platform/drafts/drafts.ts: amparo-other: has no entry',
  ])
  expect(storeDifferences(sources(), browserStores.slice(1))).not.toEqual([])
})
