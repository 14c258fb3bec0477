/**
 * An authenticator in software, written from the WebAuthn document (§6, ES256, attestation «none»): it answers what the
 * server asks as a browser would send it.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { AddPasskeyInput, PasskeyAnswerInput } from '../../../src/capabilities/security/schema.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer) => data.toString('base64url')

/** The first byte of a CBOR item and its length: enough for what an authenticator sends. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)])
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes])
const cborInt = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const cborMap = (...pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

const PRESENT = 1
const VERIFIED = 4
const ATTESTED = 64

export interface Answering {
  origin?: string
  rpId?: string
  /** Whether the person gave fingerprint, face or PIN. */
  isVerified?: boolean
  /** Instead of the one that the server gave. */
  challenge?: string
  type?: string
}

interface CreationOptions {
  challenge: string
  rp: { id: string }
  user: { id: string }
}
interface RequestOptions {
  challenge: string
  rpId: string
}

/** One key of one person. */
export class Authenticator {
  readonly id = base64url(randomBytes(32))
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** How often it has signed; null: it does not count. */
  counter: number | null
  userHandle = ''
  readonly origin: string

  constructor(origin: string, counts = true) {
    this.origin = origin
    this.counter = counts ? 0 : null
  }

  /** Answers `navigator.credentials.create`. */
  create(options: unknown, how: Answering = {}): Omit<AddPasskeyInput, 'name'> {
    const { challenge, rp, user } = options as CreationOptions
    this.userHandle = user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const publicKey = cborMap(
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    )
    const id = Buffer.from(this.id, 'base64url')
    const authData = Buffer.concat([
      this.#data(how.rpId ?? rp.id, ATTESTED, how),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      publicKey,
    ])
    const attestation = cborMap(
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap()],
      [cborText('authData'), cborBytes(authData)],
    )
    return {
      id: this.id,
      clientDataJSON: base64url(this.#client(how.type ?? 'webauthn.create', how.challenge ?? challenge, how)),
      attestationObject: base64url(attestation),
    }
  }

  /** Answers `navigator.credentials.get`. */
  get(options: unknown, how: Answering = {}): PasskeyAnswerInput {
    const { challenge, rpId } = options as RequestOptions
    if (this.counter !== null) this.counter++
    const data = this.#data(how.rpId ?? rpId, 0, how)
    const client = this.#client(how.type ?? 'webauthn.get', how.challenge ?? challenge, how)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)
    return {
      id: this.id,
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: this.userHandle,
    }
  }

  #client(type: string, challenge: string, { origin = this.origin }: Answering): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #data(rpId: string, flags: number, { isVerified = true }: Answering): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter ?? 0)
    return Buffer.concat([
      sha256(rpId),
      Buffer.from([flags | PRESENT | (isVerified ? VERIFIED : 0)]),
      counter,
    ])
  }
}
