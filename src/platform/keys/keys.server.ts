import { type Duplex, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type EncryptionKey, KEY_ID_LENGTH } from './key-file.server.ts'

/**
 * What an encrypted file or text belongs to, such as its storage key. It is stored with it, in clear, and compared
 * when it is opened: one thing cannot be passed off as another.
 */
export type EncryptionContext = Readonly<Record<string, string>>

/** Encryption at rest with the keys of ENCRYPTION_KEYS_FILE (docs/decisions/0039). */
export interface Keys {
  /** Id of the key that encrypts. */
  current: string
  /** The keys of the file and their fingerprints, by id. */
  fingerprints: ReadonlyMap<string, string>
  /** A stream that encrypts what is written to it, with a data key of its own. */
  encryptor(context: EncryptionContext): Promise<Duplex>
  /**
   * A stream that decrypts what `encryptor` encrypted. Each part leaves it only after its own check; the stream fails where
   * the input is altered, cut, of another context, or encrypted with a key that the file lacks.
   */
  decryptor(context: EncryptionContext): Promise<Duplex>
  /** Encrypts a short text for a column. It begins with the id of the key: `keyOfText`. */
  encryptText(text: string, context: EncryptionContext): Promise<string>
  /** Opens what `encryptText` made. @throws when it is altered, of another context, or its key is missing */
  decryptText(encrypted: string, context: EncryptionContext): Promise<string>
}

/** Id of the key that a text is encrypted with. */
export const keyOfText = (encrypted: string): string => encrypted.slice(0, encrypted.indexOf('.'))

/** Bytes that are encrypted together, and checked together before they leave the stream that opens them. */
const FRAME_BYTES = 64 * 1024
const NAMESPACE = 'amparo'

/** The first byte of everything encrypted (message format 2); no accepted type of file begins with it. */
export const ENCRYPTED_FIRST_BYTE = 2

/** Bytes of a file of `bytes` bytes once it is encrypted: a function of both, so that a cut file is recognised. */
export function encryptedBytes(bytes: number, context: EncryptionContext): number {
  const pairs = Object.entries(context)
  const contextBytes =
    2 + pairs.reduce((sum, [name, value]) => sum + 4 + Buffer.byteLength(name) + Buffer.byteLength(value), 0)
  const wrappedKey = 2 + NAMESPACE.length + 2 + (KEY_ID_LENGTH + 4 + 4 + 12) + 2 + (32 + 16)
  const header = 1 + 2 + 32 + 2 + contextBytes + 2 + wrappedKey + 1 + 4 + 32 + 16
  const frame = 4 + 12 + 16
  return header + Math.floor(bytes / FRAME_BYTES) * frame + bytes + (frame + 8)
}

/** AES-256-GCM with key commitment, through the AWS Encryption SDK. @param keys the current one first */
export function createKeys(keys: readonly EncryptionKey[]): Keys {
  const [current] = keys
  if (!current) throw new Error('no encryption key')
  let loading: ReturnType<typeof load> | undefined
  // Imported on first use: it costs 23 MB of memory and 0.1 s of startup.
  const library = () => {
    loading ??= load(keys)
    return loading
  }
  const encryptor = async (context: EncryptionContext) => {
    const { encryptStream, suiteId, keyrings } = await library()
    const [keyring] = keyrings
    return undestroyed(
      encryptStream(keyring as (typeof keyrings)[0], {
        suiteId,
        frameLength: FRAME_BYTES,
        encryptionContext: { ...context },
      }),
    )
  }
  const decryptor = async (context: EncryptionContext) => {
    const { decryptStream, allKeys } = await library()
    // Only without signatures is each frame complete in itself: a signature would be checked after the last one.
    const stream = decryptStream(allKeys)
    // Emitted before the first frame. The library turns an exception here into a failure of the stream.
    stream.once('MessageHeader', ({ encryptionContext }) => {
      const isSame =
        Object.keys(encryptionContext).length === Object.keys(context).length &&
        Object.entries(context).every(([name, value]) => encryptionContext[name] === value)
      if (!isSame) throw new Error('encrypted for something else')
    })
    return stream
  }
  const throughStream = async (stream: Duplex, bytes: Buffer) => {
    stream.end(bytes)
    return buffer(stream)
  }
  return {
    current: current.id,
    fingerprints: new Map(keys.map(({ id, fingerprint }) => [id, fingerprint])),
    encryptor,
    decryptor,
    async encryptText(text, context) {
      const encrypted = await throughStream(await encryptor(context), Buffer.from(text))
      return `${current.id}.${encrypted.toString('base64url')}`
    },
    async decryptText(encrypted, context) {
      const bytes = Buffer.from(encrypted.slice(encrypted.indexOf('.') + 1), 'base64url')
      return (await throughStream(await decryptor(context), bytes)).toString()
    },
  }
}

/**
 * Runs a stream without ever destroying it: the library's encrypting stream reports that as an uncaught exception,
 * so a full disk would end the process. An abandoned one keeps nothing open and is collected.
 */
function undestroyed(inner: Duplex): Duplex {
  const outer = new Transform({
    transform(chunk, _encoding, done) {
      inner.write(chunk, () => done())
    },
    flush(done) {
      inner.once('end', () => done())
      inner.end()
    },
  })
  inner.on('data', (part) => outer.push(part))
  inner.once('error', (error) => outer.destroy(error))
  return outer
}

async function load(keys: readonly EncryptionKey[]) {
  const [
    { buildEncrypt },
    { buildDecrypt },
    { RawAesKeyringNode, RawAesWrappingSuiteIdentifier },
    materials,
  ] = await Promise.all([
    import('@aws-crypto/encrypt-node'),
    import('@aws-crypto/decrypt-node'),
    import('@aws-crypto/raw-aes-keyring-node'),
    import('@aws-crypto/material-management-node'),
  ])
  const { AlgorithmSuiteIdentifier, CommitmentPolicy, MultiKeyringNode } = materials
  const keyrings = keys.map(
    ({ id, secret }) =>
      new RawAesKeyringNode({
        keyName: id,
        keyNamespace: NAMESPACE,
        // The library refuses a Buffer, whose memory may be shared.
        unencryptedMasterKey: new Uint8Array(secret),
        wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
      }),
  )
  const options = {
    commitmentPolicy: CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT,
    maxEncryptedDataKeys: 1,
  }
  return {
    encryptStream: buildEncrypt(options).encryptStream,
    decryptStream: buildDecrypt(options).decryptUnsignedMessageStream,
    suiteId: AlgorithmSuiteIdentifier.ALG_AES256_GCM_IV12_TAG16_HKDF_SHA512_COMMIT_KEY,
    keyrings,
    allKeys: new MultiKeyringNode({ children: keyrings }),
  }
}
