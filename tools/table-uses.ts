import ts from 'typescript'
import type { Operation } from './architecture.ts'

/** A read or write of a table in a source file. */
export interface TableUse {
  /** Null when the name is computed and therefore unknown. */
  table: string | null
  operation: Operation
  /** Written columns; null when unknown (a variable, a spread, no column list). */
  columns: string[] | null
  line: number
  /** Names of the enclosing functions, innermost first. */
  functions: string[]
}

type Use = Pick<TableUse, 'table' | 'operation' | 'columns'>

const UNKNOWN = '__hole__'
const NAME = '(?:"[^"]+"|[a-z_]\\w*)(?:\\.(?:"[^"]+"|[a-z_]\\w*))?'
const pattern = (text: string) => new RegExp(text.replaceAll('NAME', `(${NAME})`), 'gi')

const nameOf = (text: string): string | null => {
  const name = text.replace(/^public\./i, '')
  if (name.includes(UNKNOWN)) return null
  return name.startsWith('"') ? name.replaceAll('"', '') : name.toLowerCase()
}

/** Removes comments and the contents of string literals, which contain no table names. */
const stripSql = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")

/** Splits at commas outside parentheses. */
function splitList(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const char of text) {
    if (char === '(') depth++
    if (char === ')') depth--
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** Returns the columns that are assigned after `set`, or null when one is computed. */
function assignedColumns(afterSet: string): string[] | null {
  let depth = 0
  let end = afterSet.length
  const marks = /[();]|\b(?:case|end|where|returning|(?<!\bdistinct\s+)from)\b/gi
  for (const { 0: token, index } of afterSet.matchAll(marks)) {
    if (/[(]|case/i.test(token)) depth++
    else if (/[)]|end/i.test(token) && depth > 0) depth--
    else if (depth === 0) {
      end = index
      break
    }
  }
  const columns = splitList(afterSet.slice(0, end)).flatMap((assignment) => {
    const left = assignment.split('=')[0]?.trim() ?? UNKNOWN
    return left.startsWith('(') ? splitList(left.slice(1, -1)) : [left]
  })
  const names = columns.map(nameOf)
  return names.includes(null) ? null : (names as string[])
}

const concatColumns = (a: string[] | null, b: string[] | null) => (a && b ? [...a, ...b] : null)

function parseInsert(head: RegExpExecArray, rest: string): Use {
  const columns = head[2]?.slice(1, -1).trim()
  const named = columns && !/^select\b/i.test(columns) ? splitList(columns).map(nameOf) : [null]
  const written = named.includes(null) ? null : (named as string[])
  const own = rest.split(/\binsert\s+into\b/i)[0] ?? ''
  const update = /\bdo\s+update\s+set\b/i.exec(own)
  const updated = update ? assignedColumns(own.slice(update.index + update[0].length)) : []
  return { table: nameOf(head[1] ?? UNKNOWN), operation: 'insert', columns: concatColumns(written, updated) }
}

/**
 * Finds the tables that SQL reads and writes.
 * @param text SQL, with interpolated values replaced by `__hole__`
 */
export function usesInSql(text: string): Use[] {
  const sql = stripSql(text)
  const uses: Use[] = []
  const each = (source: string, use: (match: RegExpExecArray, rest: string) => Use | Use[]) => {
    for (const match of sql.matchAll(pattern(source)))
      uses.push(...[use(match, sql.slice(match.index + match[0].length))].flat())
  }
  each('\\binsert\\s+into\\s+NAME(?:\\s+as\\s+\\w+)?\\s*(\\([^()]*\\))?', parseInsert)
  each('\\bupdate\\s+(?:only\\s+)?NAME(?:\\s+(?:as\\s+)?(?!set\\b)\\w+)?\\s+set\\b', (match, rest) => ({
    table: nameOf(match[1] ?? UNKNOWN),
    operation: 'update',
    columns: assignedColumns(rest),
  }))
  each('\\bdelete\\s+from\\s+(?:only\\s+)?NAME', (match) => ({
    table: nameOf(match[1] ?? UNKNOWN),
    operation: 'delete',
    columns: [],
  }))
  each('\\bmerge\\s+into\\s+(?:only\\s+)?NAME', (match) => ({
    table: nameOf(match[1] ?? UNKNOWN),
    operation: 'update',
    columns: null,
  }))
  each('\\bcopy\\s+NAME\\s*(?:\\([^()]*\\))?\\s+from\\s+stdin', (match) => ({
    table: nameOf(match[1] ?? UNKNOWN),
    operation: 'insert',
    columns: null,
  }))
  each(`\\btruncate\\s+(?:table\\s+)?(?:only\\s+)?(${NAME}(?:\\s*,\\s*${NAME})*)`, (match) =>
    splitList(match[1] ?? UNKNOWN).map((name) => ({ table: nameOf(name), operation: 'delete', columns: [] })),
  )
  const cteNames = new Set(
    [
      ...sql.matchAll(pattern('\\bNAME(?:\\s*\\([^()]*\\))?\\s+as\\s+(?:not\\s+)?(?:materialized\\s+)?\\(')),
    ].map((match) => nameOf(match[1] ?? '')),
  )
  each(
    '(?<!\\b(?:delete|distinct)\\s+)\\b(?:from|join)\\s+(?:only\\s+)?(?!stdin\\b)NAME(?![\\w"]|\\s*\\()',
    (match) => {
      const table = nameOf(match[1] ?? UNKNOWN)
      return table === null || cteNames.has(table) ? [] : { table, operation: 'read', columns: [] }
    },
  )
  return uses
}

const text = (node: ts.Node | undefined) => (node && ts.isStringLiteralLike(node) ? node.text : null)

/** Converts a template to SQL: `sql.table('x')` and the like become the name, other values `__hole__`. */
function sqlOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
  const parts = template.templateSpans.map(({ expression, literal }) => {
    const isName =
      ts.isCallExpression(expression) && /^sql\.(table|id|ref)$/.test(expression.expression.getText())
    const name = isName && expression.arguments.length === 1 ? text(expression.arguments[0]) : null
    return (name === null ? UNKNOWN : `"${name}"`) + literal.text
  })
  return template.head.text + parts.join('')
}

