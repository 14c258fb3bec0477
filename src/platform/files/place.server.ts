import type { FilesPlace } from '../config/files-place.ts'
import { diskStorage } from './disk.server.ts'
import type { FileStorage } from './storage.server.ts'

/** The storage that the settings name. Nothing is read or made before the first file. */
export function createStorage(place: FilesPlace): FileStorage {
  if (place.kind === 'disk') return diskStorage(place.folder)
  // 40 MB of memory and 0.4 s of every start, for those alone who use it.
  return later(place.arrivals, async () => (await import('./s3.server.ts')).s3Storage(place))
}

function later(arrivals: string, load: () => Promise<FileStorage>): FileStorage {
  let loaded: Promise<FileStorage> | undefined
  const storage = () => {
    loaded ??= load()
    return loaded
  }
  return {
    arrivals,
    keep: async (...file) => (await storage()).keep(...file),
    open: async (key) => (await storage()).open(key),
    exists: async (key) => (await storage()).exists(key),
    remove: async (key) => (await storage()).remove(key),
    async *list(bucket) {
      yield* (await storage()).list(bucket)
    },
  }
}
