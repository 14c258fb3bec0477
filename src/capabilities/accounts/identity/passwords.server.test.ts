import { describe, expect, test } from 'vitest'
import { clientAddress } from '../../../platform/http/address.ts'
import { admit, doorIsFull, doorIsShut, hashPassword, verifyPassword } from './passwords.server.ts'

const NONE = clientAddress('2001:db8:1:bb00::1')
const ipv6 = (network: string) => clientAddress(`2001:db8:1:${network}::1`)

describe('abuse 10: who fills the door', () => {
  test('one line of IPv6 has room for eight, whichever of its networks they come from, and others are not kept out', async () => {
    const gate = Promise.withResolvers<void>()
    const inside = Array.from({ length: 8 }, (_, at) => admit(ipv6(`aa0${at}`), () => gate.promise))
    expect(doorIsShut(ipv6('aaff'))).toBe(true)
    expect(doorIsShut(ipv6('ab00'))).toBe(false)
    expect(doorIsShut(NONE)).toBe(false)
    expect(doorIsShut(clientAddress('203.0.113.9'))).toBe(false)
    expect(doorIsFull()).toBe(false)
    gate.resolve()
    await Promise.all(inside)
    expect(doorIsShut(ipv6('aaff'))).toBe(false)
  })

  test('one address has room for four', async () => {
    const gate = Promise.withResolvers<void>()
    const address = clientAddress('203.0.113.9')
    const inside = Array.from({ length: 4 }, () => admit(address, () => gate.promise))
    expect([doorIsShut(address), doorIsShut(clientAddress('203.0.113.10'))]).toEqual([true, false])
    gate.resolve()
    await Promise.all(inside)
    expect(doorIsShut(address)).toBe(false)
  })
})

describe('H-07, A6: the last places are for those of whom nobody is inside', () => {
  test.each([9, 12, 24])(
    '%i addresses, each with four at once: somebody from elsewhere gets in',
    async (addresses) => {
      const gate = Promise.withResolvers<void>()
      const coming = Array.from({ length: addresses * 4 }, (_, at) =>
        admit(`198.51.100.${at % addresses}`, () => gate.promise).catch(() => 'refused'),
      )
      expect([doorIsFull(), doorIsShut('203.0.113.9')]).toEqual([false, false])
      expect(await admit('203.0.113.9', async () => 'in')).toBe('in')
      gate.resolve()
      await Promise.all(coming)
    },
  )

  test('twelve lines of IPv6, each with eight networks: somebody from elsewhere gets in', async () => {
    const gate = Promise.withResolvers<void>()
    const coming = Array.from({ length: 12 * 8 }, (_, at) => {
      const network = `2001:db8:${at % 12}:aa${Math.floor(at / 12)}`
      return admit(clientAddress(`${network}::1`), () => gate.promise).catch(() => 'refused')
    })
    expect(await admit(NONE, async () => 'in')).toBe('in')
    gate.resolve()
    await Promise.all(coming)
  })
})

describe('DESIGN §5: passwords are hashed in threads of their own', () => {
  test('a password is known again, another one is not, many at once', async () => {
    const passwords = Array.from({ length: 6 }, (_, at) => `contraseña ${at} 🔑`)
    const hashes = await Promise.all(passwords.map(hashPassword))
    expect(new Set(hashes).size).toBe(6)
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    const right = await Promise.all(hashes.map((hash, at) => verifyPassword(hash, passwords[at] ?? '')))
    const wrong = await Promise.all(
      hashes.map((hash, at) => verifyPassword(hash, passwords[at - 1] ?? 'otra')),
    )
    expect(right).toEqual(hashes.map(() => true))
    expect(wrong).toEqual(hashes.map(() => false))
  })

  test('a hash whose costs nobody can pay is a fault, and the next password is read all the same', async () => {
    await expect(verifyPassword('$argon2id$v=19$m=1,t=2,p=1$AAAA$AAAA', 'x')).rejects.toThrow(RangeError)
    expect(await verifyPassword(await hashPassword('abc'), 'abc')).toBe(true)
  })
})
