import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** Puts a whole new folder on disk before it gets its final name, so that a power cut leaves no half copy. */
export function syncFolder(folder: string): void {
  spawnSync('sync', ['-f', folder], { stdio: 'ignore' })
}

/** Puts names just made or renamed in a folder on disk. */
export function syncNames(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
