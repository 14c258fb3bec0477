import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import ts from 'typescript'
import * as architecture from './architecture.ts'
import { comparedTextLine } from './compared-texts.ts'
import { hasRefusedWord, refusedNames } from './refused-words.ts'
import { type TableUse, tablesAfter, tableUses } from './table-uses.ts'

/** The rules to check; tests pass modified ones. */
export type StructureRules = typeof architecture

interface File {
  /** Relative to the root, with forward slashes. */
  path: string
  text: string
}

const codeFolders = ['src', 'tests', 'bench', 'tools']
const isCode = (path: string) => /\.(?:ts|tsx|mjs|css)$/.test(path)
const isModule = (path: string) => /\.(?:ts|tsx|mjs)$/.test(path)
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const stem = (name: string) => name.split('.')[0] ?? name

function filesUnder(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name).slice(join(root).length).replaceAll('\\', '/').replace(/^\//, ''),
      )
      .sort()
  } catch {
    return []
  }
}

/** Checks the location and name of a file. */
function placeFindings(path: string, rules: StructureRules): string[] {
  if (rules.generatedFiles.includes(path)) return []
  const findings: string[] = []
  const vague = path.split('/').find((part) => rules.emptyNames.includes(stem(part)))
  if (vague) findings.push(`${path}: «${vague}» does not describe its contents`)
  const refused = path.split('/').find(hasRefusedWord)
  if (refused) findings.push(`${path}: the name ${refused} has a word of refused-words.ts`)
  const [top, area = '', part = '', ...rest] = path.split('/')
  if (top !== 'src') return findings
  if (part === '') {
    const known: readonly string[] = rules.sourceFiles
    if (!known.includes(area) && !isTest(area))
      findings.push(`${path}: src/ holds only ${rules.sourceFiles.join(', ')} and its folders`)
  } else if (!(rules.sourceFolders as readonly string[]).includes(area)) {
    findings.push(`${path}: src/${area}/ is not an allowed folder`)
  } else if (area === 'platform' && !(rules.platformParts as readonly string[]).includes(stem(part))) {
    findings.push(`${path}: platform has no part «${stem(part)}»`)
  } else if (area === 'capabilities') {
    findings.push(...sliceFindings(path, part, rest.join('/'), rules))
  }
  return findings
}

function sliceFindings(path: string, slice: string, file: string, rules: StructureRules): string[] {
  if (!(rules.slices as readonly string[]).includes(slice))
    return [`${path}: «${slice}» is not in the list of slices`]
  const kinds = Object.values(rules.sliceFiles).filter((kind) => !kind.onlyIn || kind.onlyIn === slice)
  if (file === 'README.md' || kinds.some((kind) => kind.path === file)) return []
  if (kinds.some((kind) => kind.path.endsWith('/') && file.startsWith(kind.path) && /\.tsx?$/.test(file)))
    return []
  if (isTest(file) && !file.includes('/')) return []
  return [`${path}: not in the closed list of a slice's files`]
}

