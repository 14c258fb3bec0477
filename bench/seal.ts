// CPU time of a server that receives, stores and sends a private file of 10 MB, encrypted and in clear: the work of
// receive.server.ts, encrypted-files.server.ts and send.server.ts, without the checks and the database. The client is a
// process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '../src/platform/config/config.ts'
import { READ_BYTES } from '../src/platform/files/storage.server.ts'
import { readKeys } from '../src/platform/keys/key-file.server.ts'
import { createKeys, type Keys } from '../src/platform/keys/keys.server.ts'
import { createTempFolder, type Options, type Outcome } from './harness.ts'

const BYTES = 10 * 1024 * 1024
const context = { bucket: 'identidad', key: 'identidad/una/otra.pdf' }

/** Sends the file and reads it back. */
const CLIENT = `
  const body = Buffer.alloc(${BYTES}, 7)
  const url = process.argv[1]
  await fetch(url, { method: 'PUT', body })
  const received = await (await fetch(url)).arrayBuffer()
  if (received.byteLength !== body.length) process.exit(1)`

/** @param keys null: in clear */
async function handle(folder: string, keys: Keys | null, request: IncomingMessage, response: ServerResponse) {
  const path = (name: string) => join(folder, name)
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(path('arriving'), { flush: true }))
    if (keys) {
      const content = createReadStream(path('arriving'), { highWaterMark: READ_BYTES })
      await pipeline(
        content,
        await keys.encryptor(context),
        createWriteStream(path('encrypted'), { flush: true }),
      )
      await rm(path('arriving'))
    }
    await rename(path(keys ? 'encrypted' : 'arriving'), path('stored'))
    response.end()
  } else {
    response.setHeader('content-length', BYTES)
    const stored = createReadStream(path('stored'), { highWaterMark: READ_BYTES })
    await (keys ? pipeline(stored, await keys.decryptor(context), response) : pipeline(stored, response))
  }
}

const RUNS = { full: 40, quick: 15, smoke: 2 }

export async function run({ length }: Options): Promise<Outcome> {
  const folder = createTempFolder()
  try {
    const keys = createKeys(readKeys(readConfig({ DATA_DIR: folder.path })))
    let by: Keys | null = null
    const server = createServer((request, response) => void handle(folder.path, by, request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const measure = async (now: Keys | null) => {
      by = now
      const before = process.cpuUsage()
      const client = spawn(process.execPath, ['--input-type=module', '-e', CLIENT, url], { stdio: 'inherit' })
      const [code] = await once(client, 'exit')
      if (code !== 0) throw new Error('the client did not get the file')
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }
    // Loads the library and compiles the code of both.
    for (const one of [null, keys, null, keys]) await measure(one)
    const clear: number[] = []
    const encrypted: number[] = []
    // Alternately, because the speed of the machine changes.
    for (let at = 0; at < RUNS[length]; at++) {
      clear.push(await measure(null))
      encrypted.push(await measure(keys))
    }
    server.close()
    const [clearMs, encryptedMs] = [median(clear), median(encrypted)]
    return {
      figures: {
        'clear CPU ms': clearMs,
        'encrypted CPU ms': encryptedMs,
        'encrypted to clear': Math.round((100 * encryptedMs) / clearMs) / 100,
      },
      goals: { 'encrypted to clear': 2 },
    }
  } finally {
    folder.remove()
  }
}

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
