import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Seals and opens what a job carries, so that a copy of the queue shows no code, link or name. */
export interface Sealer {
  seal(value: unknown): string
  open(sealed: string): unknown
  /** HMAC-SHA256 of what a link says, under a key of its own: whoever can seal a job cannot sign a link. */
  sign(text: string): string
  /**
   * HMAC-SHA256 of a normalised e-mail address or RUT, in hex, under a key of its own: what the database keeps of
   * somebody whose account is gone (H-01, H-02, H-07). Without the session secret a copy of the database reveals nothing.
   */
  digest(text: string): string
}

/** AES-256-GCM with a key derived from the session secret (HKDF, RFC 5869). */
export function createSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'amparo job payload', 32))
  const linkKey = Buffer.from(hkdfSync('sha256', secret, '', 'amparo file link', 32))
  const digestKey = Buffer.from(hkdfSync('sha256', secret, '', 'amparo keyed digest', 32))
  return {
    digest: (text) => createHmac('sha256', digestKey).update(text).digest('hex'),
    sign: (text) => createHmac('sha256', linkKey).update(text).digest('base64url'),
    seal(value) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return JSON.parse(
        Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'),
      )
    },
  }
}
