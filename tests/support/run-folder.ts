/** The one folder of a test run: cluster, data folders, logs. Whatever is left of a killed run goes at the next start. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { stopLeftovers } from '../../src/server/embedded/leftovers.ts'
import { claimFolder } from '../../src/server/embedded/owner.ts'
import { serverUser } from '../../src/server/embedded/user.ts'

// Another name than before runs were claimed by a lock: an older checkout on this machine would take one of ours for left.
const PREFIX = 'amparo-test-run-'
/** A folder this young may belong to a run that has made it and not claimed it yet. */
const YOUNG = 10_000

export interface RunFolder {
  path: string
  remove(): void
}

/** Makes and claims the folder of this run, and deletes those that nobody claims any more. */
export async function openRunFolder(): Promise<RunFolder> {
  await sweep()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), PREFIX))
  fs.chmodSync(folder, 0o711)
  const claim = await claimFolder(folder)
  return {
    path: folder,
    remove: () => {
      fs.rmSync(folder, { recursive: true, force: true })
      claim.release()
    },
  }
}

async function sweep(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name)
    if (!name.startsWith(PREFIX) || Date.now() - fs.statSync(folder).mtimeMs < YOUNG) continue
    const claim = await claimFolder(folder).catch(() => null)
    if (!claim) continue
    for (const cluster of ['postgres', 'postgres.init']) {
      await stopLeftovers(path.join(folder, cluster), serverUser())
    }
    fs.rmSync(folder, { recursive: true, force: true })
    claim.release()
  }
}
