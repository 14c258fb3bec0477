import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Migrations run while the release before still serves: what it uses must still be there afterwards (expand). What it no
// longer uses goes in a later release (contract), and says so: `-- contract: why` before the statement.

/** The first that was written under this rule. */
const FIRST = '0009'
const ANNOTATION = /--\s*contract:\s*\S/i

const NAME = '(?:only\\s+)?(?:if\\s+exists\\s+)?(?:public\\.)?("?[a-z_]+"?)'

/** What takes something from a release that is still running. */
const TAKES: readonly [RegExp, string][] = [
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\bdrop\s+constraint\b/i, 'drops a constraint'],
  [/\brename\b/i, 'renames'],
  [/\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\b/i, 'changes a type'],
  [/\bset\s+not\s+null\b/i, 'makes a column obligatory'],
  [/\bdrop\s+default\b/i, 'drops a default'],
]

/** Statements of a script, with the comments before them. Knows strings, dollar quotes and SQL-standard bodies. */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let from = 0
  let depth = 0
  const token =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|\bbegin\s+atomic\b|\bcase\b|\bend\b|;/gi
  for (const found of text.matchAll(token)) {
    const [word] = found
    if (/^begin|^case$/i.test(word)) depth++
    else if (/^end$/i.test(word)) depth = Math.max(0, depth - 1)
    else if (word === ';' && depth === 0) {
      statements.push(text.slice(from, found.index).trim())
      from = found.index + 1
    }
  }
  const rest = text.slice(from).trim()
  return rest ? [...statements, rest] : statements
}

const withoutComments = (statement: string) => statement.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ').trim()

/** Top-level parts of `alter table … a, b`. */
function partsOf(actions: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of actions) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts
}

/** What a migration takes from the release before it. @returns a line each */
export function findingsOf(name: string, text: string): string[] {
  const own = new Set<string>()
  const findings: string[] = []
  for (const statement of statementsOf(text)) {
    const sql = withoutComments(statement)
    const made = new RegExp(
      `^create\\s+(?:unlogged\\s+)?table\\s+(?:if\\s+not\\s+exists\\s+)?${NAME}`,
      'i',
    ).exec(sql)
    if (made?.[1]) own.add(made[1])
    if (ANNOTATION.test(statement)) continue
    const say = (what: string) => findings.push(`${name}: ${what}: ${sql.replace(/\s+/g, ' ').slice(0, 90)}`)
    const dropped = new RegExp(
      `^drop\\s+(?:table|view|materialized\\s+view|type|domain)\\s+${NAME}`,
      'i',
    ).exec(sql)
    if (dropped?.[1] && !own.has(dropped[1])) say('drops')
    const altered = new RegExp(`^alter\\s+(?:table|view|type)\\s+${NAME}\\s+([\\s\\S]*)$`, 'i').exec(sql)
    if (!altered?.[1] || own.has(altered[1])) continue
    for (const part of partsOf(altered[2] ?? '')) {
      for (const [pattern, what] of TAKES) if (pattern.test(part)) say(what)
      const isColumn = /^\s*add\s+(?!constraint|primary|unique|check|foreign|exclude)/i.test(part)
      if (isColumn && /\bnot\s+null\b/i.test(part) && !/\b(default|generated)\b/i.test(part))
        say('adds an obligatory column without a default')
    }
  }
  return findings
}

/** Of all migrations that the rule is for. */
export function migrationFindings(folder = join('db', 'migrations')): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && file >= FIRST)
    .sort()
    .flatMap((file) => findingsOf(file, readFileSync(join(folder, file), 'utf8')))
}
