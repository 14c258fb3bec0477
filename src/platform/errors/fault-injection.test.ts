import { expect, test } from 'vitest'
import { shouldInjectFault } from './fault-injection.ts'

test('a fault is injected each time, or only once, and no other is', () => {
  const config = { faults: ['a', 'once:b'] }
  const inject = (name: string) => shouldInjectFault(config, name)
  expect([inject('a'), inject('a'), inject('b'), inject('b'), inject('c')]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
