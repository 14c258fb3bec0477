import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'

/** A key that wraps the data key of each encrypted file or text. */
export interface EncryptionKey {
  id: string
  secret: Buffer
  /** Tells whether two keys are the same, without revealing them. */
  fingerprint: string
}

const HEADER = `# Claves de cifrado de Amparo. La primera es la actual; las demás abren lo que se selló antes.
# Guarda este archivo fuera de las copias de seguridad: sin él no se abre ningún archivo sellado.
`
/** All ids have the same length, so that none begins with another, and encrypted files have equal lengths. */
export const KEY_ID_LENGTH = 13
const LINE = /^(k[0-9a-f]{12}) ([A-Za-z0-9+/]{43}=)$/

/** The file of ENCRYPTION_KEYS_FILE; without the setting, one in DATA_DIR. */
export const keysFileOf = ({ encryptionKeysFile, dataDir }: Config): string =>
  encryptionKeysFile ?? join(resolve(dataDir), 'encryption-keys')

/**
 * Reads the keys, the current one first. A missing file in DATA_DIR is created, one of the setting is not.
 * @throws with one line for the operator
 */
export function readKeys(config: Config): EncryptionKey[] {
  const path = keysFileOf(config)
  if (!config.encryptionKeysFile) createKeysFile(path)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no existe' : 'no se puede leer'
    throw new Error(
      `ENCRYPTION_KEYS_FILE: ${path} ${why}. «npm run keys:new» crea una clave nueva en ese archivo.`,
    )
  }
  return parseKeys(text, path)
}

function parseKeys(text: string, path: string): EncryptionKey[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const keys = lines.map((line) => {
    const [, id, secret] = LINE.exec(line) ?? []
    // The line itself is a secret, so it is not quoted.
    if (!id || !secret) throw new Error(`${path} tiene una línea que no es una clave de cifrado.`)
    const bytes = Buffer.from(secret, 'base64')
    return { id, secret: bytes, fingerprint: fingerprintOf(bytes) }
  })
  if (keys.length === 0) throw new Error(`${path} no tiene ninguna clave de cifrado.`)
  if (new Set(keys.map(({ id }) => id)).size < keys.length)
    throw new Error(`${path} tiene dos claves con el mismo identificador.`)
  return keys
}

const fingerprintOf = (secret: Buffer) =>
  createHmac('sha256', secret).update('amparo key fingerprint').digest('hex')

const newKey = () => {
  const id = `k${randomBytes(6).toString('hex')}`
  return { id, line: `${id} ${randomBytes(32).toString('base64')}\n` }
}

/** Creates the file with one key, unless it exists. Complete from the first moment: another process may read it. */
function createKeysFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(temporary, HEADER + newKey().line, { flag: 'wx', mode: 0o600, flush: true })
  try {
    linkSync(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary)
  }
}

/** DAT-56: puts a new key before the others, which makes it the current one after a restart. @returns its id */
export function addKey(config: Config): string {
  const path = keysFileOf(config)
  const { id, line } = newKey()
  let existing = ''
  try {
    existing = readFileSync(path, 'utf8')
    parseKeys(existing, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, HEADER + line + existing.replace(HEADER, ''), {
    flag: 'wx',
    mode: 0o600,
    flush: true,
  })
  renameSync(temporary, path)
  return id
}
