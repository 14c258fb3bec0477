// npm run fuzz [-- NAME]: runs tests/fuzz with 1,000 generated requests for each operation, or only for those
// with NAME in their name. FUZZ_RUNS changes the number; FUZZ_SEED repeats a run (its first line prints the
// seed).
import { formatCount, readVitest, reportFile, runPart, stopWithParent, vitestArguments } from './parts.ts'

const [name] = process.argv.slice(2)
stopWithParent()
process.env.FUZZ_RUNS ??= '1000'
const count = await runPart({
  name: 'fuzz tests',
  programs: [
    [...vitestArguments('database', reportFile('fuzz')), 'tests/fuzz', ...(name ? ['-t', name] : [])],
  ],
  tests: { report: reportFile('fuzz'), read: readVitest },
  printsOutput: true,
  timeoutSeconds: 3_600,
})
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0
console.log(formatCount(count))
