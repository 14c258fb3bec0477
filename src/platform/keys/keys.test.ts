import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { buildDecrypt } from '@aws-crypto/decrypt-node'
import { RawAesKeyringNode, RawAesWrappingSuiteIdentifier } from '@aws-crypto/raw-aes-keyring-node'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { addKey, readKeys } from './key-file.server.ts'
import { createKeys, ENCRYPTED_FIRST_BYTE, encryptedBytes, type Keys, keyOfText } from './keys.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'amparo-keys-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
/** Settings with a key file of its own in a new folder. */
const newConfig = () => readConfig({ DATA_DIR: join(folder, String(++files)) })
const newKeys = () => createKeys(readKeys(newConfig()))
const keys = newKeys()
const context = { bucket: 'identidad', key: 'identidad/una/otra.pdf' }

const encrypt = async (clear: Buffer, by = keys, about: Record<string, string> = context) => {
  const stream = await by.encryptor(about)
  Readable.from([clear]).pipe(stream)
  return buffer(stream)
}

/** In chunks, as files arrive from a disk. @returns what left the stream, and its error */
async function open(encrypted: Buffer, by: Keys = keys, about = context, chunk = 16_384) {
  const parts: Buffer[] = []
  const chunks = Array.from({ length: Math.ceil(encrypted.length / chunk) }, (_, at) =>
    encrypted.subarray(at * chunk, (at + 1) * chunk),
  )
  const sink = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part)
      done()
    },
  })
  const error = await pipeline(Readable.from(chunks), await by.decryptor(about), sink).catch(
    (reason: Error) => reason,
  )
  return { clear: Buffer.concat(parts), error: error ?? null }
}

describe('DAT-56 encrypted content', () => {
  test.each([0, 1, 1_000, 65_535, 65_536, 65_537, 200_000])(
    'of %i bytes opens, and has the expected size',
    async (bytes) => {
      const clear = randomBytes(bytes)
      const encrypted = await encrypt(clear)
      expect(encrypted.length).toBe(encryptedBytes(bytes, context))
      expect(encrypted[0]).toBe(ENCRYPTED_FIRST_BYTE)
      if (bytes > 100) expect(encrypted.includes(clear.subarray(0, 32))).toBe(false)
      const { clear: opened, error } = await open(encrypted)
      expect([opened.equals(clear), error]).toEqual([true, null])
    },
  )

  test('with any byte flipped does not open, and nothing altered leaves the stream', async () => {
    const clear = randomBytes(70_000)
    const encrypted = await encrypt(clear)
    const header = encryptedBytes(0, context)
    // Every byte of the header and of both frame headers, and some of each part.
    const places = new Set([
      ...Array.from({ length: header + 20 }, (_, at) => at),
      ...Array.from({ length: 60 }, (_, at) => header - 40 + 65_536 + at),
      ...Array.from({ length: 40 }, (_, at) => encrypted.length - 1 - at),
      ...Array.from({ length: 40 }, (_, at) => 1_000 + at * 1_700),
    ])
    for (const at of places) {
      const altered = Buffer.from(encrypted)
      altered.writeUInt8((altered[at] as number) ^ 1, at)
      const { clear: opened, error } = await open(altered, keys, context, at % 2 ? 16_384 : 999)
      expect(error, `byte ${at}`).toBeInstanceOf(Error)
      expect(clear.subarray(0, opened.length).equals(opened), `byte ${at}`).toBe(true)
    }
  })

  test('that is cut does not open as whole', async () => {
    const clear = randomBytes(140_000)
    const encrypted = await encrypt(clear)
    for (const length of [
      0,
      1,
      100,
      400,
      65_000,
      65_970,
      131_000,
      131_500,
      encrypted.length - 20,
      encrypted.length - 1,
    ]) {
      const { clear: opened, error } = await open(encrypted.subarray(0, length))
      expect(error, `${length} bytes`).toBeInstanceOf(Error)
      expect(clear.subarray(0, opened.length).equals(opened)).toBe(true)
    }
  })

  test('with two parts swapped does not open', async () => {
    const encrypted = await encrypt(randomBytes(3 * 65_536))
    const frame = 4 + 12 + 65_536 + 16
    const start = encryptedBytes(0, context) - 40
    const swapped = Buffer.concat([
      encrypted.subarray(0, start),
      encrypted.subarray(start + frame, start + 2 * frame),
      encrypted.subarray(start, start + frame),
      encrypted.subarray(start + 2 * frame),
    ])
    const { clear, error } = await open(swapped)
    expect([clear.length, error]).toEqual([0, expect.any(Error)])
  })

  test('for one thing does not open as another, nor with another key', async () => {
    const encrypted = await encrypt(Buffer.from('secreto'))
    const others = [
      { ...context, key: 'identidad/una/ajena.pdf' },
      { bucket: 'identidad' },
      { ...context, more: 'x' },
    ]
    for (const about of others)
      expect((await open(encrypted, keys, about as typeof context)).error).toBeInstanceOf(Error)
    const { clear, error } = await open(encrypted, newKeys())
    expect([clear.length, error]).toEqual([0, expect.any(Error)])
  })

  test('is in the published format: the library alone opens it with the key of the file', async () => {
    const config = newConfig()
    const [key] = readKeys(config)
    if (!key) throw new Error('no key')
    const clear = randomBytes(100_000)
    const encrypted = await encrypt(clear, createKeys([key]))
    const keyring = new RawAesKeyringNode({
      keyName: key.id,
      keyNamespace: 'amparo',
      unencryptedMasterKey: new Uint8Array(key.secret),
      wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
    })
    const { plaintext, messageHeader } = await buildDecrypt().decrypt(keyring, encrypted)
    expect(plaintext.equals(clear)).toBe(true)
    expect(messageHeader.encryptionContext).toEqual(context)
  })

  test('fails without harm when the reader or the writer ends early', async () => {
    const encrypted = await encrypt(randomBytes(500_000))
    for (let bytes = 1; bytes < 500_000; bytes += 40_000) {
      let left = bytes
      const ending = new Writable({
        write(part: Buffer, _encoding, done) {
          left -= part.length
          done(left < 0 ? new Error('full') : null)
        },
      })
      await expect(
        pipeline(Readable.from([encrypted]), await keys.decryptor(context), ending),
      ).rejects.toThrow('full')
      left = bytes
      const full = new Writable({ write: ending._write })
      await expect(
        pipeline(Readable.from([randomBytes(500_000)]), await keys.encryptor(context), full),
      ).rejects.toThrow('full')
    }
  })
})

