/**
 * The temporary folder of a test run: cluster, data folders, logs. Each start deletes the folders of killed
 * runs.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { claimFolder } from '../../../src/embedded-postgres/folder-lock.ts'
import { stopOrphanedProcesses } from '../../../src/embedded-postgres/orphaned-processes.ts'
import { chooseServerUser } from '../../../src/embedded-postgres/server-user.ts'

// Older checkouts, which do not know the lock, use another prefix, so that they do not delete these folders.
const PREFIX = 'amparo-test-run-'
/** A newer folder may belong to a run that has not locked it yet. */
const UNLOCKED_GRACE_MS = 10_000

export interface RunFolder {
  path: string
  remove(): void
}

/** Creates and locks the folder of this run, and deletes folders that no process has locked. */
export async function openRunFolder(): Promise<RunFolder> {
  await deleteAbandonedFolders()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), PREFIX))
  fs.chmodSync(folder, 0o711)
  const lock = await claimFolder(folder)
  return {
    path: folder,
    remove: () => {
      fs.rmSync(folder, { recursive: true, force: true })
      lock.release()
    },
  }
}

async function deleteAbandonedFolders(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name)
    if (!name.startsWith(PREFIX) || Date.now() - fs.statSync(folder).mtimeMs < UNLOCKED_GRACE_MS) continue
    const lock = await claimFolder(folder).catch(() => null)
    if (!lock) continue
    for (const cluster of ['postgres', 'postgres.init']) {
      await stopOrphanedProcesses(path.join(folder, cluster), chooseServerUser())
    }
    fs.rmSync(folder, { recursive: true, force: true })
    lock.release()
  }
}
