import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Migrations run while the previous release still serves requests, so they may not remove what it uses
// (expand). A later release may remove what no release uses any more (contract), with `-- contract: reason`
// before the statement.

/** The first migration that the rules apply to. */
const FIRST_CHECKED = '0009'
const ANNOTATION = /--\s*contract:\s*\S/i

const NAME = '(?:only\\s+)?(?:if\\s+exists\\s+)?(?:public\\.)?("?[a-z_]+"?)'

/** Changes that can break a running release. */
const BREAKING_CHANGES: readonly [RegExp, string][] = [
  [/\bdrop\s+column\b/i, 'drops a column'],
  [/\bdrop\s+constraint\b/i, 'drops a constraint'],
  [/\brename\b/i, 'renames'],
  [/\balter\s+(?:column\s+)?"?\w+"?\s+(?:set\s+data\s+)?type\b/i, 'changes a type'],
  [/\bset\s+not\s+null\b/i, 'makes a column not null'],
  [/\bdrop\s+default\b/i, 'drops a default'],
]

/**
 * Splits a script into statements with their preceding comments. Handles strings, dollar quotes and
 * `begin atomic`.
 */
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

/** Splits the actions of `alter table … a, b`. */
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

/** @returns a line for each change that can break the previous release */
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
    const report = (what: string) =>
      findings.push(`${name}: ${what}: ${sql.replace(/\s+/g, ' ').slice(0, 90)}`)
    const dropped = new RegExp(
      `^drop\\s+(?:table|view|materialized\\s+view|type|domain)\\s+${NAME}`,
      'i',
    ).exec(sql)
    if (dropped?.[1] && !own.has(dropped[1])) report('drops')
    const altered = new RegExp(`^alter\\s+(?:table|view|type)\\s+${NAME}\\s+([\\s\\S]*)$`, 'i').exec(sql)
    if (!altered?.[1] || own.has(altered[1])) continue
    for (const part of partsOf(altered[2] ?? '')) {
      for (const [pattern, what] of BREAKING_CHANGES) if (pattern.test(part)) report(what)
      const isColumn = /^\s*add\s+(?!constraint|primary|unique|check|foreign|exclude)/i.test(part)
      if (isColumn && /\bnot\s+null\b/i.test(part) && !/\b(default|generated)\b/i.test(part))
        report('adds a not null column without a default')
    }
  }
  return findings
}

/** Findings of all migrations that the rules apply to. */
export function migrationFindings(folder = join('db', 'migrations')): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && file >= FIRST_CHECKED)
    .sort()
    .flatMap((file) => findingsOf(file, readFileSync(join(folder, file), 'utf8')))
}
