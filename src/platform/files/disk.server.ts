import type { Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'
import { type FileStorage, PRIVATE_DIR_MODE, READ_BYTES, type StoredObject } from './storage.server.ts'

/**
 * Stores files in a local folder. Writing does not use flydrive, which has neither temporary names nor fsync:
 * a power failure could leave half a file under its key.
 */
export function diskStorage(root: string): FileStorage {
  const driver = new FSDriver({ location: root, visibility: 'private' })
  return {
    // In the same folder, because a rename cannot cross file systems.
    incomingDir: join(root, '.arriving'),
    async save(path, key) {
      const target = join(root, key)
      const firstNewFolder = await mkdir(dirname(target), { recursive: true, mode: PRIVATE_DIR_MODE })
      await rename(path, target)
      await syncFolder(dirname(target))
      // Sync the parents of new folders too, up to the first one that existed.
      if (firstNewFolder)
        for (let at = dirname(target); at !== dirname(firstNewFolder); at = dirname(at))
          await syncFolder(dirname(at))
    },
    // flydrive's stream reports a missing file only while it is read.
    async open(key) {
      const file = await nullIfMissing(open(join(root, key), 'r'))
      return file?.createReadStream({ highWaterMark: READ_BYTES }) ?? null
    },
    exists: (key) => driver.exists(key),
    remove: (key) => driver.delete(key),
    async *list(bucket) {
      for (const entry of await entriesOf(join(root, bucket)))
        if (entry.isDirectory()) yield* listBelow(root, `${bucket}/${entry.name}`)
    },
  }
}

/**
 * Lists files below a folder, one folder per page (a user's, a case's), to limit memory. flydrive's own
 * listing fails on file names that it does not accept.
 */
async function* listBelow(root: string, folder: string): AsyncIterable<StoredObject[]> {
  const found: StoredObject[] = []
  for (const entry of await entriesOf(join(root, folder))) {
    const key = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* listBelow(root, key)
    const modified = entry.isFile() ? await modifiedAt(join(root, key)) : null
    if (modified) found.push({ key, modified })
  }
  if (found.length > 0) yield found
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await nullIfMissing(readdir(folder, { withFileTypes: true }))) ?? []
}

async function modifiedAt(path: string): Promise<Date | null> {
  return (await nullIfMissing(stat(path)))?.mtime ?? null
}

/** Null when the path does not exist, or was deleted since it was listed. */
async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
