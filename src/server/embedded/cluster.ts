import fs from 'node:fs'
import path from 'node:path'
import { EmbeddedPostgresError, oneLine } from './errors.ts'
import { stopLeftovers } from './leftovers.ts'
import type { Place } from './place.ts'
import { syncNames } from './sync.ts'
import { launchAs } from './user.ts'

const ENCODING = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

/** Makes the cluster if there is none yet; refuses one of another major version. */
export async function ensureCluster(place: Place): Promise<void> {
  const version = versionOf(place.cluster)
  if (version === undefined) return makeCluster(place)
  if (version === place.binaries.major) return
  throw new EmbeddedPostgresError(
    `La base de datos de ${place.cluster} es de PostgreSQL ${version} y este Amparo trae PostgreSQL ${place.binaries.major}: no se toca; sigue «Actualizar PostgreSQL» en docs/operations.md.`,
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

/** initdb works in a folder beside, renamed when complete: a crash inside leaves no half cluster. */
async function makeCluster(place: Place): Promise<void> {
  const half = `${place.cluster}.init`
  await stopLeftovers(half, place.user)
  fs.rmSync(half, { recursive: true, force: true })
  fs.mkdirSync(half, { mode: 0o700 })
  const ids = place.user.ids
  if (ids) fs.lchownSync(half, ids.uid, ids.gid)
  await initdb(place, half)
  fs.renameSync(half, place.cluster)
  syncNames(place.home)
}

function initdb(place: Place, folder: string): Promise<void> {
  const args = ['-D', folder, '-U', 'postgres', '-A', 'trust', '--no-instructions', ...ENCODING]
  const child = launchAs(place.user, place.binaries.initdb, args, {
    cwd: folder, // by which a later start finds it, should this process die
    stdio: ['ignore', 'ignore', 'pipe'],
    onOurDeath: 'KILL',
  })
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output = (output + chunk).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    const fail = (why: unknown) => {
      reject(new EmbeddedPostgresError(`No se pudo crear la base de datos en ${place.home}: ${oneLine(why)}`))
    }
    child.once('error', fail)
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : fail(output || (signal ?? `código ${code}`)),
    )
  })
}
