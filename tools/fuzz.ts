// npm run fuzz [-- NAME]: a thousand requests made from each operation's own schema (tests/fuzz), or only for operations
// whose name contains NAME. FUZZ_RUNS: how many; FUZZ_SEED: the same ones again, as the first line of a run prints it.
import { endTogether, readVitest, reportFile, runPart, say, vitest } from './parts.ts'

const [name] = process.argv.slice(2)
endTogether()
process.env.FUZZ_RUNS ??= '1000'
const count = await runPart({
  name: 'requests meant to hurt',
  programs: [[...vitest('database', reportFile('fuzz')), 'tests/fuzz', ...(name ? ['-t', name] : [])]],
  tests: { report: reportFile('fuzz'), read: readVitest },
  aloud: true,
  within: 3_600,
})
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0
console.log(say(count))
