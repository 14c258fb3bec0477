const randomHex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Formats 32 hexadecimal digits as a UUID of this version (RFC 9562). */
const format = (hex: string, version: 4 | 7) =>
  [
    hex.slice(0, 8),
    hex.slice(8, 12),
    version + hex.slice(13, 16),
    '89ab'[Number.parseInt(hex.slice(16, 17), 16) & 3] + hex.slice(17, 20),
    hex.slice(20),
  ].join('-')

/** A new random id: UUIDv4. Works without `randomUUID`, which browsers offer only on https pages. */
export const uuidv4 = () => format(randomHex(), 4)

/**
 * A new id that sorts by creation time: UUIDv7. Index inserts append.
 * @param now milliseconds since 1970
 */
export const uuidv7 = (now = Date.now()) =>
  format(now.toString(16).padStart(12, '0') + randomHex().slice(12), 7)
