import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type ClusterLocation, shortHash } from './cluster-location.ts'
import { EmbeddedPostgresError, hasCode } from './errors.ts'
import { canEnter, type ServerUser } from './server-user.ts'

/** Part of the socket's name only: nothing listens on TCP. */
export const SOCKET_PORT = 5432
/** Linux's limit for the path of a socket. */
const MAX_SOCKET_PATH_BYTES = 107

/**
 * Creates the folder of the server's socket, empty and with mode 0700: who can enter it can connect as
 * superuser.
 * @throws EmbeddedPostgresError when the path exists and belongs to another user
 */
export function createSocketDir(location: ClusterLocation): string {
  const preferred = `${location.home}/postgres.run`
  const dir = fits(preferred) ? preferred : shortDir(location)
  try {
    fs.mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  const found = fs.lstatSync(dir)
  const trusted = found.uid === location.user.uid || found.uid === process.getuid?.()
  if (!found.isDirectory() || !trusted) {
    throw new EmbeddedPostgresError(`${dir} no es una carpeta propia: bórrala y vuelve a iniciar Amparo.`)
  }
  // Set the mode before the owner, so that no other user can put files into it meanwhile.
  fs.chmodSync(dir, 0o700)
  if (location.user.ids) fs.chownSync(dir, location.user.ids.uid, location.user.ids.gid)
  // No process uses this cluster any more: lock files in here name dead processes or other programs.
  for (const name of fs.readdirSync(dir)) fs.rmSync(path.join(dir, name), { force: true })
  return dir
}

/** A short path in the temporary folder, for data folders whose path is too long for a socket. */
function shortDir({ home, user }: { home: string; user: ServerUser }): string {
  const name = `amparo-${shortHash(home)}`
  for (const base of [os.tmpdir(), '/tmp']) {
    const dir = path.join(base, name)
    if (fits(dir) && canEnter(user, base)) return dir
  }
  throw new EmbeddedPostgresError(
    'No hay una carpeta temporal corta y accesible para el socket de PostgreSQL (TMPDIR).',
  )
}

function fits(dir: string): boolean {
  return Buffer.byteLength(`${dir}/.s.PGSQL.${SOCKET_PORT}`) <= MAX_SOCKET_PATH_BYTES
}
