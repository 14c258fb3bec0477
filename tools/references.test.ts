import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brokenReferences, citingFiles, idsDefinedIn, readDefinitions, staleNames } from './references.ts'

test('every identifier, section and document that is cited exists in the repository', () => {
  const defined = readDefinitions()
  const broken = citingFiles().flatMap((file) =>
    brokenReferences(readFileSync(file, 'utf8'), defined).map((reference) => `${file}: ${reference}`),
  )
  expect(broken).toEqual([])
})

test('the specification defines its identifiers in lists and tables', () => {
  expect(
    idsDefinedIn('- AUT-01 Text.\n- **OPEN-07 Guards.** Text\n| TRAP-03 | x |\n| A7 | y |\nsee AUT-09'),
  ).toEqual(['AUT-01', 'OPEN-07', 'TRAP-03', 'A7'])
})

test('a citation of what is not there is found', () => {
  const defined = {
    ids: new Set(['AUT-01', 'AUT-02', 'A1']),
    sections: new Set(['3']),
    exists: (path: string) => ['docs/decisions/0001', 'docs/design.md', 'README.md'].includes(path),
  }
  const text =
    'AUT-01 to AUT-03, XYZ-12, UTF-16, docs/design.md §3, design.md §14, docs/decisions/0001, docs/decisions/0099, A1, G4, S3, %C3%A1, README.md, DESIGN.md, reference/security.md §1'
  expect(brokenReferences(text, defined)).toEqual([
    'AUT-03',
    'XYZ-12',
    'G4',
    'docs/design.md §14',
    'docs/decisions/0099',
    'DESIGN.md',
    'reference/security.md',
  ])
})

test('a comment cites only names that the code has', () => {
  const texts = new Map(
    citingFiles()
      .filter((file) => /\.(ts|tsx|mjs|sql)$/.test(file) && !file.startsWith('tools/refused-words'))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  )
  expect(staleNames(texts)).toEqual([])
})

test('a name that only a comment has is found', () => {
  const text = '/** Like `gone` and `here`. */\nconst here = 1 // see `away()`\n-- and `lost`\n'
  expect(staleNames(new Map([['a.ts', text]]))).toEqual(['a.ts: gone', 'a.ts: away', 'a.ts: lost'])
})
