import fs from 'node:fs'
import path from 'node:path'
import { syncDirectory } from '../platform/files/fsync.server.ts'
import type { ClusterLocation } from './cluster-location.ts'
import { EmbeddedPostgresError, toOneLine } from './errors.ts'
import { stopOrphanedProcesses } from './orphaned-processes.ts'
import { spawnAs } from './server-user.ts'

const LOCALE_ARGS = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

/** Creates a missing cluster. @throws EmbeddedPostgresError, also for another major version */
export async function ensureCluster(location: ClusterLocation): Promise<void> {
  const version = versionOf(location.cluster)
  if (version === undefined) return createCluster(location)
  if (version === location.binaries.major) return
  throw new EmbeddedPostgresError(
    `La base de datos de ${location.cluster} es de PostgreSQL ${version} y este Amparo trae PostgreSQL ${location.binaries.major}: no se toca; sigue «Actualizar PostgreSQL» en docs/operations.md.`,
  )
}

function versionOf(cluster: string): string | undefined {
  if (!fs.existsSync(cluster)) return undefined
  try {
    return fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch {
    if (fs.readdirSync(cluster).length === 0) return undefined
    throw new EmbeddedPostgresError(
      `La carpeta ${cluster} no es una base de datos de PostgreSQL y no está vacía.`,
    )
  }
}

/** Runs initdb in a temporary folder and renames it when complete, so that a crash leaves no half cluster. */
async function createCluster(location: ClusterLocation): Promise<void> {
  const temporary = `${location.cluster}.init`
  await stopOrphanedProcesses(temporary, location.user)
  fs.rmSync(temporary, { recursive: true, force: true })
  fs.mkdirSync(temporary, { mode: 0o700 })
  const ids = location.user.ids
  if (ids) fs.lchownSync(temporary, ids.uid, ids.gid)
  await initdb(location, temporary)
  fs.renameSync(temporary, location.cluster)
  syncDirectory(location.home)
}

function initdb(location: ClusterLocation, folder: string): Promise<void> {
  const args = ['-D', folder, '-U', 'postgres', '-A', 'trust', '--no-instructions', ...LOCALE_ARGS]
  const child = spawnAs(location.user, location.binaries.initdb, args, {
    cwd: folder, // lets a later start find and stop it if this process dies
    stdio: ['ignore', 'ignore', 'pipe'],
    parentDeathSignal: 'KILL',
  })
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output = (output + chunk).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      reject(
        new EmbeddedPostgresError(
          `No se pudo crear la base de datos en ${location.home}: ${toOneLine(cause)}`,
        ),
      )
    }
    child.once('error', fail)
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : fail(output || (signal ?? `código ${code}`)),
    )
  })
}
