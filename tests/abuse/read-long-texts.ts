/**
 * Feeds texts of 100,000 characters to every parser of user input and prints the name of each parser that has
 * finished. It is a process of its own, because catastrophic backtracking in a regular expression cannot be
 * interrupted from inside.
 */

import { normaliseEmail } from '../../src/capabilities/accounts/schema.ts'
import { phoneField, rutField } from '../../src/capabilities/lawyers/schema.ts'
import { listingMarks, toSearchConditions } from '../../src/capabilities/search/rules.ts'
import { lawyersInput } from '../../src/capabilities/search/schema.ts'
import { plain, readable, wordsOf } from '../../src/capabilities/search/triage/fold.ts'
import { triage } from '../../src/capabilities/search/triage-model.server.ts'
import { hideContactData } from '../../src/chile/contact-data.ts'
import { normaliseRut } from '../../src/chile/rut.ts'
import { cleanLine, cleanParagraphs } from '../../src/input/text.ts'
import {
  contentDisposition,
  displayName,
  nameInKey,
  withRealExtension,
} from '../../src/platform/files/file-names.ts'
import { nameInMail } from '../../src/platform/mail/name-in-mail.ts'
import { fold, highlight, matchesQuery } from '../../src/ui/lists/fold.ts'

const LENGTH = 100_000
/** Repeated prefixes of what the patterns match, with an end that makes the match fail. */
const TEXTS = [
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
].map((prefix) => `${prefix.repeat(Math.ceil(LENGTH / prefix.length)).slice(0, LENGTH)}!`)

const PARSERS: [string, (text: string) => unknown][] = [
  ['RUT', (text) => [normaliseRut(text), rutField.safeParse(text)]],
  ['telephone', (text) => phoneField.safeParse(text)],
  ['e-mail', (text) => normaliseEmail(text)],
  ['names', (text) => [cleanLine(text), nameInMail(text), cleanParagraphs(text)]],
  [
    'names of files',
    (text) => [
      displayName(encodeURIComponent(text)),
      displayName(text),
      contentDisposition('inline', text),
      nameInKey(text, 'application/pdf'),
      withRealExtension(text, 'application/pdf'),
    ],
  ],
  ['contact data in a case', hideContactData],
  ['search words', (text) => [fold(text), matchesQuery(text, 'zz'), highlight(text, 'zz')]],
  [
    'search marks and places',
    (text) => [listingMarks(toSearchConditions({ text })), lawyersInput.safeParse({ text, after: text })],
  ],
  ['triage', (text) => [plain(text), readable(text), wordsOf(readable(text)), triage(text)]],
]

for (const [name, parse] of PARSERS) {
  for (const text of TEXTS) await Promise.all([parse(text)].flat())
  console.log(name)
}