function readmeFindings(files: readonly File[], rules: StructureRules): string[] {
  const present = new Set(files.map((file) => /^src\/capabilities\/([^/]+)\//.exec(file.path)?.[1]))
  return rules.slices.flatMap((slice) => {
    if (!present.has(slice)) return []
    const path = `src/capabilities/${slice}/README.md`
    const readme = files.find((file) => file.path === path)
    if (!readme) return [`${path}: missing`]
    const lines = lineCount(readme.text)
    return lines > rules.readmeLimit ? [`${path}: ${lines} lines, at most ${rules.readmeLimit}`] : []
  })
}

const lineCount = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

function lengthFindings(files: readonly File[], rules: StructureRules): string[] {
  const tooLong = files
    .filter(
      (file) =>
        isCode(file.path) &&
        !rules.generatedFiles.includes(file.path) &&
        lineCount(file.text) > rules.lineLimit,
    )
    .map((file) => file.path)
  return [
    ...tooLong
      .filter((path) => !rules.longFiles.includes(path))
      .map((path) => `${path}: more than ${rules.lineLimit} lines`),
    // An unnecessary entry must be removed, so that the list shrinks.
    ...rules.longFiles
      .filter((path) => !tooLong.includes(path))
      .map((path) => `${path}: in longFiles, but missing or short enough`),
  ]
}

const hasDefault = (statement: ts.Statement) =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)

function exportsDefault(source: ts.SourceFile): boolean {
  return source.statements.some((statement) => {
    if (ts.isExportAssignment(statement) || hasDefault(statement)) return true
    if (!ts.isExportDeclaration(statement) || !statement.exportClause) return false
    const clause = statement.exportClause
    return ts.isNamespaceExport(clause)
      ? clause.name.text === 'default'
      : clause.elements.some((element) => element.name.text === 'default')
  })
}

/** Whether a file only re-exports. */
function isBarrel(source: ts.SourceFile): boolean {
  const isEmptyImport = (statement: ts.Statement) =>
    ts.isImportDeclaration(statement) && !statement.importClause
  const exported = source.statements.filter(ts.isExportDeclaration)
  const imports = source.statements.filter(ts.isImportDeclaration)
  if (exported.length === 0 || source.statements.some(isEmptyImport)) return false
  if (exported.length + imports.length < source.statements.length) return false
  return exported.some((statement) => statement.moduleSpecifier) || imports.length > 0
}

function formFindings(path: string, source: ts.SourceFile, rules: StructureRules): string[] {
  const findings: string[] = []
  if (exportsDefault(source) && !rules.defaultExports.some((allowed) => allowed.test(path)))
    findings.push(`${path}: default export`)
  if (isBarrel(source)) findings.push(`${path}: only re-exports; import from the declaring files`)
  for (const name of refusedNames(source))
    findings.push(`${path}: the name ${name} has a word of refused-words.ts`)
  return findings
}

/** The role of a file that contains SQL: a table owner, the server, or none. */
function actorOf(path: string, rules: StructureRules): architecture.Owner | 'server' | null {
  const [, area, part = ''] = path.split('/')
  if ((rules.serverFolders as readonly (string | undefined)[]).includes(area)) return 'server'
  if (area === 'capabilities') return rules.slices.find((slice) => slice === part) ?? null
  const platformPart = area === 'platform' && rules.platformParts.find((name) => name === stem(part))
  return platformPart ? `platform/${platformPart}` : null
}

type Actor = ReturnType<typeof actorOf>

const columnMatches = (columns: readonly string[], name: string) =>
  columns.some((column) => (column.endsWith('*') ? name.startsWith(column.slice(0, -1)) : name === column))

function mayUse(use: TableUse, table: string, actor: Actor, rules: StructureRules): boolean {
  const owner = rules.tableOwners[table]
  const isSlice = (name: string | null | undefined) =>
    (rules.slices as readonly (string | null | undefined)[]).includes(name)
  if (owner === actor) return true
  const excepted = rules.tableExceptions.some(
    ({ by, ...exception }) =>
      exception.table === table &&
      exception.operations.includes(use.operation) &&
      (by === actor || (by === 'every slice' && isSlice(actor))),
  )
  if (excepted || use.operation !== 'read') return excepted
  // Reads: the server may read all tables, platform none of a slice, a slice those of earlier slices.
  if (actor === 'server' || !isSlice(owner)) return true
  const order: readonly string[] = rules.slices
  return isSlice(actor) && order.indexOf(owner ?? '') < order.indexOf(actor ?? '')
}

function useFindings(path: string, use: TableUse, rules: StructureRules): string[] {
  const at = `${path}:${use.line}`
  const isWrite = use.operation !== 'read'
  if (use.table === null)
    return isWrite ? [`${at}: write the table name literally, so that its owner can be checked`] : []
  const { table } = use
  const owner = rules.tableOwners[table]
  if (!owner) return isWrite ? [`${at}: table ${table} has no owner in tools/architecture.ts`] : []
  const actor = actorOf(path, rules)
  const findings: string[] = []
  const isStore = rules.storeKinds.some((kind) => path.endsWith(`/${rules.sliceFiles[kind].path}`))
  if (path.startsWith('src/capabilities/') && !isStore) {
    findings.push(`${at}: the queries of a slice belong in its ${rules.sliceFiles.store.path}`)
  }
  const columnRules = rules.columnOwners.filter((rule) => rule.table === table)
  const ruledColumns = (use.columns ?? []).flatMap((column) =>
    columnRules.filter((rule) => columnMatches(rule.columns, column)).map((rule) => ({ column, rule })),
  )
  for (const { column, rule } of ruledColumns) {
    if (rule.owner !== actor)
      findings.push(`${at}: ${table}.${column} belongs to ${rule.owner} (${rule.why})`)
    else if (rule.through && !use.functions.includes(rule.through))
      findings.push(`${at}: ${table}.${column} is written in ${rule.through} only (${rule.why})`)
  }
  // The owner of columns may update them in another owner's table, but not insert or delete rows.
  const others = use.columns?.filter(
    (column) =>
      !ruledColumns.some((one) => one.column === column) && !columnMatches(rules.sharedColumns, column),
  )
  const onlyRuled = use.operation === 'update' && ruledColumns.length > 0 && others?.length === 0
  if (!onlyRuled && !mayUse(use, table, actor, rules))
    findings.push(`${at}: ${use.operation} of ${table}, which belongs to ${owner}`)
  return findings
}

function ownerFindings(root: string, rules: StructureRules): string[] {
  const migrations = filesUnder(root, 'db/migrations').filter((path) => extname(path) === '.sql')
  if (migrations.length === 0) return []
  const made = tablesAfter(migrations.map((path) => readFileSync(join(root, path), 'utf8')))
  const owned = new Set(Object.keys(rules.tableOwners))
  const named = [...rules.columnOwners, ...rules.tableExceptions].map((rule) => rule.table)
  return [
    ...[...made]
      .filter((table) => !owned.has(table))
      .map((table) => `db/migrations: table ${table} has no owner in tools/architecture.ts`),
    ...[...owned]
      .filter((table) => !made.has(table))
      .map((table) => `tools/architecture.ts: table ${table} has an owner, but no migration makes it`),
    ...[...new Set(named)]
      .filter((table) => !owned.has(table))
      .map((table) => `tools/architecture.ts: table ${table} has an exception, but no owner`),
  ]
}

/**
 * Checks the structure of a source tree: locations and names of files, lengths, exports, owners of tables.
 * @param root folder that contains src/ and db/
 * @returns one line per finding, sorted
 */
export function checkStructure(root: string, rules: StructureRules = architecture): string[] {
  const top = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isModule(entry.name))
    .map((entry) => entry.name)
  const paths = [...top, ...codeFolders.flatMap((folder) => filesUnder(root, folder))]
  const files = paths
    .filter((path) => isCode(path) || basename(path) === 'README.md')
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const findings = [
    ...paths.flatMap((path) => placeFindings(path, rules)),
    ...readmeFindings(files, rules),
    ...lengthFindings(files, rules),
    ...ownerFindings(root, rules),
  ]
  for (const { path, text } of files) {
    if (!isModule(path) || rules.generatedFiles.includes(path)) continue
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    findings.push(...formFindings(path, source, rules))
    const comparing = path.startsWith('src/') ? comparedTextLine(text) : null
    if (comparing !== null)
      findings.push(`${path}:${comparing}: compare the reason of a failure, not its text`)
    const isFree =
      !path.startsWith('src/') || isTest(path) || rules.freeWriters.some((free) => path.startsWith(free))
    if (!isFree) findings.push(...tableUses(source).flatMap((use) => useFindings(path, use, rules)))
  }
  return [...new Set(findings)].sort()
}

if (import.meta.main) {
  const findings = checkStructure(join(import.meta.dirname, '..'))
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exitCode = 1
  else console.log('structure: OK')
}
