import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDataDir } from './cluster-location.ts'
import { EmbeddedPostgresError, toOneLine } from './errors.ts'
import { cleanEnvironment } from './server-user.ts'

export class FolderInUseError extends EmbeddedPostgresError {
  override name = 'FolderInUseError'
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined) {
    super(`Amparo ya está en marcha en esta carpeta (${pid ? `proceso ${pid}` : folder}).`)
    this.pid = pid
  }
}

const LOCK_FILE = 'owner.lock'
/** Retries, because a killed process keeps its lock until it has exited. */
const MAX_ATTEMPTS = 10
const RETRY_DELAY_MS = 50

/**
 * Makes this process the only owner of a data folder (docs/decisions/0028). The claim is a flock(2) on a file
 * in it that only the folder's owner can open. The kernel releases it when the process ends, for whatever
 * reason. The file stays and has the process id of the last owner.
 * @throws FolderInUseError, EmbeddedPostgresError
 */
export async function claimFolder(dataDir: string): Promise<{ release(): void }> {
  const folder = createDataDir(dataDir)
  // On other platforms there is no embedded database to protect.
  if (process.platform !== 'linux') return { release: () => {} }
  const descriptor = openLockFile(path.join(folder, LOCK_FILE))
  try {
    for (let attempt = 1; !tryLock(descriptor, folder); attempt += 1) {
      if (attempt === MAX_ATTEMPTS) throw new FolderInUseError(folder, lastOwner(descriptor))
      await sleep(RETRY_DELAY_MS)
    }
    fs.ftruncateSync(descriptor)
    fs.writeSync(descriptor, `${process.pid}\n`, 0)
  } catch (error) {
    fs.closeSync(descriptor)
    throw error
  }
  return { release: () => fs.closeSync(descriptor) }
}

function openLockFile(lock: string): number {
  try {
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = fs.constants
    return fs.openSync(lock, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
  } catch (error) {
    throw new EmbeddedPostgresError(`No se puede abrir ${lock}: ${toOneLine(error)}`)
  }
}

/**
 * Takes the lock. Node has no flock, so util-linux's command takes it on the descriptor that it inherits from
 * us. The lock lasts until we close the descriptor.
 * @returns false when another process has it
 * @throws EmbeddedPostgresError when flock is missing or fails
 */
function tryLock(descriptor: number, folder: string): boolean {
  const run = spawnSync('flock', ['-n', '3'], {
    env: cleanEnvironment,
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    encoding: 'utf8',
  })
  if (run.status === 0) return true
  if (run.status === 1) return false
  throw new EmbeddedPostgresError(
    `No se puede reservar la carpeta ${folder} con «flock» (util-linux): ${toOneLine(run.error ?? run.stderr)}`,
  )
}

/** Process id of the last owner. */
function lastOwner(descriptor: number): number | undefined {
  const text = Buffer.alloc(20)
  const length = fs.readSync(descriptor, text, 0, text.length, 0)
  return Number(text.toString('utf8', 0, length)) || undefined
}
