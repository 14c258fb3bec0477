// npm run looks: tests every page in both widths and both themes (tests/e2e/pages/pages.spec.ts); npm test uses one
// of these four.
import { formatCount, readPlaywright, reportFile, runPart, stopWithParent } from './parts.ts'

stopWithParent()
process.env.LOOKS = 'all'
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = reportFile('looks')
const count = await runPart({
  name: 'pages in all widths and themes',
  programs: [['node_modules/@playwright/test/cli.js', 'test', '--project=pages', '--reporter=list,json']],
  tests: { report: reportFile('looks'), read: readPlaywright },
  timeoutSeconds: 900,
})
process.exitCode = count.failed > 0 ? 1 : 0
console.log(formatCount(count))
