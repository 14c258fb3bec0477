import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const LOG = pathToFileURL(resolve('src/platform/log/log.server.ts')).href

/** What a process has written when it is over, after these lines of its own. */
function written(lines: string): string[] {
  const script = `import { createLog } from '${LOG}'\nconst log = createLog('info')\n${lines}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).msg as string)
}

test('lines that waited for others are written when the process ends, by itself or by a fault', () => {
  expect(written(`log.info('one'); log.info('two')`)).toEqual(['one', 'two'])
  expect(written(`log.info('one'); process.exit(0)`)).toEqual(['one'])
  expect(written(`log.info('one'); throw new Error('fault')`)).toEqual(['one'])
})

test('a warning goes out at once, with what came before it, whatever happens next', () => {
  expect(written(`log.info('one'); log.error('two'); process.kill(process.pid, 'SIGKILL')`)).toEqual([
    'one',
    'two',
  ])
})

test('a line does not wait long in a process that goes on', () => {
  const later = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1_000)`
  expect(written(`log.info('one'); ${later}`)).toEqual(['one'])
})
