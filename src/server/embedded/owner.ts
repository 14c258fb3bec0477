import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError, oneLine } from './errors.ts'
import { makeDataDir } from './place.ts'
import { environment } from './user.ts'

export class FolderInUseError extends EmbeddedPostgresError {
  override name = 'FolderInUseError'
  readonly pid: number | undefined

  constructor(folder: string, pid: number | undefined) {
    super(`Amparo ya está en marcha en esta carpeta (${pid ? `proceso ${pid}` : folder}).`)
    this.pid = pid
  }
}

const LOCK = 'owner.lock'
/** A process that was killed keeps its lock for the moment that its end takes. */
const ATTEMPTS = 10
const PAUSE_MS = 50

/**
 * Makes this process the only owner of a data folder. The claim is a flock(2) on a file in it that nobody else may open:
 * taken atomically and freed by the kernel however the process ends; the file itself stays and says whose it was last.
 */
export async function claimFolder(dataDir: string): Promise<{ release(): void }> {
  const folder = makeDataDir(dataDir)
  // Elsewhere there is no embedded database to protect.
  if (process.platform !== 'linux') return { release: () => {} }
  const file = openLock(path.join(folder, LOCK))
  try {
    for (let attempt = 1; !isLocked(file, folder); attempt += 1) {
      if (attempt === ATTEMPTS) throw new FolderInUseError(folder, ownerIn(file))
      await sleep(PAUSE_MS)
    }
    fs.ftruncateSync(file)
    fs.writeSync(file, `${process.pid}\n`, 0)
  } catch (error) {
    fs.closeSync(file)
    throw error
  }
  return { release: () => fs.closeSync(file) }
}

function openLock(lock: string): number {
  try {
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = fs.constants
    return fs.openSync(lock, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
  } catch (error) {
    throw new EmbeddedPostgresError(`No se puede abrir ${lock}: ${oneLine(error)}`)
  }
}

/**
 * Locks the file, or says that another process has. Node has no flock; util-linux's command takes it on the open file that
 * it shares with us, and it stays for as long as we keep that open.
 */
function isLocked(file: number, folder: string): boolean {
  const run = spawnSync('flock', ['-n', '3'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', file],
    encoding: 'utf8',
  })
  if (run.status === 0) return true
  if (run.status === 1) return false
  throw new EmbeddedPostgresError(
    `No se puede reservar la carpeta ${folder} con «flock» (util-linux): ${oneLine(run.error ?? run.stderr)}`,
  )
}

/** Whoever locked it last. */
function ownerIn(file: number): number | undefined {
  const text = Buffer.alloc(20)
  const length = fs.readSync(file, text, 0, text.length, 0)
  return Number(text.toString('utf8', 0, length)) || undefined
}
