import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import ts from 'typescript'
import * as architecture from './architecture.ts'
import { type TableUse, tablesMade, tableUses } from './table-uses.ts'

/** The structure to hold a tree against; tests give another. */
export type House = typeof architecture

interface File {
  /** From the root, with slashes. */
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

/** Where a file may stand and how it may be called. */
function placeFindings(path: string, house: House): string[] {
  const findings: string[] = []
  const vague = path.split('/').find((part) => house.emptyNames.includes(stem(part)))
  if (vague) findings.push(`${path}: «${vague}» says nothing about what is in it`)
  const [top, area = '', part = '', ...rest] = path.split('/')
  if (top !== 'src') return findings
  if (part === '') {
    const known: readonly string[] = house.sourceFiles
    if (!known.includes(area) && !isTest(area))
      findings.push(`${path}: src/ holds only ${house.sourceFiles.join(', ')} and its folders`)
  } else if (!(house.sourceFolders as readonly string[]).includes(area)) {
    findings.push(`${path}: src/${area}/ is not a folder of the house`)
  } else if (area === 'platform' && !(house.platformParts as readonly string[]).includes(stem(part))) {
    findings.push(`${path}: platform has no part «${stem(part)}»`)
  } else if (area === 'capabilities') {
    findings.push(...sliceFindings(path, part, rest.join('/'), house))
  }
  return findings
}

function sliceFindings(path: string, slice: string, file: string, house: House): string[] {
  if (!(house.slices as readonly string[]).includes(slice))
    return [`${path}: «${slice}» is not in the list of slices`]
  const kinds = Object.values(house.sliceFiles).filter((kind) => !kind.onlyIn || kind.onlyIn === slice)
  if (file === 'README.md' || kinds.some((kind) => kind.path === file)) return []
  if (kinds.some((kind) => kind.path.endsWith('/') && file.startsWith(kind.path) && /\.tsx?$/.test(file)))
    return []
  if (isTest(file) && !file.includes('/')) return []
  return [`${path}: not in the closed list of a slice's files`]
}

function readmeFindings(files: readonly File[], house: House): string[] {
  const present = new Set(files.map((file) => /^src\/capabilities\/([^/]+)\//.exec(file.path)?.[1]))
  return house.slices.flatMap((slice) => {
    if (!present.has(slice)) return []
    const path = `src/capabilities/${slice}/README.md`
    const readme = files.find((file) => file.path === path)
    if (!readme) return [`${path}: missing`]
    const lines = lineCount(readme.text)
    return lines > house.readmeLimit ? [`${path}: ${lines} lines, at most ${house.readmeLimit}`] : []
  })
}

const lineCount = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

function lengthFindings(files: readonly File[], house: House): string[] {
  const tooLong = files
    .filter(
      (file) =>
        isCode(file.path) &&
        !house.generatedFiles.includes(file.path) &&
        lineCount(file.text) > house.lineLimit,
    )
    .map((file) => file.path)
  return [
    ...tooLong
      .filter((path) => !house.longFiles.includes(path))
      .map((path) => `${path}: more than ${house.lineLimit} lines`),
    // The list only shrinks by itself when what no longer needs it is taken out.
    ...house.longFiles
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

/** Whether a file does nothing but hand on what others export. */
function isBarrel(source: ts.SourceFile): boolean {
  const isEmptyImport = (statement: ts.Statement) =>
    ts.isImportDeclaration(statement) && !statement.importClause
  const exported = source.statements.filter(ts.isExportDeclaration)
  const imports = source.statements.filter(ts.isImportDeclaration)
  if (exported.length === 0 || source.statements.some(isEmptyImport)) return false
  if (exported.length + imports.length < source.statements.length) return false
  return exported.some((statement) => statement.moduleSpecifier) || imports.length > 0
}

function formFindings(path: string, source: ts.SourceFile, house: House): string[] {
  const findings: string[] = []
  if (exportsDefault(source) && !house.defaultExports.some((allowed) => allowed.test(path)))
    findings.push(`${path}: default export`)
  if (isBarrel(source)) findings.push(`${path}: only re-exports; import from where things are`)
  return findings
}

/** Who a file acts for when it speaks SQL: an owner, the server, or nobody. */
function actorOf(path: string, house: House): architecture.Owner | 'server' | null {
  const [, area, part = ''] = path.split('/')
  if (area === 'server') return 'server'
  if (area === 'capabilities') return house.slices.find((slice) => slice === part) ?? null
  const platformPart = area === 'platform' && house.platformParts.find((name) => name === stem(part))
  return platformPart ? `platform/${platformPart}` : null
}

type Actor = ReturnType<typeof actorOf>

const columnMatches = (columns: readonly string[], name: string) =>
  columns.some((column) => (column.endsWith('*') ? name.startsWith(column.slice(0, -1)) : name === column))

function mayUse(use: TableUse, table: string, actor: Actor, house: House): boolean {
  const owner = house.tableOwners[table]
  const isSlice = (name: string | null | undefined) =>
    (house.slices as readonly (string | null | undefined)[]).includes(name)
  if (owner === actor) return true
  const excepted = house.tableExceptions.some(
    ({ by, ...exception }) =>
      exception.table === table &&
      exception.operations.includes(use.operation) &&
      (by === actor || (by === 'every slice' && isSlice(actor))),
  )
  if (excepted || use.operation !== 'read') return excepted
  // Reading: the server joins everything, platform no slice, a slice those before it.
  if (actor === 'server' || !isSlice(owner)) return true
  const order: readonly string[] = house.slices
  return isSlice(actor) && order.indexOf(owner ?? '') < order.indexOf(actor ?? '')
}

function useFindings(path: string, use: TableUse, house: House): string[] {
  const at = `${path}:${use.line}`
  const isWrite = use.operation !== 'read'
  if (use.table === null)
    return isWrite ? [`${at}: write out the table of a write, so that its owner can be checked`] : []
  const { table } = use
  const owner = house.tableOwners[table]
  if (!owner) return isWrite ? [`${at}: table ${table} has no owner in tools/architecture.ts`] : []
  const actor = actorOf(path, house)
  const findings: string[] = []
  const isStore = house.storeKinds.some((kind) => path.endsWith(`/${house.sliceFiles[kind].path}`))
  if (path.startsWith('src/capabilities/') && !isStore) {
    findings.push(`${at}: the queries of a slice stand in its ${house.sliceFiles.store.path}`)
  }
  const given = house.columnOwners.filter((rule) => rule.table === table)
  const ruled = (use.columns ?? []).flatMap((column) =>
    given.filter((rule) => columnMatches(rule.columns, column)).map((rule) => ({ column, rule })),
  )
  for (const { column, rule } of ruled) {
    if (rule.owner !== actor)
      findings.push(`${at}: ${table}.${column} belongs to ${rule.owner} (${rule.why})`)
    else if (rule.through && !use.functions.includes(rule.through))
      findings.push(`${at}: ${table}.${column} is written in ${rule.through} only (${rule.why})`)
  }
  // Own columns of somebody else's row may be updated; the row itself neither made nor removed.
  const others = use.columns?.filter(
    (column) => !ruled.some((one) => one.column === column) && !columnMatches(house.sharedColumns, column),
  )
  const onlyRuled = use.operation === 'update' && ruled.length > 0 && others?.length === 0
  if (!onlyRuled && !mayUse(use, table, actor, house))
    findings.push(`${at}: ${use.operation} of ${table}, which belongs to ${owner}`)
  return findings
}

function ownerFindings(root: string, house: House): string[] {
  const migrations = filesUnder(root, 'db/migrations').filter((path) => extname(path) === '.sql')
  if (migrations.length === 0) return []
  const made = tablesMade(migrations.map((path) => readFileSync(join(root, path), 'utf8')))
  const owned = new Set(Object.keys(house.tableOwners))
  const named = [...house.columnOwners, ...house.tableExceptions].map((rule) => rule.table)
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
 * Holds a tree against the house's structure: places and names of files, lengths, exports, owners of tables.
 * @param root folder that holds src/ and db/
 * @returns one line per finding, sorted; none when all is well
 */
export function checkStructure(root: string, house: House = architecture): string[] {
  const top = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isModule(entry.name))
    .map((entry) => entry.name)
  const paths = [...top, ...codeFolders.flatMap((folder) => filesUnder(root, folder))]
  const files = paths
    .filter((path) => isCode(path) || basename(path) === 'README.md')
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const findings = [
    ...paths.flatMap((path) => placeFindings(path, house)),
    ...readmeFindings(files, house),
    ...lengthFindings(files, house),
    ...ownerFindings(root, house),
  ]
  for (const { path, text } of files) {
    if (!isModule(path) || house.generatedFiles.includes(path)) continue
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    findings.push(...formFindings(path, source, house))
    const isFree =
      !path.startsWith('src/') || isTest(path) || house.freeWriters.some((free) => path.startsWith(free))
    if (!isFree) findings.push(...tableUses(source).flatMap((use) => useFindings(path, use, house)))
  }
  return [...new Set(findings)].sort()
}

if (import.meta.main) {
  const findings = checkStructure(join(import.meta.dirname, '..'))
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) process.exitCode = 1
  else console.log('structure: OK')
}
