import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const LOG = pathToFileURL(resolve('src/platform/log/log.server.ts')).href

/** Log messages that a process has written by its end. @param lines code it runs */
function messagesOf(lines: string): string[] {
  const script = `import { createLog } from '${LOG}'\nconst log = createLog('info')\n${lines}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).msg as string)
}

test('buffered lines are written when the process exits, also after an uncaught error', () => {
  expect(messagesOf(`log.info('one'); log.info('two')`)).toEqual(['one', 'two'])
  expect(messagesOf(`log.info('one'); process.exit(0)`)).toEqual(['one'])
  expect(messagesOf(`log.info('one'); throw new Error('fault')`)).toEqual(['one'])
})

test('a buffered line is written soon while the process runs', () => {
  const later = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1_000)`
  expect(messagesOf(`log.info('one'); ${later}`)).toEqual(['one'])
})

test('a reader that stops reading does not stop the process, and finds the first lines when it reads again', async () => {
  const script = `import { createLog } from '${LOG}'
    const log = createLog('info')
    for (let n = 0; n < 100_000; n++) log.info({ n, text: 'x'.repeat(100) }, 'line')
    setTimeout(() => process.send('alive'), 100)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  expect(await once(child, 'message')).toEqual(['alive', undefined])
  const [chunk] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  child.kill('SIGKILL')
  expect(JSON.parse(String(chunk).split('\n')[0] ?? '')).toMatchObject({ n: 0, msg: 'line' })
})