/** Returns the columns that a value passed to Kysely writes, or null when unknown. */
function columnsOf(node: ts.Node | undefined): string[] | null {
  if (!node) return null
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return columnsOf(node.expression)
  if (ts.isArrowFunction(node)) return columnsOf(node.body)
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(columnsOf).reduce(concatColumns, [])
  if (ts.isStringLiteralLike(node)) return [node.text]
  // rows.map((row) => ({ … }))
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'map'
  )
    return columnsOf(node.arguments[0])
  if (!ts.isObjectLiteralExpression(node)) return null
  return node.properties
    .map((property) => {
      const name = property.name
      return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? [name.text] : null
    })
    .reduce(concatColumns, [])
}

const writers = new Map<string, Operation>([
  ['insertInto', 'insert'],
  ['replaceInto', 'insert'],
  ['updateTable', 'update'],
  ['deleteFrom', 'delete'],
  ['mergeInto', 'update'],
])
const readers = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
])
const setters = new Set(['values', 'set', 'columns', 'doUpdateSet', 'thenUpdateSet', 'thenInsertValues'])

/** Returns the columns that the call chain starting with `call` sets, or null when unknown. */
function chainColumns(call: ts.CallExpression): string[] | null {
  const found: (string[] | null)[] = []
  const inside = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      setters.has(node.expression.name.text)
    ) {
      found.push(columnsOf(node.arguments[0]))
    }
    ts.forEachChild(node, inside)
  }
  let at: ts.CallExpression = call
  while (ts.isPropertyAccessExpression(at.parent) && ts.isCallExpression(at.parent.parent)) {
    const { name } = at.parent
    at = at.parent.parent
    if (setters.has(name.text)) found.push(columnsOf(at.arguments[0]))
    else for (const argument of at.arguments) inside(argument)
  }
  return found.length === 0 ? null : found.reduce(concatColumns, [])
}

function usesInCall(call: ts.CallExpression): Use[] {
  if (!ts.isPropertyAccessExpression(call.expression)) return []
  const method = call.expression.name.text
  const [first] = call.arguments
  const table = text(first)?.split(/\s/)[0] ?? null
  const operation = writers.get(method)
  if (operation) {
    const columns = operation === 'delete' ? [] : chainColumns(call)
    return [{ table: table && nameOf(table), operation, columns }]
  }
  if (!readers.has(method) || !first) return []
  const tables = ts.isArrayLiteralExpression(first)
    ? first.elements.map((element) => text(element)?.split(/\s/)[0])
    : [table]
  return tables.flatMap((name) =>
    name ? [{ table: nameOf(name), operation: 'read' as const, columns: [] }] : [],
  )
}

function functionsAround(node: ts.Node): string[] {
  const names: string[] = []
  for (let at = node.parent; at; at = at.parent) {
    const name =
      ts.isFunctionDeclaration(at) || ts.isVariableDeclaration(at) || ts.isMethodDeclaration(at)
        ? at.name
        : undefined
    if (name && ts.isIdentifier(name)) names.push(name.text)
  }
  return names
}

/**
 * Finds all uses of tables in a TypeScript file: Kysely calls, `sql` templates, and strings that start like
 * SQL.
 * @param source parsed with setParentNodes
 */
export function tableUses(source: ts.SourceFile): TableUse[] {
  const uses: TableUse[] = []
  const add = (node: ts.Node, found: Use[]) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    for (const use of found) uses.push({ ...use, line, functions: functionsAround(node) })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) add(node, usesInCall(node))
    const isTemplate = ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)
    if (isTemplate || ts.isStringLiteral(node)) {
      const sql = isTemplate ? sqlOf(node) : node.text
      const isTagged = ts.isTaggedTemplateExpression(node.parent) && /^sql\b/.test(node.parent.tag.getText())
      if (isTagged || /^\s*(?:select|insert|update|delete|merge|with|copy|truncate\s+table)\s/i.test(sql))
        add(node, usesInSql(sql))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return uses
}

/**
 * Returns the names of the tables that exist after all migrations.
 * @param migrations SQL of the migrations, in order
 */
export function tablesAfter(migrations: readonly string[]): Set<string> {
  const tables = new Set<string>()
  const change =
    'create\\s+(?:unlogged\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?NAME|drop\\s+table\\s+(?:if\\s+exists\\s+)?NAME|alter\\s+table\\s+(?:only\\s+)?NAME\\s+rename\\s+to\\s+NAME'
  for (const migration of migrations) {
    // Function bodies do not change the schema.
    const sql = stripSql(migration.replace(/(\$\w*\$)[\s\S]*?\1/g, "''"))
    for (const [, made, dropped, from, to] of sql.matchAll(pattern(change))) {
      const [removed, added] = [dropped ?? from, made ?? to]
      if (removed) tables.delete(nameOf(removed) ?? '')
      if (added) tables.add(nameOf(added) ?? '')
    }
  }
  return tables
}
