// Every identifier, design section and document that the repository cites must exist in it: the identifiers
// of docs/spec and docs/faults.md, the sections of docs/design.md, the files of docs/ and the documents at the
// root. `npm run check` runs it through references.test.ts.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const DEFINING = [
  'docs/spec/checklist.md',
  'docs/spec/seguimiento.md',
  'docs/spec/datos.md',
  'docs/spec/plazos.md',
  'docs/spec/decisions.md',
  'docs/spec/attacks.md',
  'docs/faults.md',
]

/** Where these documents define an identifier: at the start of a list item or of a row of a table. */
const DEFINITION = /^(?:- (?:\*\*)?|\| |### )([A-Z]{1,4}-?\d{1,2})\b/gm

/** Prefixes of other things that look like an identifier. */
const OTHER_PREFIXES = new Set(['UTF', 'ISO', 'PG', 'ES'])
/** Other things that look like an identifier of an attack or a fault: products, a norm. */
const OTHER_SHORT_NAMES = new Set(['S3', 'V8', 'L2'])

export interface Definitions {
  ids: ReadonlySet<string>
  /** Section numbers of docs/design.md. */
  sections: ReadonlySet<string>
  exists: (path: string) => boolean
}

/** Reads what the repository's own documents define. */
export function readDefinitions(): Definitions {
  const ids = new Set(DEFINING.flatMap((file) => idsDefinedIn(readFileSync(file, 'utf8'))))
  const design = readFileSync('docs/design.md', 'utf8')
  const sections = new Set([...design.matchAll(/^## (\d+)\. /gm)].map(([, number = '']) => number))
  return { ids, sections, exists: (path) => existsSync(path) || isRecord(path) }
}

/** @returns the identifiers that a document defines, in its order */
export const idsDefinedIn = (text: string): string[] =>
  [...text.matchAll(DEFINITION)].map(([, id = '']) => id)

/** Decision records are cited by number alone. */
function isRecord(path: string): boolean {
  const number = /^docs\/decisions\/(\d{4})$/.exec(path)?.[1]
  return number !== undefined && recordNumbers().has(number)
}

let numbers: Set<string> | undefined
function recordNumbers(): Set<string> {
  numbers ??= new Set(listFiles(['docs/decisions/*.md']).map((file) => file.slice(15, 19)))
  return numbers
}

const expand = (prefix: string, from: string, to = from): string[] =>
  Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, offset) => `${prefix}-${String(Number(from) + offset).padStart(2, '0')}`,
  )

/** @returns what a text cites that is not defined, each once */
export function brokenReferences(text: string, { ids, sections, exists }: Definitions): string[] {
  const broken = new Set<string>()
  for (const [, prefix = '', from = '', to] of text.matchAll(
    /(?<![\w-])([A-Z]{1,4})-(\d{2})(?: to \1-(\d{2}))?(?![\w-])/g,
  ))
    if (!OTHER_PREFIXES.has(prefix))
      for (const id of expand(prefix, from, to)) if (!ids.has(id)) broken.add(id)
  // M begins the path of a drawing; encoded bytes follow % or =.
  for (const [id] of text.matchAll(/(?<![\w%=#{}.&+-])[A-LN-Z][1-9]\d?(?![\w%'-])/g))
    if (!OTHER_SHORT_NAMES.has(id) && !ids.has(id)) broken.add(id)
  for (const [, number = ''] of text.matchAll(/design\.md §(\d+)/g))
    if (!sections.has(number)) broken.add(`docs/design.md §${number}`)
  for (const [path] of text.matchAll(/\bdocs\/(?:decisions\/\d{4}\b(?:-[\w-]+\.md)?|[\w/-]+\.md\b)/g))
    if (!exists(path)) broken.add(path)
  for (const [path] of text.matchAll(/\b[A-Z]+\.md\b|(?<!\/)\breference\/[\w./-]+/g))
    if (!exists(path)) broken.add(path)
  return [...broken]
}

/** A line's comment: the whole line inside a block comment, or what follows `//`, or in SQL `--`. */
const COMMENT = /^\s*\/?\*.*|(?:^|\s)(?:\/\/|--) .*/

/**
 * Names that comments cite in backticks but that no code of these files contains any more.
 * @param texts the contents of the files by path
 * @returns path and name of each
 */
export function staleNames(texts: ReadonlyMap<string, string>): string[] {
  const lines = [...texts].flatMap(([path, text]) =>
    text.split('\n').map((line) => {
      const [comment = ''] = COMMENT.exec(line) ?? []
      return { path, comment, code: line.slice(0, line.length - comment.length) }
    }),
  )
  const known = new Set(lines.flatMap(({ code }) => code.match(/[A-Za-z_$][\w$]*/g) ?? []))
  return lines.flatMap(({ path, comment }) =>
    [...comment.matchAll(/`([A-Za-z_$][\w$]*)(?:\(\))?`/g)].flatMap(([, name = '']) =>
      known.has(name) ? [] : [`${path}: ${name}`],
    ),
  )
}

function listFiles(patterns: readonly string[]): string[] {
  return execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', ...patterns], {
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file && existsSync(file))
}

/** Files whose citations are checked: code, tests, tools and documents, but not the specification itself. */
export const citingFiles = (): string[] =>
  listFiles(['*.ts', '*.tsx', '*.mjs', '*.md', '*.sql', '*.yaml', 'Dockerfile']).filter(
    (file) => !file.startsWith('docs/spec/') && !file.startsWith('tools/references'),
  )
