// npm test: all checks and tests, with a real PostgreSQL and a real Chromium. All parts run, even if some
// fail. The last line of the output is the total.
import { check } from './check.ts'
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

// The timeouts stop what hangs: they are about twice what a slow machine with two cores needs.
const parts: Part[] = [
  { name: 'database types', programs: [['tools/database-types.ts', '--check']], timeoutSeconds: 120 },
  {
    name: 'database and API tests',
    programs: [vitestArguments('database', reportFile('database'))],
    tests: { report: reportFile('database'), read: readVitest },
    timeoutSeconds: 1_800,
  },
  {
    name: 'benches',
    programs: [vitestArguments('benches', reportFile('benches'))],
    tests: { report: reportFile('benches'), read: readVitest },
    timeoutSeconds: 600,
  },
  {
    name: 'browser tests',
    programs: [['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json']],
    tests: { report: reportFile('browser'), read: readPlaywright },
    timeoutSeconds: 2_400,
  },
]

stopWithParent()
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = reportFile('browser')
const counts = [await check()]
for (const part of parts) counts.push(await runPart(part))
const total = sumCounts(counts)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(formatCount(total))
