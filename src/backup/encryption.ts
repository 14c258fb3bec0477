import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, normalize } from 'node:path'
import { type Duplex, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import * as z from 'zod'
import { BackupError, type BackupWriter, saveStream } from './manifest.ts'

/**
 * DAT-57: an encrypted backup is a folder of numbered age files, so that names of files tell nothing either. index.age,
 * written last, says which is which. The program `age` opens each of them.
 */
const INDEX = 'index.age'

/** Not signed: anybody who knows the recipient can make one. So a path may not lead out of the folder. */
const isInside = (path: string) => !isAbsolute(path) && normalize(path) === path && !path.startsWith('..')
const index = z.array(
  z.strictObject({ name: z.string().regex(/^\d{8}\.age$/), path: z.string().refine(isInside) }),
)

const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as NodeReadableStream)

/** Writes the files of a backup encrypted to `recipient`; nothing of them is on disk in clear. */
export function encryptingWriter(folder: string, recipient: string): BackupWriter {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const encrypt = async function* (content: AsyncIterable<Buffer>) {
    yield* fromWeb(await encrypter.encrypt(toWeb(Readable.from(content))))
  }
  const entries: z.infer<typeof index> = []
  let files = 0
  return {
    save(path, from, ...through: Duplex[]) {
      const name = `${String(++files).padStart(8, '0')}.age`
      entries.push({ name, path })
      return saveStream(join(folder, name), from, through, encrypt)
    },
    async remove(path) {
      const at = entries.findIndex((entry) => entry.path === path)
      const [entry] = entries.splice(at, 1)
      if (entry) await rm(join(folder, entry.name))
    },
    async finish() {
      await saveStream(
        join(folder, INDEX),
        Readable.from([Buffer.from(JSON.stringify(entries))]),
        [],
        encrypt,
      )
    },
  }
}

/**
 * Calls `work` with the folder of a backup in clear: itself, or a temporary copy of an encrypted one.
 * @param identityFile file with the age identity; null: none
 * @throws BackupError when it is encrypted and this identity does not open it
 */
export async function withOpenBackup<T>(
  folder: string,
  identityFile: string | null,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const encryptedIndex = await readFile(join(folder, INDEX)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (!encryptedIndex) return work(folder)
  if (!identityFile)
    throw new BackupError('La copia está cifrada: añade --identity ARCHIVO, con la identidad de age.')
  const decrypter = new Decrypter()
  for (const identity of await readIdentities(identityFile)) decrypter.addIdentity(identity)
  const clear = await mkdtemp(join(tmpdir(), 'amparo-restore-'))
  try {
    const entries = index.parse(
      JSON.parse((await open(decrypter, Readable.from([encryptedIndex]))).toString()),
    )
    for (const { name, path } of entries) {
      await mkdir(dirname(join(clear, path)), { recursive: true, mode: 0o700 })
      const content = await decrypter.decrypt(toWeb(createReadStream(join(folder, name))))
      await saveStream(join(clear, path), fromWeb(content))
    }
    return await work(clear)
  } catch (error) {
    if (error instanceof BackupError) throw error
    const { message } = error as Error
    if (/identity matched/.test(message)) throw new BackupError(`${identityFile} no abre esta copia.`)
    if (/tag|chunk|HMAC|header|ciphertext|JSON|ENOENT/i.test(message))
      throw new BackupError(`La copia cifrada está dañada (${message}). No se restauró nada.`)
    throw error
  } finally {
    await rm(clear, { recursive: true, force: true })
  }
}

const open = async (decrypter: Decrypter, content: Readable) =>
  buffer(fromWeb(await decrypter.decrypt(toWeb(content))))

async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BackupError(`No se puede leer ${file}.`)
  })
  const identities = text.split('\n').filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0) throw new BackupError(`${file} no tiene ninguna identidad de age.`)
  return identities.map((line) => line.trim())
}
