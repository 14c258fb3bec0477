import fs from 'node:fs'
import { oneLine } from './errors.ts'

const LARGEST = 10 * 1024 * 1024

/** The server's log beside its cluster; an overlong one is set aside at start, and only one is kept. */
export function openLog(file: string) {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGEST) fs.renameSync(file, `${file}.1`)
  const handle = fs.openSync(file, 'a', 0o600)
  const begin = fs.fstatSync(handle).size
  return {
    handle,
    size: () => fs.statSync(file).size,
    /** the last lines written since it was opened */
    tail: () => {
      const lines = fs.readFileSync(file).subarray(begin).toString('utf8').trim().split('\n')
      return oneLine(lines.slice(-4).join('\n')) || 'sin más datos'
    },
  }
}
