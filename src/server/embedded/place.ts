import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Binaries, type BinaryPackage, copiedBinaries, findPackage, usableBinaries } from './binaries.ts'
import { EmbeddedPostgresError, oneLine } from './errors.ts'
import { canEnter, isRoot, ownerAsUser, type ServerUser, serverUser } from './user.ts'

/** Where the cluster lives, who serves it and with which binaries. */
export interface Place {
  /** folder that holds the cluster, its log and its socket directory */
  home: string
  cluster: string
  user: ServerUser
  binaries: Binaries
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Makes the data folder. As root others may pass through it (0711): the server's user must reach its cluster. */
export function makeDataDir(dataDir: string): string {
  try {
    if (fs.mkdirSync(dataDir, { recursive: true })) fs.chmodSync(dataDir, isRoot() ? 0o711 : 0o700)
    return fs.realpathSync(dataDir)
  } catch (error) {
    throw new EmbeddedPostgresError(`No se puede crear la carpeta de datos ${dataDir}: ${oneLine(error)}`)
  }
}

/**
 * The cluster lives in the data folder, beside a copy of the binaries if the server's user cannot reach
 * those of node_modules. Started as root with a data folder that this user cannot enter (a clone under
 * /root), both live in /var/lib instead. A cluster that exists in one of the two stays there.
 */
export function choosePlace(folder: string, say: (line: string) => void): Place {
  const dataDir = makeDataDir(folder)
  const source = findPackage()
  const near = ownerOf(path.join(dataDir, 'postgres'))
  return isRoot() ? placeForRoot(dataDir, near, source, say) : placeForUser(dataDir, near, source)
}

function placeForUser(dataDir: string, near: Owner | undefined, source: BinaryPackage): Place {
  const user = serverUser()
  if (near && near.uid !== user.uid) {
    throw new EmbeddedPostgresError(
      `La base de datos de ${dataDir} pertenece a otro usuario (uid ${near.uid}); inicia Amparo con ese usuario o como root.`,
    )
  }
  const binaries = usableBinaries(source.root, user) ?? copiedBinaries(source, dataDir, user)
  return placeIn(dataDir, user, binaries)
}

function placeForRoot(
  dataDir: string,
  near: Owner | undefined,
  source: BinaryPackage,
  say: (line: string) => void,
): Place {
  const away = `/var/lib/amparo-${shortHash(dataDir)}`
  const far = near ? undefined : ownerOf(path.join(away, 'postgres'))
  const existing = near ?? far
  if (existing?.uid === 0) {
    throw new EmbeddedPostgresError(
      `La base de datos de ${dataDir} pertenece a root, y PostgreSQL no se ejecuta como root; cambia su dueño con chown -R.`,
    )
  }
  const user = existing ? ownerAsUser(existing) : serverUser()
  const direct = usableBinaries(source.root, user)
  const enters = canEnter(user, dataDir)
  if (near && !enters) {
    throw new EmbeddedPostgresError(
      `El usuario de la base de datos (${user.name}) ya no puede entrar en ${dataDir}: devuelve el paso a esa ruta con chmod o+x.`,
    )
  }
  if (near || (!far && enters)) {
    // initdb calls the server through a shell, between double quotes: from such a path it would not find it.
    const copyHome = /["$`\\\n]/.test(dataDir) ? away : dataDir
    return placeIn(
      dataDir,
      user,
      direct ?? copiedBinaries(source, copyHome === away ? makeAway(away) : dataDir, user),
    )
  }
  makeAway(away)
  say(`El usuario ${user.name} no tiene acceso a ${dataDir}: la base de datos vive en ${away}.`)
  return placeIn(away, user, direct ?? copiedBinaries(source, away, user))
}

function placeIn(home: string, user: ServerUser, binaries: Binaries): Place {
  return { home, cluster: path.join(home, 'postgres'), user, binaries }
}

function makeAway(away: string): string {
  try {
    fs.mkdirSync(away, { recursive: true })
    fs.chmodSync(away, 0o711)
    return away
  } catch (error) {
    throw new EmbeddedPostgresError(`No se puede crear ${away} para la base de datos: ${oneLine(error)}`)
  }
}

interface Owner {
  uid: number
  gid: number
}

function ownerOf(cluster: string): Owner | undefined {
  return fs.statSync(cluster, { throwIfNoEntry: false })
}
