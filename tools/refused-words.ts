import ts from 'typescript'

/**
 * Words that say less than the terms of docs/glossary.md, refused as part of a declared name or a file name. Only words that the
 * code has no other use for: a word with a good use does not belong here.
 */
const REFUSED_WORDS = new Set([
  'bear',
  'bears',
  'crowd',
  'door',
  'doors',
  'everyone',
  'folk',
  'heard',
  'hears',
  'hold',
  'holds',
  'house',
  'houses',
  'knock',
  'nobody',
  'says',
  'shed',
  'shut',
  'tells',
  'together',
  'told',
  'whoever',
])
/** Fixed terms that contain a refused word. */
const FIXED_TERMS = /shedLoad|loadShed/i
/** Say what place it is: a cursor, a rank, a location, a position. */
const REFUSED_TYPES = new Set(['Place'])

/** `doorIsShut`, `DOOR_IS_SHUT`, `door-is-shut.ts` → door, is, shut. */
const wordsIn = (name: string) =>
  name
    .replace(FIXED_TERMS, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$.-]+/)

/** Whether a declared name, or the name of a file or folder, contains a refused word. */
export const hasRefusedWord = (name: string) => wordsIn(name).some((word) => REFUSED_WORDS.has(word))

const isType = (node: ts.Node) =>
  ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)

/** @returns the declared names of a source file that contain a refused word, each once */
export function refusedNames(source: ts.SourceFile): string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node) => {
    const name =
      ts.isIdentifier(node) && (node.parent as ts.NamedDeclaration).name === node ? node.text : null
    // The name in `a.told` belongs to what is used, not to a declaration.
    if (name !== null && !ts.isPropertyAccessExpression(node.parent)) {
      const isRefusedType = isType(node.parent) && REFUSED_TYPES.has(name)
      if (isRefusedType || hasRefusedWord(name)) found.add(name)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...found]
}
