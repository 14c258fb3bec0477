// npm run looks: every page at both widths in both themes (tests/e2e/pages.spec.ts); npm test looks at each in one of the four.
import { endTogether, readPlaywright, reportFile, runPart, say } from './parts.ts'

endTogether()
process.env.LOOKS = 'all'
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = reportFile('looks')
const count = await runPart({
  name: 'four looks of every page',
  programs: [['node_modules/@playwright/test/cli.js', 'test', '--project=pages', '--reporter=list,json']],
  tests: { report: reportFile('looks'), read: readPlaywright },
  within: 900,
})
process.exitCode = count.failed > 0 ? 1 : 0
console.log(say(count))
