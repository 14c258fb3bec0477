// npm test: every check and every test against a real PostgreSQL and a real Chromium. All parts run, whatever fails.
// The last line is the total, and nothing follows it.
//
// The database and the browser tests run beside each other, each with a PostgreSQL of its own: by themselves both left a third
// of two cores idle.
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

const types: Part = {
  name: 'database types',
  programs: [['tools/database-types.ts', '--check']],
  within: 120,
}
const together: Part[] = [
  {
    name: 'database and API tests',
    programs: [[...vitest('database', reportFile('database')), '--maxWorkers=2']],
    tests: { report: reportFile('database'), read: readVitest },
    within: 2_700,
  },
  {
    name: 'browser tests',
    programs: [['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', '--workers=2']],
    tests: { report: reportFile('browser'), read: readPlaywright },
    within: 2_700,
  },
]

endTogether()
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = reportFile('browser')
const counts = [await check(), await runPart(types)]
counts.push(...(await Promise.all(together.map(runPart))))
const total = sum(counts)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
console.log(say(total))
