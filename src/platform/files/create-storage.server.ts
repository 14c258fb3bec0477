import type { FileStorageConfig } from '../config/file-storage-config.ts'
import { diskStorage } from './disk.server.ts'
import type { FileStorage } from './storage.server.ts'

/** Creates the storage of the setting FILES_URL. Touches no file or network before the first use. */
export function createStorage(place: FileStorageConfig): FileStorage {
  if (place.kind === 'disk') return diskStorage(place.folder)
  // Imported on first use: the S3 client costs 40 MB of memory and 0.4 s of startup.
  return lazyStorage(place.arrivals, async () => (await import('./s3.server.ts')).s3Storage(place))
}

function lazyStorage(incomingDir: string, load: () => Promise<FileStorage>): FileStorage {
  let loading: Promise<FileStorage> | undefined
  const storage = () => {
    loading ??= load()
    return loading
  }
  return {
    incomingDir,
    save: async (...file) => (await storage()).save(...file),
    open: async (key) => (await storage()).open(key),
    exists: async (key) => (await storage()).exists(key),
    remove: async (key) => (await storage()).remove(key),
    async *list(bucket) {
      yield* (await storage()).list(bucket)
    },
  }
}
