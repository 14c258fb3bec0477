import { describe, expect, test } from 'vitest'
import { clientAddress } from '../../../platform/http/address.ts'
import { admit, doorIsFull, doorIsShut } from './passwords.server.ts'

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
