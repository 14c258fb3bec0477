/** Copies the build for a test run, so that another build does not change it while tests use it. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimFolder, FolderInUseError } from '../../../src/embedded-postgres/folder-lock.ts'

/**
 * Builds if the build is stale, and copies it together with the migrations.
 * @returns the working directory of application processes
 * @throws with the output of the build when it fails
 */
export async function copyBuild(folder: string): Promise<string> {
  const appDir = path.join(folder, 'app')
  const lock = await lockBuild()
  try {
    const run = spawnSync(process.execPath, ['tools/bootstrap.mjs', 'build'], { encoding: 'utf8' })
    if (run.status !== 0) throw new Error(`The build failed:\n${run.stdout}${run.stderr}`)
    for (const name of ['build', 'db']) fs.cpSync(name, path.join(appDir, name), { recursive: true })
    for (const name of ['src', 'node_modules', 'package.json']) {
      fs.symlinkSync(path.resolve(name), path.join(appDir, name))
    }
  } finally {
    lock.release()
  }
  return appDir
}

/** Waits until no other test run is building. */
async function lockBuild(): Promise<{ release(): void }> {
  for (;;) {
    try {
      return await claimFolder(path.join('.cache', 'build-turn'))
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error
      await sleep(200)
    }
  }
}
