import { expect, test } from 'vitest'
import { faultAsked } from './faults.ts'

test('a fault is acted out each time, or once, and no other', () => {
  const config = { faults: ['a', 'once:b'] }
  const asked = (name: string) => faultAsked(config, name)
  expect([asked('a'), asked('a'), asked('b'), asked('b'), asked('c')]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
