import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatCount, type Part, readPlaywright, readVitest, runPart, sumCounts } from './parts.ts'

let folder: string
let printed: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'amparo-parts-'))
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const program = (text: string) => {
  const file = join(folder, `${crypto.randomUUID()}.mjs`)
  writeFileSync(file, text)
  return [file]
}
const part = (...texts: string[]) =>
  runPart({ name: 'prueba', programs: texts.map(program), timeoutSeconds: 20 })
const testsPart = (text: string) => {
  const report = join(folder, 'report.json')
  const write = `import { writeFileSync } from 'node:fs'; const report = (value) => writeFileSync(${JSON.stringify(report)}, value);`
  return runPart({
    name: 'prueba',
    programs: [program(write + text)],
    tests: { report, read: readVitest },
    timeoutSeconds: 20,
  })
}
const vitestReport = (passed: number, failed: number, files: object[] = []) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: files,
  })

describe('a check', () => {
  test('that succeeds counts as one passed, and its output is not printed', async () => {
    expect(await part(`console.log('ruido')`, '')).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(printed.join('\n')).toMatch(/^✓ prueba +\d+\.\d s$/)
  })

  test('that fails counts as one failed, its output is printed, and later programs are skipped', async () => {
    expect(await part(`console.log('motivo'); process.exit(3)`, `console.log('nunca')`)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    })
    expect(printed.join('\n')).toMatch(/^✗ prueba[^\n]*\nmotivo\n {2}prueba: exit code 3$/)
  })

  test('that is killed counts as failed', async () => {
    expect(await part(`process.kill(process.pid, 'SIGKILL')`)).toMatchObject({ failed: 1 })
    expect(printed.join('\n')).toContain('SIGKILL')
  })

  test('that hangs is stopped and counts as failed', async () => {
    const hanging: Part = {
      name: 'prueba',
      programs: [program('setInterval(() => {}, 1000)')],
      timeoutSeconds: 0.3,
    }
    expect(await runPart(hanging)).toMatchObject({ passed: 0, failed: 1 })
    expect(printed.join('\n')).toContain('stopped after 0.3 s')
  })
})

describe('a group of tests', () => {
  test('is counted from its report', async () => {
    expect(await testsPart(`report('${vitestReport(7, 2)}'); process.exit(1)`)).toEqual({
      passed: 7,
      failed: 2,
      skipped: 0,
    })
  })

  test.each([
    ['without a report', ''],
    ['with an incomplete report', `report('{"numPassed')`],
    ['in which nothing ran', `report('${vitestReport(0, 0)}')`],
    ['whose runner failed although no test did', `report('${vitestReport(5, 0)}'); process.exit(1)`],
  ])('%s counts as failed', async (_what, text) => {
    expect((await testsPart(text)).failed).toBe(1)
  })

  test('a file that did not load counts as a failure', () => {
    const files = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [{ status: 'skipped' }] },
    ]
    expect(readVitest(JSON.parse(vitestReport(3, 1, files)))).toEqual({ passed: 3, failed: 3, skipped: 0 })
  })

  test('of the browser: flaky tests and errors outside tests count as failed', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
    expect(readPlaywright({ stats, errors: [] })).toEqual({ passed: 4, failed: 2, skipped: 2 })
    const none = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 }
    expect(readPlaywright({ stats: none, errors: [{}] })).toEqual({ passed: 4, failed: 1, skipped: 0 })
  })
})

test('the total', () => {
  const total = sumCounts([
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 2, failed: 3, skipped: 0 },
  ])
  expect(formatCount(total)).toBe('3 passed, 3 failed')
  expect(formatCount({ ...total, skipped: 4 })).toBe('3 passed, 3 failed, 4 skipped')
})
