// npm run faults: the fault injection tests (docs/faults.md). First the slow tests in tests/faults, which npm
// test omits; then the fault tests that npm test runs, too, here with all their cases
// (tests/support/runner/sample-unless-long.ts).
import {
  formatCount,
  type Part,
  readPlaywright,
  readVitest,
  reportFile,
  runPart,
  stopWithParent,
  sumCounts,
  vitestArguments,
} from './parts.ts'

export interface Fault {
  /** F1 to F19 (docs/faults.md). */
  id: string
  /** File → parts of the titles of its tests, as in the source text. No titles: the whole file. */
  tests: Record<string, string[]>
}

/**
 * The tests of each fault. tools/faults.test.ts checks that the titles exist and that docs/faults.md is
 * complete.
 */
export const FAULTS: readonly Fault[] = [
  {
    id: 'F1',
    tests: {
      'tests/faults/kills.test.ts': [
        'F1, F6 kill -9 of one application after the other',
        'F1 kill -9 while an e-mail is being sent',
      ],
      'src/platform/jobs/jobs.server.db.test.ts': ['F1 jobs of a dead process go to others'],
      'tests/api/chat.test.ts': ['F1: the application is killed while people send'],
      'tests/api/events.test.ts': ['kill -9 of the application and a new one'],
    },
  },
  {
    id: 'F2',
    tests: {
      'tests/faults/durability.test.ts': [
        'F2 PostgreSQL is killed',
        'F2 control: with durability switched off',
      ],
      'tests/api/chat-faults.test.ts': ['kill -9 of %s, twice'],
      'tests/api/outage.test.ts': ['PostgreSQL %s: 503 everywhere', 'F2: connections cut while jobs run'],
      'src/platform/jobs/jobs.server.db.test.ts': ['F2 a process that stops'],
      'src/embedded-postgres/crash.db.test.ts': ['kill -9 of the server', 'kill -9 of both'],
    },
  },
  {
    id: 'F3',
    tests: {
      'tests/faults/kills.test.ts': ['F3 every connection to the database is ended each 200 ms'],
      'tests/faults/silent-connection.test.ts': ['F3 every connection to the database goes silent'],
      'src/platform/database/socket-timeout.server.db.test.ts': ['F3 a dead connection that looks open'],
      'tests/api/chat-faults.test.ts': [
        'between the application and PostgreSQL, 10 times after COMMIT',
        'PRP-11, PRP-13: a proposal sent and accepted',
      ],
      'tests/api/outage.test.ts': ['every connection cut at once'],
    },
  },
  {
    id: 'F4',
    tests: {
      'tests/faults/disk.test.ts': ['F4 no room for tables and files', 'F4 no room for the WAL'],
      'src/platform/files/receive.db.test.ts': ['a disk that is full when the file is to be kept'],
    },
  },
  {
    id: 'F5',
    tests: {
      'tests/api/production.test.ts': ['a server that %s: registration succeeds'],
      'tests/api/email-code.test.ts': ['ONV-10 the first try fails', 'a server that never answers'],
      'tests/e2e/verification/admin-verify.spec.ts': ['ADM-12, CAL-13 the verification is kept'],
    },
  },
  {
    id: 'F6',
    tests: {
      'tests/faults/kills.test.ts': ['F1, F6 kill -9 of one application after the other'],
      'tests/api/chat.test.ts': ['F6: sent at one process, read at the other'],
      'tests/api/credits.test.ts': ['abuse 23: 20 credits, 320 attempts at once over two processes'],
      'tests/api/email-code.test.ts': ['OPEN-12, abuse 8: 50 at once, at two processes'],
      'tests/api/events.test.ts': ['400 events of 8 writers at once reach 3 streams on two processes'],
    },
  },
  {
    id: 'F7',
    tests: {
      'tests/faults/clock.test.ts': ['F7 the same id a day later and after a restart'],
      'tests/api/chat.test.ts': ['F7: the same id 100 times on two processes'],
      'src/capabilities/proposals/proposals.db.test.ts': ['the same one 100 times'],
    },
  },
  {
    id: 'F8',
    tests: {
      'tests/api/chat-faults.test.ts': ['between the people and the application'],
      'tests/api/events.test.ts': [
        'streams that are opened, cut and resumed while 300 events are written',
        'ids older than the 7 days kept cause a reset',
        '500 missed events are replayed, 501 cause a reset',
      ],
      'tests/e2e/chat/chat-failures.spec.ts': [],
      'tests/e2e/chat/outage.spec.ts': [],
    },
  },
  {
    id: 'F9',
    tests: {
      'tests/faults/clock.test.ts': [
        'F9 messages through both',
        'F9 a session and the pause between two codes of %s',
      ],
    },
  },
  {
    id: 'F10',
    tests: {
      'src/server/events.db.test.ts': ['F10 a reader that stopped reading is dropped'],
      'tests/api/files.test.ts': ['forty of 9 MB at once'],
      'src/platform/http/requests.server.test.ts': [],
    },
  },
  {
    id: 'F11',
    tests: {
      'tests/api/login.test.ts': ['many at once with the right password'],
      'src/server/events.db.test.ts': ['more streams than it can hold'],
    },
  },
  {
    id: 'F12',
    tests: {
      'src/platform/files/receive.db.test.ts': [
        'somebody who leaves in the middle',
        'nothing at all, the first bytes',
      ],
      'src/platform/files/content.test.ts': ['a PDF cut anywhere', 'a %s cut anywhere'],
    },
  },
  {
    id: 'F13',
    tests: {
      'src/platform/database/migrate.server.db.test.ts': [
        'a process killed in the middle leaves nothing',
        'two starts at once',
        'one that fails undoes those before it',
      ],
      'tools/migration-rules.test.ts': ['F13 no migration removes anything'],
    },
  },
  {
    id: 'F14',
    tests: {
      'tests/api/backup.test.ts': [
        'F14: a backup under load',
        'a database that is not empty is restored into only',
      ],
      'tests/api/events.test.ts': ['a restore: every browser gets a reset'],
    },
  },
  {
    id: 'F15',
    tests: {
      'tests/faults/orphaned-files.test.ts': ['F15 a kill at each of seven steps'],
      'tests/api/files.test.ts': ['leaves a part and a row that the sweep finds'],
    },
  },
  {
    id: 'F16',
    tests: {
      'tests/faults/kills.test.ts': ['F16 rolling restarts by SIGTERM'],
      'tests/api/events.test.ts': ['graceful shutdown: streams are closed at once'],
    },
  },
  {
    id: 'F17',
    tests: {
      'src/server/http.db.test.ts': ['an operation: 500 as JSON with a reference'],
      'src/platform/database/database.server.db.test.ts': ['a fault rolls everything back'],
    },
  },
  { id: 'F18', tests: { 'tests/faults/encryption.test.ts': [] } },
  { id: 'F19', tests: { 'tests/faults/data-copies.test.ts': [] } },
]

