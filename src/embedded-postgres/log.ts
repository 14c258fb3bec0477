import fs from 'node:fs'
import { toOneLine } from './errors.ts'

const MAX_LOG_BYTES = 10 * 1024 * 1024

/** Opens the server's log for appending. A large one is first renamed to `….1`. */
export function openServerLog(file: string) {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_LOG_BYTES) fs.renameSync(file, `${file}.1`)
  const handle = fs.openSync(file, 'a', 0o600)
  const begin = fs.fstatSync(handle).size
  return {
    handle,
    size: () => fs.statSync(file).size,
    /** The last lines that were written since it was opened. */
    tail: () => {
      const lines = fs.readFileSync(file).subarray(begin).toString('utf8').trim().split('\n')
      return toOneLine(lines.slice(-4).join('\n')) || 'sin más datos'
    },
  }
}
