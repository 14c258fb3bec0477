/**
 * Reads texts of a hundred thousand characters with everything of the house that reads what people type, and says the name
 * of each reader that has come to its end. A process of its own: a pattern that looks back does not end for years, and
 * nothing inside a process can stop it.
 */
import { cleanName, normaliseEmail } from '../../src/capabilities/accounts/schema.ts'
import { cleanText, phoneField, rutField } from '../../src/capabilities/lawyers/schema.ts'
import { marksOf, searchFilter } from '../../src/capabilities/search/rules.ts'
import { lawyersInput } from '../../src/capabilities/search/schema.ts'
import { plain, readable, wordsOf } from '../../src/capabilities/search/triage/fold.ts'
import { triage } from '../../src/capabilities/search/triage/triage.ts'
import { hideContactData } from '../../src/chile/contact-data.ts'
import { normaliseRut } from '../../src/chile/rut.ts'
import { inlineAs, keyName, shownName, trueName } from '../../src/platform/files/names.ts'
import { nameInMail } from '../../src/platform/mail/names.ts'
import { fold, highlight, matches } from '../../src/ui/fold.ts'

const LENGTH = 100_000
/** Beginnings of what a pattern looks for, over and over, and an end that disappoints it. */
const pumped = [
  'a',
  '0',
  '1.',
  '12.345.678-',
  ' ',
  '\t\n',
  '@',
  'a@',
  'a.',
  'a@a.',
  '-',
  '+569',
  '+56 9 ',
  'áé',
  '\u0301',
  '(',
  '%_',
  '\\',
  'http://',
  '..',
  '\u200b',
  '😀',
  'ﷺ',
].map((one) => `${one.repeat(Math.ceil(LENGTH / one.length)).slice(0, LENGTH)}!`)

const READERS: [string, (text: string) => unknown][] = [
  ['RUT', (text) => [normaliseRut(text), rutField.safeParse(text)]],
  ['telephone', (text) => phoneField.safeParse(text)],
  ['e-mail', (text) => normaliseEmail(text)],
  ['names', (text) => [cleanName(text), nameInMail(text), cleanText(text)]],
  [
    'names of files',
    (text) => [
      shownName(encodeURIComponent(text)),
      shownName(text),
      inlineAs(text),
      keyName(text, 'application/pdf'),
      trueName(text, 'application/pdf'),
    ],
  ],
  ['contact data in a case', hideContactData],
  ['search words', (text) => [fold(text), matches(text, 'zz'), highlight(text, 'zz')]],
  [
    'search marks and places',
    (text) => [marksOf(searchFilter({ text })), lawyersInput.safeParse({ text, after: text })],
  ],
  ['a problem in free words', (text) => [plain(text), readable(text), wordsOf(readable(text)), triage(text)]],
]

for (const [what, read] of READERS) {
  for (const text of pumped) await Promise.all([read(text)].flat())
  console.log(what)
}
