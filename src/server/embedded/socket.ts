import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { EmbeddedPostgresError, hasCode } from './errors.ts'
import { type Place, shortHash } from './place.ts'
import { canEnter, type ServerUser } from './user.ts'

export const PORT = 5432 // only a part of the socket's name: nothing listens on TCP
const LONGEST = 107 // bytes of a socket's path in Linux

/** The folder of the server's socket. Whoever can enter it is trusted, hence 0700. */
export function makeSocketDir(place: Place): string {
  const beside = `${place.home}/postgres.run`
  const dir = fits(beside) ? beside : shortDir(place)
  try {
    fs.mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
  const found = fs.lstatSync(dir)
  const trusted = found.uid === place.user.uid || found.uid === process.getuid?.()
  if (!found.isDirectory() || !trusted) {
    throw new EmbeddedPostgresError(`${dir} no es una carpeta propia: bórrala y vuelve a iniciar Amparo.`)
  }
  // Modes before owner: until then nobody else could have put anything inside.
  fs.chmodSync(dir, 0o700)
  if (place.user.ids) fs.chownSync(dir, place.user.ids.uid, place.user.ids.gid)
  // Nobody works in this cluster any more: its locks name dead processes or strangers.
  for (const name of fs.readdirSync(dir)) fs.rmSync(path.join(dir, name), { force: true })
  return dir
}

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
  return Buffer.byteLength(`${dir}/.s.PGSQL.${PORT}`) <= LONGEST
}
