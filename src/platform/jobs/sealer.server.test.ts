import { expect, test } from 'vitest'
import { createSealer } from './sealer.server.ts'

test('H-01, H-02: a keyed digest depends on the text and the secret, and on nothing else', () => {
  const sealer = createSealer('un-secreto-de-prueba-de-32-letras')
  const digest = sealer.digest('ana@ejemplo.cl')
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(createSealer('un-secreto-de-prueba-de-32-letras').digest('ana@ejemplo.cl')).toBe(digest)
  expect(sealer.digest('otra@ejemplo.cl')).not.toBe(digest)
  expect(createSealer('otro-secreto-de-otra-instalacion-00').digest('ana@ejemplo.cl')).not.toBe(digest)
  // Digests and signatures use different keys.
  expect(Buffer.from(sealer.sign('ana@ejemplo.cl'), 'base64url').toString('hex')).not.toBe(digest)
})
