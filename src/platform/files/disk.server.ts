import type { Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'
import { type FileStorage, PRIVATE, type StoredObject } from './storage.server.ts'

/**
 * Files in a folder of this machine. flydrive finds and deletes; what it does to write (no temporary name, no
 * sync: a loss of power may leave half a file under its key) is done here.
 */
export function diskStorage(root: string): FileStorage {
  const driver = new FSDriver({ location: root, visibility: 'private' })
  return {
    // Beside the files, since a rename never crosses from one disk to another.
    arrivals: join(root, '.arriving'),
    async keep(path, key) {
      const target = join(root, key)
      const made = await mkdir(dirname(target), { recursive: true, mode: PRIVATE })
      await rename(path, target)
      await syncFolder(dirname(target))
      // A folder that is new must itself be found again, up to the first that was there.
      if (made)
        for (let at = dirname(target); at !== dirname(made); at = dirname(at)) await syncFolder(dirname(at))
    },
    // flydrive's stream would say only while it is being read that there is no such file.
    open: async (key) => (await unlessGone(open(join(root, key), 'r')))?.createReadStream() ?? null,
    exists: (key) => driver.exists(key),
    remove: (key) => driver.delete(key),
    async *list(bucket) {
      for (const entry of await entriesOf(join(root, bucket)))
        if (entry.isDirectory()) yield* under(root, `${bucket}/${entry.name}`)
    },
  }
}

/**
 * Files below a folder, one folder at a time (a person's, a case's): as much as is in memory at once. flydrive's own
 * listing fails at the first foreign name.
 */
async function* under(root: string, folder: string): AsyncIterable<StoredObject[]> {
  const found: StoredObject[] = []
  for (const entry of await entriesOf(join(root, folder))) {
    const key = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* under(root, key)
    const modified = entry.isFile() ? await changedAt(join(root, key)) : null
    if (modified) found.push({ key, modified })
  }
  if (found.length > 0) yield found
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await unlessGone(readdir(folder, { withFileTypes: true }))) ?? []
}

async function changedAt(path: string): Promise<Date | null> {
  return (await unlessGone(stat(path)))?.mtime ?? null
}

/** What is not there, or was deleted since it was seen, is null. */
async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
