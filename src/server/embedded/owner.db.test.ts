import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { end, spawnOwner, startOwner, useDataDir } from '../../../tests/support/embedded.ts'
import { claimFolder, FolderInUseError } from './owner.ts'

const dataDir = useDataDir()

test('a second owner is refused in one line that names the first', async () => {
  const first = await startOwner(dataDir)
  const second = spawnOwner(dataDir)
  const message = `Amparo ya está en marcha en esta carpeta (proceso ${first.app.pid}).`
  expect(await second.next()).toEqual({ refused: message })
  const link = `${path.dirname(dataDir)}/otro-nombre`
  fs.symlinkSync(dataDir, link)
  await expect(claimFolder(link)).rejects.toThrow(message)
})

test('of ten claims at once one wins, and a release frees the folder', async () => {
  const claims = await Promise.allSettled(Array.from({ length: 10 }, () => claimFolder(dataDir)))
  const won = claims.filter((claim) => claim.status === 'fulfilled')
  const lost = claims.filter((claim) => claim.status === 'rejected')
  expect(won).toHaveLength(1)
  for (const { reason } of lost) {
    expect(reason).toBeInstanceOf(FolderInUseError)
    expect(reason.pid).toBe(process.pid)
  }
  won[0]?.value.release()
  ;(await claimFolder(dataDir)).release()
})

test('kill -9 frees the folder at once, even while the server of the dead owner still runs', async () => {
  const first = await startOwner(dataDir)
  process.kill(first.pid, 'SIGSTOP')
  try {
    await end(first, 'SIGKILL')
    ;(await claimFolder(dataDir)).release()
  } finally {
    process.kill(first.pid, 'SIGCONT')
  }
})
