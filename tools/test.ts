// npm test: all checks and tests, with a real PostgreSQL and a real Chromium. All parts run, even if some
// fail. The last line of the output is the total.
import { check } from './check.ts'
import {
  endTogether,
  type Part,
  readPlaywright,
  readVitest,
  reportFile,
  runPart,
  say,
  sum,
  vitest,
} from './parts.ts'

const parts: Part[] = [
  { name: 'database types', programs: [['tools/database-types.ts', '--check']], within: 120 },
  {
    name: 'database and API tests',
    programs: [vitest('database', reportFile('database'))],
    tests: { report: reportFile('database'), read: readVitest },
    within: 900,
  },
  {
    name: 'browser tests',
    programs: [['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json']],
    tests: { report: reportFile('browser'), read: readPlaywright },
    within: 1_500,
  },
]

endTogether()
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = reportFile('browser')
const counts = [await check()]
for (const part of parts) counts.push(await runPart(part))
const total = sum(counts)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(say(total))