describe('DAT-56 encrypted texts', () => {
  const about = { purpose: 'totp', user: 'una' }

  test('open again, name their key, and fail when altered, moved or cut', async () => {
    const encrypted = await keys.encryptText('JBSWY3DPEHPK3PXP', about)
    expect(keyOfText(encrypted)).toBe(keys.current)
    expect(await keys.decryptText(encrypted, about)).toBe('JBSWY3DPEHPK3PXP')
    expect(encrypted).not.toBe(await keys.encryptText('JBSWY3DPEHPK3PXP', about))
    await expect(keys.decryptText(encrypted, { ...about, user: 'otra' })).rejects.toThrow()
    await expect(keys.decryptText(encrypted.slice(0, -8), about)).rejects.toThrow()
    const middle = encrypted.length - 30
    const altered =
      encrypted.slice(0, middle) + (encrypted[middle] === 'A' ? 'B' : 'A') + encrypted.slice(middle + 1)
    await expect(keys.decryptText(altered, about)).rejects.toThrow()
    await expect(keys.decryptText('', about)).rejects.toThrow()
  })
})

describe('DAT-56 the file of keys', () => {
  test('is made in DATA_DIR for its owner only, and stays', () => {
    const config = newConfig()
    const [key] = readKeys(config)
    expect(statSync(join(config.dataDir, 'encryption-keys')).mode & 0o777).toBe(0o600)
    expect(readKeys(config)).toEqual([key])
  })

  test('a new key becomes the current one, and what the others encrypted still opens', async () => {
    const config = newConfig()
    const before = createKeys(readKeys(config))
    const encrypted = await encrypt(Buffer.from('antes'), before)
    const text = await before.encryptText('antes', context)
    const id = addKey(config)
    const after = createKeys(readKeys(config))
    expect([after.current, after.fingerprints.size]).toEqual([id, 2])
    expect((await open(encrypted, after)).clear.toString()).toBe('antes')
    expect(await after.decryptText(text, context)).toBe('antes')
    expect((await open(await encrypt(Buffer.from('después'), after), before)).error).toBeInstanceOf(Error)
    expect(statSync(join(config.dataDir, 'encryption-keys')).mode & 0o777).toBe(0o600)
  })

  test('of the setting must exist and be readable, and its errors quote no key', () => {
    const path = join(folder, 'given')
    const config = { ...newConfig(), encryptionKeysFile: path }
    expect(() => readKeys(config)).toThrow(/given no existe/)
    const line =
      readFileSync(join(folder, '1', 'encryption-keys'), 'utf8')
        .trim()
        .split('\n')
        .at(-1) ?? ''
    for (const [text, message] of [
      ['# nada\n', 'ninguna clave'],
      [`${line}\n${line}\n`, 'mismo identificador'],
      [`${line}x\n`, 'no es una clave'],
    ] as const) {
      writeFileSync(path, text)
      let error: Error | undefined
      try {
        readKeys(config)
      } catch (reason) {
        error = reason as Error
      }
      expect(error?.message).toContain(message)
      expect(error?.message).not.toContain(line.slice(14))
    }
    expect(() => addKey(config)).toThrow('no es una clave')
  })
})
