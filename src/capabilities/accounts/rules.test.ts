import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterRegistration, ownPath } from './rules.ts'

test('AUT-15, AUT-16 where a new account goes on', () => {
  expect(afterRegistration('lawyer')).toBe('/onboarding/verify-email')
  expect(afterRegistration('client')).toBe('/dashboard')
})

describe('abuse 39: ?volver= leads to own pages only', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'dashboard',
    '/\t/evil.example',
    '/login',
    '/register?x=1',
    '',
    `/${'a'.repeat(600)}`,
  ])('%j is refused', (path) => {
    expect(ownPath(path)).toBeNull()
  })

  test.each(['/dashboard', '/case/1?tab=chat#abajo', '/loginx', '/'])('%j is taken', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  test('whatever is taken stays on this host', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (text) => {
          const path = ownPath(text)
          if (path !== null) expect(new URL(path, 'https://amparo.test').host).toBe('amparo.test')
        },
      ),
    )
  })
})