const isDatabaseTest = (file: string) => /\.db\.test\.ts$|^tests\/api\//.test(file)
const isBrowserTest = (file: string) => file.endsWith('.spec.ts')

if (import.meta.main) {
  const files = [...new Set(FAULTS.flatMap(({ tests }) => Object.keys(tests)))].sort()
  const parts: Part[] = [
    {
      name: 'long faults',
      programs: [vitestArguments('faults', reportFile('faults'))],
      tests: { report: reportFile('faults'), read: readVitest },
      printsOutput: true,
      timeoutSeconds: 1_800,
    },
    {
      name: 'faults of npm test',
      programs: [
        [...vitestArguments('database', reportFile('faults-short')), ...files.filter(isDatabaseTest)],
      ],
      tests: { report: reportFile('faults-short'), read: readVitest },
      timeoutSeconds: 900,
    },
    {
      name: 'in the browser',
      programs: [
        [
          'node_modules/@playwright/test/cli.js',
          'test',
          ...files.filter(isBrowserTest),
          '--reporter=list,json',
        ],
      ],
      tests: { report: reportFile('faults-browser'), read: readPlaywright },
      timeoutSeconds: 900,
    },
  ]
  stopWithParent()
  process.env.LONG = 'on'
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = reportFile('faults-browser')
  const counts = []
  for (const part of parts) counts.push(await runPart(part))
  const total = sumCounts(counts)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
  console.log(formatCount(total))
}
