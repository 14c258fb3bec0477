import { describe, expect, test } from 'vitest'
import { clientAddress } from '../../../platform/http/requests.server.ts'
import { hashPassword, isLoginQueueFull, verifyPassword, withLoginPlace } from './passwords.server.ts'

const OTHER = clientAddress('2001:db8:1:bb00::1')
const ipv6 = (network: string) => clientAddress(`2001:db8:1:${network}::1`)

describe('abuse 10: nobody fills the login queue', () => {
  test('an IPv6 /56 has eight places over all its networks, and other addresses are not affected', async () => {
    const blocker = Promise.withResolvers<void>()
    const admitted = Array.from({ length: 8 }, (_, index) =>
      withLoginPlace(ipv6(`aa0${index}`), () => blocker.promise),
    )
    expect(isLoginQueueFull(ipv6('aaff'))).toBe(true)
    expect(isLoginQueueFull(ipv6('ab00'))).toBe(false)
    expect(isLoginQueueFull(OTHER)).toBe(false)
    expect(isLoginQueueFull(clientAddress('203.0.113.9'))).toBe(false)
    blocker.resolve()
    await Promise.all(admitted)
    expect(isLoginQueueFull(ipv6('aaff'))).toBe(false)
  })

  test('one address has four places', async () => {
    const blocker = Promise.withResolvers<void>()
    const address = clientAddress('203.0.113.9')
    const admitted = Array.from({ length: 4 }, () => withLoginPlace(address, () => blocker.promise))
    expect([isLoginQueueFull(address), isLoginQueueFull(clientAddress('203.0.113.10'))]).toEqual([
      true,
      false,
    ])
    blocker.resolve()
    await Promise.all(admitted)
    expect(isLoginQueueFull(address)).toBe(false)
  })
})

describe('H-07, A6: the last places are reserved for networks that have none', () => {
  test.each([9, 12, 24])(
    '%i addresses with four concurrent requests each: another address is admitted',
    async (addresses) => {
      const blocker = Promise.withResolvers<void>()
      const requests = Array.from({ length: addresses * 4 }, (_, index) =>
        withLoginPlace(`198.51.100.${index % addresses}`, () => blocker.promise).catch(() => 'refused'),
      )
      expect(isLoginQueueFull('203.0.113.9')).toBe(false)
      expect(await withLoginPlace('203.0.113.9', async () => 'in')).toBe('in')
      blocker.resolve()
      await Promise.all(requests)
    },
  )

  test('twelve IPv6 /56 with eight networks each: another address is admitted', async () => {
    const blocker = Promise.withResolvers<void>()
    const requests = Array.from({ length: 12 * 8 }, (_, index) => {
      const network = `2001:db8:${index % 12}:aa${Math.floor(index / 12)}`
      return withLoginPlace(clientAddress(`${network}::1`), () => blocker.promise).catch(() => 'refused')
    })
    expect(await withLoginPlace(OTHER, async () => 'in')).toBe('in')
    blocker.resolve()
    await Promise.all(requests)
  })
})

describe('docs/design.md §5: passwords are hashed in worker threads', () => {
  test('verifies the right passwords and rejects wrong ones, concurrently', async () => {
    const passwords = Array.from({ length: 6 }, (_, index) => `contraseña ${index} 🔑`)
    const hashes = await Promise.all(passwords.map(hashPassword))
    expect(new Set(hashes).size).toBe(6)
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    const right = await Promise.all(hashes.map((hash, index) => verifyPassword(hash, passwords[index] ?? '')))
    const wrong = await Promise.all(
      hashes.map((hash, index) => verifyPassword(hash, passwords[index - 1] ?? 'otra')),
    )
    expect(right).toEqual(hashes.map(() => true))
    expect(wrong).toEqual(hashes.map(() => false))
  })

  test('a hash with impossible costs throws, and the next password is hashed all the same', async () => {
    await expect(verifyPassword('$argon2id$v=19$m=1,t=2,p=1$AAAA$AAAA', 'x')).rejects.toThrow(RangeError)
    expect(await verifyPassword(await hashPassword('abc'), 'abc')).toBe(true)
  })
})
