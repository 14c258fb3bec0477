import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import {
  type Binaries,
  type BinaryPackage,
  copyBinaries,
  findBinaryPackage,
  usableBinaries,
} from './binaries.ts'
import { EmbeddedPostgresError, toOneLine } from './errors.ts'
import { canEnter, chooseServerUser, isRoot, ownerAsUser, type ServerUser } from './server-user.ts'

/** Where the cluster is, as which user the server runs, and with which binaries. */
export interface ClusterLocation {
  /** Folder of the cluster, its log and its socket directory. */
  home: string
  cluster: string
  user: ServerUser
  binaries: Binaries
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/**
 * Creates the data folder. As root with mode 0711, because the server's user must be able to reach its
 * cluster.
 * @returns its real path
 */
export function createDataDir(dataDir: string): string {
  try {
    if (fs.mkdirSync(dataDir, { recursive: true })) fs.chmodSync(dataDir, isRoot() ? 0o711 : 0o700)
    return fs.realpathSync(dataDir)
  } catch (error) {
    throw new EmbeddedPostgresError(`No se puede crear la carpeta de datos ${dataDir}: ${toOneLine(error)}`)
  }
}

/**
 * Chooses the cluster's location: the data folder, with a copy of the binaries if the server's user cannot
 * run those of node_modules. If Amparo runs as root and that user cannot enter the data folder (a clone under
 * /root), both are in /var/lib instead. An existing cluster stays where it is.
 * @throws EmbeddedPostgresError
 */
export function chooseClusterLocation(folder: string, print: (line: string) => void): ClusterLocation {
  const dataDir = createDataDir(folder)
  const source = findBinaryPackage()
  const local = ownerOf(path.join(dataDir, 'postgres'))
  return isRoot() ? placeAsRoot(dataDir, local, source, print) : placeAsUser(dataDir, local, source)
}

function placeAsUser(dataDir: string, local: Owner | undefined, source: BinaryPackage): ClusterLocation {
  const user = chooseServerUser()
  if (local && local.uid !== user.uid) {
    throw new EmbeddedPostgresError(
      `La base de datos de ${dataDir} pertenece a otro usuario (uid ${local.uid}); inicia Amparo con ese usuario o como root.`,
    )
  }
  const binaries = usableBinaries(source.root, user) ?? copyBinaries(source, dataDir, user)
  return placeIn(dataDir, user, binaries)
}

function placeAsRoot(
  dataDir: string,
  local: Owner | undefined,
  source: BinaryPackage,
  print: (line: string) => void,
): ClusterLocation {
  const fallbackDir = `/var/lib/amparo-${shortHash(dataDir)}`
  const fallback = local ? undefined : ownerOf(path.join(fallbackDir, 'postgres'))
  const existing = local ?? fallback
  if (existing?.uid === 0) {
    throw new EmbeddedPostgresError(
      `La base de datos de ${dataDir} pertenece a root, y PostgreSQL no se ejecuta como root; cambia su dueño con chown -R.`,
    )
  }
  const user = existing ? ownerAsUser(existing) : chooseServerUser()
  const direct = usableBinaries(source.root, user)
  const enters = canEnter(user, dataDir)
  if (local && !enters) {
    throw new EmbeddedPostgresError(
      `El usuario de la base de datos (${user.name}) ya no puede entrar en ${dataDir}: devuelve el paso a esa ruta con chmod o+x.`,
    )
  }
  if (local || (!fallback && enters)) {
    // initdb starts the server through a shell, in double quotes, which fails for a path with these
    // characters.
    const copyHome = () => (/["$`\\\n]/.test(dataDir) ? createFallbackDir(fallbackDir) : dataDir)
    return placeIn(dataDir, user, direct ?? copyBinaries(source, copyHome(), user))
  }
  createFallbackDir(fallbackDir)
  print(`El usuario ${user.name} no tiene acceso a ${dataDir}: la base de datos vive en ${fallbackDir}.`)
  return placeIn(fallbackDir, user, direct ?? copyBinaries(source, fallbackDir, user))
}

function placeIn(home: string, user: ServerUser, binaries: Binaries): ClusterLocation {
  return { home, cluster: path.join(home, 'postgres'), user, binaries }
}

function createFallbackDir(fallbackDir: string): string {
  try {
    fs.mkdirSync(fallbackDir, { recursive: true })
    fs.chmodSync(fallbackDir, 0o711)
    return fallbackDir
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No se puede crear ${fallbackDir} para la base de datos: ${toOneLine(error)}`,
    )
  }
}

interface Owner {
  uid: number
  gid: number
}

function ownerOf(cluster: string): Owner | undefined {
  return fs.statSync(cluster, { throwIfNoEntry: false })
}
