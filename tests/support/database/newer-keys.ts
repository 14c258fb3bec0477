import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../src/platform/config/config.ts'
import { addKey, readKeys } from '../../../src/platform/keys/key-file.server.ts'
import { createKeys, type Keys } from '../../../src/platform/keys/keys.server.ts'
import { testKeysFile } from './test-database.ts'

/** The encryption keys of the test run after a new one, which is the current one. */
export async function newerKeys(): Promise<Keys> {
  const folder = await mkdtemp(join(tmpdir(), 'amparo-rotation-'))
  const config = readConfig({ ENCRYPTION_KEYS_FILE: join(folder, 'keys') })
  await copyFile(testKeysFile(), join(folder, 'keys'))
  addKey(config)
  const keys = createKeys(readKeys(config))
  await rm(folder, { recursive: true })
  return keys
}
