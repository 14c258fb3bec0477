import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** Flushes a new folder to disk, before it gets its final name: a power cut leaves no half copy. */
export function syncFileSystem(folder: string): void {
  spawnSync('sync', ['-f', folder], { stdio: 'ignore' })
}

/** Flushes the folder's own entries to disk after files were created or renamed in it. */
export function syncDirectory(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
