/** What application processes run: the build, copied for this run, so that nobody's next build changes it under a test. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimFolder, FolderInUseError } from '../../src/server/embedded/owner.ts'

/**
 * Builds when the build is stale, and copies it with the migrations.
 * @returns the folder that application processes work in
 * @throws with the builder's words
 */
export async function copyHouse(folder: string): Promise<string> {
  const house = path.join(folder, 'house')
  const turn = await takeTurn()
  try {
    const run = spawnSync(process.execPath, ['tools/bootstrap.mjs', 'build'], { encoding: 'utf8' })
    if (run.status !== 0) throw new Error(`The build failed:\n${run.stdout}${run.stderr}`)
    for (const name of ['build', 'db']) fs.cpSync(name, path.join(house, name), { recursive: true })
    for (const name of ['src', 'node_modules', 'package.json']) {
      fs.symlinkSync(path.resolve(name), path.join(house, name))
    }
  } finally {
    turn.release()
  }
  return house
}

/** Two runs at once do not build at once. */
async function takeTurn(): Promise<{ release(): void }> {
  for (;;) {
    try {
      return await claimFolder(path.join('.cache', 'build-turn'))
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error
      await sleep(200)
    }
  }
}
