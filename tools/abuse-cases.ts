// The forty abuse cases and the rule against each. A test covers a case with «abuse 7» in its title;
// tools/abuse-cases.test.ts fails when a case has none, and `npm run conformance` lists which tests do.
import { ABUSES } from '../tests/access/matrix/abuses.ts'
import { type Proof, proofsOf, renderProofs } from './titles.ts'

/** Abuse cases in the order of their numbers, each with the rule against it. */
export const CASES: readonly (readonly [abuse: string, rule: string])[] = [
  [
    'Register as administrator, verified or with credits',
    'The role is client or lawyer; unknown keys are refused; all other columns get database defaults.',
  ],
  [
    'Gain rights without a profile',
    'A user without a profile row has no rights; the role chosen at registration is only displayed.',
  ],
  [
    'Change the own role, plan, credits, status or RUT',
    'Each operation writes only its own columns; unknown keys are refused.',
  ],
  [
    'Free credits by subscribing again',
    'The input is only the plan’s id; credits come from the plans table; the row is locked, and the ledger gets an entry.',
  ],
  [
    'Anyone verifies a lawyer',
    'It needs an administrator’s session and a lawyer in review; a decision happens once.',
  ],
  [
    'A prefetcher or a deceived administrator verifies a lawyer',
    'GET and HEAD change nothing; verifying on load needs a session and a token that works once.',
  ],
  [
    'Guess the e-mail code',
    'Five wrong guesses, counted under a row lock; only a digest is stored; valid for 15 minutes.',
  ],
  [
    'Flood a mailbox, or send e-mail to strangers',
    'Recipient and name come from the session; one code per minute and five per hour; three e-mails per hour to an address.',
  ],
  [
    'Find out who has an account; register variants of an e-mail address',
    'Same response and same work in both cases; addresses are normalised and unique in the database.',
  ],
  [
    'Guess passwords; evade the rate limit',
    'Attempts are counted before the password is checked, by account and client address; only trusted proxies may name the client address; if counting fails, login is refused.',
  ],
  ['Session fixation', 'Every login creates a new session and ends the one of the request.'],
  [
    'Sessions that survive a logout, a password change or the account',
    'Sessions are database rows, deleted in each of these cases; their live streams close.',
  ],
  [
    'Cross-site requests',
    'Origin, Sec-Fetch-Site and the JSON content type are checked before any operation.',
  ],
  [
    'Malformed cookies and headers',
    'Unreadable cookies mean no session; unreadable headers get 400; never a 5xx.',
  ],
  [
    'Read objects of others',
    'Every read is limited to objects of the verified party; others get the same response as for a missing object.',
  ],
  [
    'Combine an own parent with another person’s child',
    'A child is selected together with its parent, in one statement.',
  ],
  [
    'Override filters with extra keys, lists or repeated parameters',
    'Strict schemas accept single strings; the scope is set by the server and is no input.',
  ],
  [
    'Forge the sender or a system message',
    'The sender comes from the session; only the server creates messages that are not text.',
  ],
  [
    'Tamper with unread counters or the last message',
    'The statements that send or mark as read write them, for the own side only.',
  ],
  [
    'Accept an own, another person’s or a closed proposal',
    'Only the other party of the chat, and only while it is pending: else 403, 404, 409.',
  ],
  [
    'Accept twice concurrently, or concurrently with a rejection',
    'The rows of client and proposal are locked, the update is conditional, and an index allows one accepted proposal per case.',
  ],
  [
    'Change a decided proposal; an invalid fee',
    'A decided proposal never changes; fees are whole pesos within the limit.',
  ],
  [
    'Spend one credit twice',
    'One statement takes an available credit and writes the ledger; one chat per pair.',
  ],
  [
    'Start a chat from a case without credit, plan or verification',
    'All three are checked in the transaction that creates the chat, with the lawyer’s row locked.',
  ],
  [
    'Identify clients in the market',
    'An allow-list of fields; RUT, telephone and e-mail are masked in texts; plans without market access get 403.',
  ],
  [
    'Review without a case, twice, or for others',
    'The statement that inserts checks the accepted proposal; one row per client and lawyer.',
  ],
  ['Public pages reveal too much', 'Allow-lists of fields; only verified lawyers are listed.'],
  [
    'Scrape the directory; a curious administrator',
    'Random ids, short pages, searches limited by client address; administrators cannot read chats, and each view of an ID card is audited.',
  ],
  [
    'Misuse the link of an ID card',
    'The signature covers purpose, file, viewer and expiry; the session must match; everything else is 404.',
  ],
  [
    'Case documents readable by others, or cached',
    'Each request checks that the user is a party of the case; Cache-Control: private, no-store.',
  ],
  [
    'A file name that leaves its folder',
    'The server generates the storage key; the name is only displayed, and quoted in its header.',
  ],
  [
    'A file with a false type',
    'The content decides the type; photos are re-encoded; files are served with their real type, in a CSP sandbox.',
  ],
  [
    'Decompression bombs and endless bodies',
    'Limits of bytes, pixels, depth, number and time, before any work.',
  ],
  ['Cross-site scripting', 'Only React text nodes; a CSP with nonces and without unsafe-inline.'],
  [
    'Inject headers or markup into an e-mail',
    'One message with one recipient; names are plain text without links.',
  ],
  [
    'SQL injection and prototype pollution',
    'Only bound parameters; strict schemas; no key reaches a prototype.',
  ],
  ['Regular expressions with exponential run time', 'Length is checked first; patterns do not backtrack.'],
  [
    'Receive events of others',
    'The session selects the events; resume positions only apply to own events; six streams per person.',
  ],
  [
    'Open redirects, clickjacking, cached private pages',
    'Redirects only to own paths; frame-ancestors none; no-store, on errors too.',
  ],
  [
    'Incomplete account deletion',
    'It needs the password, with a rate limit; one transaction; queued jobs delete the files; a new account inherits nothing.',
  ],
]

