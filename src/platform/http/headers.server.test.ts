import { expect, test } from 'vitest'
import { pageCsp } from './requests.server.ts'

const POLICY =
  "default-src 'self'; script-src 'self' 'nonce-x1'; style-src-elem 'self' 'nonce-x1'; style-src-attr 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'"

test('docs/design.md §5: the content security policy of a page', () => {
  expect(pageCsp('x1', false)).toBe(POLICY)
  expect(pageCsp('x1', true)).toBe(`${POLICY}; upgrade-insecure-requests`)
})
