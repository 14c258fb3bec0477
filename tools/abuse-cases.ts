// Makes docs/abuse-cases.md: for each of the forty abuse cases the rule that stands against it, and the tests that prove it
// by «abuse 7» in their titles. `npm run conformance` writes it; tools/abuse-cases.test.ts fails when it is stale or when a
// case is without a test.
import { ABUSES } from '../tests/access/grid/abuses.ts'
import { named, type Proof, proofsOf } from './titles.ts'

/** What somebody tries, and what stands against it, by number. */
export const CASES: readonly (readonly [abuse: string, rule: string])[] = [
  [
    'Register as administrator, verified or with credits',
    'The role is client or lawyer, unknown keys are refused, everything else has the database’s defaults.',
  ],
  [
    'A signed-in user without a profile gains rights',
    'No profile row, no right: what they signed up as is only shown.',
  ],
  [
    'Change one’s own role, plan, credits, status or RUT',
    'Each operation writes its own columns; a key that it does not know is refused.',
  ],
  [
    'Free credits by subscribing again',
    'Only the plan’s id is taken; the row is held, the table says the credits, the ledger gets a line.',
  ],
  [
    'Anyone verifies a lawyer',
    'An administrator’s session, a lawyer in review, a decision that happens once.',
  ],
  [
    'A prefetcher or a lured administrator verifies',
    'GET and HEAD change nothing; acting on load takes session and token, each once.',
  ],
  ['Guess the e-mail code', 'Five wrong tries, counted under the code’s lock; digest only; fifteen minutes.'],
  [
    'Flood a mailbox, or write to strangers',
    'Recipient and name are the session’s; a minute between codes, five an hour, three letters an hour to an address.',
  ],
  [
    'Learn who has an account; twins of an address',
    'The same answer and the same work for both; one spelling of an address, unique in the database.',
  ],
  [
    'Try passwords; go round the limit',
    'Counted before the work, by account and by address; only a trusted proxy is believed; closed when it cannot count.',
  ],
  ['Plant a session', 'Every sign-in makes a session of its own and ends the one that came along.'],
  [
    'Sessions that outlive log-out, password or account',
    'They are rows: deleted with what they stood for, and their live streams close.',
  ],
  ['Requests from another site’s page', 'Origin, Sec-Fetch-Site and JSON are checked before any operation.'],
  ['Malformed cookies and headers', 'Whatever cannot be read is nobody, or 400; never a fault.'],
  [
    'Read what belongs to others',
    'Every read is in the scope of a proven party; others get the answer of what is not there, byte by byte.',
  ],
  ['One’s own parent with a foreign child', 'A child is looked up inside its parent, in the same statement.'],
  [
    'Override the filter by keys, lists or doubled parameters',
    'Strict schemas of single texts; the server’s scope is no input.',
  ],
  [
    'Forge the sender or a system message',
    'The sender is the session’s; kinds other than text are the house’s alone.',
  ],
  [
    'Tamper with counters or the last message',
    'They are written by the statement that sends or reads, for one’s own side.',
  ],
  [
    'Accept one’s own, a foreign or a closed proposal',
    'Not the creator, a party of its chat, still pending: 403, 404, 409.',
  ],
  [
    'Accept twice, or against a rejection, at once',
    'The client’s row and the proposal are held, the update is guarded, the index allows one a case.',
  ],
  [
    'Change a decided proposal; a bad fee',
    'A decided one never changes; fees are whole pesos within the limit.',
  ],
  [
    'Spend one credit twice',
    'One statement takes the credit where there is one and writes the ledger; one chat a pair.',
  ],
  [
    'A case chat without credit, plan or verification',
    'Looked at inside the transaction that opens it, with the lawyer’s row held.',
  ],
  [
    'The market tells who the client is',
    'An allow-list of fields; RUT, telephone and e-mail are hidden in its texts; plans without market get 403.',
  ],
  [
    'Review without a case, twice, or for others',
    'The statement that writes looks for the accepted proposal; one row a client and lawyer.',
  ],
  ['Public pages tell too much', 'Allow-lists of fields; only who is verified is found.'],
  [
    'Copy the directory; a curious administrator',
    'Random ids, short pages, searches limited by address; no chat for administrators, a register row for each ID card seen.',
  ],
  [
    'Misuse the link of an ID card',
    'Signed over work, file, viewer and hour; the session is asked as well; all else is 404.',
  ],
  [
    'Case papers in the open, or in a cache',
    'Each opening asks whether one is of the case; private, no-store.',
  ],
  [
    'A name that leaves its folder',
    'The key is the house’s; a name is only shown, and quoted in its header.',
  ],
  [
    'A file that is not what it says',
    'The bytes decide; photos are drawn anew; everything is served as what it is, in a sandbox.',
  ],
  ['Bombs and bodies that do not end', 'Limits of bytes, pixels, depth, number and time, before any work.'],
  ['Markup that runs', 'React’s text only; a policy with nonces and without unsafe-inline.'],
  ['Headers or markup in an e-mail', 'One composed letter to one recipient; names are text and no links.'],
  ['Statements and prototypes in the input', 'Parameters only; strict schemas; no key reaches a prototype.'],
  ['Texts that make a pattern run for years', 'Length first, patterns that only go forward.'],
  [
    'Listen to others’ events',
    'The session says whose they are; positions are looked up in one’s own; six streams a person.',
  ],
  [
    'Lead away, frame, or keep what was seen',
    'Own paths only; frame-ancestors none; no-store, on errors too.',
  ],
  [
    'Leave half an account behind',
    'The password, limited; one transaction; files by the outbox; nothing of it in the next account.',
  ],
]

export const PAGE = 'docs/abuse-cases.md'

/** Their numbers. */
export const ids: string[] = CASES.map((_, at) => String(at + 1))

/** The cases that a title names: «abuse 7 …», «abuse 15, 16: …». */
export const casesIn = (title: string): string[] =>
  [...title.matchAll(/\babuse (\d{1,2}(?:, (?:abuse )?\d{1,2}\b)*)/g)].flatMap(
    ([, list = '']) => list.match(/\d+/g) ?? [],
  )

const GRID = 'tests/access/grid.db.test.ts'

/** @param files of tests, by path @returns by number, the tests that prove it; the access grid says its own in a table */
export function proofs(files: ReadonlyMap<string, string>): Map<string, Proof[]> {
  const all = proofsOf(files, ids, casesIn)
  for (const [operation, list] of Object.entries(ABUSES))
    for (const id of list.split(', '))
      all.get(id)?.push({ file: GRID, title: `${operation} (abuse ${list})` })
  return all
}

const MOST = 5

/** docs/abuse-cases.md. */
export function page(all: ReadonlyMap<string, readonly Proof[]>): string {
  const lines = [
    '# Abuse cases',
    '',
    'Made by `npm run conformance` from the titles of the tests: forty ways to abuse the product, the rule against each, and',
    'what proves it. `tests/abuse/twins.db.test.ts` runs six of these attacks against naive twins of the product’s guards',
    'too, and must catch them.',
    '',
    '| case | rule | tests |',
    '| --- | --- | --- |',
  ]
  for (const [at, [abuse, rule]] of CASES.entries())
    lines.push(`| ${at + 1}. ${abuse} | ${rule} | ${named(all.get(String(at + 1)) ?? [], MOST)} |`)
  return `${lines.join('\n')}\n`
}