/** The numbers of all cases. */
export const ids: string[] = CASES.map((_, at) => String(at + 1))

/** Returns the cases that a title names: «abuse 7 …», «abuse 15, 16: …». */
export const casesIn = (title: string): string[] =>
  [...title.matchAll(/\babuse (\d{1,2}(?:, (?:abuse )?\d{1,2}\b)*)/g)].flatMap(
    ([, list = '']) => list.match(/\d+/g) ?? [],
  )

const MATRIX_TEST = 'tests/access/matrix-operations.db.test.ts'

/** @param files test files by path @returns the tests by case number, including those of the access matrix */
export function proofs(files: ReadonlyMap<string, string>): Map<string, Proof[]> {
  const all = proofsOf(files, ids, casesIn)
  for (const [operation, list] of Object.entries(ABUSES))
    for (const id of list.split(', '))
      all.get(id)?.push({ file: MATRIX_TEST, title: `${operation} (abuse ${list})` })
  return all
}

/** More tests of a case are only counted. */
const MAX_LISTED = 5

/** Renders the cases, their rules and their tests as Markdown. */
export function renderPage(all: ReadonlyMap<string, readonly Proof[]>): string {
  const lines = [
    '# Abuse cases',
    '',
    'Forty ways to abuse the product, the rule against each, and its tests. `tests/abuse/twins.db.test.ts`',
    'also runs six of these attacks against naive implementations of the guards, where they must succeed.',
    '',
    '| case | rule | tests |',
    '| --- | --- | --- |',
  ]
  for (const [at, [abuse, rule]] of CASES.entries())
    lines.push(
      `| ${at + 1}. ${abuse} | ${rule} | ${renderProofs(all.get(String(at + 1)) ?? [], MAX_LISTED)} |`,
    )
  return `${lines.join('\n')}\n`
}
