// Runs the parts of `npm run check` and `npm test`: programs whose output is captured and whose tests are
// counted.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

export interface Count {
  passed: number
  failed: number
  skipped: number
}

export interface Part {
  name: string
  /**
   * Programs with arguments, run one after the other with the pinned Node; the part ends at the first
   * failure.
   */
  programs: string[][]
  /** Reads the JSON report of the last program; without it, the part counts as one check. */
  tests?: { report: string; read(report: unknown): Count }
  /** Prints the output while the part runs. */
  printsOutput?: boolean
  /** Timeout in seconds. A part that exceeds it is stopped and has failed. */
  timeoutSeconds: number
}

const REPORTS = join('.cache', 'reports')
export const reportFile = (name: string) => join(REPORTS, `${name}.json`)

const running = new Set<ChildProcess>()

/** Stops the running programs when the parent process ends, or when this process receives a signal. */
export function stopWithParent(): void {
  const endAll = () => {
    for (const child of running) child.kill('SIGTERM')
  }
  process.on('disconnect', endAll)
  // The listener must not keep this process alive.
  process.channel?.unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      endAll()
      process.exitCode = 1
    })
  }
}

/** Runs a part. Prints a line, and the output when it fails. Never throws. */
export async function runPart(part: Part): Promise<Count> {
  const begin = performance.now()
  mkdirSync(REPORTS, { recursive: true })
  if (part.tests) rmSync(part.tests.report, { force: true })
  let output = ''
  let failure = ''
  for (const program of part.programs) {
    const run = await runProgram(program, part)
    output += run.output
    failure = run.failure
    if (failure) break
  }
  const count = part.tests ? countTests(part.tests, failure) : countCheck(failure)
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  const figures = part.tests ? `  ${formatCount(count)}` : ''
  const line = `${count.failed ? '✗' : '✓'} ${part.name.padEnd(26)} ${seconds.padStart(6)} s${figures}`
  console.log(count.failed && !part.printsOutput ? `${line}\n${output.trimEnd()}` : line)
  if (count.failed && failure) console.log(`  ${part.name}: ${failure}`)
  return count
}

const countCheck = (failure: string): Count => ({
  passed: failure ? 0 : 1,
  failed: failure ? 1 : 0,
  skipped: 0,
})

/** Also counts a failed runner without a failed test: a crash, an error outside tests, or no test found. */
function countTests({ report, read }: NonNullable<Part['tests']>, failure: string): Count {
  let count: Count = { passed: 0, failed: 0, skipped: 0 }
  try {
    count = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const isEmpty = count.passed + count.failed === 0
  return count.failed === 0 && (failure || isEmpty) ? { ...count, failed: 1 } : count
}

export const formatCount = ({ passed, failed, skipped }: Count) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

export const sumCounts = (counts: Count[]): Count =>
  counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

function runProgram(program: string[], part: Part): Promise<{ output: string; failure: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        if (part.printsOutput) process.stdout.write(chunk)
      })
    }
    let isTimedOut = false
    const timeout = setTimeout(() => {
      isTimedOut = true
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 20_000).unref()
    }, part.timeoutSeconds * 1000)
    const finish = (failure: string) => {
      clearTimeout(timeout)
      running.delete(child)
      resolve({ output, failure: isTimedOut ? `stopped after ${part.timeoutSeconds} s` : failure })
    }
    child.once('error', (error) => finish(error.message))
    child.once('close', (code, signal) => finish(code === 0 ? '' : (signal ?? `exit code ${code}`)))
  })
}

function environment(): NodeJS.ProcessEnv {
  // Settings of the developer's environment must not reach the tests.
  const { DATABASE_URL: _url, SMTP_URL: _smtp, PUBLIC_URL: _public, ...rest } = process.env
  return {
    ...rest,
    // A compile cache, as in start.ts, because all workers load the same libraries.
    NODE_COMPILE_CACHE: resolve('node_modules', '.cache', 'compiled'),
    FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    NO_COLOR: process.stdout.isTTY ? '' : '1',
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Counts a file that could not be loaded, or whose hooks failed, as one failure. */
export function readVitest(report: unknown): Count {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    report as VitestReport
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

export function readPlaywright(report: unknown): Count {
  const { stats, errors } = report as PlaywrightReport
  const failed = stats.unexpected + stats.flaky
  return { passed: stats.expected, failed: failed || (errors.length > 0 ? 1 : 0), skipped: stats.skipped }
}

export const vitestArguments = (project: string, report: string) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
]
