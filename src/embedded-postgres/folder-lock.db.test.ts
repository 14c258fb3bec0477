import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  endOwner,
  spawnOwner,
  startOwner,
  useDataDir,
} from '../../tests/support/database/embedded-postgres.ts'
import { claimFolder, FolderInUseError } from './folder-lock.ts'
import { isRoot, runAs } from './server-user.ts'

const dataDir = useDataDir()

test('a second owner is refused, with one line that names the first', async () => {
  const first = await startOwner(dataDir)
  const second = spawnOwner(dataDir)
  const message = `Amparo ya está en marcha en esta carpeta (proceso ${first.child.pid}).`
  expect(await second.nextLine()).toEqual({ refused: message })
  const link = `${path.dirname(dataDir)}/otro-nombre`
  fs.symlinkSync(dataDir, link)
  await expect(claimFolder(link)).rejects.toThrow(message)
})

test('of ten concurrent claims one succeeds, and a release frees the folder', async () => {
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

test('kill -9 frees the folder at once, even while the dead owner’s server still runs', async () => {
  const first = await startOwner(dataDir)
  process.kill(first.pid, 'SIGSTOP')
  try {
    await endOwner(first, 'SIGKILL')
    ;(await claimFolder(dataDir)).release()
  } finally {
    process.kill(first.pid, 'SIGCONT')
  }
})

test('C: another user of the machine can neither claim the folder nor keep its owner out', async () => {
  // The abstract socket that was once the claim: any user could bind its name first (docs/decisions/0028).
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const name = createHash('sha256').update(fs.realpathSync(dataDir)).digest('hex').slice(0, 16)
  const squatter = net.createServer((socket) => socket.end('1'))
  await new Promise<void>((listening) => {
    squatter.listen({ path: `\0amparo-${name}`.padEnd(108, '-') }, listening)
  })
  try {
    const claim = await claimFolder(dataDir)
    const lock = path.join(dataDir, 'owner.lock')
    expect(fs.statSync(lock).mode & 0o777).toBe(0o600)
    // A user who cannot open the file cannot lock it.
    if (isRoot()) {
      claim.release()
      const otherUser = runAs({ name: 'nobody', uid: 65534, ids: { uid: 65534, gid: 65534 } }, 'flock', [
        '-n',
        lock,
        'true',
      ])
      expect([otherUser.status === 0, otherUser.stderr]).toEqual([
        false,
        expect.stringContaining('Permission denied'),
      ])
      ;(await claimFolder(dataDir)).release()
    } else claim.release()
  } finally {
    squatter.close()
  }
})
