import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encryption and keyed digests, with keys derived from the session secret. */
export interface Sealer {
  /** Encrypts a JSON value for a job, so that a copy of the queue reveals no code, link or name. */
  seal(value: unknown): string
  /** Decrypts what `seal` returned. Throws when it was altered or sealed with another secret. */
  open(sealed: string): unknown
  /** HMAC-SHA256 in base64url, with its own key, for signed links and e-mailed codes. */
  sign(text: string): string
  /**
   * HMAC-SHA256 in hex, with its own key, of a normalised e-mail address or RUT. Stored instead of the value
   * after its account is deleted (H-01, H-02) and in rate limit keys (H-07): useless without the session
   * secret.
   */
  digest(text: string): string
}

/** AES-256-GCM and HMAC-SHA256; keys are derived from the session secret with HKDF (RFC 5869). */
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
